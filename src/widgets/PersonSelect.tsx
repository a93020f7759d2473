import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#providers/failures.ts'
import './person-select.css'

export type Found = { id: string; name: string; emailAccounts: string }
type Props = Pick<SelectProps<string>, 'id' | 'value' | 'onChange' | 'placeholder' | 'status' | 'allowClear'> & {
  label: string
  /** Key of the group searched, if not all people. */
  among?: string
  /** Id of the person to exclude. */
  without: string
  /** Searches people by name, address or unit; returns the first ones for an empty query. */
  find: (q: string, signal: AbortSignal) => Promise<Found[]>
}

/** Selects a person by name, address or unit. */
export function PersonSelect({ label, among = '', without, find, ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, error } = useQuery({
    queryKey: ['users', 'people', among, q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: (previous) => previous,
  })
  const people = data?.filter((person) => person.id !== without) ?? []
  return (
    <Select
      {...props}
      className="person-select"
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={error ? sentenceOf(error) : t('common.nobody')}
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
