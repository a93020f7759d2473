import type { ReactNode } from 'react'
import { explain, type FileContext, type Permission, type Verdict } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import type { Texts } from '#providers/texts.ts'
import type { ActionContext } from '../action-context.ts'

/** One thing that can be done: the toolbar, the context menu and the keyboard all read it. */
export type Action = {
  name: keyof Texts['files']['actions']
  icon: ReactNode
  /** As people read it; matched by `keys`. */
  shortcut?: string
  keys?: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) => boolean
  /** Its keys work where the menus leave it out, too. */
  hasKeysAlways?: true
  /** It stands in the bar itself, as the one thing to do or as one of some; the rest is behind the dots. */
  bar?: 'main' | 'plain'
  isDanger?: true
  /** It stands in the bar of the preview, too. */
  inPreview?: true
  isVisible: (context: ActionContext) => boolean
  /** Why it can't be done now; null when it can. */
  refusal: (context: ActionContext) => Verdict | null
  run: (context: ActionContext) => void | Promise<void>
}

type FilePermission = Extract<Permission, 'file.edit' | 'file.delete' | 'file.download' | 'file.share'>

/** The first refusal among the selected items. What lies in a folder is looked at by the server alone. */
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

/** Why the caller may not do this in the space; null when they may. */
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
/** A letter with Shift: one alone jumps to a name. */
export const shifted =
  (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }) =>
    event.key === key && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
