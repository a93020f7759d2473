import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WEBHOOKS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { Client } from '../../tests/support/client.ts'
import { register, waitsOf } from './applications.ts'
import { type Line, ms, runConcurrently, times } from './job.ts'

const { applications, files, webhooks } = contract
const DELIVERIES = 10_000
const TARGET_A_MINUTE = 10_000
/** Receivers that answer after this time only, which is nearly too late. */
const SLOW = 2
const SLOW_MS = 12_000
const FAST = WEBHOOKS_MAX - SLOW
const AT_ONCE = 8

/** Answers immediately, or late on `/slow`; `whenFast` resolves once that many fast requests have arrived. */
async function openReceiver(whenFast: number) {
  let fast = 0
  const all = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/slow') return void setTimeout(() => response.end(), SLOW_MS).unref()
      response.end()
      fast += 1
      if (fast === whenFast) all.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: (path: string) => `http://127.0.0.1:${port}${path}`, all: all.promise, close }
}

/** Webhooks of many events while some receivers are slow, and how long a person waits meanwhile. */
export async function manyWebhooks({ client, spaceId }: { client: Client; spaceId: string }): Promise<Line[]> {
  const events = Math.ceil(DELIVERIES / FAST)
  const receiver = await openReceiver(events * FAST)
  const { id } = await register(client, 'Listener', 600)
  await client.data(applications.grant, { id, grants: [{ group: 'readFiles', until: null }] })
  await client.data(applications.setSpace, { id, spaceId, flags: [] })
  for (let at = 0; at < WEBHOOKS_MAX; at += 1)
    await client.data(webhooks.create, {
      applicationId: id,
      url: receiver.url(at < SLOW ? '/slow' : `/${at}`),
      topics: ['file'],
    })
  const parent = await client.data(files.create, { spaceId, path: 'events' })
  const quiet = await waitsOf(client)
  const start = performance.now()
  const making = runConcurrently(events, AT_ONCE, (at) =>
    client.data(files.create, { spaceId, hash: parent, path: `event ${at}` }),
  )
  const [busy] = await Promise.all([waitsOf(client), making, receiver.all])
  const perMinute = (events * FAST * 60_000) / (performance.now() - start)
  receiver.close()
  return [
    {
      job: `${events * FAST} webhooks, ${SLOW} of ${WEBHOOKS_MAX} receivers slow`,
      ours: `${Math.round(perMinute)} a minute`,
      limit: `${events} events made by calls meanwhile`,
      ratio: times(perMinute, TARGET_A_MINUTE),
      target: `${TARGET_A_MINUTE} a minute`,
    },
    {
      job: 'a person while those are sent',
      ours: `${ms(busy.middle)}, worst 5 % ${ms(busy.slow)}`,
      limit: `${ms(quiet.middle)}, ${ms(quiet.slow)} in quiet`,
      ratio: times(busy.middle, quiet.middle),
      target: 'under 100 ms',
    },
  ]
}
