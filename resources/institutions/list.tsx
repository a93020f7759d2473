import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Institution, institutions } from '#contract/institutions.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { type Column, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { InstitutionDrawer, type InstitutionPanel } from './form.tsx'
import { State, TestButton } from './state.tsx'
import './institutions.css'

/** The institutions that datasets are sent to. */
export default function InstitutionList() {
  const { t } = useTranslation()
  const [panel, setPanel] = useState<InstitutionPanel | null>(null)
  const query = useQuery({
    queryKey: ['institutions', 'all'],
    queryFn: () => call(institutions.list, {}, { quiet: true }),
  })
  const columns = useColumns((institution) => setPanel({ institution }))
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setPanel({})}>
      {t('institutions.add')}
    </Button>
  )
  return (
    <div className="institutions-page">
      {query.data?.length ? <div className="institutions-head">{add}</div> : null}
      <Loaded query={query}>
        {(rows) =>
          rows.length ? (
            <RecordTable label={t('institutions.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />
          ) : (
            <Empty title={t('institutions.none')} hint={t('institutions.noneHint')}>
              {add}
            </Empty>
          )
        }
      </Loaded>
      <InstitutionDrawer panel={panel} onClose={() => setPanel(null)} />
    </div>
  )
}

function useColumns(onEdit: (institution: Institution) => void): Column<Institution>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('institutions.name.label'),
      render: ({ name, host }) => (
        <span className="record-two">
          <span title={name}>{name}</span>
          <small title={host}>{host}</small>
        </span>
      ),
    },
    {
      key: 'kind',
      label: t('institutions.kind.label'),
      render: ({ kind, transfer }) => (
        <span className="record-two">
          {t(`institutions.kind.kinds.${kind}`)}
          {kind === 'instdb' && <small>{t(`institutions.transfer.methods.${transfer}`)}</small>}
        </span>
      ),
    },
    { key: 'state', label: t('institutions.state.label'), render: (row) => <State institution={row} /> },
    {
      key: 'actions',
      label: '',
      render: (row) => (
        <span className="institution-actions">
          <TestButton institution={row} />
          <Button size="small" onClick={() => onEdit(row)} aria-label={`${t('institutions.edit')} ${row.name}`}>
            {t('institutions.edit')}
          </Button>
        </span>
      ),
    },
  ]
}
