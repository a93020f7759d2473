import { type RefObject, useRef, useState } from 'react'
import type { FileRecord } from '#contract/files.ts'
import { type Version, versions } from '#contract/versions.ts'
import { addressOf } from '#providers/address.ts'
import { CallFailure, call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import type { ActionContext } from '../action-context.ts'
import { bytesOf, type OpenedText, openText } from './opened-text.ts'
import type { TextHandle } from './TextEditor.tsx'
import { contentAt } from './use-opened.ts'

/** The version that another user saved meanwhile. */
export type Conflict = { version: Version; text: string }
type Needs = {
  context: ActionContext
  record: FileRecord
  opened: OpenedText
  base: string
  handle: RefObject<TextHandle | null>
  /** `isAll`: nothing was typed while the save was in progress. */
  onSaved: (saved: FileRecord, isAll: boolean) => void
}

/** Saves the text as a new version; if another user saved first, their version is fetched for merging. */
export function useSaving({ context, record, opened, base: first, handle, onSaved }: Needs) {
  const task = useTask()
  const base = useRef(first)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isDirty, setDirty] = useState(false)
  const item = { spaceId: context.space.id, hash: record.hash }

  async function write(text: string): Promise<FileRecord> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...item, base: base.current })) form.append(name, value)
    form.append('file', bytesOf(text, opened), record.name)
    return call(versions.write, form, { quiet: true })
  }

  /** Returns false if their version is not an editable text. */
  async function fetchTheirs(version: Version): Promise<boolean> {
    const { bytes } = await contentAt(addressOf(versions.content, { ...item, number: version.number }))
    const theirs = bytes && openText(bytes)
    if (!theirs) return false
    base.current = version.sha256
    setConflict({ version, text: theirs.text })
    return true
  }

  const save = () =>
    task.run(async () => {
      const text = handle.current?.text()
      if (text === undefined) return
      try {
        const saved = await write(text)
        base.current = saved.sha256 ?? ''
        setConflict(null)
        const isAll = handle.current?.text() === text
        setDirty(!isAll)
        onSaved(saved, isAll)
      } catch (failure) {
        if (!(failure instanceof CallFailure) || failure.error !== 'fileChanged') throw failure
        if (!(await fetchTheirs((failure.data as { version: Version }).version))) throw failure
      }
    })
  return { save, task, conflict, isDirty, touch: () => setDirty(true), baseNow: () => base.current }
}
