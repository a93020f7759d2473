import { setTimeout as pause } from 'node:timers/promises'
import { Client } from './client.ts'

/** Answers of a proxy, or of a server, that mean: ask again. */
const AGAIN = [502, 503, 504]
const PAUSE_MS = 100
const TRIES_MAX = 300

/** A client as ours are: what got no answer, or was told that it is busy, is asked again. */
export class RetryingClient extends Client {
  /** Requests that were sent again. */
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

  /** Bytes of an answer that arrived whole; asked again when it broke off. */
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
