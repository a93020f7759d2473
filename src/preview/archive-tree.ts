import type { Entry } from './archive.ts'

const NOT_LISTED: ReadonlySet<string> = new Set(['', '.', '..'])

/** A folder or file of an archive, with its children. */
export type ArchiveNode = {
  name: string
  path: string
  isFolder: boolean
  size: number
  packed: number | null
  modified: Date | null
  read: Entry['read']
  children: ArchiveNode[]
}

/** Builds the tree of the entries; folders without an entry are added, and sizes are summed up. */
export function treeOf(entries: readonly Entry[]): ArchiveNode {
  const folder = (name: string, path: string): ArchiveNode => ({
    name,
    path,
    isFolder: true,
    size: 0,
    packed: null,
    modified: null,
    read: null,
    children: [],
  })
  const root = folder('', '')
  const folders = new Map([['', root]])
  function folderAt(parts: readonly string[]): ArchiveNode {
    let above = root
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const path = parts.slice(0, depth).join('/')
      const known = folders.get(path)
      if (known) {
        above = known
        continue
      }
      const made = folder(parts[depth - 1] ?? '', path)
      folders.set(path, made)
      above.children.push(made)
      above = made
    }
    return above
  }
  for (const entry of entries) {
    const parts = entry.path.split(/[/\\]/).filter((part) => !NOT_LISTED.has(part))
    if (entry.isFolder) {
      folderAt(parts)
      continue
    }
    const name = parts.pop() ?? entry.path
    folderAt(parts).children.push({ ...entry, name, children: [] })
  }
  const all = [...folders.values()]
  // Parents were created before their children, so the reverse order visits children first.
  for (const one of all.toReversed()) {
    one.children.sort(
      (a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, undefined, { numeric: true }),
    )
    one.size = one.children.reduce((sum, child) => sum + child.size, 0)
  }
  return root
}
