import autocannon from 'autocannon'
import Fastify from 'fastify'
import type { Client } from '../../tests/support/client.ts'
import { type Line, times } from './job.ts'

const SECONDS = 6
const CONNECTIONS = 32

async function rate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
  if (result.non2xx) throw new Error(`${result.non2xx} answers of ${url} were refusals`)
  return result.requests.average
}

/** Requests per second that a server answers that does nothing. */
export async function helloRate(): Promise<number> {
  const hello = Fastify()
  hello.get('/', async () => ({ hello: 'world' }))
  const found = await rate(await hello.listen({ port: 0 }), {})
  await hello.close()
  return found
}

/** How often autocannon looks whether all answers are there; by default, every run would take whole seconds. */
const LOOK_MS = 10

type Posted = { path: string; connections: number; amount: number; body: (at: number) => object }
/** Sends a number of calls to one path, with a client that needs little processor time. */
export async function posted(client: Client, { path, connections, amount, body }: Posted): Promise<void> {
  let at = 0
  const headers = { ...client.headers(), 'content-type': 'application/json' }
  const setupRequest = (request: object) => ({ ...request, body: JSON.stringify(body(at++)) })
  const requests = [{ method: 'POST', path, headers, setupRequest }]
  const { non2xx } = await autocannon({ url: client.origin, connections, amount, requests, sampleInt: LOOK_MS })
  if (non2xx) throw new Error(`${non2xx} answers of ${path} were refusals`)
}

/** Authenticated requests per second, compared with a server that does nothing. */
export async function signedInRequests(client: Client): Promise<Line[]> {
  const limit = await helloRate()
  const who = await rate(`${client.origin}/api/get.u`, client.headers())
  const mine = await rate(`${client.origin}/api/spaces?scope=mine`, client.headers())
  const line = (job: string, value: number, target: string): Line => ({
    job,
    ours: `${value.toFixed(0)}/s`,
    limit: `${limit.toFixed(0)}/s plain hello`,
    ratio: times(value, limit),
    target,
  })
  return [line('/get.u, 32 connections', who, '8,000/s and 0.35 ×'), line('my spaces, 32 connections', mine, '3,000/s')]
}
