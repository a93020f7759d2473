import i18next from 'i18next'
import { MessageKinds, messageKinds } from '#contract/messages.ts'

/** How a message is marked in the list. The channel carries its words alone, and those of each kind begin with its own title. */
export function toneOf(title: string) {
  const kind = MessageKinds.find((one) => i18next.t(`messages.kinds.${one}.title`) === title)
  return kind ? messageKinds[kind].tone : 'plain'
}
