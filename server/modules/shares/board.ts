import type { FastifyReply, FastifyRequest } from 'fastify'
import { askChart, RangeTooWide } from '#contract/charts/asking.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Card } from '#contract/reports/board.ts'
import { cardOf, chartOfCard } from '#contract/reports/card-chart.ts'
import { boardOf } from '#contract/reports.ts'
import type { shareAccess as calls, SharedBoard } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import type { LinkGuard } from './guard.ts'

type Needs = {
  guard: LinkGuard
  reports: Pick<Reports, 'published'>
  dataViews: DataViews
  files: FilesModule
}
type Asked = Pick<Call, 'request'>
type Opened = Awaited<ReturnType<LinkGuard['openBoard']>>

/** What visitors of a link see of a board: its own questions and no others, asked on behalf of the link’s maker. */
export function boardService({ guard, reports, dataViews, files }: Needs) {
  async function shownBy({ space, reportId, maker }: Opened): Promise<SharedBoard> {
    const found = await reports.published(space.id, reportId, maker)
    if (!found) throw new Failure('shareGone')
    const { name, description, content, charts } = found
    return { name, description, board: boardOf(content), charts }
  }

  const show = async ({ linkId }: ParsedOf<typeof calls.board>, { request }: Asked): Promise<SharedBoard> =>
    shownBy(await guard.openBoard(linkId, request))

  /** A card of a board with its chart. Throws cardGone. */
  async function cardIn(opened: Opened, key: string): Promise<{ board: SharedBoard; card: Card }> {
    const board = await shownBy(opened)
    const card = cardOf(board.board, key)
    if (!card) throw new Failure('cardGone')
    return { board, card }
  }

  function definitionOf({ board, charts }: SharedBoard, card: Card) {
    const definition = chartOfCard(board, card, charts)
    if (!definition) throw new Failure('cardGone')
    return definition
  }

  async function chart({ linkId, card: key }: ParsedOf<typeof calls.chart>, { request }: Asked) {
    const opened = await guard.openBoard(linkId, request)
    const { board, card } = await cardIn(opened, key)
    const { space, maker } = opened
    return askChart(definitionOf(board, card), (of, part) =>
      dataViews.answerAs(maker, space.id, { query: of, ...part }),
    ).catch((cause: unknown) => {
      throw cause instanceof RangeTooWide ? new Failure('chartTooWide', { cause }) : cause
    })
  }

  /** A file that a card shows, as far as the maker of the link may see it. Throws fileGone. */
  async function file(
    { linkId, card: key, hash }: ParsedOf<typeof calls.boardFile>,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<FastifyReply> {
    const opened = await guard.openBoard(linkId, request)
    const { board, card } = await cardIn(opened, key)
    const { content } = card
    const shown = content.kind === 'picture' ? content.hash : definitionOf(board, card).options.regions
    if (shown !== hash) throw new Failure('fileGone')
    const { node } = await files.find(opened.space.id, hash, opened.maker)
    const { sha256 } = node
    if (!sha256) throw new Failure('fileGone')
    return files.reading.send(request, reply, { ...node, sha256 }, { isDownload: false, onBytes: () => {} })
  }

  return { show, chart, file }
}
