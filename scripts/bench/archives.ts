import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contract } from '#contract/index.ts'
import type { Client } from '../../tests/support/client.ts'
import { upload } from '../../tests/support/upload.ts'
import { type Line, runConcurrently, seconds, timed, times, untilEnded } from './job.ts'

const { archives, files, imports, spaces } = contract
const FILES = 10_000
const BYTES = 4096
type Needs = { client: Client; spaceId: string; dir: string }

/** The folder of small files from an earlier job, or a new one like it. */
async function smallFolder({ client, spaceId }: Needs): Promise<string> {
  const { list } = await client.data(files.list, { spaceId })
  const known = list.find(({ name }) => name === 'small')
  if (known) return known.hash
  const hash = await client.data(files.create, { spaceId, path: 'small' })
  await runConcurrently(FILES, 9, (i) => upload(client, { spaceId, hash, name: `${i}.bin` }, randomBytes(BYTES)))
  return hash
}

/** Time of the system's own program, including the sync to disk. */
async function extractedBySystem({ client, spaceId, dir }: Needs, hash: string): Promise<number> {
  const [archive, folder] = [join(dir, 'small.tar'), join(dir, 'extracted')]
  const { body } = await client.send(files.content, { spaceId, hash, download: '1' })
  await pipeline(Readable.fromWeb(body as never), createWriteStream(archive))
  mkdirSync(folder)
  const took = await timed(async () => {
    execFileSync('tar', ['-xf', archive, '-C', folder])
    execFileSync('sync', ['-f', folder])
  })
  rmSync(archive)
  rmSync(folder, { recursive: true })
  return took
}

/** A folder of 10,000 files as an archive, out of one again, and into another space: each as a task. */
export async function archiving(needs: Needs): Promise<Line[]> {
  const { client, spaceId } = needs
  const folder = await smallFolder(needs)
  const { hash: target } = await client.data(files.show, { spaceId, hash: 'root' })
  const streamed = await timed(async () => {
    const { body } = await client.send(files.zip, { spaceId, hash: folder })
    for await (const _piece of body as unknown as AsyncIterable<Uint8Array>);
  })
  const pack = async (format: 'zip' | 'tar') => {
    const wish = { spaceId, hashList: [folder], target, name: `small.${format}`, format }
    return untilEnded(client, await client.data(archives.pack, wish))
  }
  const packed = await timed(() => pack('zip'))
  const tar = String((await pack('tar')).result.file)
  const bySystem = await extractedBySystem(needs, tar)
  const extracted = await timed(async () =>
    untilEnded(client, await client.data(archives.unpack, { spaceId, hash: tar })),
  )
  const other = await client.data(spaces.create, { name: 'Imports', identifier: 'benchimports', type: 'private' })
  const wish = { spaceId: other.id, sourceSpaceId: spaceId, hashList: [folder] }
  const imported = await timed(async () => untilEnded(client, await client.data(imports.fromSpace, wish)))
  return [
    {
      job: '10,000 files of 4 KiB become a zip in the background',
      ours: seconds(packed),
      limit: `${seconds(streamed)} streamed`,
      ratio: times(packed, streamed),
      target: '2 ×',
    },
    {
      job: '… come out of a tar, each hashed and recorded',
      ours: seconds(extracted),
      limit: `${seconds(bySystem)} tar x + sync`,
      ratio: times(extracted, bySystem),
      target: `${seconds((FILES / 1500) * 1000)} (1,500 a second)`,
    },
    {
      job: '… come from another space',
      ours: seconds(imported),
      limit: '',
      ratio: '',
      target: '5 s',
    },
  ]
}
