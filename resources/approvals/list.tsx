import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import { useWaitingApprovals } from '#providers/approvals.ts'
import { useAdminOnly } from '#providers/auth.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { RecordBar } from '../../src/widgets/RecordBar.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { type Address, useAddress } from './address.ts'
import { AnswerDialogs, type Verdict } from './answer.tsx'
import { ApprovalCard, useColumns } from './columns.tsx'
import { ApprovalFilters } from './filters.tsx'
import { ShowApproval } from './show.tsx'
import './approvals.css'

/** The administrators' pending and answered requests; filters and the open request are stored in the address. */
export default function ApprovalList() {
  const { t } = useTranslation()
  const address = useAddress()
  useTitle(t('approvals.title'))
  const { tab } = address.view
  return useAdminOnly() ? <Approvals address={address} tab={tab} /> : null
}

function Approvals({ address, tab }: { address: Address; tab: Address['view']['tab'] }) {
  const { t } = useTranslation()
  const waiting = useWaitingApprovals()
  return (
    <div className="approvals-page">
      <div className="page-head">
        <div>
          <h1>{t('approvals.title')}</h1>
          <p>{t('approvals.hint')}</p>
        </div>
      </div>
      <nav className="record-tabs" aria-label={t('approvals.title')}>
        {(['pending', 'records'] as const).map((one) => (
          <Link key={one} to={address.tabPath(one)} aria-current={one === tab ? 'page' : undefined}>
            {t(`approvals.tabs.${one}`)} {one === 'pending' && waiting > 0 && <span className="num">{waiting}</span>}
          </Link>
        ))}
      </nav>
      <Records key={tab} address={address} />
    </div>
  )
}

const asFilters = ({ tab, q, kind, state }: Address['view']) =>
  Object.entries({ isOpen: String(tab === 'pending'), q, kind, state }).map(([field, value]) => ({
    field,
    operator: 'eq' as const,
    value,
  }))

function Records({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, pathOf } = address
  const isOpen = view.tab === 'pending'
  const columns = useColumns(isOpen, ({ id }) => pathOf(id))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const size = usePageSize()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { query } = useInfiniteList<Approval>({
    resource: 'approvals',
    pagination: { pageSize: size.value },
    filters: asFilters(view),
    queryOptions: { placeholderData: keepPreviousData },
  })
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  // Requests that another administrator answered meanwhile are no longer selected.
  const chosen = rows.filter(({ id }) => selected.has(id)).slice(0, SELECTION_MAX)
  const selection = {
    keys: selected,
    onChange: setSelected,
    allLabel: t('approvals.all'),
    labelOf: ({ space }: Approval) => t('approvals.one', { space: space.name }),
  }
  return (
    <>
      <ApprovalFilters address={address} />
      <RecordList
        query={query}
        label={t(`approvals.tabs.${view.tab}`)}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
        card={(approval) => <ApprovalCard approval={approval} path={pathOf(approval.id)} />}
        selection={isOpen ? selection : undefined}
        openKey={address.open}
        size={size}
        empty={<Nothing address={address} />}
      />
      {isOpen && chosen.length > 0 && (
        <Bar
          count={chosen.length}
          onAnswer={(isPassed) => setVerdict({ isPassed, requests: chosen })}
          onClear={() => setSelected(new Set())}
        />
      )}
      <ShowApproval address={address} onAnswer={setVerdict} />
      <AnswerDialogs
        verdict={verdict}
        onClose={() => setVerdict(null)}
        onDone={() => {
          setVerdict(null)
          setSelected(new Set())
          if (address.open) address.close()
        }}
      />
    </>
  )
}

type BarProps = { count: number; onAnswer: (isPassed: boolean) => void; onClear: () => void }

/** Actions for the selected requests. */
function Bar({ count, onAnswer, onClear }: BarProps) {
  const { t } = useTranslation()
  return (
    <RecordBar label={t('approvals.bar')} status={t('approvals.selected', { count })} onClear={onClear}>
      <Button size="small" type="primary" onClick={() => onAnswer(true)}>
        {t('approvals.pass')}
      </Button>
      <Button size="small" danger onClick={() => onAnswer(false)}>
        {t('approvals.reject')}
      </Button>
    </RecordBar>
  )
}

function Nothing({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { tab, q, kind, state } = address.view
  if (q || kind || state)
    return (
      <Empty title={t('approvals.noHit')} hint={t('approvals.noHitHint')}>
        <Button onClick={address.clear}>{t('common.clear')}</Button>
      </Empty>
    )
  return tab === 'pending' ? (
    <Empty title={t('approvals.none')} hint={t('approvals.noneHint')} />
  ) : (
    <Empty title={t('approvals.noneRecords')} hint={t('approvals.noneRecordsHint')} />
  )
}
