import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'

type Props = { spaceId: string; id?: string; value?: string; onChange?: (tableId: string) => void }

/** Chooses a table of the space by its name. */
export function TableSelect({ spaceId, id, value, onChange }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const { data, error, isFetching } = useQuery({
    queryKey: ['tables', spaceId, 'choice', q],
    queryFn: () => call(tables.list, { spaceId, size: LIST_MAX_SIZE, ...(q && { q }) }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      id={id}
      value={value}
      placeholder={t('sourceImports.chooseTable')}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      options={data?.list.map((table) => ({ value: table.id, label: table.name }))}
      notFoundContent={error ? sentenceOf(error) : isFetching ? null : t('tables.noHit')}
      onChange={onChange}
    />
  )
}
