import { FileTextOutlined, LinkOutlined, LockOutlined, StarFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Mark } from '#contract/marks.ts'

/** Small signs behind a name: a favourite, something said, a link that leads here, a lock. */
export function RowMarks({ mark }: { mark: Mark | undefined }) {
  const { t } = useTranslation()
  if (!mark) return null
  const { isFavourite, hasNote, hasMeta, isShared, lockedBy } = mark
  if (!(isFavourite || hasNote || hasMeta || isShared || lockedBy)) return null
  const locked = t('marks.lockedBy', { person: lockedBy })
  return (
    <span className="row-marks">
      {isFavourite && (
        <StarFilled className="star" aria-label={t('marks.isFavourite')} title={t('marks.isFavourite')} />
      )}
      {(hasNote || hasMeta) && <FileTextOutlined aria-label={t('marks.isDescribed')} title={t('marks.isDescribed')} />}
      {lockedBy && <LockOutlined aria-label={locked} title={locked} />}
      {isShared && <LinkOutlined aria-label={t('marks.isShared')} title={t('marks.isShared')} />}
    </span>
  )
}
