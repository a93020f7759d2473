import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LIST_DEFAULT_SIZE, PAGE_SIZES } from '#contract/core/limits.ts'
import { MoreButton, type MoreQuery } from './MoreButton.tsx'
import './records.css'

type Props = {
  query: MoreQuery
  /** Number of loaded rows. */
  count: number
  /** The text when all rows are shown; by default "N in total". */
  total?: string
  /** Lets users choose the page size. */
  size?: PageSize
}

type PageSize = { value: number; sizes: readonly number[]; choose: (size: number) => void }

/** The page size of a list, stored in the address. */
export function usePageSize(sizes: readonly number[] = PAGE_SIZES, usual: number = LIST_DEFAULT_SIZE): PageSize {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('size'))
  const choose = (size: number) => {
    const next = new URLSearchParams(params)
    if (size === usual) next.delete('size')
    else next.set('size', String(size))
    setParams(next, { replace: true })
  }
  return { value: sizes.find((size) => size === asked) ?? usual, sizes, choose }
}

/** The number of loaded rows, and a button for the next page. */
export function RecordMore({ query, count, total, size }: Props) {
  const { t } = useTranslation()
  return (
    <div className="records-more num">
      <span>{query.hasNextPage ? t('common.shown', { count }) : (total ?? t('common.shownAll', { count }))}</span>
      <MoreButton query={query} />
      {/* The page size is offered only if the list exceeds the smallest one. */}
      {size && (query.hasNextPage || count > Math.min(...size.sizes)) && (
        <Select
          size="small"
          value={size.value}
          onChange={size.choose}
          aria-label={t('common.pageSize')}
          options={size.sizes.map((value) => ({ value, label: t('common.atATime', { count: value }) }))}
        />
      )}
    </div>
  )
}
