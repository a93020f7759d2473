import type { BackupPart } from '#contract/backups.ts'
import { Failure } from '#server/failure.ts'
import type { SavedTable } from '#server/space-part.ts'
import { type Copied, copiedRows } from './copied-rows.ts'
import type { SpaceContents } from './copying.ts'
import { type CopiedRow, keyOf } from './renaming.ts'

type Row = Record<string, unknown>
/** The rows of a part of a copy, and the contents that they name. */
export type PartRows = {
  has: (row: CopiedRow) => boolean
  contents: ReadonlySet<string>
  /** Of the folder, file or table that was chosen. */
  name: string
  figures: { files: number; rows: number; bytes: number }
}
type Ids = { has(id: string): boolean }

/** An item and all that is in it, without what is in the trash; 16 bytes for each item of the copy. */
async function itemsBelow(copied: Copied, top: string): Promise<Ids> {
  const most = copied.manifest.rows.count
  const [own, parents] = [new BigUint64Array(most), new BigUint64Array(most)]
  const found = new Set<bigint>()
  let count = 0
  for await (const { table, id, row } of copiedRows(copied)) {
    if (table !== 'node' || id === null) continue
    const { parent_id: parent, trash_id: trash } = JSON.parse(row) as {
      parent_id: string | null
      trash_id?: string | null
    }
    if (parent === null || trash) continue
    own[count] = keyOf(id)
    parents[count] = keyOf(parent)
    if (id === top) found.add(keyOf(id))
    count += 1
  }
  // The depth of folders is limited: each pass goes one level deeper.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (let at = 0; at < count; at += 1) if (found.has(parents[at] ?? 0n)) found.add(own[at] ?? 0n)
  }
  return { has: (id) => found.has(keyOf(id)) }
}

/** Which rows belong to what is chosen: its own, then those that lead to them, table by table. */
function chooser(tables: readonly SavedTable[], { kind, id }: BackupPart, items: Ids) {
  const saved = new Map<string, SavedTable>(tables.map((one) => [one.table, one]))
  const table = new Set([id])
  const none = new Set<string>()
  const kept = new Map<string, Ids>([
    ['node', items],
    ['data_table', kind === 'table' ? table : none],
  ])
  return (name: string, own: string | null, row: Row): boolean => {
    const { by, restored } = saved.get(name) ?? {}
    if (!by) return own !== null && kept.get(name)?.has(own) === true
    return !restored && kept.get(by.of)?.has(String(row[by.column])) === true
  }
}

/** Finds the rows of a part of a copy. Throws backupPartGone if the copy does not contain it, backupCopyDamaged. */
export async function partOf({ tables, uses }: SpaceContents, copied: Copied, part: BackupPart): Promise<PartRows> {
  const items = part.kind === 'item' ? await itemsBelow(copied, part.id) : new Set<string>()
  const isChosen = chooser(tables, part, items)
  const columns = new Map<string, string>(uses.map(({ table, column }) => [table, column]))
  const contents = new Set<string>()
  const figures = { files: 0, rows: 0, bytes: 0 }
  let name = ''
  for await (const { table, id, row } of copiedRows(copied)) {
    const one = JSON.parse(row) as Row
    if (!isChosen(table, id, one)) continue
    figures.rows += 1
    if (id === part.id) name = String(one.name)
    if (table === 'node' && one.is_folder === false) {
      figures.files += 1
      figures.bytes += Number(one.size)
    }
    const named = one[columns.get(table) ?? '']
    // As PostgreSQL writes bytes: \\x and hexadecimal digits.
    if (typeof named === 'string') contents.add(named.slice(2))
  }
  if (!figures.rows) throw new Failure('backupPartGone')
  const rows = copied.manifest.tables.find(({ name }) => name === `tables.t_${part.id.replaceAll('-', '')}`)?.rows ?? 0
  return {
    has: ({ table, id, row }) => isChosen(table, id, JSON.parse(row) as Row),
    contents,
    name,
    figures: { ...figures, rows: figures.rows + rows },
  }
}
