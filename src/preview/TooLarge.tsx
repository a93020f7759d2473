import { useTranslation } from 'react-i18next'
import { Empty } from '../widgets/Empty.tsx'
import { formatBytes } from '../widgets/format.ts'

/** Shown when a file exceeds the size limit of a format that can only be read completely. */
export function TooLarge({ limit }: { limit: number }) {
  const { t } = useTranslation()
  return <Empty title={t('preview.tooLarge', { size: formatBytes(limit, 0) })} hint={t('preview.notexistHint')} />
}
