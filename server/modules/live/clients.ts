import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { RealtimeEvent } from '#contract/core/events.ts'
import { SOCKETS_PER_PERSON } from '#contract/core/limits.ts'
import type { Language } from '#server/http/context.ts'

/**
 * Maximum bytes of unsent events buffered for one page; beyond it the page is disconnected and reloads its data (our
 * choice).
 */
export const REALTIME_BUFFER_BYTES = 1_048_576

/** Maximum text frames that a page may send between two heartbeat checks, half a minute apart (our choice). */
export const REALTIME_TEXTS_MAX = 120

/** Presence of a page, as it is sent to the others. */
export type ToldPresence = { spaceId: string; event: Extract<RealtimeEvent, { mark: 'table_refresh' | 'draft' }> }

/** A connected page. */
export type Client = {
  socket: WebSocket
  /**
   * The TCP connection of the WebSocket. Whole frames may be written between those of the socket, which never splits a
   * frame.
   */
  wire: Socket
  personId: string
  sessionId: string
  language: Language
  /** The page answered since the last ping. */
  isAlive: boolean
  /** Number of text frames received since the last ping. */
  said: number
  /** The id of the page; '' if it has sent none. */
  pageId: string
  /** Where the page has announced its presence, by table or draft, with the event that ends it. */
  presences: Map<string, ToldPresence>
}

/** The pages connected to this server, by person. */
export function connectedClients() {
  const all = new Set<Client>()
  const byPerson = new Map<string, Set<Client>>()

  function remove(client: Client): void {
    all.delete(client)
    const theirs = byPerson.get(client.personId)
    theirs?.delete(client)
    if (theirs?.size === 0) byPerson.delete(client.personId)
  }
  /** Disconnects a page: no further event is sent to it. */
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
    /** False when this person has the maximum number of connections. */
    add(client: Client): boolean {
      const theirs = byPerson.get(client.personId) ?? new Set()
      if (theirs.size >= SOCKETS_PER_PERSON) return false
      all.add(client)
      byPerson.set(client.personId, theirs.add(client))
      return true
    },
    /**
     * Sends a frame, built once per language by `frameFor`, to the pages of these people; pages that read too slowly
     * are disconnected.
     */
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
    /** Heartbeat check: disconnects pages that were silent since the last check or sent too many frames. */
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
