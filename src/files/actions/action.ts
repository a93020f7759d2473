import type { ReactNode } from 'react'
import { explain, type FileContext, type Permission, type Verdict } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Texts } from '#providers/texts.ts'
import type { ActionContext } from '../action-context.ts'

/** One action of the file manager, used by the toolbar, the context menu and the keyboard. */
export type Action = {
  name: keyof Texts['files']['actions']
  icon: ReactNode
  /** The shortcut as shown to users; `keys` matches it. */
  shortcut?: string
  keys?: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) => boolean
  /** Its shortcut works even where the menus hide the action. */
  hasKeysAlways?: true
  /** Position in the toolbar: as the main button or a plain one; other actions are in the overflow menu. */
  bar?: 'main' | 'plain'
  isDanger?: true
  /** On a phone, the action is in the row of the selection. */
  inRow?: true
  /** The action is also offered in the preview's toolbar. */
  inPreview?: true
  isVisible: (context: ActionContext) => boolean
  /** Why the action is not possible now; null if it is. */
  refusal: (context: ActionContext) => Verdict | null
  run: (context: ActionContext) => void | Promise<void>
}

type FilePermission = Extract<Permission, 'file.edit' | 'file.delete' | 'file.download' | 'file.share'>

/** The first refusal among the selected items. Items inside selected folders are checked by the server only. */
export function refusalFor(
  context: Pick<ActionContext, 'selected' | 'policyContext' | 'actor'>,
  permission: FilePermission,
): Verdict | null {
  for (const record of context.selected) {
    const verdict = explain(context.actor, permission, fileContextOf(record, context))
    if (!verdict.allowed) return verdict
  }
  return null
}
export const fileContextOf = (
  record: FileRecord,
  { policyContext }: { policyContext: ActionContext['policyContext'] },
): FileContext => ({
  space: policyContext,
  authorId: record.author.personId,
})

type SpacePermission = Extract<Permission, 'file.make' | 'space.makeVersion' | 'space.share' | 'space.templates'>

/** The reason why the user lacks a permission in the space; null if granted. */
export const refusalTo =
  (permission: SpacePermission) =>
  ({ actor, policyContext }: Pick<ActionContext, 'actor' | 'policyContext'>): Verdict | null => {
    const verdict = explain(actor, permission, policyContext)
    return verdict.allowed ? null : verdict
  }

export const hasOne = (context: ActionContext) => context.selected.length === 1 && !context.isAll
export const hasSome = (context: ActionContext) => context.selected.length > 0
export const command =
  (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }) =>
    event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
export const plain = (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey
/** Matches Shift with a letter, since a single letter jumps to a name. */
export const shifted =
  (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }) =>
    event.key === key && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
