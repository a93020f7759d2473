import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { NewRow } from './address.ts'
import type { TableContext } from './context.ts'

/**
 * Adds an empty row, at the end unless it is to be behind another one. Where columns refuse rows without a value of
 * theirs, the form of a new row is opened instead; null then, and if the row was refused.
 */
export function addRow(
  { table, changes, address }: Pick<TableContext, 'table' | 'changes' | 'address'>,
  where: NewRow = {},
): Promise<ChangeOutcome | null> {
  const wantsValues = table.columnList.some(({ formula, rules }) => !formula && rules.isStrict && rules.isRequired)
  if (!wantsValues) return changes.apply({ kind: 'addRows', columns: [], rows: [[]], ...where })
  address.expandNew(where)
  return Promise.resolve(null)
}
