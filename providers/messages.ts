import type { RealtimeEvent } from '#contract/core/events.ts'

/** Query keys of the messages: the count in the menu and the list are refetched by the same events. */
export const messageKeys = {
  all: ['messages'],
  unread: ['messages', 'unread'],
  /** The last ones, in the panel of the bell. */
  latest: ['messages', 'latest'],
  list: (isUnread: boolean) => ['messages', 'list', isUnread],
  /** The spaces that the user has muted. */
  muted: ['messages', 'muted'],
} as const

/** A message arrived, or was read or deleted on another page. */
export const isMessageNews = (event: RealtimeEvent): boolean =>
  event.mark === 'message' || (event.mark === 'network' && event.type === 'message')
