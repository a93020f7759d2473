import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Empty } from './Empty.tsx'

type Props = { title: string; hint?: string; onRetry: () => unknown }

/** Says what could not be loaded and why, with a retry button. */
export function NotLoaded({ title, hint, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <Empty title={title} {...(hint && { hint })}>
      <Button onClick={() => void onRetry()}>{t('errors.retry')}</Button>
    </Empty>
  )
}
