import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

type Props = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** How many are there, in words. */
  shown: string
}

/** How many rows are there, and the way to the next ones. */
export function More({ query, shown }: Props) {
  const { t } = useTranslation()
  return (
    <div className="records-more num">
      <span>{shown}</span>
      {query.hasNextPage && (
        <Button size="small" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {query.isFetchNextPageError ? t('errors.retry') : t('managedSpaces.more')}
        </Button>
      )}
      {query.isFetchNextPageError && <span role="alert">{t('errors.network')}</span>}
    </div>
  )
}
