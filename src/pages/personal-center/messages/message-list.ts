import type { Message } from '#contract/messages.ts'

/** Messages, newest first, and the cursor of the next page. */
export type Loaded = { list: Message[]; next?: string }

const isOlder = (a: Message, b: Message) => (a.at === b.at ? a.id < b.id : a.at < b.at)
const newestFirst = (a: Message, b: Message) => (isOlder(a, b) ? 1 : -1)

/**
 * Merges a fresh first page into the loaded list: new messages are added on top, others are updated. Messages missing
 * from the answer were deleted; in a list of unread ones they may only have been read, so they stay, marked as read,
 * and nothing moves. Messages older than the answer are unchanged.
 */
export function freshened(known: Loaded, answer: Loaded, isUnread: boolean): Loaded {
  const last = answer.next === undefined ? undefined : answer.list.at(-1)
  const beyond = last ? known.list.filter((one) => isOlder(one, last)) : []
  const answered = new Set([...answer.list, ...beyond].map(({ id }) => id))
  const missing = isUnread ? known.list.filter(({ id }) => !answered.has(id)) : []
  const near = [...answer.list, ...missing.map((one) => ({ ...one, isRead: true }))].toSorted(newestFirst)
  return { list: [...near, ...beyond], next: beyond.length ? known.next : answer.next }
}

/** The same with these, or all, marked as read. */
export const withRead = ({ list, next }: Loaded, ids: ReadonlySet<string> | null): Loaded => ({
  list: list.map((one) => (!ids || ids.has(one.id) ? { ...one, isRead: true } : one)),
  next,
})
