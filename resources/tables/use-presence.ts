import { useEffect, useRef, useState } from 'react'
import type { Presence } from '#contract/core/events.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime, pageId } from '#providers/live.ts'

/** How often a page says that it is still there, and after which silence it is taken for gone, in ms (our choice). */
const HERE_MS = 20_000
const GONE_MS = 50_000
/** A moving selection is told at most this often, in ms (our choice). */
const TOLD_MS = 300

type Cell = Presence['cell']
/** Another page that looks at the table, and when it last said so, in ms since 1970. */
export type Present = Presence & { atMs: number }

/** Those who are there after an event; whoever was silent for too long is gone. */
export function presentAfter(present: readonly Present[], news: Presence, nowMs: number): readonly Present[] {
  const others = present.filter(({ pageId, atMs }) => pageId !== news.pageId && nowMs - atMs < GONE_MS)
  return news.isHere ? [...others, { ...news, atMs: nowMs }] : others
}

/**
 * Tells the others at which cell of a shared table this page is, and who else looks at it. Losing such a message costs
 * nothing: the next one comes soon.
 */
export function usePresence({ spaceId, id, isShared }: DataTable, cell: Cell): readonly Present[] {
  const [present, setPresent] = useState<readonly Present[]>([])
  const latest = useRef(cell)
  latest.current = cell
  const known = useRef(new Set<string>())

  useEffect(() => {
    if (!isShared) return
    const tell = (isHere: boolean) =>
      call(tables.look, { spaceId, id, pageId, isHere, cell: isHere ? latest.current : null }, { quiet: true }).catch(
        () => {},
      )
    const stop = onRealtime((event) => {
      if (event.mark !== 'table_refresh' || event.tableId !== id || !event.presence) return
      const { presence } = event
      if (presence.pageId === pageId) return
      setPresent((now) => presentAfter(now, presence, Date.now()))
      // A page that has just come does not know of this one yet.
      if (presence.isHere && !known.current.has(presence.pageId)) void tell(true)
      known.current.add(presence.pageId)
    })
    // A channel that closed told the others that this page is gone.
    const stopMissing = onMissedNews(() => void tell(true))
    void tell(true)
    const timer = setInterval(() => {
      void tell(true)
      setPresent((now) => now.filter(({ atMs }) => Date.now() - atMs < GONE_MS))
    }, HERE_MS)
    return () => {
      stop()
      stopMissing()
      clearInterval(timer)
      void tell(false)
    }
  }, [spaceId, id, isShared])

  const at = cell && `${cell.row} ${cell.column}`
  useEffect(() => {
    if (!isShared || at === null) return
    const timer = setTimeout(
      () => void call(tables.look, { spaceId, id, pageId, cell: latest.current }, { quiet: true }).catch(() => {}),
      TOLD_MS,
    )
    return () => clearTimeout(timer)
  }, [spaceId, id, isShared, at])

  return present
}
