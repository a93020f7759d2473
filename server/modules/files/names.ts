import { isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { holdersOf, placeKey } from './names-store.ts'

/** Normalizes a name to NFC; throws fileNameInvalid. */
export function checkedName(name: string): string {
  if (!isFileName(name)) throw new Failure('fileNameInvalid', { values: { name } })
  return name.normalize('NFC')
}

/** `a.csv` and 2 make `a (2).csv`; a folder's name has no suffix. */
export function numbered(name: string, number: number, isFolder: boolean): string {
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** The first numbered form of a name that is free in its folder and not in `taken`. */
export async function freeName(
  tx: Tx,
  folderId: string,
  name: string,
  isFolder: boolean,
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  for (let from = 1; ; from += 50) {
    const names = Array.from({ length: 50 }, (_, i) => numbered(name, from + i, isFolder))
    const held = await holdersOf(
      tx,
      names.map((candidate) => ({ folderId, name: candidate })),
    )
    const free = names.find(
      (candidate) => !held.has(placeKey(folderId, candidate)) && !taken.has(placeKey(folderId, candidate)),
    )
    if (free) return free
  }
}

/** The name if it is free, otherwise its first free numbered form. */
export async function openName(tx: Tx, folderId: string, name: string, isFolder: boolean): Promise<string> {
  const held = await holdersOf(tx, [{ folderId, name }])
  return held.size ? freeName(tx, folderId, name, isFolder) : name
}
