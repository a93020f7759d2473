import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { present } from '#providers/errors.ts'
import { useExposureQuestion } from '../folders/exposure.tsx'
import type { Revert } from './history.ts'
import { type Relocation, relocate, type Target, waysBack } from './relocate.ts'
import { both, putAway, renameAll, setStars, travel, undoOverwrite } from './undo-steps.ts'
import { useConflict } from './use-conflict.tsx'
import { useHistory } from './use-history.ts'

type Needs = {
  spaceId: string
  personId: string | null
  folderHash: string | null
  reload: () => Promise<void>
  clearSelection: () => void
}
/** Items and their target folder; `spaceId` is their current space, by default this one. */
type Wish = { kind: 'move' | 'copy'; items: readonly FileRecord[]; target: Target; spaceId?: string }
type NewName = { record: FileRecord; name: string }

/** The operations that change files; each one is recorded as a step for Undo. */
export function useChanges({ spaceId, personId, folderHash, reload, clearSelection }: Needs) {
  const { t } = useTranslation()
  const askConflict = useConflict()
  const confirmExposure = useExposureQuestion()
  const { remember, ...history } = useHistory({ key: `${personId} ${spaceId}`, reload })
  const done = (label: string, back: Revert) => {
    clearSelection()
    return remember(label, back)
  }

  async function remove(items: readonly FileRecord[]): Promise<void> {
    if (!items.length) return
    const hashes = items.map(({ hash }) => hash)
    // Items deleted before a failure must disappear from the list too.
    const back = await putAway(spaceId, hashes)().catch(async () => reload())
    if (!back) return
    const label =
      items.length === 1
        ? t('files.said.removedOne', { name: items[0]?.name })
        : t('files.said.removed', { count: items.length })
    await done(label, back)
  }

  /** The caller shows a refusal beside the names. */
  async function renameMany(names: readonly NewName[]): Promise<void> {
    const renames = names.map(({ record, name }) => ({ hash: record.hash, name }))
    const { list } = await call(files.renameMany, { spaceId, renames }, { quiet: true })
    const now = new Map(list.map(({ hash, name }) => [hash, name]))
    const back = names.map(({ record: { hash, name } }) => ({ hash, from: now.get(hash) ?? '', to: name }))
    const [first] = names
    const label =
      first && names.length === 1
        ? t('files.said.renamed', { name: first.name })
        : t('files.said.renamedMany', { count: names.length })
    // The renamed items stay selected.
    await remember(label, renameAll(spaceId, back))
  }

  /** Returns the items that were not moved. */
  async function relocateItems({ kind, items, target, spaceId: from = spaceId }: Wish): Promise<readonly FileRecord[]> {
    if (!items.length) return items
    const wish: Relocation = { kind, items, target, spaceId: from, ask: askConflict }
    const outcome = await relocate(wish)
    const { list, overwritten, failure } = outcome
    if (list.length) {
      const kept = new Set(overwritten.map(({ hash }) => hash))
      const copies = list.flatMap(({ hash }) => (kept.has(hash) ? [] : [hash]))
      const label = t(kind === 'move' ? 'files.said.moved' : 'files.said.copied', {
        count: list.length,
        folder: target.name || '/',
      })
      const back = kind === 'move' ? travel(waysBack(wish, outcome)) : putAway(target.spaceId, copies)
      const over = { kind, spaceId: from, target }
      await done(label, overwritten.length ? both(back, undoOverwrite(over, overwritten)) : back)
    }
    if (failure) present(failure)
    const gone = new Set([...list.map(({ hash }) => hash), ...overwritten.map((one) => one.from)])
    return items.filter(({ hash }) => !gone.has(hash))
  }

  /** The dialog shows a refusal. */
  async function createFolder(name: string): Promise<void> {
    const hash = await call(
      files.create,
      { spaceId, path: name, ...(folderHash && { hash: folderHash }) },
      { quiet: true },
    )
    await done(t('files.said.created', { name }), putAway(spaceId, [hash]))
  }

  async function setFavourite(items: readonly FileRecord[], isOn: boolean): Promise<void> {
    const hashes = items.map(({ hash }) => hash)
    const back = await setStars(spaceId, hashes, isOn)()
    const label = t(isOn ? 'files.said.starred' : 'files.said.unstarred', { count: items.length })
    await remember(label, back)
  }

  return {
    ...history,
    /** Records steps of changes made elsewhere, such as tags. */
    remember,
    confirmExposure,
    remove,
    rename: (record: FileRecord, name: string) => renameMany([{ record, name }]),
    renameMany,
    relocate: relocateItems,
    createFolder,
    setFavourite,
  }
}
export type Changes = ReturnType<typeof useChanges>
