import type { Message } from '#contract/messages.ts'

/** Messages about one space; `space` is '' for messages without one, `spaceId` is null where it is unknown. */
export type MessageGroup = Pick<Message, 'space' | 'spaceId' | 'isMuted'> & { list: Message[] }

/** Messages by space, the space with the newest message first. */
export const groupsOf = (list: readonly Message[]): MessageGroup[] =>
  [...Map.groupBy(list, ({ spaceId, space }) => spaceId ?? space).values()].flatMap((some) => {
    const [newest] = some
    return newest ? [{ space: newest.space, spaceId: newest.spaceId, isMuted: newest.isMuted, list: some }] : []
  })
