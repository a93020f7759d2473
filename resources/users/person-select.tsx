import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '#contract/users.ts'
import { call } from '#providers/call.ts'

/** People that one search shows. */
const SHOWN = 20

type Props = Pick<SelectProps<string>, 'value' | 'onChange' | 'placeholder' | 'status' | 'allowClear'> & {
  label: string
  /** Who is not offered. */
  without: string
}

/** Chooses an account that can be worked with, by name, address or unit. */
export function PersonSelect({ label, without, ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, isError } = useQuery({
    queryKey: ['users', 'people', q],
    queryFn: ({ signal }) =>
      call(
        users.list,
        { q: q || undefined, status: 'enabled', state: 'active', sort: 'name', order: 'asc', size: SHOWN },
        { quiet: true, signal },
      ),
    placeholderData: (previous) => previous,
  })
  const people = data?.list.filter((person) => person.id !== without) ?? []
  return (
    <Select
      {...props}
      className="person-select"
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isError ? t('errors.network') : t('users.handover.nobody')}
      optionRender={({ data: { name, emailAccounts } }) => (
        <span className="person-option">
          {name} <small>{emailAccounts}</small>
        </span>
      )}
      options={people.map(({ id, name, emailAccounts }) => ({
        value: id,
        label: `${name} (${emailAccounts})`,
        name,
        emailAccounts,
      }))}
    />
  )
}
