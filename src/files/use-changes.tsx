import { App, Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Conflict, type FileRecord, files, trash } from '#contract/files.ts'
import { SELECTION_MAX } from '#contract/limits.ts'
import { CallFailure, call } from '#providers/call.ts'
import { present } from '#providers/errors.ts'
import { pushed, type Step } from './history.ts'

type Needs = { spaceId: string; folderHash: string | null; reload: () => Promise<void>; unmark: () => void }

const UNDO_TOAST_S = 8

function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += SELECTION_MAX) yield items.slice(at, at + SELECTION_MAX)
}

/** What changes files, each step of it remembered for Undo. */
export function useChanges({ spaceId, folderHash, reload, unmark }: Needs) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const steps = useRef<Step[]>([])
  const count = useRef(0)

  /** Takes back the last step, or the one whose notice was pressed; one that fails can be tried again. */
  const undo = async (step = steps.current.at(-1)) => {
    if (!step) return void message.info(t('files.said.nothingToUndo'))
    if (!steps.current.includes(step)) return
    steps.current = steps.current.filter((one) => one !== step)
    message.destroy(step.key)
    try {
      await step.undo()
    } catch {
      // The failure was told by the call.
      steps.current = pushed(steps.current, step)
      return
    }
    await reload()
    void message.success(t('files.said.undone', { what: step.label }))
  }

  /** Done: remembered, told with Undo beside it, and shown. */
  async function done(change: Omit<Step, 'key'>): Promise<void> {
    count.current += 1
    const step = { ...change, key: `undo-${count.current}` }
    steps.current = pushed(steps.current, step)
    unmark()
    await reload()
    void message.open({
      key: step.key,
      type: 'success',
      duration: UNDO_TOAST_S,
      content: (
        <>
          {step.label}
          <Button type="link" size="small" onClick={() => void undo(step)}>
            {t('files.actions.undo')}
          </Button>
        </>
      ),
    })
  }

  async function remove(items: readonly FileRecord[]): Promise<void> {
    if (!items.length) return
    const put: { hash: string; trashId: string }[] = []
    for (const batch of batches(items))
      put.push(...(await call(files.remove, { spaceId, hashList: batch.map((item) => item.hash) })).list)
    await done({
      label:
        items.length === 1
          ? t('files.said.removedOne', { name: items[0]?.name })
          : t('files.said.removed', { count: items.length }),
      undo: async () => {
        for (const { trashId } of put) await call(trash.restore, { id: trashId, spaceId })
      },
    })
  }

  /** A rename's refusal is the caller's to show, beside the name. */
  async function rename(record: FileRecord, name: string): Promise<void> {
    await call(files.rename, { spaceId, hash: record.hash, name }, { quiet: true })
    await done({
      label: t('files.said.renamed', { name }),
      undo: async () => void (await call(files.rename, { spaceId, hash: record.hash, name: record.name })),
    })
  }

  /** Asks once what a taken name means, for all that follow. */
  const askConflict = (name: string) =>
    new Promise<Conflict | null>((resolve) => {
      let dialog: { destroy: () => void } | null = null
      const answer = (conflict: Conflict | null) => {
        dialog?.destroy()
        resolve(conflict)
      }
      dialog = modal.confirm({
        title: t('files.conflict.title', { name }),
        content: t('files.conflict.hint'),
        onCancel: () => resolve(null),
        footer: (
          <div className="dialog-buttons">
            <Button onClick={() => answer(null)}>{t('files.conflict.cancel')}</Button>
            <Button onClick={() => answer('skip')}>{t('files.conflict.skip')}</Button>
            <Button onClick={() => answer('replace')}>{t('files.conflict.replace')}</Button>
            <Button type="primary" onClick={() => answer('keepBoth')}>
              {t('files.conflict.keepBoth')}
            </Button>
          </div>
        ),
      })
    })

  async function relocateOnce(
    kind: 'move' | 'copy',
    items: readonly FileRecord[],
    target: string,
    conflict: Conflict,
  ): Promise<FileRecord[]> {
    const moved: FileRecord[] = []
    for (const [first, ...also] of batches(items)) {
      if (!first) continue
      const input = {
        spaceId,
        hash: first.hash,
        target,
        conflict,
        ...(also.length && { also: also.map((item) => item.hash) }),
      }
      moved.push(...(await call(files[kind], input, { quiet: true })).list)
    }
    return moved
  }

  async function relocate(
    kind: 'move' | 'copy',
    items: readonly FileRecord[],
    target: { hash: string; name: string },
  ): Promise<void> {
    if (!items.length) return
    const isBeside = kind === 'copy' && items.some((item) => item.phash === target.hash)
    try {
      await finish(await relocateOnce(kind, items, target.hash, isBeside ? 'keepBoth' : 'refuse'))
    } catch (failure) {
      if (!(failure instanceof CallFailure) || failure.error !== 'fileNameTaken') return present(failure)
      const [name = ''] = (failure.data as { names?: string[] } | null)?.names ?? []
      const conflict = await askConflict(name)
      if (conflict) await relocateOnce(kind, items, target.hash, conflict).then(finish, present)
    }

    async function finish(moved: FileRecord[]) {
      const label = t(kind === 'move' ? 'files.said.moved' : 'files.said.copied', {
        count: moved.length,
        folder: target.name || '/',
      })
      await done({ label, undo: () => (kind === 'move' ? moveBack(moved) : takeBack(moved)) })
    }
    const takeBack = async (copies: FileRecord[]) =>
      void (copies.length && (await call(files.remove, { spaceId, hashList: copies.map((copy) => copy.hash) })))
    async function moveBack(moved: FileRecord[]) {
      const from = new Map(items.map((item) => [item.hash, item.phash]))
      for (const [home, list] of Map.groupBy(moved, (record) => from.get(record.hash)))
        if (home) await relocateOnce('move', list, home, 'keepBoth')
    }
  }

  /** The refusal is the dialog's to show. */
  async function createFolder(name: string): Promise<void> {
    const hash = await call(
      files.create,
      { spaceId, path: name, ...(folderHash && { hash: folderHash }) },
      { quiet: true },
    )
    await done({
      label: t('files.said.created', { name }),
      undo: async () => void (await call(files.remove, { spaceId, hashList: [hash] })),
    })
  }

  return { undo: () => undo(), remove, rename, relocate, createFolder }
}
export type Changes = ReturnType<typeof useChanges>
