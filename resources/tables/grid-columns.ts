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

/** What of a look at rows is seen in the heads of columns. */
type Looked = { state: Pick<View['state'], 'widths'>; question: Pick<View['question'], 'filter' | 'sort'> }

/** Columns as the grid shows them: the second line says the unit, or the type where there is none. */
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
