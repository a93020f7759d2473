import { STORAGE_WARNING_PERCENT } from '#contract/core/limits.ts'
import { type MessageKind, type MessageValue, messageKinds } from '#contract/messages.ts'
import type { Language } from '#server/http/context.ts'
import { findText, textOf } from '#server/http/texts.ts'

export type Values = Partial<Record<MessageValue, string | number>>

/** The first value that a message of this kind lacks, or undefined. */
export const missingFor = (kind: MessageKind, values: Values): MessageValue | undefined =>
  messageKinds[kind].needs.find((name) => values[name] === undefined)

/** Said in a sentence of its own after the others, and only when it was given. */
const MAY_FOLLOW = ['role', 'size', 'days', 'reason'] as const

/** What fills the texts: a role or a kind of task goes by its name in the language, whoever is not named is somebody. */
function fillingOf(language: Language, { role, person, task, ...values }: Values) {
  return {
    ...values,
    percent: STORAGE_WARNING_PERCENT,
    person: person || textOf(language, 'messages.somebody'),
    role: role === undefined ? '' : textOf(language, `home.roles.${role}`),
    task: task === undefined ? '' : textOf(language, `tasks.kinds.${task}`),
  }
}

/** Where the sentence about a value stands: the kind's own, or for a reason the one that all share. */
function sentenceAbout(language: Language, kind: MessageKind, name: (typeof MAY_FOLLOW)[number]): string | null {
  const own = `messages.kinds.${kind}.${name}`
  if (findText(language, own)) return own
  return name === 'reason' ? 'messages.reason' : null
}

/** The words of a message: they follow whoever reads, not whoever wrote. */
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
