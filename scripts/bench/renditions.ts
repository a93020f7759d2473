import { sql } from 'kysely'
import sharp from 'sharp'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { upload } from '../../tests/support/upload.ts'
import { type Line, median, ms, runConcurrently, timed, times } from './job.ts'

const PICTURES = 120
const TEXTS = 1000
const LOOK_MS = 20
const QUIET_MS = 2000

/** A photograph of twelve megapixels, as a camera writes it. */
const photograph = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()

async function untilMade(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from rendition where state = 'due' limit 1`.execute(db)
    if (!rows.length) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Latency of authenticated requests, one after the other until `done`. */
async function waitUntil(client: Client, done: Promise<unknown>): Promise<number> {
  let isDone = false
  const ended = done.finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone)
    waits.push(
      await timed(async () => (await fetch(`${client.origin}/api/get.u`, { headers: client.headers() })).arrayBuffer()),
    )
  await ended
  return median(waits)
}

/** Renditions per second, from the moment that all are due; polling adds up to two seconds. */
export async function madeOfContents(db: Db, client: Client, spaceId: string): Promise<Line[]> {
  const picture = await photograph()
  const bytesOf = (kind: 'thumb' | 'text', i: number) =>
    // Bytes after a picture's end are ignored, and make its content unique.
    kind === 'thumb' ? Buffer.concat([picture, Buffer.from(String(i))]) : Buffer.from(`lake ${i} `.repeat(200))
  const quiet = await waitUntil(client, new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
  const lines: Line[] = []
  for (const [kind, count, target] of [
    ['thumb', PICTURES, 40],
    ['text', TEXTS, 200],
  ] as const) {
    const name = (i: number) => (kind === 'thumb' ? `${i}.jpg` : `${i}.txt`)
    await runConcurrently(count, 8, (i) => upload(client, { spaceId, name: name(i) }, bytesOf(kind, i)))
    await untilMade(db)
    await sql`update rendition set state = 'due', due_at = now(), tries = 0 where kind = ${kind}`.execute(db)
    let wait = 0
    const took = await timed(async () => {
      wait = await waitUntil(client, untilMade(db))
    })
    const [what, perSecond] = [
      kind === 'thumb' ? 'photographs of 12 megapixels' : 'texts of 2 kB',
      count / (took / 1000),
    ]
    lines.push({
      job: `${count} ${what}: ${kind === 'thumb' ? 'small pictures' : 'their words'}`,
      ours: `${perSecond.toFixed(0)} a second`,
      limit: '',
      ratio: '',
      target: `${target} a second`,
    })
    lines.push({
      job: `/get.u meanwhile, one at a time`,
      ours: ms(wait),
      limit: `${ms(quiet)} at rest`,
      ratio: times(wait, quiet),
      target: '1.1 ×',
    })
  }
  return lines
}
