import type { ActionContext } from './action-context.ts'

/** Hashes of all selected items; if the whole folder is selected, the folder's own hash. */
export async function chosenHashes(
  context: Pick<ActionContext, 'folder' | 'selected' | 'isAll' | 'allSelected'>,
): Promise<string[]> {
  const { folder, selected, isAll, allSelected } = context
  const items = isAll ? await allSelected() : selected
  return folder && items.length === folder.items ? [folder.hash] : items.map(({ hash }) => hash)
}
