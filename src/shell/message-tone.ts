import i18next from 'i18next'
import { MessageKinds, messageKinds } from '#contract/messages.ts'

/**
 * The tone of a message's toast. The channel sends only texts, so the kind is recognized by the title that it starts
 * with.
 */
export function toneOf(title: string) {
  const kind = MessageKinds.find((one) => i18next.t(`messages.kinds.${one}.title`) === title)
  return kind ? messageKinds[kind].tone : 'plain'
}
