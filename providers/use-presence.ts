import { useEffect, useRef, useState } from 'react'
import type { RealtimeEvent } from '#contract/core/events.ts'
import { onMissedNews, onRealtime, pageId } from './live.ts'

/**
 * Interval at which a page reports that it is open, and the silence after which it counts as closed, in ms (our
 * choice).
 */
const HERE_MS = 20_000
const GONE_MS = 50_000
/** A moving position is reported at most this often, in ms (our choice). */
const TOLD_MS = 300

type News = { pageId: string; isHere: boolean }
/** Another page that looks at the same, and when it last said so, in ms since 1970. */
export type Present<N extends News> = N & { atMs: number }

/** People present after an event; those without an event for too long are removed. */
export function presentAfter<N extends News>(
  present: readonly Present<N>[],
  news: N,
  nowMs: number,
): readonly Present<N>[] {
  const others = present.filter((one) => one.pageId !== news.pageId && nowMs - one.atMs < GONE_MS)
  return news.isHere ? [...others, { ...news, atMs: nowMs }] : others
}

type Looking<N> = {
  /** Id of what the pages show. */
  id: string
  /** Presence is only reported for what others can see. */
  isShared: boolean
  /** The position of this page in it; null if there is none to report. */
  at: string | null
  tell: (look: { pageId: string; isHere: boolean }) => Promise<unknown>
  /** The part of an event about the presence of another page; null for other events. */
  newsOf: (event: RealtimeEvent) => N | null
}

/**
 * Reports the position of this page to others, and returns the other pages. Losing such a message does no harm, because
 * the next one follows soon.
 */
export function usePresence<N extends News>({ id, isShared, at, tell, newsOf }: Looking<N>): readonly Present<N>[] {
  const [present, setPresent] = useState<readonly Present<N>[]>([])
  const latest = useRef({ tell, newsOf })
  latest.current = { tell, newsOf }
  const known = useRef(new Set<string>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at decides, not the functions that read it.
  useEffect(() => {
    if (!isShared) return
    setPresent([])
    const say = (isHere: boolean) => latest.current.tell({ pageId, isHere }).catch(() => {})
    const stop = onRealtime((event) => {
      const news = latest.current.newsOf(event)
      if (!news || news.pageId === pageId) return
      setPresent((now) => presentAfter(now, news, Date.now()))
      // A page that was just opened does not know of this one yet.
      if (news.isHere && !known.current.has(news.pageId)) void say(true)
      known.current.add(news.pageId)
    })
    // When the channel closed, the others were told that this page is closed.
    const stopMissing = onMissedNews(() => void say(true))
    void say(true)
    const timer = setInterval(() => {
      void say(true)
      setPresent((now) => now.filter(({ atMs }) => Date.now() - atMs < GONE_MS))
    }, HERE_MS)
    return () => {
      stop()
      stopMissing()
      clearInterval(timer)
      void say(false)
    }
  }, [id, isShared])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is told, whichever it is.
  useEffect(() => {
    if (!isShared || at === null) return
    const timer = setTimeout(() => void latest.current.tell({ pageId, isHere: true }).catch(() => {}), TOLD_MS)
    return () => clearTimeout(timer)
  }, [id, isShared, at])

  return present
}
