import type { Actor, SpaceContext, Verdict } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import type { PreviewSource } from '../preview/index.ts'
import type { Clipboard } from './clipboard.ts'
import type { Ask } from './dialogs/questions.ts'
import type { BadgesOf } from './use-badges.ts'
import type { Changes } from './use-changes.tsx'

/** The data that actions work on: the current folder, the selection, and functions to change them. */
export type ActionContext = Changes & {
  space: Space
  policyContext: SpaceContext
  actor: Actor
  folder: FileRecord | null
  source: PreviewSource
  /** Selected records; with `isAll` only the loaded ones, and there may be more. */
  selected: readonly FileRecord[]
  isAll: boolean
  /** Number of selected records, loaded or not. */
  count: number
  clipboard: Clipboard | null
  /** Badges (tags, favourite, …) of a row that has been visible. */
  badgesOf: BadgesOf
  ask: Ask
  open: (record: FileRecord) => void
  /** Opens the preview of a file; null closes it. */
  preview: (record: FileRecord | null) => void
  startRename: (record: FileRecord) => void
  /** Loads and returns all selected records. */
  allSelected: () => Promise<readonly FileRecord[]>
  pickFiles: (kind: 'files' | 'folder') => Promise<void>
  selectAll: () => void
  reload: () => Promise<void>
  goToRoot: () => void
  /** Opens another page of the console. */
  visit: (path: string) => void
  say: (text: string, values?: Record<string, unknown>) => void
  /** Copies a text to the clipboard and reports it; if that fails, the text is shown for manual copying. */
  copy: (text: string, said: string) => Promise<void>
  /** Shows why an action started by a shortcut is refused. */
  refuse: (verdict: Verdict) => void
}
