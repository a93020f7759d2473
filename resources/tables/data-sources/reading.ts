import { COLUMN_NAME_MAX, TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import type { DataSourceKind, dataSources } from '#contract/data-sources.ts'
import type { SourceReading } from '#contract/source-imports.ts'
import type { ProposedColumn } from '#contract/table-files.ts'
import { type Column, columnNameOf } from '#contract/tables/columns.ts'
import { type PlannedColumn, planOf, wishOf } from '../import-plan.ts'

/** The columns of a table of a data source, and its first rows. */
export type Sampled = DataOf<typeof dataSources.look>

/** Different values that are shown of a column. */
const EXAMPLES = 3
/** The zero date that MySQL and MariaDB store for a missing date. */
const NO_DATE = '0000-00-00'

/** The proposed settings of the columns of a source table. */
export const proposedOf = ({ columns, sample }: Sampled, kind: DataSourceKind): ProposedColumn[] =>
  columns.map(({ name, cellType, format = {} }, at) => {
    const values = sample.flatMap((row) => row[at] ?? [])
    const isDay = cellType === 'date' || cellType === 'datetime'
    return {
      name: columnNameOf(name).slice(0, COLUMN_NAME_MAX),
      heading: name,
      type: cellType,
      format: kind === 'mysql' && isDay ? { missing: [NO_DATE] } : format,
      examples: [...new Set(values)].slice(0, EXAMPLES),
      values: values.length,
      stated: 0,
      percents: 0,
      empty: 0,
      missing: [],
      formulas: 0,
      choices: null,
      isOrderUnknown: false,
      unfit: [],
      nearly: null,
    }
  })

/** The initial settings: all columns are imported, up to the limit of a table. */
export const firstPlan = (proposed: readonly ProposedColumn[], columns: readonly Column[] | null): PlannedColumn[] =>
  planOf(proposed, columns, 'name').map((one) => ({ ...one, isTaken: one.isTaken && one.index < TABLE_COLUMNS_MAX }))

/** The settings of an import for the present columns of the data source; `gone`: names that no longer exist. */
export function keptPlan(
  proposed: readonly ProposedColumn[],
  { headings, columns }: Pick<SourceReading, 'headings' | 'columns'>,
): { plan: PlannedColumn[]; gone: string[] } {
  const byHeading = new Map(columns.map((column) => [headings[column.index], column]))
  const plan = proposed.map(({ heading, name, type, format }, index) => {
    const kept = byHeading.get(heading)
    return {
      index,
      isTaken: kept !== undefined,
      name: kept?.name ?? name,
      type: kept?.type ?? type,
      format: kept?.format ?? format,
      skipsMissing: false,
      isPercent: kept?.isPercent ?? false,
      target: kept?.target ?? null,
    }
  })
  const known = new Set(proposed.map(({ heading }) => heading))
  return { plan, gone: [...byHeading.keys()].filter((name) => name !== undefined && !known.has(name)) as string[] }
}

/** The columns that are read, and what becomes of them. Times without a zone are of `zone`. */
export function columnsWish(
  plan: readonly PlannedColumn[],
  proposed: readonly ProposedColumn[],
  zone: string,
): Pick<SourceReading, 'headings' | 'columns'> {
  const wished = wishOf(plan, proposed, zone)
  return {
    headings: wished.map(({ index }) => proposed[index]?.heading ?? ''),
    columns: wished.map((column, index) => ({ ...column, index })),
  }
}

/** The columns that keys are chosen from: of a new table by their places in the source, of another by their ids. */
export function keyColumns(plan: readonly PlannedColumn[], columns: readonly Column[] | null) {
  const taken = plan.filter(({ isTaken }) => isTaken)
  if (!columns) return taken.map(({ index, name }) => ({ id: index, name }))
  return columns.filter(({ id }) => taken.some(({ target }) => target === id)).map(({ id, name }) => ({ id, name }))
}

/** Keys as an import names them: a new table counts its columns from 1. Columns that are not taken are no keys. */
export function keysWish(
  keys: readonly number[],
  plan: readonly PlannedColumn[],
  columns: readonly Column[] | null,
): number[] {
  const known = keyColumns(plan, columns).map(({ id }) => id)
  const kept = keys.filter((key) => known.includes(key))
  return columns ? kept : kept.map((key) => known.indexOf(key) + 1)
}
