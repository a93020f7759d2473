import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#providers/failures.ts'

type Found = { id: string; name: string; identifier: string }
type Props = Pick<SelectProps<string>, 'className' | 'value' | 'onChange' | 'placeholder' | 'allowClear'> & {
  label: string
  /** The name of the space that is selected, for as long as no search brought it. */
  known?: string | undefined
  /** Searches spaces by name or identifier; returns the first ones for an empty query. */
  find: (q: string, signal: AbortSignal) => Promise<Found[]>
}

/** Selects a space by name or identifier. */
export function SpaceSelect({ label, known, find, value, ...props }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, error } = useQuery({
    queryKey: ['managedSpaces', 'found', q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: (previous) => previous,
  })
  const found = data?.map(({ id, name, identifier }) => ({ value: id, label: `${name} (${identifier})` })) ?? []
  const isMissing = value !== undefined && !q && found.every((one) => one.value !== value)
  return (
    <Select
      {...props}
      value={value}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={error ? sentenceOf(error) : t('common.noSpaces')}
      options={isMissing ? [{ value, label: known ?? value }, ...found] : found}
    />
  )
}
