import { Button } from 'antd'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Kind, type Message, type MessageKind, MessageKinds, messageKinds, messages } from '#contract/messages.ts'
import { call } from '#providers/call.ts'
import { inTurn } from './in-turn.ts'

/** Messages among which that of a toast is looked for. */
const LOOKED_AT = 10
/** A toast waits no longer for its message. */
const LOOKUP_MS = 2000

const newest = inTurn(async (): Promise<Message[]> => {
  const options = { quiet: true, aside: true, signal: AbortSignal.timeout(LOOKUP_MS) }
  return (await call(messages.list, { size: LOOKED_AT }, options)).list
})

/** The message of a toast; undefined if it cannot be found. The channel sends only its texts, with long names cut. */
export async function messageOf({ title, content }: Pick<Message, 'title' | 'content'>): Promise<Message | undefined> {
  const list = await newest().catch(() => [])
  const parts = content.split('…')
  return list.find((one) => one.title === title && parts.every((part) => one.content.includes(part)))
}

/** The tone of a toast whose message was not found: its kind is recognized by the title that it starts with. */
export function toneOf(title: string): Message['tone'] {
  const kind = MessageKinds.find((one) => i18next.t(`messages.kinds.${one}.title`) === title)
  return kind ? messageKinds[kind].tone : 'plain'
}

/** Leads from a toast to the page of the next step. */
export function MessageAction({ message: { kind }, onOpen }: { message: Message; onOpen: () => void }) {
  const { t } = useTranslation()
  const { isQuestion }: Partial<Kind> = messageKinds[kind as MessageKind] ?? {}
  return (
    <Button size="small" onClick={onOpen}>
      {t(isQuestion ? 'messages.answer' : 'messages.open')}
    </Button>
  )
}
