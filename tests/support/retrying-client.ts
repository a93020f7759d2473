import { setTimeout as pause } from 'node:timers/promises'
import { Client } from './client.ts'

/** Statuses of a proxy or server after which the request is retried. */
const AGAIN = [502, 503, 504]
const PAUSE_MS = 100
const TRIES_MAX = 300

/** A client that retries like our own clients: after no answer and after a "busy" answer. */
export class RetryingClient extends Client {
  /** Number of retried requests. */
  again = 0

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await super.fetch(path, init)
        if (!AGAIN.includes(answer.status) || tries === TRIES_MAX) return answer
        await answer.arrayBuffer()
      } catch (error) {
        if (tries === TRIES_MAX) throw error
      }
      this.again += 1
      await pause(PAUSE_MS)
    }
  }

  /** Returns the bytes of a complete answer; an interrupted answer is requested again. */
  async bytes(path: string): Promise<Uint8Array> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.fetch(path)
      const bytes = await answer.arrayBuffer().catch(() => null)
      if (bytes && answer.ok) return new Uint8Array(bytes)
      if (tries === TRIES_MAX) throw new Error(`${path}: ${answer.status}`)
      this.again += 1
    }
  }
}
