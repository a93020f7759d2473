import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LIST_DEFAULT_SIZE, PAGE_SIZES } from '#contract/core/limits.ts'
import './records.css'

type Query = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}
type Props = {
  query: Query
  /** Number of loaded rows. */
  count: number
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
export function RecordMore({ query, count, size }: Props) {
  const { t } = useTranslation()
  return (
    <div className="records-more num">
      <span>{query.hasNextPage ? t('common.shown', { count }) : t('common.shownAll', { count })}</span>
      {query.hasNextPage && (
        <Button size="small" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {query.isFetchNextPageError ? t('errors.retry') : t('common.more')}
        </Button>
      )}
      {query.isFetchNextPageError && <span role="alert">{t('errors.network')}</span>}
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
