import type { Schedule, SourceCondition, SourceImport, SourceImportMode } from '#contract/source-imports.ts'
import type { Misfits } from '#contract/table-files.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { fillable, HERE } from '../import-plan.ts'

/** The values of the form of an import, without its columns. */
export type ImportValues = {
  title: string
  to: 'new' | 'table'
  name: string
  isShared: boolean
  tableId?: string
  mode: SourceImportMode
  keys: number[]
  watermark: string
  misfits: Misfits
  zone?: string
  conditions: SourceCondition[]
  schedule: Schedule | null
  isNow: boolean
}

/** The initial values of the form: those of the import, or defaults. */
export function valuesOf(record: SourceImport | undefined, name: string): ImportValues {
  if (!record)
    return {
      title: name,
      to: 'new',
      name,
      isShared: true,
      mode: 'append',
      keys: [],
      watermark: '',
      misfits: 'giveBack',
      zone: HERE,
      conditions: [],
      schedule: null,
      isNow: true,
    }
  const { title, target, mode, keys, watermark, misfits, conditions, schedule, columns } = record
  const zone = columns.find(({ format }) => format.zone)?.format.zone ?? HERE
  const into = { to: 'table' as const, name, isShared: true, tableId: target.id, isNow: false }
  return { ...into, title, mode, keys, watermark, misfits, conditions, schedule, zone }
}

/** The columns that can be filled; null: of a new table, undefined: not known yet. */
export function fillableOf(to: ImportValues['to'], table: DataTable | undefined): Column[] | null | undefined {
  if (to === 'new') return null
  return table && fillable(table.columnList)
}
