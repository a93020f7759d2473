export type TreeFolder = { hash: string; name: string; dirs: boolean }
/** What is known of the folders in a folder; `next` leads on to those that are not read yet. */
export type Branch = { folders: readonly TreeFolder[]; next?: string; hasFailed?: true }
/** A branch with what follows `after`; one that was read anew meanwhile, or that has it already, stays as it is. */
export const readOn = (before: Branch | undefined, after: string, { folders, next }: Branch): Branch =>
  before?.next === after
    ? { folders: [...before.folders, ...folders], ...(next && { next }) }
    : (before ?? { folders: [] })

/** A line of the tree: a folder, or what leads to more of them. */
export type TreeRow = {
  key: string
  level: number
  parent: string | null
  folder: TreeFolder
  /** null: nothing inside. */
  isOpen: boolean | null
  /** Not the folder but the rest of its branch: to be read on, or again. */
  rest?: { after: string | null }
}
type Tree = { root: TreeFolder; branches: ReadonlyMap<string, Branch>; open: ReadonlySet<string> }

/** The lines of a tree from top to bottom, as far as its branches are open and read. */
export function rowsOf({ root, branches, open }: Tree): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: TreeFolder, level: number, parent: string | null) => {
    const isOpen = open.has(folder.hash)
    rows.push({ key: folder.hash, level, parent, folder, isOpen: folder.dirs ? isOpen : null })
    const branch = isOpen && folder.dirs ? branches.get(folder.hash) : undefined
    for (const child of branch?.folders ?? []) add(child, level + 1, folder.hash)
    if (branch?.next || branch?.hasFailed)
      rows.push({
        ...{ key: `${folder.hash} rest`, level: level + 1, parent: folder.hash, folder, isOpen: null },
        rest: { after: branch.next ?? null },
      })
  }
  add(root, 1, null)
  return rows
}

/** What an arrow does at a line: another line, or the branch below it opened or closed. */
export function stepIn(rows: readonly TreeRow[], at: number, key: string): { to: number } | { toggle: TreeRow } | null {
  const row = rows[at]
  if (!row) return null
  const last = rows.length - 1
  if (key === 'ArrowDown') return { to: Math.min(last, at + 1) }
  if (key === 'ArrowUp') return { to: Math.max(0, at - 1) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: last }
  if (key === 'ArrowRight') {
    if (row.isOpen === false) return { toggle: row }
    return rows[at + 1]?.parent === row.key ? { to: at + 1 } : null
  }
  if (key !== 'ArrowLeft') return null
  if (row.isOpen) return { toggle: row }
  const parent = rows.findIndex((one) => one.key === row.parent)
  return parent < 0 ? null : { to: parent }
}
