import { STORAGE_WARNING_PERCENT } from '#contract/core/limits.ts'
import { type MessageKind, type MessageValue, messageKinds } from '#contract/messages.ts'
import type { Language } from '#server/http/context.ts'
import { findText, textOf } from '#server/http/texts.ts'

export type Values = Partial<Record<MessageValue, string | number>>

/** The first required value that is missing, or undefined. */
export const missingFor = (kind: MessageKind, values: Values): MessageValue | undefined =>
  messageKinds[kind].needs.find((name) => values[name] === undefined)

/** Optional values; each has a separate sentence that is added if the value is given. */
const MAY_FOLLOW = ['role', 'size', 'days', 'reason'] as const

/** Values for the texts: roles and kinds of tasks are translated, a missing person becomes "somebody". */
function fillingOf(language: Language, { role, siteRole, formerSiteRole, person, task, ...values }: Values) {
  const siteRoleIn = (one?: string | number) => (one === undefined ? '' : textOf(language, `shell.roles.${one}`))
  return {
    ...values,
    percent: STORAGE_WARNING_PERCENT,
    person: person || textOf(language, 'messages.somebody'),
    siteRole: siteRoleIn(siteRole),
    formerSiteRole: siteRoleIn(formerSiteRole),
    role: role === undefined ? '' : textOf(language, `joining.roleInWords.${role}`),
    task: task === undefined ? '' : textOf(language, `tasks.kinds.${task}`),
  }
}

/** Locale key of the sentence about a value: of the kind itself, or for a reason the common one. */
function sentenceAbout(language: Language, kind: MessageKind, name: (typeof MAY_FOLLOW)[number]): string | null {
  const own = `messages.kinds.${kind}.${name}`
  if (findText(language, own)) return own
  return name === 'reason' ? 'messages.reason' : null
}

/** The text of a message, in the reader's language. */
export function wordsOf(language: Language, kind: MessageKind, values: Values): { title: string; content: string } {
  const filling = fillingOf(language, values)
  const sentences = MAY_FOLLOW.filter((name) => String(values[name] ?? '').trim() !== '')
    .map((name) => sentenceAbout(language, kind, name))
    .filter((key) => key !== null)
  return {
    title: textOf(language, `messages.kinds.${kind}.title`, filling),
    content: [`messages.kinds.${kind}.content`, ...sentences]
      .map((key) => textOf(language, key, filling))
      .join(language === 'zh' ? '' : ' '),
  }
}
