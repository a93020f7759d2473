import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#providers/failures.ts'

export type MoreQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}
type Props = { query: MoreQuery; label?: string; size?: 'small' | 'middle' }

/** Loads the next page of a list; says beside the button why the last attempt failed. */
export function MoreButton({ query, label, size = 'small' }: Props) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <>
      <Button size={size} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t('errors.retry') : (label ?? t('common.more'))}
      </Button>
      {query.isFetchNextPageError && <span role="alert">{sentenceOf(query.error)}</span>}
    </>
  )
}
