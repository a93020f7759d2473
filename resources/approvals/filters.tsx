import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApprovalKind } from '#contract/approvals.ts'
import { SavedFilters } from '../../src/saved-filters/SavedFilters.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import type { Address } from './address.ts'

/** The parameters that a saved filter of this list stores. */
const NAMES = ['tab', 'q', 'kind', 'state'] as const
const answered = ['passed', 'rejected', 'withdrawn'] as const

export function ApprovalFilters({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, setView } = address
  const isFiltered = Boolean(view.q || view.kind || view.state)
  return (
    <FilterRow onClear={isFiltered ? address.clear : null} end={<SavedFilters list="approvals" names={NAMES} />}>
      <SearchField q={view.q} label={t('approvals.filters.search')} onSearch={(q) => setView({ q })} />
      <Select
        value={view.kind}
        onChange={(kind) => setView({ kind })}
        allowClear
        placeholder={t('approvals.filters.kind')}
        aria-label={t('approvals.filters.kind')}
        options={ApprovalKind.options.map((value) => ({ value, label: t(`approvals.kinds.${value}`) }))}
      />
      {view.tab === 'records' && (
        <Select
          value={view.state}
          onChange={(state) => setView({ state })}
          allowClear
          placeholder={t('approvals.filters.state')}
          aria-label={t('approvals.filters.state')}
          options={answered.map((value) => ({ value, label: t(`approvals.states.${value}`) }))}
        />
      )}
    </FilterRow>
  )
}
