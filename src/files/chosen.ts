import type { Desk } from './desk.ts'

/** Hashes of all that is marked, or of the folder in view when that is all of it. */
export async function chosenHashes(desk: Pick<Desk, 'folder' | 'marked' | 'isAll' | 'everyMarked'>): Promise<string[]> {
  const { folder, marked, isAll, everyMarked } = desk
  const items = isAll ? await everyMarked() : marked
  return folder && items.length === folder.items ? [folder.hash] : items.map(({ hash }) => hash)
}
