export type TreeFolder = { hash: string; name: string; dirs: boolean }
/** The loaded subfolders of a folder; `next` is the cursor of the next page. */
export type Branch = { folders: readonly TreeFolder[]; next?: string; hasFailed?: true }
/**
 * Appends the page that follows `after`; a branch that was reloaded meanwhile, or has the page already, is unchanged.
 */
export const readOn = (before: Branch | undefined, after: string, { folders, next }: Branch): Branch =>
  before?.next === after
    ? { folders: [...before.folders, ...folders], ...(next && { next }) }
    : (before ?? { folders: [] })

/** A row of the tree: a folder, or a row that loads more folders. */
export type TreeRow = {
  key: string
  level: number
  parent: string | null
  folder: TreeFolder
  /** null: no subfolders. */
  isOpen: boolean | null
  /** Set for the row that loads the rest of a branch, or retries it. */
  rest?: { after: string | null }
}
type Tree = { root: TreeFolder; branches: ReadonlyMap<string, Branch>; open: ReadonlySet<string> }

/** The rows of a tree from top to bottom, for expanded and loaded branches. */
export function rowsOf({ root, branches, open }: Tree): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: TreeFolder, level: number, parent: string | null) => {
    const isOpen = open.has(folder.hash)
    rows.push({ key: folder.hash, level, parent, folder, isOpen: folder.dirs ? isOpen : null })
    const branch = isOpen && folder.dirs ? branches.get(folder.hash) : undefined
    for (const child of branch?.folders ?? []) add(child, level + 1, folder.hash)
    if (branch?.next || branch?.hasFailed)
      rows.push({
        key: `${folder.hash} rest`,
        level: level + 1,
        parent: folder.hash,
        folder,
        isOpen: null,
        rest: { after: branch.next ?? null },
      })
  }
  add(root, 1, null)
  return rows
}

/** The effect of an arrow key in a row: another row, or a branch to expand or collapse. */
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
