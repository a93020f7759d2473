import { FileTextOutlined, LinkOutlined, StarFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Mark } from '#contract/marks.ts'

/** Small signs behind a name: a favourite, something said, a link that leads here. */
export function RowMarks({ mark }: { mark: Mark | undefined }) {
  const { t } = useTranslation()
  if (!mark) return null
  const { isFavourite, hasNote, hasMeta, isShared } = mark
  if (!(isFavourite || hasNote || hasMeta || isShared)) return null
  return (
    <span className="row-marks">
      {isFavourite && (
        <StarFilled className="star" aria-label={t('marks.isFavourite')} title={t('marks.isFavourite')} />
      )}
      {(hasNote || hasMeta) && <FileTextOutlined aria-label={t('marks.isDescribed')} title={t('marks.isDescribed')} />}
      {isShared && <LinkOutlined aria-label={t('marks.isShared')} title={t('marks.isShared')} />}
    </span>
  )
}
