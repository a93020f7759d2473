import { Button, Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { UserSort, UserState, UserStatus } from '#contract/users.ts'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useNarrow } from '../../src/widgets/viewport.ts'
import type { Address } from './address.ts'

type Props = { address: Address; children?: ReactNode }

export function UserFilters({ address, children }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const { view, setView } = address
  const isFiltered = Boolean(view.q || view.role || view.state || view.status || view.online)
  return (
    <search className="record-filters user-filters">
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
        options={UserState.options.map((value) => ({ value, label: t(`users.states.${value}`) }))}
      />
      <Select
        value={view.status}
        onChange={(status) => setView({ status })}
        allowClear
        placeholder={t('users.filters.status')}
        aria-label={t('users.filters.status')}
        options={UserStatus.options.map((value) => ({ value, label: t(`users.statuses.${value}`) }))}
      />
      {isNarrow && (
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
      {isFiltered && (
        <Button type="text" onClick={address.clear}>
          {t('common.clear')}
        </Button>
      )}
      {children && <span className="user-filters-end">{children}</span>}
    </search>
  )
}

/** The initial order of a sort column: text ascending, times descending. */
export const firstOrder = (sort: string): 'asc' | 'desc' => (sort === 'name' || sort === 'email' ? 'asc' : 'desc')
