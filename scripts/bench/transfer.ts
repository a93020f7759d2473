import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CHUNK_BYTES, CHUNKS_AT_ONCE, PACK_FILES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import type { Client } from '../../tests/support/client.ts'
import { ADMIN } from '../../tests/support/server.ts'
import { sendChunk, sendPack, upload } from '../../tests/support/upload.ts'
import type { Meter } from './cost.ts'
import { type Line, runConcurrently, seconds, timed, times } from './job.ts'
import { ask, nginxOf, type Side } from './nginx.ts'

const GIB = 1024 ** 3
const SMALL_FILES = 10_000
const SMALL_BYTES = 4096

type Needs = { client: Client; spaceId: string; dir: string; rssBytes: () => number; meter: Meter }

/** The limit of the disk: read, hash by MD5, write, sync. */
async function copyWithMd5(from: string, to: string): Promise<string> {
  const hash = createHash('md5')
  const source = createReadStream(from, { highWaterMark: 1 << 20 })
  source.on('data', (piece) => hash.update(piece))
  await pipeline(source, createWriteStream(to))
  const handle = await open(to, 'r+')
  await handle.sync()
  await handle.close()
  rmSync(to)
  return hash.digest('hex')
}

/** Sends a file as the console does; answers how long its end took, and the file. */
export async function uploadLarge(
  { client, spaceId }: Pick<Needs, 'client' | 'spaceId'>,
  path: string,
  { name, total, fileMd5 }: { name: string; total: number; fileMd5: string },
): Promise<{ mergeMs: number; hash: string }> {
  const { uploads } = contract
  const { checkId } = await client.data(uploads.check, { spaceId, name, total, fileMd5 })
  if (!checkId) throw new Error('the upload was not begun')
  const chunkCount = chunkCountOf(total)
  const handle = await open(path)
  await runConcurrently(chunkCount, CHUNKS_AT_ONCE, async (chunkIndex) => {
    const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, total - chunkIndex * CHUNK_BYTES))
    await handle.read(bytes, 0, bytes.length, chunkIndex * CHUNK_BYTES)
    const response = await sendChunk(client, { checkId, chunkCount, chunkIndex }, bytes)
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  })
  await handle.close()
  let hash = ''
  const mergeMs = await timed(async () => {
    hash = (await client.data(uploads.merge, { checkId })).hash
  })
  return { mergeMs, hash }
}

/** 1 GiB by one PUT, and back by one GET. */
async function byWebdav(side: Side, meter: Meter, path: string) {
  const stream = createReadStream(path, { highWaterMark: 1 << 20 })
  const up = await meter(1, () => ask(side, { method: 'PUT', path: 'large-put.bin', body: { stream, bytes: GIB } }))
  const down = await meter(1, () => ask(side, { method: 'GET', path: 'large-put.bin' }))
  return { up, down }
}

/** 1 GiB up and down, by the console's protocol and by WebDAV, with nginx beside. */
export async function largeFile(needs: Needs): Promise<Line[]> {
  const { client, spaceId, dir, meter } = needs
  const path = join(dir, 'large.bin')
  const handle = await open(path, 'w')
  for (let i = 0; i < 64; i += 1) await handle.write(randomBytes(GIB / 64))
  await handle.sync()
  await handle.close()
  let fileMd5 = ''
  const [limitCpu, limit] = [
    process.cpuUsage(),
    await timed(async () => (fileMd5 = await copyWithMd5(path, join(dir, 'copy.bin')))),
  ]
  const { user, system } = process.cpuUsage(limitCpu)
  const before = needs.rssBytes()
  let sent = { mergeMs: 0, hash: '' }
  const up = await meter(1, async () => {
    sent = await uploadLarge(needs, path, { name: 'large.bin', total: GIB, fileMd5 })
  })
  const grown = (needs.rssBytes() - before) / 1024 ** 2
  const down = await meter(1, async () => {
    const response = await client.fetch(`/api/files/${sent.hash}/content?spaceId=${spaceId}`)
    for await (const _piece of response.body as unknown as AsyncIterable<Uint8Array>);
  })
  const ours = await byWebdav(await sideOf(client, spaceId), meter, path)
  const nginx = await nginxOf(dir)
  const beside = nginx && (await byWebdav(nginx, nginx.meter, path))
  await nginx?.stop()
  rmSync(path)
  const nginxSays = (what: 'up' | 'down') =>
    beside ? `${seconds(beside[what].ms)} nginx (${beside[what].cost})` : 'nginx is not here'
  const ratio = (taken: { ms: number }, what: 'up' | 'down') => (beside ? times(taken.ms, beside[what].ms) : '')
  return [
    {
      job: 'upload 1 GiB in 2 MiB chunks, hash verified',
      ours: seconds(up.ms),
      limit: `${seconds(limit)} copy + md5 + fsync (${((user + system) / 1e6).toFixed(2)} s CPU)`,
      ratio: times(up.ms, limit),
      target: '1.15 ×',
      cost: up.cost,
    },
    { job: '… of which merge', ours: seconds(sent.mergeMs), limit: '', ratio: '', target: 'independent of size' },
    { job: '… growth of server memory', ours: `${grown.toFixed(0)} MiB`, limit: '', ratio: '', target: 'under 64 MiB' },
    {
      job: 'download 1 GiB',
      ours: seconds(down.ms),
      limit: nginxSays('down'),
      ratio: ratio(down, 'down'),
      target: '2 × nginx, 0.6 s CPU',
      cost: down.cost,
    },
    {
      job: 'WebDAV: PUT of 1 GiB, hashed, synced',
      ours: seconds(ours.up.ms),
      limit: nginxSays('up'),
      ratio: ratio(ours.up, 'up'),
      target: 'hashing + 0.6 s CPU',
      cost: ours.up.cost,
    },
    {
      job: '… and its GET',
      ours: seconds(ours.down.ms),
      limit: nginxSays('down'),
      ratio: ratio(ours.down, 'down'),
      target: '0.6 s CPU',
      cost: ours.down.cost,
    },
  ]
}

/** A folder of the space by WebDAV. */
export async function sideOf(client: Client, spaceId: string): Promise<Side> {
  const { identifier } = await client.data(contract.spaces.show, { id: spaceId })
  const { password } = await client.data(contract.account.addAppPassword, { name: 'bench', protocols: ['webdav'] })
  const authorization = `Basic ${Buffer.from(`${ADMIN.email}:${password}`).toString('base64')}`
  return { base: `${client.origin}/dav/${identifier}/`, authorization }
}

/** 10,000 small files: each is checked, hashed, authorised and recorded. */
export async function smallFiles({ client, spaceId, dir, meter }: Needs): Promise<Line[]> {
  const folder = join(dir, 'small')
  mkdirSync(folder)
  const limit = await timed(async () => {
    for (let i = 0; i < SMALL_FILES; i += 1) writeFileSync(join(folder, String(i)), randomBytes(SMALL_BYTES))
    const handle = await open(folder)
    await handle.sync()
    await handle.close()
  })
  const hash = await client.data(contract.files.create, { spaceId, path: 'small' })
  const { ms: ours, cost } = await meter(SMALL_FILES, () =>
    runConcurrently(SMALL_FILES, 9, (i) =>
      upload(client, { spaceId, hash, name: `${i}.bin` }, randomBytes(SMALL_BYTES)),
    ),
  )
  const packed = await client.data(contract.files.create, { spaceId, path: 'packed' })
  const packs = await meter(SMALL_FILES, () =>
    runConcurrently(Math.ceil(SMALL_FILES / PACK_FILES), 2, async (pack) => {
      const count = Math.min(PACK_FILES, SMALL_FILES - pack * PACK_FILES)
      const listed = Array.from({ length: count }, (_, at) => ({
        name: `${pack}-${at}.bin`,
        hash: packed,
        bytes: randomBytes(SMALL_BYTES),
      }))
      const answer = await sendPack(client, spaceId, listed)
      if (!answer.ok) throw new Error(await answer.text())
    }),
  )
  let bytes = 0
  const zip = await timed(async () => {
    const response = await client.fetch(`/api/files/zip?spaceId=${spaceId}&hash=${hash}`)
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length
  })
  const read = await timed(async () => {
    for (const name of readdirSync(folder)) for await (const _piece of createReadStream(join(folder, name)));
  })
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  rmSync(folder, { recursive: true })
  return [
    {
      job: 'upload 10,000 files of 4 KiB, 9 at a time',
      ours: seconds(ours),
      limit: `${seconds(limit)} written to one folder`,
      ratio: times(ours, limit),
      target: '1.5 × nginx DAV (about 9 s)',
      cost,
    },
    {
      job: `… ${PACK_FILES} in one body, as the console sends them`,
      ours: seconds(packs.ms),
      limit: `${seconds(limit)} written to one folder`,
      ratio: times(packs.ms, limit),
      target: '1.5 × nginx DAV (about 9 s)',
      cost: packs.cost,
    },
    {
      job: `the same folder as one zip (${(bytes / size).toFixed(2)} of its bytes)`,
      ours: seconds(zip),
      limit: `${seconds(read)} read one by one`,
      ratio: times(zip, read),
      target: '2 × zip -0 (about 0.7 s)',
    },
  ]
}
