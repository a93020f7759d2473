import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { readBy } from '#contract/reports/board-sources.ts'
import { cardOf, chartOfCard } from '#contract/reports/card-chart.ts'
import type { ReadBoard } from '#contract/reports/reading.ts'
import type { shareAccess as calls } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import type { LinkGuard } from './guard.ts'

type Needs = {
  guard: LinkGuard
  reports: Pick<Reports, 'reading'>
  files: FilesModule
}
type Asked = Pick<Call, 'request'>

/** What visitors of a link see of a board: its own questions and no others, asked on behalf of the link’s maker. */
export function boardService({ guard, reports: { reading }, files }: Needs) {
  async function opened(linkId: string, request: FastifyRequest) {
    const { space, reportId, maker, mayFilter } = await guard.openBoard(linkId, request)
    const board = await reading.shown(space.id, reportId, maker)
    if (!board) throw new Failure('shareGone')
    return { space, maker, board: { ...board, mayFilter } }
  }

  const show = async ({ linkId }: ParsedOf<typeof calls.board>, { request }: Asked): Promise<ReadBoard> =>
    (await opened(linkId, request)).board

  async function chart({ linkId, ...asked }: ParsedOf<typeof calls.chart>, { request }: Asked) {
    const { space, maker, board } = await opened(linkId, request)
    if (asked.filters && !board.mayFilter) throw new Failure('shareForbidden')
    return reading.chart(space.id, board, asked, maker)
  }

  async function values({ linkId, ...asked }: ParsedOf<typeof calls.boardValues>, { request }: Asked) {
    const { space, maker, board } = await opened(linkId, request)
    if (!board.mayFilter) throw new Failure('shareForbidden')
    return reading.offered(space.id, board, asked, maker)
  }

  /** A file that a card shows, as far as the maker of the link may see it. Throws cardGone, fileGone. */
  async function file(
    { linkId, card: key, hash }: ParsedOf<typeof calls.boardFile>,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<FastifyReply> {
    const { space, maker, board } = await opened(linkId, request)
    const card = cardOf(board.board, key)
    if (!card) throw new Failure('cardGone')
    const { content } = card
    const shown =
      content.kind === 'picture' ? content.hash : chartOfCard(board.board, card, board.charts)?.options.regions
    if (shown !== hash) throw new Failure('fileGone')
    const { node } = await files.find(space.id, hash, maker)
    const { sha256 } = node
    if (!sha256) throw new Failure('fileGone')
    return files.reading.send(request, reply, { ...node, sha256 }, { isDownload: false, onBytes: () => {} })
  }

  /** What the cards of a board stand on, for who has opened its link. Throws what opening it throws. */
  async function watched(linkId: string, request: FastifyRequest) {
    const { space, board } = await opened(linkId, request)
    return { spaceId: space.id, sources: readBy(board).sources }
  }

  return { show, chart, values, file, watched }
}
