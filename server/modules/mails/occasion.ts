import { deviceOf } from '#server/http/agent.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'

/** Values about the person who acted, for mails about an account: name, time (ISO 8601), device and IP address. */
export function occasionOf({ name }: { name: string }, { agent, address }: Caller, at: Date) {
  const { browser, system } = deviceOf(agent)
  return { name, time: at.toISOString(), device: [browser, system].filter(Boolean).join(', '), address }
}

type Owner = { id: string; email: string; language: Language }
/** Recipient fields for a mail about an account, in its owner's language. */
export const toOwner = ({ id, email, language }: Owner) => ({ personId: id, recipient: email, language })
