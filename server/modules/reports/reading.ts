import { createHash } from 'node:crypto'
import { askChart, RangeTooWide } from '#contract/charts/asking.ts'
import { BOARD_CARDS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { cardOf, chartOfCard } from '#contract/reports/card-chart.ts'
import {
  FilterValues,
  OFFERED_MAX,
  type OfferedValues,
  type OpenBoard,
  offeredQuery,
  type ReadBoard,
} from '#contract/reports/reading.ts'
import { boardOf, type reports as calls } from '#contract/reports.ts'
import { Failure } from '#server/failure.ts'
import type { Call, SignedIn } from '#server/http/context.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { ReportService } from './service.ts'
import type { ReportStore } from './store.ts'

type Reader = Pick<SignedIn, 'id' | 'role'> & { isStranger?: true }
type Shown = Omit<ReadBoard, 'mayFilter'>
type Asked = Pick<Call, 'actor' | 'request'>
type Needs = {
  store: Pick<ReportStore, 'spaceOf'>
  service: Pick<ReportService, 'published'>
  spaces: Pick<SpaceService, 'enter'>
  dataViews: Pick<DataViews, 'answerAs'>
  now: () => Date
}

/**
 * Questions of one network that is not signed in, per minute: ten of the largest boards, or many readers of small ones
 * behind one address (our choice).
 */
export const ASKED_A_MINUTE = 10 * BOARD_CARDS_MAX

/** Throws queryInvalid. */
function filtersIn(text: string | undefined): FilterValues {
  try {
    return FilterValues.parse(text ? JSON.parse(text) : {})
  } catch (cause) {
    throw new Failure('queryInvalid', { values: { reason: 'filters' }, cause })
  }
}

/**
 * Somebody who is not signed in, as a reader: nobody’s maker and in no space. Those of one network take turns with each
 * other, as one person does.
 */
function strangerAt(address: string): Reader {
  const id = createHash('sha256').update(networkPrefixOf(address)).digest('hex').slice(0, 32)
  return {
    id: `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`,
    role: 'role_general',
    isStranger: true,
  }
}

/** Published boards for those who ask nothing but what stands on them: the questions of its cards, with its filters. */
export function boardReading({ store, service, spaces, dataViews, now }: Needs) {
  const asks = rateLimitOf(ASKED_A_MINUTE, now)

  /** What is published, as a board; null when nothing is. */
  async function shown(spaceId: string, id: string, reader: Pick<Reader, 'id'>): Promise<Shown | null> {
    const found = await service.published(spaceId, id, reader)
    if (!found) return null
    const { name, description, content, charts } = found
    return { name, description, board: boardOf(content), charts }
  }

  /** What the chart of a card shows a reader. Throws cardGone, queryInvalid, chartTooWide, and what answering throws. */
  async function chart(
    spaceId: string,
    { board, charts }: Shown,
    { card: key, filters }: { card: string; filters?: string | undefined },
    reader: Reader,
  ) {
    const card = cardOf(board, key)
    const definition = card && chartOfCard(board, card, charts, filtersIn(filters))
    if (!definition) throw new Failure('cardGone')
    return askChart(definition, (query, part) => dataViews.answerAs(reader, spaceId, { query, ...part })).catch(
      (cause: unknown) => {
        throw cause instanceof RangeTooWide ? new Failure('chartTooWide', { cause }) : cause
      },
    )
  }

  /** Values that a reader may set a filter to. Throws filterGone, and what answering throws. */
  async function offered(
    spaceId: string,
    { board }: Shown,
    { filter: key, q }: { filter: string; q: string },
    reader: Reader,
  ): Promise<OfferedValues> {
    const [column] = board.filters.find((one) => one.key === key)?.columns ?? []
    if (!column) throw new Failure('filterGone')
    const part = { count: OFFERED_MAX, isCounted: false }
    const { rows, names } = await dataViews.answerAs(reader, spaceId, { query: offeredQuery(column, q), ...part })
    return { values: rows.map(([cell = null]) => cell), names }
  }

  /** A board of a space that the caller may read, for whom whatever stands on it is asked. Throws reportGone. */
  async function opened(id: string, { actor, request }: Asked) {
    const spaceId = await store.spaceOf(id)
    if (spaceId === undefined) throw new Failure('reportGone')
    const space = await spaces.enter(spaceId, actor).catch((cause: unknown) => {
      // Whoever may not read the space is not told that there is a board.
      throw cause instanceof Failure ? new Failure('reportGone', { cause }) : cause
    })
    const reader = actor ?? strangerAt(request.ip)
    const board = await shown(spaceId, id, reader)
    if (!board) throw new Failure('reportGone')
    return { space, reader, board }
  }

  /** The same for a call of its own. Throws tooManyRequests, reportGone. */
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
    /** What the page of a board tells strangers of it. Throws reportGone. */
    openTo: async (id: string, by: Asked): Promise<OpenBoard> => {
      const { space, board } = await opened(id, by)
      return { id, name: board.name, spaceId: space.id, spaceName: space.name }
    },
  }
}
