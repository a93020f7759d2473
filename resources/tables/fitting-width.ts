import type { Column } from '#contract/tables/columns.ts'
import type { RowPages } from '../../src/grid/row-pages.ts'
import type { CellView } from '../../src/grid/types.ts'
import type { GridRow } from './grid-row.ts'

/** Minimum and maximum of a fitted width and the padding beside the text, in px (our choice). */
const [MIN_PX, MAX_PX, BESIDE_PX, HEAD_BESIDE_PX] = [60, 480, 26, 44]

/** The width that fits the texts of a column in the loaded rows. */
export function fittingWidth(
  { name }: Column,
  at: number,
  pages: RowPages<GridRow>,
  cellOf: (row: GridRow, column: number) => CellView,
): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return MIN_PX
  const family = getComputedStyle(document.body).fontFamily
  context.font = `500 13px ${family}`
  let width = context.measureText(name).width + HEAD_BESIDE_PX
  context.font = `13px ${family}`
  for (const row of pages.cached()) {
    const { shown, text } = cellOf(row, at)
    width = Math.max(width, context.measureText(shown ?? text).width + BESIDE_PX)
  }
  return Math.round(Math.max(MIN_PX, Math.min(MAX_PX, width)))
}
