import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { audit, auditTopics } from '#contract/audit.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { AuditDays, AuditSkeleton } from '../../src/audit/AuditDays.tsx'
import { DayField } from '../../src/widgets/DayField.tsx'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { type Address, spanOf, type View } from './address.ts'
import { recordsKey } from './cache.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const topic = 'space'
const actions = auditTopics[topic]
const askedOf = ({ q, action, from, to }: View) => ({
  ...(q && { q }),
  ...(action && { action }),
  ...spanOf({ from, to }),
})

/** The administrators' actions on all spaces, newest first. */
export function Records({ address }: { address: Address }) {
  const { view, clear } = address
  const asked = askedOf(view)
  return (
    <div className="managed-records">
      <RecordFilters address={address} isFiltered={Object.keys(asked).length > 0} />
      <Entries asked={asked} onClear={clear} />
    </div>
  )
}

/** The administrators' actions on one space. */
export function SpaceRecords({ spaceId }: { spaceId: string }) {
  return (
    <div className="managed-records">
      <Entries asked={{ targetId: spaceId }} />
    </div>
  )
}

type EntriesProps = { asked: Omit<InputOf<typeof audit.list>, 'topic'>; onClear?: () => void }

function Entries({ asked, onClear }: EntriesProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: [...recordsKey, asked],
    ...byPages((after) => call(audit.list, { ...asked, topic, ...after }, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap((page) => page.list) ?? []
  const count = entries.length
  if (query.isLoading) return <AuditSkeleton rows={8} />
  if (query.isError && !count) return <NotLoaded error={query.error} onRetry={query.refetch} />
  const isFiltered = onClear && Object.keys(asked).length > 0
  if (!count && isFiltered)
    return (
      <Empty title={t('audit.noHit')} hint={t('audit.noHitHint')}>
        <Button onClick={onClear}>{t('common.clear')}</Button>
      </Empty>
    )
  if (!count) return <Empty title={t('managedSpaces.records.none')} hint={t('managedSpaces.records.noneHint')} />
  return (
    <>
      <AuditDays entries={entries} isStale={query.isPlaceholderData} />
      <RecordMore query={query} count={count} />
    </>
  )
}

function RecordFilters({ address: { view, setView, clear }, isFiltered }: { address: Address; isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <FilterRow onClear={isFiltered ? clear : null}>
      <SearchField q={view.q} label={t('managedSpaces.records.search')} onSearch={(q) => setView({ q })} />
      <Select
        value={view.action}
        onChange={(action) => setView({ action })}
        allowClear
        placeholder={t('audit.filters.action')}
        aria-label={t('audit.filters.action')}
        popupMatchSelectWidth={false}
        options={actions.map((value) => ({ value, label: capital(t(`audit.actions.${value}.to`)) }))}
      />
      <DayField label={t('audit.filters.from')} day={view.from} max={view.to} onChange={(from) => setView({ from })} />
      <DayField label={t('audit.filters.to')} day={view.to} min={view.from} onChange={(to) => setView({ to })} />
    </FilterRow>
  )
}
