import type { TFunction } from 'i18next'
import type { Column } from '#contract/tables/columns.ts'
import type { Glyph, GridColumn } from '../../src/grid/types.ts'
import type { View } from './use-view.ts'

const glyphs: Record<Column['type'], Glyph> = {
  text: 'text',
  number: 'number',
  date: 'date',
  datetime: 'time',
  boolean: 'boolean',
  choice: 'choice',
  choices: 'choices',
  file: 'file',
  person: 'person',
}
/** Widths of columns by type, in px (our choice). */
const widths: Partial<Record<Column['type'], number>> = {
  number: 108,
  boolean: 84,
  date: 120,
  datetime: 156,
  text: 180,
}
const WIDTH_PX = 148
const isRight = ({ type }: Column) => type === 'number' || type === 'date' || type === 'datetime'

/** The parts of a view that are visible in column headers. */
type Looked = { state: Pick<View['state'], 'widths'>; question: Pick<View['question'], 'filter' | 'sort'> }

/** Columns of the grid; the second line of a header shows the unit, else the type. */
export function gridColumns(columns: readonly Column[], { state, question }: Looked, t: TFunction): GridColumn[] {
  const filtered = new Set(question.filter.flatMap(({ conditions }) => conditions.map(({ column }) => column)))
  return columns.map((column) => {
    const place = question.sort.findIndex((one) => one.column === column.id)
    return {
      id: String(column.id),
      title: column.name,
      note: column.unit || (column.formula === null ? t(`tables.types.${column.type}`) : t('tables.computedNote')),
      glyph: column.formula === null ? glyphs[column.type] : 'formula',
      width: state.widths[column.id] ?? widths[column.type] ?? WIDTH_PX,
      isRight: isRight(column),
      isReadOnly: column.formula !== null,
      sort: place < 0 ? undefined : { place: place + 1, isDescending: question.sort[place]?.order === 'desc' },
      isFiltered: filtered.has(column.id),
    }
  })
}
