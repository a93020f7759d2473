import { useTranslation } from 'react-i18next'
import type { Share } from '#contract/shares.ts'
import { CopyField } from '../widgets/CopyField.tsx'
import { formatDay } from '../widgets/format.ts'

/** A new link to copy; its password is shown only once. */
export function Made({ share, password }: { share: Share; password: string }) {
  const { t, i18n } = useTranslation()
  const day = formatDay(share.endTime, i18n.language)
  const both = t('shares.message', { link: share.link, password })
  return (
    <div className="share-made">
      <p>{t('shares.worksUntil', { day })}</p>
      <CopyField label={t('shares.link')} value={share.link ?? ''} />
      {password && (
        <>
          <CopyField label={t('shares.linkAndPassword')} value={both} rows={2} isSecret />
          <small>{t('shares.onceOnly')}</small>
        </>
      )}
      {!share.mayDownload && <small>{t('shares.viewIsSeen')}</small>}
    </div>
  )
}
