import { Checkbox, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { InstrumentSort, InstrumentState } from '#contract/instruments.ts'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useCards } from '../../src/widgets/viewport.ts'
import { type Address, filtersOf } from './address.ts'

const heads = {
  name: 'instruments.name.label',
  manufacturer: 'instruments.manufacturer.label',
  due: 'instruments.dueOn.label',
} as const

export function InstrumentFilters({ address: { view, setView, clear } }: { address: Address }) {
  const { t } = useTranslation()
  const areCards = useCards()
  return (
    <FilterRow onClear={Object.keys(filtersOf(view)).length > 0 ? clear : null}>
      <SearchField q={view.q} label={t('instruments.search')} onSearch={(q) => setView({ q })} />
      <Select
        value={view.state}
        onChange={(state) => setView({ state })}
        allowClear
        placeholder={t('instruments.state.label')}
        aria-label={t('instruments.state.label')}
        options={InstrumentState.options.map((value) => ({ value, label: t(`instruments.states.${value}`) }))}
      />
      {areCards && (
        <Select
          value={view.sort}
          onChange={(sort) => setView({ sort, order: 'asc' })}
          aria-label={t('instruments.sort')}
          options={InstrumentSort.options.map((value) => ({ value, label: t(heads[value]) }))}
        />
      )}
      <Checkbox
        checked={view.isDue === 'true'}
        onChange={(event) => setView({ isDue: event.target.checked ? 'true' : undefined })}
      >
        {t('instruments.due')}
      </Checkbox>
    </FilterRow>
  )
}
