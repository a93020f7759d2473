import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PEOPLE_SEARCH } from '#contract/core/limits.ts'
import { spaces } from '#contract/spaces.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { useWhy } from './use-why.ts'
import './why.css'

/** Searches for a member and shows the member's permissions with the reasons. */
export function WhySearch({ spaceId }: { spaceId: string }) {
  const { t } = useTranslation()
  const { ask } = useWhy()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: ['members', spaceId, 'search', q],
    queryFn: () => call(spaces.members, { id: spaceId, size: PEOPLE_SEARCH.max, ...(q && { q }) }, { quiet: true }),
    placeholderData: (known) => known,
  })
  return (
    <div className="why-search">
      <span aria-hidden="true">{t('rights.why.search')}</span>
      <Select
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        value={null}
        placeholder={t('rights.why.searchPlaceholder')}
        aria-label={t('rights.why.search')}
        loading={isFetching}
        notFoundContent={error ? sentenceOf(error) : isFetching ? null : t('rights.why.none')}
        onChange={(personId: string | null) => personId && ask(personId)}
        options={data?.list.map(({ personId, personName, emailAccounts, role }) => ({
          value: personId,
          label: `${personName} · ${t(`home.roles.${role}`)} · ${emailAccounts}`,
        }))}
      />
    </div>
  )
}
