import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardOf, type ReportDetails, type ReportRecord, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useChartTokens } from '../../../src/widgets/Chart.tsx'
import { useSeen } from '../../../src/widgets/use-seen.ts'
import type { BoardContext } from './board-context.ts'
import { BoardView } from './board-view.tsx'
import { narrowingsOf } from './narrowing.ts'
import { Outline } from './outline.tsx'

/** Rows of the grid that a picture shows, and its width in pixels: two for each of a card of the list (our choice). */
const [ROWS, WIDTH] = [13, 640]

type Job = { report: ReportRecord; done: (picture: string) => void }
export type Draw = (report: ReportRecord, signal: AbortSignal) => Promise<string>

/**
 * Draws pictures of reports outside of the visible area, one after another; `draw` returns '' if there is nothing to
 * show.
 */
export function useDrawnReports(space: Space): { draw: Draw; stage: React.ReactNode } {
  const [jobs, setJobs] = useState<readonly Job[]>([])
  const draw = useCallback<Draw>(
    (report, signal) =>
      new Promise((resolve) => {
        const leave = () => setJobs((waiting) => waiting.filter((one) => one !== job))
        const job: Job = {
          report,
          done(picture) {
            leave()
            resolve(picture)
          },
        }
        signal.addEventListener('abort', leave)
        setJobs((waiting) => [...waiting, job])
      }),
    [],
  )
  const [job] = jobs
  return { draw, stage: job && <Stage key={job.report.id} space={space} {...job} /> }
}

/** A report as its reader sees it, out of sight for as long as its picture takes. */
function Stage({ space, report, done }: Job & { space: Space }) {
  const { data, isError } = useQuery({
    queryKey: ['reports', space.id, 'one', report.id],
    queryFn: () => call(reports.show, { id: report.id }, { quiet: true }),
    retry: false,
  })
  if (data) return <Drawing space={space} report={data} done={done} />
  return isError ? <Nothing done={done} /> : null
}

function Nothing({ done }: Pick<Job, 'done'>) {
  useEffect(() => done(''), [done])
  return null
}

function Drawing({ space, report, done }: { space: Space; report: ReportDetails; done: Job['done'] }) {
  const place = useRef<HTMLDivElement>(null)
  const content = report.published ?? report.draft
  const board = content && boardOf(content)
  const [tab] = board?.tabs ?? []
  const cards = tab?.cards.filter(({ y }) => y < ROWS) ?? []
  const isEmpty = cards.length === 0
  useEffect(() => {
    let isGone = false
    async function take() {
      const { drawnIn, taken } = await import('../../../src/charts/saving/pictures.ts')
      const element = place.current
      if (element) await drawnIn(element)
      if (isGone) return
      // If something failed temporarily, the picture is not stored.
      const isWhole = element && !element.querySelector('.skeleton, .not-loaded')
      done(isWhole ? await taken(element).thumbnail(WIDTH) : '')
    }
    if (isEmpty) done('')
    else void take().catch(() => done(''))
    return () => {
      isGone = true
    }
  }, [isEmpty, done])
  if (!board || !tab) return null
  const context: BoardContext = {
    spaceId: space.id,
    board: { ...board, refreshSeconds: 0 },
    charts: report.charts,
    narrowings: narrowingsOf(board, {}, []),
    isUnseen: true,
    onRows: () => {},
  }
  return (
    <div ref={place} className="report-stage" inert aria-hidden="true">
      <BoardView tab={{ ...tab, cards }} context={context} />
    </div>
  )
}

/** A small picture of a report as its reader sees it; the outline of its cards until it is drawn. */
export function ReportPicture({ space, report, draw }: { space: Space; report: ReportRecord; draw: Draw }) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const colours = useChartTokens()
  const { i18n } = useTranslation()
  const { data } = useQuery({
    // The key differs from that of other queries of the space: a picture depends only on the report's last change.
    queryKey: ['reportPictures', space.id, report.id, report.changedAt, colours, i18n.language],
    queryFn: ({ signal }) => draw(report, signal),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div ref={place} className="report-picture">
      {data ? <img src={data} alt="" /> : <Outline report={report} />}
    </div>
  )
}
