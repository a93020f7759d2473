import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  CHANNEL_AGAIN,
  CHANNEL_FULL,
  CHANNEL_REFUSED,
  REALTIME_PATH,
  type RealtimeEvent,
} from '#contract/core/events.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/context.ts'
import { languageOf } from '#server/http/texts.ts'
import { type Values, wordsOf } from '#server/modules/messages/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import { type Client, connectedClients } from './clients.ts'
import { textFrame } from './frame.ts'
import { memberMemory } from './members.ts'
import { sqlLiveStore } from './store.ts'

/** What a page may say at once, in bytes: the heartbeat is an address (our choice). */
export const REALTIME_TEXT_BYTES = 4096

/** What is told and to whom: people by id, or everybody in a space. News gets its words in the language of the page. */
type Posting =
  | { to: string[]; event: RealtimeEvent }
  | { spaceId: string; event: RealtimeEvent }
  | { to: string[]; news: { kind: MessageKind; values: Values } }
type Needs = Deps & { session: Pick<SessionService, 'holding'> }
type Listener = SignedIn & { sessionId: string }

/** A socket that answers no ping for this long is gone; sessions that ran out meanwhile end with it. */
const BEAT_MS = 30_000
/** So long a page that is sent away may take to say that it heard. */
const FAREWELL_MS = 1000

/**
 * The realtime channel of spec section 7: one socket a page, its path names the caller's address. Unlike the system
 * that the specification describes, the session decides who listens, and the address must be the session's own.
 */
export function liveModule(app: FastifyInstance, { db, bus, config, now, session, isDraining }: Needs): void {
  const clients = connectedClients()
  const members = memberMemory(sqlLiveStore(db).members, now)
  const frameOf = (event: RealtimeEvent) => textFrame(JSON.stringify(event))

  /** Asks every page to connect again. */
  function sendAway(): void {
    for (const client of clients.all) {
      clients.remove(client)
      client.socket.close(CHANNEL_AGAIN)
    }
  }

  async function deliver(posting: Posting): Promise<void> {
    if (!clients.all.size) return
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

  /** Cuts those whose session is over, or no longer does everything. */
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
  bus.on('space', (payload) => members.forget((payload as { id: string }).id))
  // An ended session or a disabled account stops listening at once; who must take a second step now, too.
  bus.on('person', (payload) => void proveOrCut(clients.of((payload as { id: string }).id)))
  bus.on('settings', () => void proveOrCut([...clients.all]))
  // Nobody knows what was missed: the pages come back, are proved anew and look again.
  bus.onGap(() => {
    members.clear()
    sendAway()
  })

  const heart = setInterval(() => {
    clients.beat()
    // While the database does not answer nobody can be heard of, and nothing is told either.
    proveAgain([...clients.all]).catch((error: unknown) => app.log.error({ err: error }, 'listeners not proved'))
  }, BEAT_MS).unref()
  // The pages go on at another node; what does not hear it is not waited for.
  app.addHook('preClose', async () => {
    clearInterval(heart)
    const leaving = [...clients.all]
    sendAway()
    const endAll = () => {
      for (const { socket } of leaving) socket.terminate()
    }
    setTimeout(endAll, FAREWELL_MS).unref()
  })

  /** Who listens here, or null: a person in a browser of this site, at the own address, who may do everything. */
  function listenerOf(request: FastifyRequest): Listener | null {
    const { actor, headers } = request
    const { email } = request.params as { email: string }
    if (!isOurs(headers.origin, `${request.protocol}://${request.host}`, config.publicUrl)) return null
    // A program with an access token has no session: what concerns a person's pages is no news for it.
    if (!actor?.sessionId || actor.scope || actor.mustSetUp) return null
    return actor.email.toLowerCase() === email.toLowerCase() ? (actor as Listener) : null
  }

  function welcome(socket: WebSocket, request: FastifyRequest): void {
    const listener = listenerOf(request)
    if (!listener) return socket.close(CHANNEL_REFUSED)
    if (isDraining()) return socket.close(CHANNEL_AGAIN)
    const { id: personId, sessionId } = listener
    const client = {
      socket,
      wire: request.raw.socket,
      personId,
      sessionId,
      language: languageOf(request),
      isAlive: true,
      said: 0,
    }
    if (!clients.add(client)) return socket.close(CHANNEL_FULL)
    // The heartbeat says only that the page is there; what it holds is not read.
    socket.on('message', () => {
      client.isAlive = true
      client.said += 1
    })
    socket.on('pong', () => {
      client.isAlive = true
    })
    socket.on('close', () => clients.remove(client))
    // The session may have ended between the look at it and here.
    void proveOrCut([client])
  }

  app.register(websocket, {
    options: { maxPayload: REALTIME_TEXT_BYTES },
    // What somebody's page says wrong is no fault of ours.
    errorHandler: (error, socket, request) => {
      request.log.info({ reason: error.message }, 'socket ended')
      socket.terminate()
    },
  })
  app.register(async (scope) => {
    scope.get(`${REALTIME_PATH}:email`, { websocket: true }, welcome)
  })
}

/** A page of this site; a program outside a browser names none, and needs the cookie all the same. */
function isOurs(origin: string | undefined, asked: string, publicUrl: string | null | undefined): boolean {
  if (!origin) return true
  return [asked, publicUrl ?? ''].some((ours) => URL.canParse(ours) && new URL(ours).origin === origin)
}
