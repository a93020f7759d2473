import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Empty } from './Empty.tsx'

/** What did not come, why, and the way to ask for it again. */
export function NotLoaded({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Empty title={title}>
      <Button onClick={() => void onRetry()}>{t('errors.retry')}</Button>
    </Empty>
  )
}
