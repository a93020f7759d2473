import { useTranslation } from 'react-i18next'
import type { Refused } from './cell-edits.ts'

/** Cells that are listed, and the characters of each (our choice). */
const LISTED = { cells: 5, characters: 80 }

/** The first texts that can't be written: where each was to stand. */
export function RefusedCells({ refused }: { refused: readonly Refused[] }) {
  const { t } = useTranslation()
  const more = refused.length - LISTED.cells
  return (
    <ul className="refused-cells">
      {refused.slice(0, LISTED.cells).map(({ place, column, text }, at) => (
        <li key={at}>{t('tables.refused.at', { row: place + 1, column, text: text.slice(0, LISTED.characters) })}</li>
      ))}
      {more > 0 && <li>{t('tables.refused.more', { count: more })}</li>}
    </ul>
  )
}
