import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../../widgets/NotLoaded.tsx'

type Props = { id?: string; value?: string; onChange?: (spaceId: string) => void }

/** Selects one of the user's spaces by its name. */
export function SpaceChoice({ id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = useQuery({
    queryKey: ['account', 'spaces', q],
    queryFn: ({ signal }) =>
      call(spaces.list, { scope: 'mine', sort: 'name', order: 'asc', ...(q && { q }) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  const nothing = query.isError ? (
    <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  ) : (
    <p className="personal-note">{query.isPending ? t('shell.loading') : t('account.spaceId.none')}</p>
  )
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('account.spaceId.placeholder')}
      options={query.data?.list.map((space) => ({ value: space.id, label: space.name }))}
      notFoundContent={nothing}
    />
  )
}
