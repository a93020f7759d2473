import type { InputOf } from '#contract/core/operation.ts'
import type { ColumnReading, ImportColumn, ProposedColumn, TableScan, tableFiles } from '#contract/table-files.ts'
import type { CellType, Column } from '#contract/tables/columns.ts'
import { offsetText } from '#contract/tables/values.ts'
import type { Task } from '#contract/tasks.ts'

/** Parsing options of a file: detected ones, unless the user chose others. */
export type Reading = Pick<
  InputOf<typeof tableFiles.scan>,
  'sheet' | 'hasHeader' | 'firstRow' | 'encoding' | 'separator'
>

/** The settings of a column in the import wizard. */
export type PlannedColumn = {
  index: number
  isTaken: boolean
  name: string
  type: CellType
  format: ColumnReading
  /** The words for a missing value count as empty. */
  skipsMissing: boolean
  /** Its numbers are shown as percentages, if it is one of a new table. */
  isPercent: boolean
  target: number | null
}
/** How columns of a file find those of a table. */
export type Matching = 'name' | 'position'

/** The zone of the reader: that of times without one, unless another is chosen. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The columns of a table that people fill in. */
export const fillable = (columns: readonly Column[]) => columns.filter(({ formula }) => formula === null)

/** What a column of a file is called: its heading, or its name where it has none or another column has the same. */
export const labelOf = ({ heading, name }: Pick<ProposedColumn, 'heading' | 'name'>): string =>
  heading && !name.startsWith(`${heading} (`) ? heading : name

function targetOf(
  column: ProposedColumn,
  index: number,
  columns: readonly Column[],
  matching: Matching,
): Column | null {
  if (matching === 'position') return columns[index] ?? null
  const name = labelOf(column).toLowerCase()
  return columns.find((one) => one.name.toLowerCase() === name) ?? null
}

const sameReading = (one: ColumnReading, other: ColumnReading) =>
  (one.decimal ?? '.') === (other.decimal ?? '.') && one.dayFirst === other.dayFirst

/** The ways in which a text becomes a value of a type; where they do as well, the first of them is chosen. */
function waysOf(type: CellType): ColumnReading[] {
  if (type === 'number') return [{}, { decimal: ',' }]
  if (type === 'date' || type === 'datetime') return [{}, { dayFirst: true }, { dayFirst: false }]
  return [{}]
}

/** How the values of a column are read as a type: as proposed, or in the way that most of them fit. */
export function formatFor(
  { type: proposed, format, unfit }: Pick<ProposedColumn, 'type' | 'format' | 'unfit'>,
  type: CellType,
): ColumnReading {
  if (type === proposed) return format
  const misfits = (way: ColumnReading) =>
    unfit.find((one) => one.type === type && sameReading(one.format, way))?.count ?? 0
  return waysOf(type).reduce((best, way) => (misfits(way) < misfits(best) ? way : best))
}

/** Proposed settings for the columns of a file; for an existing table, with its types. */
export function planOf(
  proposed: readonly ProposedColumn[],
  columns: readonly Column[] | null,
  matching: Matching,
): PlannedColumn[] {
  return proposed.map((column, index) => {
    const target = columns && targetOf(column, index, columns, matching)
    const type = target?.type ?? column.type
    return {
      index,
      // A column without heading and values is a gap between others.
      isTaken: columns === null ? column.values > 0 || column.heading !== '' : target !== null,
      name: column.name,
      type,
      format: formatFor(column, type),
      skipsMissing: column.missing.length > 0,
      isPercent: column.percents > 0 && column.percents === column.values,
      target: target?.id ?? null,
    }
  })
}

/**
 * The zone in which times without one are read at first: that of a column that is to take them, as an exported workbook
 * writes its times; else that of the reader.
 */
export function zoneOf(plan: readonly PlannedColumn[], columns: readonly Column[] | null): string {
  const targets = new Set(plan.filter(({ isTaken }) => isTaken).map(({ target }) => target))
  const zoned = columns?.find(({ id, format }) => targets.has(id) && format.offsetMinutes !== undefined)
  return zoned?.format.offsetMinutes === undefined ? HERE : offsetText(zoned.format.offsetMinutes)
}

/** The values of a column that the type and the format chosen for it do not fit, as far as the whole file was seen. */
export function unfitIn(
  { unfit, missing }: Pick<ProposedColumn, 'unfit' | 'missing'>,
  { isTaken, type, format, skipsMissing }: PlannedColumn,
): { count: number; examples: string[] } {
  const found = unfit.find((one) => one.type === type && sameReading(one.format, format))
  if (!isTaken || !WITHOUT_WORDS.has(type)) return { count: 0, examples: [] }
  const words = skipsMissing ? [] : missing
  return {
    count: words.reduce((sum, { count }) => sum + count, found?.count ?? 0),
    examples: [...(found?.examples ?? []), ...words.map(({ word }) => word)],
  }
}
/** Types in which a word for a missing value does not fit. */
const WITHOUT_WORDS: ReadonlySet<CellType> = new Set(['number', 'date', 'datetime', 'boolean'])

/** How many values of a column are percentages that are not shown as such, or stand among numbers that are none. */
export function percentsIn(
  { percents, values }: Pick<ProposedColumn, 'percents' | 'values'>,
  { isTaken, type, isPercent, target }: PlannedColumn,
  columns: readonly Column[] | null,
): number {
  if (!isTaken || type !== 'number') return 0
  const isShown = columns ? columns.find(({ id }) => id === target)?.format.isPercent : isPercent
  return isShown && percents === values ? 0 : percents
}

/** What people should look at before they import a column: of its kind, how many values, and the first of them. */
type Warning = { kind: 'formulas' | 'unfit' | 'orderUnknown'; count: number; examples: string[] }
export function warningsIn(
  column: Pick<ProposedColumn, 'unfit' | 'missing' | 'formulas' | 'isOrderUnknown'>,
  planned: PlannedColumn,
): Warning[] {
  if (!planned.isTaken) return []
  const { formulas, isOrderUnknown } = column
  const isDay = planned.type === 'date' || planned.type === 'datetime'
  const all: Warning[] = [
    { kind: 'formulas', count: formulas, examples: [] },
    { kind: 'unfit', ...unfitIn(column, planned) },
    { kind: 'orderUnknown', count: 0, examples: [] },
  ]
  return all.filter(({ kind, count }) => (kind === 'orderUnknown' ? isOrderUnknown && isDay : count > 0))
}

const ENDED: Partial<Record<Task['state'], 'imported' | null>> = {
  completed: 'imported',
  partlyFailed: 'imported',
  failed: null,
  cancelled: null,
}
/** What became of a sheet: its import goes on, or it is imported; null: it may be imported, maybe again after a failure. */
export function sheetState(task: Pick<Task, 'state'> | undefined): 'begun' | 'imported' | null {
  const end = task && ENDED[task.state]
  return end === undefined ? 'begun' : end
}

/** The column settings as sent to the server; times without a zone are in `zone`. */
export const wishOf = (
  plan: readonly PlannedColumn[],
  proposed: readonly ProposedColumn[],
  zone: string,
): ImportColumn[] =>
  plan
    .filter(({ isTaken }) => isTaken)
    .map(({ index, name, type, format, skipsMissing, isPercent, target }) => ({
      index,
      type,
      format: {
        ...format,
        zone,
        ...(skipsMissing && { missing: proposed[index]?.missing.map(({ word }) => word) }),
      },
      options: type === 'choice' ? (proposed[index]?.choices ?? []) : [],
      ...(target === null ? { name, ...(isPercent && type === 'number' && { isPercent }) } : { target }),
    }))

/** The request for a sheet: how it is parsed, and its columns. */
export const sheetWish = (scan: TableScan, plan: readonly PlannedColumn[], zone: string) => ({
  sheet: scan.sheet,
  hasHeader: scan.hasHeader,
  firstRow: scan.firstRow,
  headings: scan.columns.map(labelOf),
  rows: scan.rows,
  columns: wishOf(plan, scan.columns, zone),
})
