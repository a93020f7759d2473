import type { RealtimeEvent } from '#contract/core/events.ts'

/** Where the answers about messages are kept: the count in the menu and the list are told by the same news. */
export const messageKeys = {
  unread: ['messages', 'unread'],
  list: (isUnread: boolean) => ['messages', 'list', isUnread],
} as const

/** A message arrived, or was read or deleted on another page. */
export const isMessageNews = (event: RealtimeEvent): boolean =>
  event.mark === 'message' || (event.mark === 'network' && event.type === 'message')
