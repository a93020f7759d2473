import { FileTextOutlined, LinkOutlined, LockOutlined, StarFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { ItemBadges } from '#contract/favourites.ts'

/** Icons behind a name: favourite, metadata or note, share link, lock. */
export function RowBadges({ badges }: { badges: ItemBadges | undefined }) {
  const { t } = useTranslation()
  if (!badges) return null
  const { isFavourite, hasNote, hasMeta, isShared, lockedBy } = badges
  if (!(isFavourite || hasNote || hasMeta || isShared || lockedBy)) return null
  const locked = t('favourites.lockedBy', { person: lockedBy })
  return (
    <span className="row-badges">
      {isFavourite && (
        <StarFilled className="star" aria-label={t('favourites.isFavourite')} title={t('favourites.isFavourite')} />
      )}
      {(hasNote || hasMeta) && (
        <FileTextOutlined aria-label={t('favourites.isDescribed')} title={t('favourites.isDescribed')} />
      )}
      {lockedBy && <LockOutlined aria-label={locked} title={locked} />}
      {isShared && <LinkOutlined aria-label={t('favourites.isShared')} title={t('favourites.isShared')} />}
    </span>
  )
}
