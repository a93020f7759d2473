import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedChart } from '#contract/reports/saved-chart.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'

type Props = { spaceId: string; value: string; onChange: (chart: SavedChart) => void }

/** Chooses a chart of the space by its name. */
export function ChartSelect({ spaceId, value, onChange }: Props) {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const q = useDeferredValue(sought.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: ['reports', spaceId, 'charts', q],
    queryFn: () => call(reports.list, { spaceId, kind: 'chart', ...(q && { q }) }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  async function choose(id: string) {
    const { name, draft, published } = await call(reports.show, { id })
    const content = published ?? draft
    if (content?.kind === 'chart') onChange({ id, name, definition: content.definition })
  }
  return (
    <Select<string>
      aria-label={t('reports.cards.saved')}
      value={value || null}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setSought }}
      placeholder={t('reports.editing.choose.saved')}
      notFoundContent={error ? sentenceOf(error) : t('reports.editing.noCharts')}
      options={data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      // The shell shows a refusal.
      onChange={(id) => void choose(id).catch(() => {})}
    />
  )
}
