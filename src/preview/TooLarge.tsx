import { useTranslation } from 'react-i18next'
import { Empty } from '../widgets/Empty.tsx'
import { formatBytes } from '../widgets/format.ts'

/** A format that can only be read whole, and a file of it that is too large for that. */
export function TooLarge({ limit }: { limit: number }) {
  const { t } = useTranslation()
  return <Empty title={t('preview.tooLarge', { size: formatBytes(limit, 0) })} hint={t('preview.notexistHint')} />
}
