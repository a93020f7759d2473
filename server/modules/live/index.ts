import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { REALTIME_PATH, type RealtimeEvent } from '#contract/events.ts'
import type { Deps } from '#server/app.ts'

type Socket = {
  send(text: string): void
  ping(): void
  terminate(): void
  on(event: string, listener: () => void): void
}
type Client = { personId: string; isAlive: boolean }
/** Who an event is for: the people named, or everybody who belongs to the space. */
type Posting = { to?: string[]; spaceId?: string; event: RealtimeEvent }

/** A socket that answers no ping for this long is gone. */
const PING_MS = 30_000

/**
 * The realtime channel of spec section 7: one socket a page, its path names the caller's address. Unlike the system
 * that the specification describes, the session decides who listens, and the address must be the session's own.
 */
export function liveModule(app: FastifyInstance, { db, bus }: Deps): void {
  const clients = new Map<Socket, Client>()

  async function members(spaceId: string): Promise<string[]> {
    const connected = [...new Set([...clients.values()].map((client) => client.personId))]
    if (!connected.length) return []
    const rows = await db
      .selectFrom('member')
      .select('person_id')
      .where('space_id', '=', spaceId)
      .where('person_id', 'in', connected)
      .execute()
    return rows.map((row) => row.person_id)
  }

  async function deliver({ to, spaceId, event }: Posting) {
    const people = new Set(to ?? (spaceId ? await members(spaceId) : []))
    if (!people.size) return
    const text = JSON.stringify(event)
    for (const [socket, client] of clients) if (people.has(client.personId)) socket.send(text)
  }

  bus.on('realtime', (payload) => {
    deliver(payload as Posting).catch((error: unknown) => app.log.error({ err: error }, 'realtime event not delivered'))
  })
  // An ended session or disabled account stops listening at once; the page of a living one connects again.
  bus.on('person', (payload) => {
    const { id } = payload as { id: string }
    for (const [socket, client] of clients) if (client.personId === id) socket.terminate()
  })

  const heart = setInterval(() => {
    for (const [socket, client] of clients) {
      if (!client.isAlive) socket.terminate()
      client.isAlive = false
      socket.ping()
    }
  }, PING_MS).unref()
  app.addHook('preClose', async () => {
    clearInterval(heart)
    for (const socket of clients.keys()) socket.terminate()
  })

  app.register(websocket, { options: { maxPayload: 4096 } })
  app.register(async (scope) => {
    scope.get(`${REALTIME_PATH}:email`, { websocket: true }, (socket, request) => {
      const { email } = request.params as { email: string }
      const { origin, host } = request.headers
      const isSameSite = !origin || (URL.canParse(origin) && new URL(origin).host === host)
      const isTheirs = request.actor?.email.toLowerCase() === email.toLowerCase() && !request.actor.mustSetUp
      if (!isSameSite || !request.actor || !isTheirs) {
        socket.close(4401, 'not your channel')
        return
      }
      const client = { personId: request.actor.id, isAlive: true }
      clients.set(socket, client)
      // The heartbeat says only that the page is there; what it holds is not read.
      socket.on('message', () => {
        client.isAlive = true
      })
      socket.on('pong', () => {
        client.isAlive = true
      })
      socket.on('close', () => clients.delete(socket))
      socket.on('error', () => clients.delete(socket))
    })
  })
}
