import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { RealtimeEvent } from '#contract/core/events.ts'
import { type Message, messages } from '#contract/messages.ts'
import { call } from './call.ts'

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

/** Marks a message as read whose page is opened; one that could not be marked stays unread. */
export function setRead(client: QueryClient, { id, isRead }: Message): void {
  if (isRead) return
  call(messages.read, { ids: [id] }, { quiet: true }).then(
    () => client.invalidateQueries({ queryKey: messageKeys.all }),
    () => {},
  )
}

type Judge = (message: Message) => boolean
const judges = new Set<RefObject<Judge>>()

/** What the page shows while this is mounted: messages about it get no toast over it; they are in the list. */
export function useToldHere(isTold: Judge): void {
  const latest = useRef(isTold)
  latest.current = isTold
  useEffect(() => {
    judges.add(latest)
    return () => void judges.delete(latest)
  }, [])
}

/** Whether the page shows already what a message says. */
export const isToldHere = (message: Message): boolean => [...judges].some(({ current: isTold }) => isTold(message))
