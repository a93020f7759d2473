import type { Message } from '#contract/messages.ts'

/** Messages by space, the space with the newest message first; '' are those about no space. */
export const groupsOf = (list: readonly Message[]): [space: string, list: Message[]][] => [
  ...Map.groupBy(list, ({ space }) => space),
]
