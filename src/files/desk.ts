import type { FileRecord } from '#contract/files.ts'
import type { Actor, SpaceFacts } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'

export type Clipboard = { kind: 'cut' | 'copy'; items: readonly FileRecord[]; spaceId: string }
export type Asking = 'newFolder' | 'moveTo' | 'copyTo' | 'keys' | null

/** What actions work on: the folder in view, what is marked in it, and how to change either. */
export type Desk = {
  space: Space
  facts: SpaceFacts
  actor: Actor
  folder: FileRecord | null
  /** Marked records; when everything is marked, those that are loaded (`isAll` says that there may be more). */
  marked: readonly FileRecord[]
  isAll: boolean
  clipboard: Clipboard | null
  ask: (what: Asking) => void
  open: (record: FileRecord) => void
  preview: (record: FileRecord) => void
  startRename: (record: FileRecord) => void
  setClipboard: (clipboard: Clipboard | null) => void
  /** All marked records, loaded to the last. */
  everyMarked: () => Promise<readonly FileRecord[]>
  relocate: (
    kind: 'move' | 'copy',
    items: readonly FileRecord[],
    target: { hash: string; name: string },
  ) => Promise<void>
  remove: (items: readonly FileRecord[]) => Promise<void>
  pickFiles: (kind: 'files' | 'folder') => Promise<void>
  markAll: () => void
  undo: () => Promise<void>
  reload: () => Promise<void>
  goToRoot: () => void
  say: (text: string) => void
}
