import type { FileRecord } from '#contract/files.ts'
import type { Actor, SpaceFacts, Verdict } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'
import type { PreviewSource } from '../preview/index.ts'
import type { Clipboard } from './clipboard.ts'
import type { Ask } from './dialogs/questions.ts'
import type { Changes } from './use-changes.tsx'
import type { MarkOf } from './use-marks.ts'

/** What actions work on: the folder in view, what is marked in it, and how to change either. */
export type Desk = Changes & {
  space: Space
  facts: SpaceFacts
  actor: Actor
  folder: FileRecord | null
  source: PreviewSource
  /** Marked records; when everything is marked, those that are loaded (`isAll` says that there may be more). */
  marked: readonly FileRecord[]
  isAll: boolean
  /** How many are marked, loaded or not. */
  count: number
  clipboard: Clipboard | null
  /** Tags, star and the like of a row that was in sight. */
  markOf: MarkOf
  ask: Ask
  open: (record: FileRecord) => void
  /** Shows a file in the frame; null: none. */
  preview: (record: FileRecord | null) => void
  startRename: (record: FileRecord) => void
  /** All marked records, loaded to the last. */
  everyMarked: () => Promise<readonly FileRecord[]>
  pickFiles: (kind: 'files' | 'folder') => Promise<void>
  markAll: () => void
  reload: () => Promise<void>
  goToRoot: () => void
  say: (text: string, values?: Record<string, unknown>) => void
  /** Puts a text on the clipboard, and says so; else shows it, to be copied by hand. */
  copy: (text: string, said: string) => Promise<void>
  /** Why something that the keyboard asked for is not done. */
  refuse: (verdict: Verdict) => void
}
