import type { ReactNode } from 'react'
import type { FileRecord } from '#contract/files.ts'
import { explain, type FileFacts, type Permission, type Verdict } from '#contract/policy.ts'
import type { Texts } from '#providers/texts.ts'
import type { Desk } from '../desk.ts'

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
  isVisible: (desk: Desk) => boolean
  /** Why it can't be done now; null when it can. */
  refusal: (desk: Desk) => Verdict | null
  run: (desk: Desk) => void | Promise<void>
}

type FilePermission = Extract<Permission, 'file.edit' | 'file.delete' | 'file.download' | 'file.share'>

/** The first refusal among the marked items. What lies in a folder is looked at by the server alone. */
export function refusalFor(desk: Pick<Desk, 'marked' | 'facts' | 'actor'>, permission: FilePermission): Verdict | null {
  for (const record of desk.marked) {
    const verdict = explain(desk.actor, permission, factsOf(record, desk))
    if (!verdict.allowed) return verdict
  }
  return null
}
export const factsOf = (record: FileRecord, { facts }: { facts: Desk['facts'] }): FileFacts => ({
  space: facts,
  authorId: record.author.personId,
})

type SpacePermission = Extract<Permission, 'file.make' | 'space.makeVersion' | 'space.share' | 'space.templates'>

/** Why the caller may not do this in the space; null when they may. */
export const refusalTo =
  (permission: SpacePermission) =>
  ({ actor, facts }: Pick<Desk, 'actor' | 'facts'>): Verdict | null => {
    const verdict = explain(actor, permission, facts)
    return verdict.allowed ? null : verdict
  }

export const hasOne = (desk: Desk) => desk.marked.length === 1 && !desk.isAll
export const hasSome = (desk: Desk) => desk.marked.length > 0
export const command =
  (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }) =>
    event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
export const plain = (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey
/** A letter with Shift: one alone jumps to a name. */
export const shifted =
  (key: string) => (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }) =>
    event.key === key && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
