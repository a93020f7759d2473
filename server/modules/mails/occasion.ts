import { deviceOf } from '#server/http/agent.ts'
import type { Caller } from '#server/http/caller.ts'

/** What a mail about an account tells of who did it: name, time (ISO 8601), device and address. */
export function occasionOf({ name }: { name: string }, { agent, address }: Caller, at: Date) {
  const { browser, system } = deviceOf(agent)
  return { name, time: at.toISOString(), device: [browser, system].filter(Boolean).join(', '), address }
}
