import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import { SOCKETS_PER_PERSON } from '#contract/core/limits.ts'
import type { Language } from '#server/http/context.ts'

/** News that may wait for a page that does not read, in bytes; then it is cut and asks again (our choice). */
export const REALTIME_BUFFER_BYTES = 1_048_576

/** Texts that a page may send between two looks at it, half a minute (our choice). */
export const REALTIME_TEXTS_MAX = 120

/** A page that listens. */
export type Client = {
  socket: WebSocket
  /** The connection below it. Whole frames may be written between those of the socket, which cuts none in pieces. */
  wire: Socket
  personId: string
  sessionId: string
  language: Language
  /** It answered since it was last asked. */
  isAlive: boolean
  /** What it said since then. */
  said: number
}

/** The pages connected to this node, by person. */
export function connectedClients() {
  const all = new Set<Client>()
  const byPerson = new Map<string, Set<Client>>()

  function remove(client: Client): void {
    all.delete(client)
    const theirs = byPerson.get(client.personId)
    theirs?.delete(client)
    if (theirs?.size === 0) byPerson.delete(client.personId)
  }
  /** Nothing more reaches it from here on, whatever its side does. */
  function cut(client: Client): void {
    remove(client)
    client.socket.terminate()
  }

  return {
    all: all as ReadonlySet<Client>,
    people: byPerson as ReadonlyMap<string, ReadonlySet<Client>>,
    of: (personId: string): Client[] => [...(byPerson.get(personId) ?? [])],
    remove,
    cut,
    /** False when this person has as many as one may have. */
    add(client: Client): boolean {
      const theirs = byPerson.get(client.personId) ?? new Set()
      if (theirs.size >= SOCKETS_PER_PERSON) return false
      all.add(client)
      byPerson.set(client.personId, theirs.add(client))
      return true
    },
    /** Sends what `frameFor` made, once a language, to the pages of these people; one that reads too slowly is cut. */
    send(people: Iterable<string>, frameFor: (language: Language) => Buffer): void {
      const frames: Partial<Record<Language, Buffer>> = {}
      for (const person of people)
        for (const client of byPerson.get(person) ?? []) {
          const { language, socket, wire } = client
          frames[language] ??= frameFor(language)
          if (wire.writableLength > REALTIME_BUFFER_BYTES) cut(client)
          else if (socket.readyState === socket.OPEN) wire.write(frames[language])
        }
    },
    /** Looks who is still there: who was silent since the last look, or talks without end, is cut. */
    beat(): void {
      for (const client of all) {
        if (!client.isAlive || client.said > REALTIME_TEXTS_MAX) {
          cut(client)
          continue
        }
        client.isAlive = false
        client.said = 0
        client.socket.ping()
      }
    },
  }
}
