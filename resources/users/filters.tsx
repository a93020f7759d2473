import { Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { UserSort, UserStateFilter, UserStatus } from '#contract/users.ts'
import { SavedFilters } from '../../src/saved-filters/SavedFilters.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useCards } from '../../src/widgets/viewport.ts'
import type { Address } from './address.ts'

/** The parameters that a saved filter of this list stores. */
const NAMES = ['q', 'role', 'state', 'status', 'online', 'sort', 'order'] as const

type Props = { address: Address; children?: ReactNode }

export function UserFilters({ address, children }: Props) {
  const { t } = useTranslation()
  const areCards = useCards()
  const { view, setView } = address
  const isFiltered = Boolean(view.q || view.role || view.state || view.status || view.online)
  return (
    <FilterRow
      onClear={isFiltered ? address.clear : null}
      end={
        <>
          <SavedFilters list="users" names={NAMES} />
          {children}
        </>
      }
    >
      <SearchField q={view.q} label={t('users.filters.search')} onSearch={(q) => setView({ q })} />
      <Select
        value={view.role}
        onChange={(role) => setView({ role })}
        allowClear
        placeholder={t('users.columns.role')}
        aria-label={t('users.columns.role')}
        options={Role.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
      />
      <Select
        value={view.state}
        onChange={(state) => setView({ state })}
        allowClear
        placeholder={t('users.filters.state')}
        aria-label={t('users.filters.state')}
        options={UserStateFilter.options.map((value) => ({ value, label: t(`users.states.${value}`) }))}
      />
      <Select
        value={view.status}
        onChange={(status) => setView({ status })}
        allowClear
        placeholder={t('users.filters.status')}
        aria-label={t('users.filters.status')}
        options={UserStatus.options.map((value) => ({ value, label: t(`users.statuses.${value}`) }))}
      />
      {areCards && (
        <Select
          value={view.sort}
          onChange={(sort) => setView({ sort, order: firstOrder(sort) })}
          aria-label={t('users.filters.sort')}
          options={UserSort.options.map((value) => ({ value, label: t(`users.sorts.${value}`) }))}
        />
      )}
      <Checkbox
        checked={view.online === 'true'}
        onChange={(event) => setView({ online: event.target.checked ? 'true' : undefined })}
      >
        {t('users.filters.online')}
      </Checkbox>
    </FilterRow>
  )
}

/** The initial order of a sort column: text ascending, times descending. */
export const firstOrder = (sort: string): 'asc' | 'desc' => (sort === 'name' || sort === 'email' ? 'asc' : 'desc')
