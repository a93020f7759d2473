import { fitsType } from '#contract/tables/values.ts'
import { Failure } from '#server/failure.ts'
import { addPhysical } from './alter-store.ts'
import { type ColumnRow, columnOf } from './catalogue-store.ts'
import { demandRoomForColumns } from './column-changes.ts'
import { converted } from './conversion-store.ts'
import {
  type ChangeOf,
  type Doer,
  type Doing,
  demandBare,
  demandFit,
  demandMade,
  demandNames,
  newColumns,
  wantsBare,
} from './doing.ts'
import { cell } from './physical-store.ts'
import { lostIn } from './preview-store.ts'
import { columnIn } from './question-store.ts'
import { fillNew } from './rewrite-store.ts'
import { namesOf } from './row-changes.ts'
import { mergedOf, partsOf } from './transform-store.ts'

const blank = { description: '', unit: '', format: {}, options: [], vocabularyId: null, formula: null, rules: {} }
const texts = (names: readonly string[]) => names.map((name) => ({ ...blank, name, type: 'text' as const }))

/** Creates columns after another one, or at the end; returns them with the new catalogue rows. */
export async function makeColumns(doing: Doing, drafts: Parameters<typeof newColumns>[1], behind?: number) {
  demandRoomForColumns(doing.columns.size, drafts.length)
  demandNames(doing.columns, drafts)
  const { made, effects } = newColumns(doing, drafts, behind)
  await addToFill(doing, made)
  return { made, effects }
}

/** Adds columns that are filled next. */
export async function addToFill(doing: Doing, made: readonly ColumnRow[]): Promise<void> {
  demandMade(doing, made)
  await addPhysical(doing.tx, doing.tableId, made)
}

/** Fills new columns in every row. */
export function fillRows(doing: Doing, writes: Parameters<typeof fillNew>[1], from?: Parameters<typeof fillNew>[2]) {
  demandBare(doing, doing.table.row_count)
  return fillNew(doing, writes, from)
}

/** The values are copied; a column of a formula computes its own. */
export const duplicateColumnOf: Doer<'duplicateColumn'> = async (doing, { column: id, name }) => {
  const column = columnIn(doing.columns, id)
  const { id: _, ...draft } = columnOf(column)
  const { made, effects } = await makeColumns(doing, [{ ...draft, name }], id)
  const [copy] = made
  if (copy && column.formula === null) await fillRows(doing, [{ column: copy, value: cell(column.physical) }])
  return { touched: doing.table.row_count, columns: effects, details: { columns: column.name, to: name } }
}

export const mergeOf: Doer<'merge'> = async (doing, change) => {
  const columns = change.columns.map((id) => columnIn(doing.columns, id))
  const last = columns.at(-1)
  const { made, effects } = await makeColumns(doing, texts([change.name]), last?.id ?? 0)
  const value = mergedOf(columns, change.separator, doing.table.space_id)
  await fillRows(
    doing,
    made.map((column) => ({ column, value })),
  )
  return { touched: doing.table.row_count, columns: effects, details: { columns: namesOf(columns), to: change.name } }
}

export const splitOf: Doer<'split'> = async (doing, change) => {
  const column = columnIn(doing.columns, change.column)
  const { made, effects } = await makeColumns(doing, texts(change.names), column.id)
  const values = partsOf(column, change, doing.table.space_id)
  await fillRows(
    doing,
    made.map((one, at) => ({ column: one, value: values[at] ?? cell(one.physical) })),
  )
  return { touched: doing.table.row_count, columns: effects, details: { columns: column.name, to: namesOf(made) } }
}

/** The rules kept when the type of a column changes: limits that fit it, and rules of texts for a text. */
function rulesFor(type: ColumnRow['type'], rules: ColumnRow['rules']): ColumnRow['rules'] {
  const { least, greatest, lengthMin, lengthMax, pattern, ...others } = rules
  const isOrdered = type === 'number' || type === 'date' || type === 'datetime'
  const limits = Object.entries({ least, greatest }).filter(
    ([, value]) => isOrdered && value !== undefined && fitsType(type, value),
  )
  const ofTexts = Object.entries({ lengthMin, lengthMax, pattern }).filter(
    ([, value]) => type === 'text' && value !== undefined,
  )
  return { ...others, ...Object.fromEntries([...limits, ...ofTexts]) }
}

/** A column as a change of its type makes it, and its values as that type. */
export function conversionOf(doing: Doing, { column: id, type, format, options, vocabularyId }: ChangeOf<'setType'>) {
  const before = columnIn(doing.columns, id)
  demandFit([before], [])
  const isChoice = type === 'choice' || type === 'choices'
  const after: ColumnRow = {
    ...before,
    type,
    format,
    options: isChoice ? options : [],
    vocabulary_id: isChoice ? (vocabularyId === undefined ? before.vocabulary_id : vocabularyId) : null,
    rules: rulesFor(type, before.rules),
  }
  const offset = format.offsetMinutes ?? before.format.offsetMinutes ?? 0
  const where = { spaceId: doing.table.space_id, offset }
  return { before, after, value: converted(before.type, type, cell(before.physical), where) }
}

/** The values go to a new physical column; the old one keeps its own. Throws tableValuesLost. */
export const setTypeOf: Doer<'setType'> = async (doing, change) => {
  const { before, after, value } = conversionOf(doing, change)
  const details = { columns: before.name, from: before.type, to: after.type }
  if (before.type === after.type) return { touched: 0, columns: [{ id: before.id, before, after }], details }
  const made = { ...after, physical: doing.table.next_physical }
  const demandKept = async (kept: typeof value) => {
    const count = change.isLossy ? 0 : await lostIn(doing, before, { type: made.type, value: kept })
    if (count) throw new Failure('tableValuesLost', { values: { count } })
  }
  // A refused change rebuilds no index.
  if (wantsBare(doing, doing.table.row_count)) await demandKept(value)
  await addToFill(doing, [made])
  await fillRows(doing, [{ column: made, value }])
  await demandKept(cell(made.physical))
  return { touched: doing.table.row_count, columns: [{ id: before.id, before, after: made }], details }
}
