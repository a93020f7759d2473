import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  BOARD_NEWS_PATH,
  CHANNEL_AGAIN,
  CHANNEL_FULL,
  CHANNEL_REFUSED,
  PageId,
  REALTIME_PATH,
  type RealtimeEvent,
} from '#contract/core/events.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/context.ts'
import { storedLanguageOf } from '#server/http/texts.ts'
import { type Values, wordsOf } from '#server/modules/messages/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import { type Client, connectedClients, type ToldPresence } from './clients.ts'
import { textFrame } from './frame.ts'
import { memberMemory } from './members.ts'
import { sqlLiveStore } from './store.ts'
import { boardVisitors, type OpenBoards } from './visitors.ts'

/** Maximum bytes of one message from a page; the heartbeat is only an address (our choice). */
export const REALTIME_TEXT_BYTES = 4096

/**
 * An event and its recipients: people by id, or all members of a space. Messages are translated into the language of
 * each page.
 */
type Posting =
  | { to: string[]; event: RealtimeEvent }
  | { spaceId: string; event: RealtimeEvent }
  | { to: string[]; news: { kind: MessageKind; values: Values } }
type Needs = Deps & { session: Pick<SessionService, 'holding'>; boards: OpenBoards }
type Listener = SignedIn & { sessionId: string }

/**
 * Interval of pings in milliseconds; a socket that did not answer one is closed, and so are sockets of expired
 * sessions.
 */
const BEAT_MS = 30_000
/** How long a page may take to confirm the close, in milliseconds. */
const FAREWELL_MS = 1000

/** The settings of which every page shows something. */
const NOTICES = ['maintenance', 'announcements']
const NOTICES_CHANGED: RealtimeEvent = { mark: 'network', type: 'notices', state: 'changed', content: '' }

/** The event that ends the presence of a page. */
const goneFrom = (event: ToldPresence['event']): RealtimeEvent =>
  event.mark === 'draft'
    ? { ...event, presence: { ...event.presence, isHere: false, place: '' } }
    : { ...event, presence: event.presence && { ...event.presence, isHere: false, cell: null } }

/**
 * The realtime channel of spec section 7: one socket per page, with the caller's address in its path. Unlike in the
 * system that the specification describes, the session decides who is connected, and the address must be the session's
 * own.
 */
export function liveModule(app: FastifyInstance, { db, bus, config, now, session, boards, isDraining }: Needs): void {
  const clients = connectedClients()
  const visitors = boardVisitors(boards)
  const members = memberMemory(sqlLiveStore(db).members, now)
  const frameOf = (event: RealtimeEvent) => textFrame(JSON.stringify(event))

  /** Asks every page to reconnect. */
  function sendAway(): void {
    for (const client of clients.all) {
      clients.remove(client)
      client.socket.close(CHANNEL_AGAIN)
    }
  }

  /** Remembers where a page of this server is, to tell the others when its channel closes. */
  function notePresence(posting: Posting): void {
    if (!('spaceId' in posting)) return
    const { spaceId, event } = posting
    if (event.mark !== 'table_refresh' && event.mark !== 'draft') return
    const { presence } = event
    const lookedAt = event.mark === 'draft' ? event.draftId : event.tableId
    if (!presence || !lookedAt) return
    const page = clients.of(presence.personId).find(({ pageId }) => pageId === presence.pageId)
    if (presence.isHere) page?.presences.set(lookedAt, { spaceId, event })
    else page?.presences.delete(lookedAt)
  }
  function tellGone({ presences }: Client): void {
    for (const { spaceId, event } of presences.values())
      bus
        .publish('realtime', { spaceId, event: goneFrom(event) })
        // Silence tells the same a little later.
        .catch((error: unknown) => app.log.info({ err: error }, 'a closed page not told'))
  }

  async function deliver(posting: Posting): Promise<void> {
    if ('spaceId' in posting) visitors.tell(posting.spaceId, posting.event)
    if (!clients.all.size) return
    notePresence(posting)
    if ('news' in posting) {
      const { kind, values } = posting.news
      return clients.send(posting.to, (language) => frameOf({ mark: 'message', ...wordsOf(language, kind, values) }))
    }
    if ('to' in posting) return clients.send(posting.to, () => frameOf(posting.event))
    const people = await members.of(posting.spaceId)
    const isLarge = people.size > clients.people.size
    const present = isLarge ? [...clients.people.keys()].filter((id) => people.has(id)) : people
    clients.send(present, () => frameOf(posting.event))
  }

  /** Disconnects pages whose session has ended or no longer has full access. */
  async function proveAgain(some: readonly Client[]): Promise<void> {
    if (!some.length) return
    const holding = await session.holding([...new Set(some.map(({ sessionId }) => sessionId))])
    for (const client of some) if (!holding.has(client.sessionId)) clients.cut(client)
  }
  const proveOrCut = (some: readonly Client[]) =>
    proveAgain(some).catch((error: unknown) => {
      app.log.error({ err: error }, 'listeners not proved')
      some.forEach(clients.cut)
    })

  bus.on('realtime', (payload) => {
    deliver(payload as Posting).catch((error: unknown) => app.log.error({ err: error }, 'realtime event not delivered'))
  })
  bus.on('space', (payload) => {
    const { id } = payload as { id: string }
    members.forget(id)
    visitors.judgeIn(id)
  })
  bus.on('share', (payload) => visitors.judgeIn((payload as { spaceId: string }).spaceId))
  // Disconnects immediately when the session ends, the account is disabled, or a second step becomes required.
  bus.on('person', (payload) => void proveOrCut(clients.of((payload as { id: string }).id)))
  bus.on('settings', (payload) => {
    const { section = '' } = payload as { section?: string }
    if (NOTICES.includes(section)) clients.send(clients.people.keys(), () => frameOf(NOTICES_CHANGED))
    void proveOrCut([...clients.all])
  })
  // Events may have been lost, so the pages reconnect, are authenticated again and reload their data.
  bus.onGap(() => {
    members.clear()
    sendAway()
    visitors.sendAway()
  })

  const heart = setInterval(() => {
    clients.beat()
    visitors.beat()
    // While the database is unavailable sessions can't be checked, and no events are sent either.
    proveAgain([...clients.all]).catch((error: unknown) => app.log.error({ err: error }, 'listeners not proved'))
  }, BEAT_MS).unref()
  // The pages reconnect to another server; pages that do not react are not waited for.
  app.addHook('preClose', async () => {
    clearInterval(heart)
    const leaving = [...clients.all].map(({ socket }) => socket)
    sendAway()
    const gone = [...leaving, ...visitors.sendAway()]
    const endAll = () => {
      for (const socket of gone) socket.terminate()
    }
    setTimeout(endAll, FAREWELL_MS).unref()
  })

  function welcome(socket: WebSocket, request: FastifyRequest): void {
    const listener = listenerOf(request, config.publicUrl)
    if (!listener) return socket.close(CHANNEL_REFUSED)
    if (isDraining()) return socket.close(CHANNEL_AGAIN)
    const { id: personId, sessionId } = listener
    const client = {
      socket,
      wire: request.raw.socket,
      personId,
      sessionId,
      language: storedLanguageOf(request),
      isAlive: true,
      said: 0,
      pageId: PageId.safeParse((request.query as { page?: unknown }).page).data ?? '',
      presences: new Map(),
    }
    if (!clients.add(client)) return socket.close(CHANNEL_FULL)
    // The content of a heartbeat is ignored.
    socket.on('message', () => {
      client.isAlive = true
      client.said += 1
    })
    socket.on('pong', () => {
      client.isAlive = true
    })
    socket.on('close', () => {
      clients.remove(client)
      tellGone(client)
    })
    // The session may have ended between its check and this moment.
    void proveOrCut([client])
  }

  app.register(websocket, {
    options: { maxPayload: REALTIME_TEXT_BYTES },
    // Protocol errors of a page are not errors of the server.
    errorHandler: (error, socket, request) => {
      request.log.info({ reason: error.message }, 'socket ended')
      socket.terminate()
    },
  })
  app.register(async (scope) => {
    scope.get(`${REALTIME_PATH}:email`, { websocket: true }, welcome)
    scope.get(BOARD_NEWS_PATH, { websocket: true }, (socket, request) => {
      if (!isOurs(request.headers.origin, `${request.protocol}://${request.host}`, config.publicUrl))
        return socket.close(CHANNEL_REFUSED)
      if (isDraining()) return socket.close(CHANNEL_AGAIN)
      void visitors.welcome(socket, request)
    })
  })
}

/**
 * The authenticated person, or null: needs a browser session with full access, an origin of this site, and the
 * person's own address.
 */
function listenerOf(request: FastifyRequest, publicUrl: string | null | undefined): Listener | null {
  const { actor, headers } = request
  const { email } = request.params as { email: string }
  if (!isOurs(headers.origin, `${request.protocol}://${request.host}`, publicUrl)) return null
  // Programs with an access token have no session and get no events.
  if (!actor?.sessionId || actor.scope || actor.mustSetUp) return null
  return actor.email.toLowerCase() === email.toLowerCase() ? (actor as Listener) : null
}

/** Whether the origin is this site; programs outside a browser send no origin, but still need the session cookie. */
function isOurs(origin: string | undefined, asked: string, publicUrl: string | null | undefined): boolean {
  if (!origin) return true
  return [asked, publicUrl ?? ''].some((ours) => URL.canParse(ours) && new URL(ours).origin === origin)
}
