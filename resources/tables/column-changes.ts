import { freeName } from '#contract/core/free-name.ts'
import type { TableChange } from '#contract/tables/changes.ts'
import type { CellType, Column, ColumnFormat, ColumnRules } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'
import { readValue } from './read-value.ts'

/** The dialogs of a column. */
export type ColumnDialogKind =
  | 'describe'
  | 'type'
  | 'formula'
  | 'insertBefore'
  | 'insertAfter'
  | 'duplicate'
  | 'merge'
  | 'split'
  | 'prefix'
  | 'suffix'
  | 'replace'
  | 'fillValue'

/** What a dialog is about: a column that is there, or one that is added at the end of the table. */
export type ColumnTarget = { kind: ColumnDialogKind; column: Column } | { kind: 'add'; column: null }

/** The values of the dialogs of a column; each uses some of them. */
export type ColumnValues = {
  name: string
  description: string
  unit: string
  type: CellType
  format: ColumnFormat
  options: string[]
  vocabularyId: string | null
  rules: ColumnRules
  formula: string
  text: string
  search: string
  isPattern: boolean
  isCaseSensitive: boolean
  isWhole: boolean
  columns: number[]
  separator: string
  names: string[]
}

export function initialOf({ columnList }: DataTable, { column, kind }: ColumnTarget): Partial<ColumnValues> {
  if (kind === 'add' || kind === 'insertBefore' || kind === 'insertAfter') return { type: 'text', vocabularyId: null }
  const { formula, ...known } = column
  const taken = columnList.map(({ name }) => name)
  if (kind === 'describe') return known
  if (kind === 'type') {
    const { type, format, options, vocabularyId } = column
    return { type, format, options, vocabularyId }
  }
  if (kind === 'formula') return { formula: formula ?? '' }
  if (kind === 'duplicate') return { name: freeName(column.name, taken) }
  if (kind === 'merge') return { columns: [column.id], separator: ' ' }
  if (kind === 'split') return { separator: ',', names: [1, 2].map((n) => freeName(`${column.name} ${n}`, taken)) }
  return { columns: [column.id], isPattern: false, isCaseSensitive: false, isWhole: false }
}

/** Rules without those that were emptied. */
const cleaned = (rules: ColumnRules = {}): ColumnRules =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== '' && value !== null && value !== undefined))
const cleanedFormat = (format: ColumnFormat = {}): ColumnFormat =>
  Object.fromEntries(Object.entries(format).filter(([, value]) => value !== null && value !== undefined))

/** Dialogs that change values of rows that are there. */
export const changesValues = (kind: ColumnDialogKind) => VALUE_DIALOGS.includes(kind)
const VALUE_DIALOGS: readonly ColumnDialogKind[] = ['prefix', 'suffix', 'replace', 'fillValue']

type Asked = {
  table: DataTable
  target: ColumnTarget
  values: ColumnValues
  isLossy: boolean
  /** The rows that are seen, when those are not all. */
  scope?: Question | null
}

/** The terms of a choice: those of a vocabulary, or its own. */
const termsOf = ({ options = [], vocabularyId = null }: ColumnValues) => ({
  options: vocabularyId
    ? []
    : options.map((term) => term.trim()).filter((term, at, all) => term && all.indexOf(term) === at),
  vocabularyId,
})

function added(values: ColumnValues): Extract<TableChange, { kind: 'addColumn' }> {
  const { name, description = '', unit = '', type } = values
  const formula = values.formula?.trim() || null
  const draft = { name, type, unit, description, formula, format: {}, rules: {}, ...termsOf(values) }
  return { kind: 'addColumn', column: draft }
}

/** The change that a dialog describes. */
export function changeIn({ table, target, values, isLossy, scope = null }: Asked): TableChange {
  const { column, kind } = target
  if (kind === 'add') return added(values)
  const { id } = column
  const columns = [id]
  const { name, description = '', unit = '', type, text = '' } = values
  const terms = termsOf(values)
  const before = table.columnList[table.columnList.findIndex((one) => one.id === id) - 1]?.id ?? null
  const insert = (behind: number | null): TableChange => ({ ...added(values), behind })
  const changes: Record<ColumnDialogKind, () => TableChange> = {
    describe: () => {
      const set = {
        // A name that today's rules refuse stays as it is while nobody changes it.
        ...(name !== column.name && { name }),
        description,
        unit,
        ...terms,
        rules: cleaned(values.rules),
        format: cleanedFormat(values.format),
      }
      return { kind: 'editColumn', column: id, set }
    },
    type: () => ({ kind: 'setType', column: id, type, format: cleanedFormat(values.format), ...terms, isLossy }),
    formula: () => ({ kind: 'setFormula', column: id, formula: values.formula?.trim() || null }),
    insertBefore: () => insert(before),
    insertAfter: () => insert(id),
    duplicate: () => ({ kind: 'duplicateColumn', column: id, name }),
    merge: () => ({ kind: 'merge', columns: values.columns, separator: values.separator ?? '', name }),
    split: () => ({ kind: 'split', column: id, separator: values.separator, names: values.names }),
    prefix: () => ({ kind: 'transform', columns, scope, how: { what: 'prefix', text } }),
    suffix: () => ({ kind: 'transform', columns, scope, how: { what: 'suffix', text } }),
    replace: () => {
      const { search, isPattern = false, isCaseSensitive = false, isWhole = false } = values
      const how = { what: 'replace' as const, search, text, isPattern, isCaseSensitive, isWhole }
      return { kind: 'transform', columns: values.columns, scope, how }
    },
    fillValue: () => ({
      kind: 'fill',
      columns,
      scope,
      how: { what: 'value', value: readValue(column, text, () => undefined) ?? text },
    }),
  }
  return changes[kind]()
}
