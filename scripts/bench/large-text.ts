import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { contract } from '#contract/index.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, ms, seconds, timed } from './job.ts'
import { uploadLarge } from './transfer.ts'

const { calls, dataViews } = contract
type Needs = { client: Client; spaceId: string; dir: string; email: string }
/** So long a page is told of nothing: it shows a skeleton until then. */
const QUIET_TARGET = 'told within 2 s'

/** A text with separators of at least so many bytes. */
async function writeText(path: string, bytes: number): Promise<void> {
  const out = createWriteStream(path)
  out.write('station,kind,value,day\n')
  for (let n = 0; out.bytesWritten + out.writableLength < bytes; n += 1000) {
    const lines = Array.from({ length: 1000 }, (_, at) => {
      const value = ((n + at) * 7919) % 1_000_003
      const day = new Date(Date.UTC(2020, 0, 1 + ((n + at) % 2000))).toISOString().slice(0, 10)
      return `station ${(n + at) % 977},kind ${(n + at) % 12},${value / 100},${day}\n`
    })
    if (!out.write(lines.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}

/** The milliseconds until each share that a person's page is told of a call; `run` is given a promise of the first. */
async function sharesOf(
  { client, email }: Needs,
  reqId: string,
  run: (first: Promise<void>) => Promise<unknown>,
): Promise<number[]> {
  const { origin } = client
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${REALTIME_PATH}${email}`, {
    origin,
    headers: { cookie: client.headers().cookie ?? '' },
  })
  await once(socket, 'open')
  const begun = performance.now()
  const told: number[] = []
  const first = Promise.withResolvers<void>()
  socket.on('message', (text) => {
    if (!String(text).includes(reqId)) return
    told.push(performance.now() - begun)
    first.resolve()
  })
  await run(first.promise)
  socket.close()
  return told
}

/** The first question over a large text: it tells how far it is, can be stopped, and is answered; then the next ones. */
export async function largeText(needs: Needs, bytes = 2 * 1024 ** 3): Promise<Line[]> {
  const { client, spaceId, dir } = needs
  const path = join(dir, 'large.csv')
  await writeText(path, bytes)
  const total = statSync(path).size
  const { hash } = await uploadLarge(needs, path, { name: 'large.csv', total, fileMd5: await md5Of(path) })
  rmSync(path)
  const source = { kind: 'file' as const, hash }
  const look = (reqId: string) =>
    client.fetch(`/api${dataViews.source.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', reqId },
      body: JSON.stringify({ spaceId, source }),
    })
  let stoppedMs = 0
  const [first = Number.NaN] = await sharesOf(needs, 'stopped', async (isTold) => {
    const answer = look('stopped')
    await isTold
    stoppedMs = await timed(async () => {
      await client.data(calls.cancel, { reqId: 'stopped' })
      const { error } = (await (await answer).json()) as { error?: string }
      if (error !== 'callCancelled') throw new Error(`the first look was not stopped: ${error}`)
    })
  })
  let whole = 0
  const told = await sharesOf(needs, 'whole', async () => {
    whole = await timed(async () => {
      const answer = await look('whole')
      if (!answer.ok) throw new Error(await answer.text())
    })
  })
  const field = (key: string, column: string) => ({
    key,
    name: column,
    from: { kind: 'column' as const, source: 0, column },
  })
  const query = {
    base: source,
    fields: [field('f1', 'station'), field('f2', 'value')],
    groups: [{ field: 'f1' }],
    measures: [{ key: 'm', name: 'Sum', aggregate: 'sum' as const, field: 'f2' }],
  }
  const summed = await timed(() => client.data(dataViews.answer, { spaceId, definition: { query } }))
  const size = `${(total / 1024 ** 3).toFixed(1)} GiB of .csv`
  const line = (job: string, ours: string, target: string): Line => ({ job, ours, limit: '', ratio: '', target })
  return [
    line(`first look at ${size}: first told of`, ms(first), QUIET_TARGET),
    line('… stopped, until its call ends', ms(stoppedMs), '1 s'),
    line(`… until it is answered, told of ${told.length} times`, seconds(whole), ''),
    line('a sum by 977 groups over it, once it was looked at', seconds(summed), ''),
  ]
}
