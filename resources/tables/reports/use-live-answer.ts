import { useEffect, useRef } from 'react'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { sourcesOf } from '#contract/queries/query.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import { concernsChart } from './live-news.ts'

/** Minimum interval of queries for a chart whose sources change continuously, in milliseconds (our choice). */
const CALM_MS = 3000

type Shown = { definition: ChartDefinition; answer: ChartAnswer | undefined }

/** Queries again when a source of a chart, or who may see it, has changed, or may have. */
export function useLiveAnswer(spaceId: string, { definition, answer }: Shown, renew: () => void): void {
  const latest = useRef({ definition, answer, renew })
  useEffect(() => {
    latest.current = { definition, answer, renew }
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
      const { definition: shown, answer: last } = latest.current
      if (concernsChart(event, spaceId, { asked: sourcesOf(shown.query), answered: last?.sources ?? [] })) soon()
    })
    const stopMissed = onMissedNews(soon)
    return () => {
      clearTimeout(timer)
      stopEvents()
      stopMissed()
    }
  }, [spaceId])
}
