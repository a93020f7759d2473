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

/** Authenticated requests per second, compared with a server that does nothing. */
export async function signedInRequests(client: Client): Promise<Line[]> {
  const hello = Fastify()
  hello.get('/', async () => ({ hello: 'world' }))
  const limit = await rate(await hello.listen({ port: 0 }), {})
  await hello.close()
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
