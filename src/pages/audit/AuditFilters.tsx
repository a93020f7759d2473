import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditAction, AuditChannel, AuditOutcome } from '#contract/audit.ts'
import { SavedFilters } from '../../saved-filters/SavedFilters.tsx'
import { DayField } from '../../widgets/DayField.tsx'
import { FilterRow } from '../../widgets/FilterRow.tsx'
import { SearchField } from '../../widgets/SearchField.tsx'
import type { AuditFilter } from './use-audit-filter.ts'

/** The parameters that a saved filter of this list stores. */
const NAMES = ['q', 'action', 'outcome', 'channel', 'from', 'to'] as const

type Props = {
  filter: AuditFilter
  onChange: (change: AuditFilter) => void
  onClear: () => void
  /** Actions on the list. */
  children: ReactNode
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function AuditFilters({ filter, onChange, onClear, children }: Props) {
  const { t } = useTranslation()
  return (
    <FilterRow
      onClear={Object.keys(filter).length > 0 ? onClear : null}
      end={
        <>
          <SavedFilters list="audit" names={NAMES} />
          {children}
        </>
      }
    >
      <SearchField q={filter.q ?? ''} label={t('audit.filters.search')} onSearch={(q) => onChange({ q })} />
      <Select
        className="audit-action"
        value={filter.action}
        onChange={(action) => onChange({ action })}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('audit.filters.action')}
        aria-label={t('audit.filters.action')}
        popupMatchSelectWidth={false}
        options={AuditAction.options.map((value) => ({ value, label: capital(t(`audit.actions.${value}.to`)) }))}
      />
      <Select
        value={filter.outcome}
        onChange={(outcome) => onChange({ outcome })}
        allowClear
        placeholder={t('audit.filters.outcome')}
        aria-label={t('audit.filters.outcome')}
        options={AuditOutcome.options.map((value) => ({ value, label: t(`audit.outcomes.${value}`) }))}
      />
      <Select
        value={filter.channel}
        onChange={(channel) => onChange({ channel })}
        allowClear
        placeholder={t('audit.filters.channel')}
        aria-label={t('audit.filters.channel')}
        options={AuditChannel.options.map((value) => ({ value, label: t(`audit.channels.${value}`) }))}
      />
      <DayField
        label={t('audit.filters.from')}
        day={filter.from}
        max={filter.to}
        onChange={(from) => onChange({ from })}
      />
      <DayField label={t('audit.filters.to')} day={filter.to} min={filter.from} onChange={(to) => onChange({ to })} />
    </FilterRow>
  )
}
