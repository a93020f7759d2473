import { useEffect, useRef } from 'react'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { idOf } from '#contract/queries/query.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

/** Minimum interval of queries for a chart whose sources change continuously, in milliseconds (our choice). */
const CALM_MS = 3000

/** Queries again when a source of an answer has changed, or may have. */
export function useLiveAnswer(spaceId: string, answer: ChartAnswer | undefined, renew: () => void): void {
  const latest = useRef({ answer, renew })
  useEffect(() => {
    latest.current = { answer, renew }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current.renew()
      }, CALM_MS)
    }
    const stopEvents = onRealtime((event) => {
      const sources = latest.current.answer?.sources ?? []
      if (event.mark === 'table_refresh' && event.spaceId === spaceId && event.tableId && !event.presence) {
        const known = sources.find(({ source }) => idOf(source) === event.tableId)
        if (known && (event.change === undefined || event.change > (known.change ?? 0))) soon()
      }
      const isOfFiles = event.mark === 'space' && event.type === 'files' && event.spaceId === spaceId
      if (isOfFiles && sources.some(({ source }) => source.kind === 'file')) soon()
    })
    const stopMissed = onMissedNews(soon)
    return () => {
      clearTimeout(timer)
      stopEvents()
      stopMissed()
    }
  }, [spaceId])
}
