import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { AuditAction, AuditChannel, AuditOutcome } from '#contract/audit.ts'
import { DayField } from '../../widgets/DayField.tsx'
import { SearchField } from '../../widgets/SearchField.tsx'
import type { AuditFilter } from './use-audit-filter.ts'

type Props = { filter: AuditFilter; onChange: (change: AuditFilter) => void; onClear: () => void }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function AuditFilters({ filter, onChange, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <search className="audit-filters">
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
      {Object.keys(filter).length > 0 && (
        <Button type="text" onClick={onClear}>
          {t('audit.filters.clear')}
        </Button>
      )}
    </search>
  )
}
