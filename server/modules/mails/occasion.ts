import { deviceOf } from '#server/http/agent.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'

/** What a mail about an account tells of who did it: name, time (ISO 8601), device and address. */
export function occasionOf({ name }: { name: string }, { agent, address }: Caller, at: Date) {
  const { browser, system } = deviceOf(agent)
  return { name, time: at.toISOString(), device: [browser, system].filter(Boolean).join(', '), address }
}

type Owner = { id: string; email: string; language: Language }
/** To whom a mail about an account goes, in the language that its owner speaks. */
export const toOwner = ({ id, email, language }: Owner) => ({ personId: id, recipient: email, language })
