import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, Trouble, Unreachable } from './failures.ts'
import { withRetries } from './retry.ts'
import type { Language } from './texts.ts'

/** A connection without data for this long is closed, and the call retried; milliseconds. */
const SILENCE_MS = 60_000

export type Ask = {
  method: 'GET' | 'POST'
  /** Path below `/api`. */
  path: string
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: { type: string; parts: readonly Uint8Array[] }
}
type Needs = {
  url: URL
  token: string
  language: Language
  /** Most concurrent connections. */
  parallel: number
  /** Called when a call waits before a retry. */
  onWait: (error: unknown, pauseMs: number) => void
}
export type Site = ReturnType<typeof openSite>

const asForm = (fields: Record<string, string | number>) => ({
  type: 'application/x-www-form-urlencoded',
  parts: [Buffer.from(new URLSearchParams(entriesOf(fields)).toString())],
})
const entriesOf = (fields: Record<string, string | number>) =>
  Object.entries(fields).map(([name, value]) => [name, String(value)])

/** An HTTP client of one site with reused connections. */
export function openSite({ url, token, language, parallel, onWait }: Needs) {
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })

  /** Sends a request once. Resolves when the answer begins. Throws Unreachable. */
  function begin({ method, path, query = {}, headers = {}, body }: Ask): Promise<IncomingMessage> {
    const target = new URL(`/api${path}`, url)
    target.search = new URLSearchParams(entriesOf(query)).toString()
    const length = body?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0
    return new Promise((resolve, reject) => {
      const asked = request(target, {
        method,
        agent,
        timeout: SILENCE_MS,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-language': language,
          ...headers,
          ...(method === 'POST' && { 'content-length': length }),
          ...(body && { 'content-type': body.type }),
        },
      })
      asked.once('response', resolve)
      asked.once('timeout', () => asked.destroy(new Unreachable(`${SILENCE_MS / 1000} s`)))
      asked.on('error', (error) => reject(error instanceof Unreachable ? error : new Unreachable(error.message)))
      for (const part of body?.parts ?? []) asked.write(part)
      asked.end()
    })
  }

  async function callOnce(ask: Ask): Promise<unknown> {
    const answer = await begin(ask)
    const said = await textOf(answer)
    if (answer.statusCode === 200) return (JSON.parse(said) as { data: unknown }).data
    throw refusalOf(answer, said)
  }

  return {
    /**
     * The `data` of a call, retried until there is an answer; it must be safe to repeat. Throws Refusal, Unreachable.
     */
    call: (ask: Ask): Promise<unknown> => withRetries(() => callOnce(ask), { sleep, onWait }),
    /** The bytes of an answer; not retried, since the caller knows how much it has. Throws Refusal, Unreachable. */
    async bytes(ask: Ask): Promise<IncomingMessage> {
      const answer = await begin(ask)
      if (answer.statusCode === 200 || answer.statusCode === 206) return answer
      throw refusalOf(answer, await textOf(answer))
    },
    withRetries: <Result>(attempt: () => Promise<Result>) => withRetries(attempt, { sleep, onWait }),
    form: asForm,
    json: (value: unknown) => ({ type: 'application/json', parts: [Buffer.from(JSON.stringify(value))] }),
    close: () => agent.destroy(),
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of answer) pieces.push(piece as Buffer)
  } catch (error) {
    throw new Unreachable((error as Error).message)
  }
  return Buffer.concat(pieces).toString()
}

/** The error of an unsuccessful answer; one that is not the site's (of a proxy) is judged by its status. */
function refusalOf(answer: IncomingMessage, said: string): Error {
  const { statusCode: status = 0, headers } = answer
  if (headers.location) return new Trouble('redirected', { site: new URL(headers.location, 'http://x').origin })
  const retryAfterMs = (Number(headers['retry-after']) || 0) * 1000
  try {
    const { error, message } = JSON.parse(said) as { error: string; message: string }
    return new Refusal({ error, message, status, retryAfterMs })
  } catch {
    // Not JSON: a proxy in front of the server answered.
    return new Refusal({ error: '', message: `HTTP ${status}`, status, retryAfterMs })
  }
}
