import type { Ask } from '#contract/charts/answer.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import type { OpenBoard, ReadBoard } from '#contract/reports/reading.ts'
import { boardOf, type reports as calls } from '#contract/reports.ts'
import { Failure, nullIfRefused } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import {
  ASKED_A_MINUTE,
  askedChart,
  askedValues,
  type BoardReader as Reader,
  type ShownBoard as Shown,
  strangerAt,
} from './board-questions.ts'
import type { ReportService } from './service.ts'
import type { ReportStore } from './store.ts'

type Asked = Pick<Call, 'actor' | 'request'>
type Needs = {
  store: Pick<ReportStore, 'spaceOf'>
  service: Pick<ReportService, 'published'>
  spaces: Pick<SpaceService, 'enter'>
  dataViews: Pick<DataViews, 'answerAs'>
  now: () => Date
}

/** Published boards for readers who can only query their cards, with their filters. */
export function boardReading({ store, service, spaces, dataViews, now }: Needs) {
  const asks = rateLimitOf(ASKED_A_MINUTE, now)

  /** The published content as a board; null if nothing is published. */
  async function shown(spaceId: string, id: string, reader: Pick<Reader, 'id'>): Promise<Shown | null> {
    const found = await service.published(spaceId, id, reader)
    if (!found) return null
    const { name, description, content, charts } = found
    return { name, description, board: boardOf(content), charts }
  }

  const askAs =
    (reader: Reader, spaceId: string): Ask =>
    (query, part) =>
      dataViews.answerAs(reader, spaceId, { query, ...part })
  type AskedChart = Parameters<typeof askedChart>[1]
  type AskedValues = Parameters<typeof askedValues>[1]
  /** The data of a card's chart for a reader. */
  const chart = (spaceId: string, board: Shown, wish: AskedChart, reader: Reader) =>
    askedChart(board, wish, askAs(reader, spaceId))
  /** Values that a reader may set a filter to. */
  const offered = (spaceId: string, board: Shown, wish: AskedValues, reader: Reader) =>
    askedValues(board, wish, askAs(reader, spaceId))

  /** A board of a space that the caller may read, and the person for whom its queries run. Throws reportGone. */
  async function opened(id: string, { actor, request }: Asked) {
    const spaceId = await store.spaceOf(id)
    if (spaceId === undefined) throw new Failure('reportGone')
    const space = await spaces.enter(spaceId, actor).catch((cause: unknown) => {
      // Without permission to read the space, the response doesn't reveal that the board exists.
      throw cause instanceof Failure ? new Failure('reportGone', { cause }) : cause
    })
    const reader = actor ?? strangerAt(request.ip)
    const board = await shown(spaceId, id, reader)
    if (!board) throw new Failure('reportGone')
    return { space, reader, board }
  }

  /** The same, with rate limit. Throws tooManyRequests, reportGone. */
  async function asked(id: string, by: Asked) {
    if (!by.actor) asks.take(by.request.ip)
    return opened(id, by)
  }

  return {
    shown,
    chart,
    offered,
    ofReport: async ({ id }: ParsedOf<typeof calls.board>, by: Asked): Promise<ReadBoard> => ({
      ...(await asked(id, by)).board,
      mayFilter: true,
    }),
    chartOfReport: async ({ id, ...wish }: ParsedOf<typeof calls.card>, by: Asked) => {
      const { space, board, reader } = await asked(id, by)
      return chart(space.id, board, wish, reader)
    },
    offeredOfReport: async ({ id, ...wish }: ParsedOf<typeof calls.offered>, by: Asked) => {
      const { space, board, reader } = await asked(id, by)
      return offered(space.id, board, wish, reader)
    },
    /** Whether there is a page of a report for the caller: in a space that they may read. */
    isThere: async (id: string, actor: Asked['actor']): Promise<boolean> => {
      const spaceId = await store.spaceOf(id)
      return spaceId !== undefined && (await nullIfRefused(spaces.enter(spaceId, actor))) !== null
    },
    /** The sources of the cards of a board that strangers may read. Throws reportGone. */
    watched: async (id: string, request: Call['request']) => {
      const { space, board } = await opened(id, { actor: null, request })
      return { spaceId: space.id, sources: readBy(board).sources }
    },
    /** What the page of a board shows to strangers. Throws reportGone. */
    openTo: async (id: string, by: Asked): Promise<OpenBoard> => {
      const { space, board } = await opened(id, by)
      return { id, name: board.name, spaceId: space.id, spaceName: space.name }
    },
  }
}
