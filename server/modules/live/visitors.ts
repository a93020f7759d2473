import type { WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { BOARD_NEWS, CHANNEL_AGAIN, CHANNEL_FULL, CHANNEL_REFUSED, type RealtimeEvent } from '#contract/core/events.ts'
import { idOf, type SourceRef } from '#contract/queries/query.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import { textFrame } from './frame.ts'

/** A board that is viewed without an account, with the sources of its charts. */
export type WatchedBoard = { spaceId: string; sources: readonly SourceRef[] }
/** Opens a board as its page does. Throws a refusal when it is not, or no longer, to be read. */
export type OpenBoards = {
  board: (id: string, request: FastifyRequest) => Promise<WatchedBoard>
  link: (linkId: string, request: FastifyRequest) => Promise<WatchedBoard>
}

/** Open boards of one network, many readers of which share an address, and of one server (our choice). */
const [OF_NETWORK_MAX, ALL_MAX] = [100, 5000]
/** Number of boards that are checked at the same time, so that a beat does not block others (our choice). */
const OPENED_AT_ONCE = 4
const NEWS = textFrame(BOARD_NEWS)

type Visitor = {
  socket: WebSocket
  request: FastifyRequest
  network: string
  isAlive: boolean
  board: WatchedBoard
  /** Visitors of one key are judged alike: strangers of a board, and those of a link who brought the same cookies. */
  key: string
  open: () => Promise<WatchedBoard>
}

/**
 * Whether an event concerns a source. Views depend on tables and files of their space, without naming which. A change of
 * the list of tables may be one of who sees them.
 */
function concerns(event: RealtimeEvent, { sources }: WatchedBoard): boolean {
  const isAny = (...kinds: SourceRef['kind'][]) => sources.some(({ kind }) => kinds.includes(kind))
  if (event.mark === 'space')
    return event.type === 'files' ? isAny('file', 'folder', 'view') : event.type !== 'task' && isAny('view')
  if (event.mark !== 'table_refresh' || event.presence || event.hasComments || event.hasViews) return false
  if (!event.tableId) return isAny('table', 'view')
  return isAny('view') || sources.some((source) => idOf(source) === event.tableId)
}

/** Tells those who read boards without an account that their data changed; what changed they ask as they read. */
export function boardVisitors(boards: OpenBoards) {
  const all = new Set<Visitor>()
  const inTurn = semaphore(OPENED_AT_ONCE)
  let isJudging = false

  function leave(visitor: Visitor, code: number): void {
    all.delete(visitor)
    visitor.socket.close(code)
  }

  /** A board that was taken back, or a link that ended, tells nothing more; a board that changed has other sources. */
  async function judge(visitor: Visitor, opening: Promise<WatchedBoard>): Promise<void> {
    try {
      visitor.board = await opening
    } catch (error) {
      leave(visitor, error instanceof Failure ? CHANNEL_REFUSED : CHANNEL_AGAIN)
    }
  }

  async function judgeEach(some: readonly Visitor[]): Promise<void> {
    const opening = new Map<string, Promise<WatchedBoard>>()
    for (const { key, open } of some) if (!opening.has(key)) opening.set(key, inTurn(open))
    await Promise.all(some.map((visitor) => judge(visitor, opening.get(visitor.key) ?? visitor.open())))
  }
  async function judgeAll(): Promise<void> {
    isJudging = true
    await judgeEach([...all])
    isJudging = false
  }

  return {
    tell(spaceId: string, event: RealtimeEvent): void {
      for (const { socket, request, board } of all)
        if (board.spaceId === spaceId && socket.readyState === socket.OPEN && concerns(event, board))
          request.raw.socket.write(NEWS)
    },

    /** Checks again who reads boards of a space: its links, its members or its type changed. */
    judgeIn(spaceId: string): void {
      // Who is just being judged for the first time may have been judged by what was true before.
      void judgeEach([...all].filter(({ board }) => [spaceId, ''].includes(board.spaceId)))
    },

    async welcome(socket: WebSocket, request: FastifyRequest): Promise<void> {
      const { board: id, link } = request.query as { board?: unknown; link?: unknown }
      const open = () => {
        if (typeof id === 'string') return boards.board(id, request)
        return typeof link === 'string' ? boards.link(link, request) : Promise.reject(new Failure('reportGone'))
      }
      const network = networkPrefixOf(request.ip)
      const beside = [...all].filter((one) => one.network === network).length
      if (all.size >= ALL_MAX || beside >= OF_NETWORK_MAX) return socket.close(CHANNEL_FULL)
      const key = JSON.stringify(typeof id === 'string' ? { id } : { link, cookie: request.headers.cookie })
      const visitor = { socket, request, network, isAlive: true, board: { spaceId: '', sources: [] }, key, open }
      all.add(visitor)
      socket.on('pong', () => {
        visitor.isAlive = true
      })
      socket.on('close', () => all.delete(visitor))
      await judge(visitor, open())
    },

    /** Closes pages that did not answer since the last beat; checks the access of the others again. */
    beat(): void {
      for (const visitor of all) {
        if (!visitor.isAlive) {
          all.delete(visitor)
          visitor.socket.terminate()
          continue
        }
        visitor.isAlive = false
        visitor.socket.ping()
      }
      if (!isJudging) void judgeAll()
    },

    /** Asks every page to connect again. */
    sendAway(): WebSocket[] {
      const leaving = [...all]
      for (const visitor of leaving) leave(visitor, CHANNEL_AGAIN)
      return leaving.map(({ socket }) => socket)
    },
  }
}
