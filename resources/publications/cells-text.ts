import { useTranslation } from 'react-i18next'
import type { ReviewCells } from '#contract/reviews.ts'

/** Says which cells of a table a comment is about. */
export function useCellsText() {
  const { t } = useTranslation()
  return ({ tableName, top, bottom, leftName, rightName }: ReviewCells): string =>
    `${tableName} · ${t('reviews.cells.range', { top, bottom, left: leftName, right: rightName })}`
}
