import type { Actor, SpaceContext, Verdict } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import type { PreviewSource } from '../preview/index.ts'
import type { Clipboard } from './clipboard.ts'
import type { Ask } from './dialogs/questions.ts'
import type { BadgesOf } from './use-badges.ts'
import type { Changes } from './use-changes.tsx'

/** What actions work on: the folder in view, what is selected in it, and how to change either. */
export type ActionContext = Changes & {
  space: Space
  policyContext: SpaceContext
  actor: Actor
  folder: FileRecord | null
  source: PreviewSource
  /** Selected records; when everything is selected, those that are loaded (`isAll` says that there may be more). */
  selected: readonly FileRecord[]
  isAll: boolean
  /** How many are selected, loaded or not. */
  count: number
  clipboard: Clipboard | null
  /** Tags, star and the like of a row that was in sight. */
  badgesOf: BadgesOf
  ask: Ask
  open: (record: FileRecord) => void
  /** Shows a file in the frame; null: none. */
  preview: (record: FileRecord | null) => void
  startRename: (record: FileRecord) => void
  /** All selected records, loaded to the last. */
  allSelected: () => Promise<readonly FileRecord[]>
  pickFiles: (kind: 'files' | 'folder') => Promise<void>
  selectAll: () => void
  reload: () => Promise<void>
  goToRoot: () => void
  say: (text: string, values?: Record<string, unknown>) => void
  /** Puts a text on the clipboard, and says so; else shows it, to be copied by hand. */
  copy: (text: string, said: string) => Promise<void>
  /** Why something that the keyboard asked for is not done. */
  refuse: (verdict: Verdict) => void
}
