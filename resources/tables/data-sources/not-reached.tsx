import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'

type Props = {
  error: unknown
  onRetry: () => unknown
  /** Opens the form of the connection; null for those who may not. */
  onEdit: (() => void) | null
}

/** Why a database does not answer, with a link to the connection form. */
export function NotReached({
  error,
  onRetry,
  onEdit,
}: { error: unknown; onRetry: () => unknown } & Pick<Props, 'onEdit'>) {
  const { t } = useTranslation()
  return (
    <NotLoaded error={error} onRetry={onRetry}>
      {onEdit && <Button onClick={onEdit}>{t('dataSources.edit')}</Button>}
    </NotLoaded>
  )
}
