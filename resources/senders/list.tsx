import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Sender, senders } from '#contract/senders.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatDateTime, formatDay } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { type Column, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { SenderDrawer, type SenderPanel } from './drawer.tsx'
import { IncomingList } from './incoming.tsx'
import './senders.css'

/** The platforms that may submit datasets here, and the received datasets. */
export default function SenderList() {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<SenderPanel | null>(null)
  const query = useQuery({ queryKey: ['senders', 'all'], queryFn: () => call(senders.list, {}, { quiet: true }) })
  const columns = useColumns((sender) => setPanel({ sender }))
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setPanel({})}>
      {t('senders.add')}
    </Button>
  )
  return (
    <div className="senders-page">
      <section aria-label={t('senders.codes')}>
        <header>
          <h2>{t('senders.codes')}</h2>
          {query.data?.length ? add : null}
        </header>
        <Loaded query={query}>
          {(rows) =>
            rows.length ? (
              <RecordTable label={t('senders.codes')} rows={rows} keyOf={({ id }) => id} columns={columns} />
            ) : (
              <Empty title={t('senders.none')} hint={t('senders.noneHint')}>
                {add}
              </Empty>
            )
          }
        </Loaded>
      </section>
      <section aria-label={t('senders.incoming.title')}>
        <header>
          <h2>{t('senders.incoming.title')}</h2>
        </header>
        <IncomingList />
      </section>
      <SenderDrawer panel={panel} onClose={() => setPanel(null)} />
    </div>
  )
}

/** Whether a code works today, and when it was last used. */
function State({ sender: { isRevoked, until, enteredAt } }: { sender: Sender }) {
  const { t, i18n } = useTranslation()
  const isOver = until !== null && until < new Date().toISOString().slice(0, 10)
  const state = isRevoked ? 'revoked' : isOver ? 'over' : 'active'
  return (
    <span className="sender-state">
      <span>
        <span className={`tag ${state === 'active' ? 'good' : 'bad'}`}>{t(`senders.state.${state}`)}</span>
      </span>
      <small>
        {enteredAt
          ? t('senders.state.entered', { at: formatDateTime(enteredAt, i18n.language) })
          : t('senders.state.never')}
      </small>
    </span>
  )
}

function useColumns(onEdit: (sender: Sender) => void): Column<Sender>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'name',
      label: t('senders.name.label'),
      render: ({ name, host }) => (
        <span className="record-two">
          <span title={name}>{name}</span>
          <small title={host}>{host}</small>
        </span>
      ),
    },
    {
      key: 'until',
      label: t('senders.until.label'),
      render: ({ until }) => (until ? formatDay(until, i18n.language) : t('senders.until.none')),
    },
    { key: 'state', label: t('senders.state.label'), render: (sender) => <State sender={sender} /> },
    {
      key: 'actions',
      label: '',
      render: (sender) => (
        <Button size="small" onClick={() => onEdit(sender)} aria-label={`${t('senders.edit')} ${sender.name}`}>
          {t('senders.edit')}
        </Button>
      ),
    },
  ]
}
