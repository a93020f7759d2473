import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import { checkFiles } from './check.ts'
import { type Content, contentsIn, progress } from './contents.ts'
import { BackupError } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { isDamage, proved } from './streams.ts'

export type Pruned = { forgotten: string[]; contents: number }

/**
 * Keeps the newest `keep` finished backups and removes the others, then every content that none of the kept ones lists.
 * First the newest one is read back, every file and every content. Throws BackupError and removes no backup if it is
 * not as it was written, and no content while a kept backup is damaged, since its list may be incomplete.
 */
export async function prune(place: BackupPlace, keep: number, say: (line: string) => void): Promise<Pruned> {
  const finished = (await place.entries()).filter(({ isFinished }) => isFinished).map(({ id }) => id)
  const kept = finished.slice(-keep)
  const forgotten = finished.slice(0, -keep)
  for (const id of kept) await demand(place, id, ['contents'])
  const newest = kept.at(-1)
  if (newest && forgotten.length) await readBack(place, newest, say)
  for (const id of forgotten) await place.forget(id)
  return { forgotten, contents: await dropUnnamed(place, kept) }
}

async function demand(place: BackupPlace, id: string, parts?: Parameters<typeof checkFiles>[2]): Promise<void> {
  const { wrong } = await checkFiles(place, await place.manifest(id), parts)
  if (wrong.length) throw new BackupError(`backup ${id}: ${wrong.join(', ')}: nothing is pruned`)
}

/** Reads all of a backup; a damaged content is removed, so that the next backup copies it again. */
async function readBack(place: BackupPlace, id: string, say: (line: string) => void): Promise<void> {
  await demand(place, id)
  const far = progress(say, 'reading back')
  const listed = contentsIn(place.read(id, (await place.manifest(id)).contents.file))
  let wrong = 0
  for await (const [{ sha256, size }, isGood] of mapConcurrently(listed, (content) => isAsWritten(place, content))) {
    far.add(size)
    if (isGood) continue
    wrong += 1
    say(`content ${sha256} is damaged in the backup: removed`)
    await place.dropContent(sha256)
  }
  if (wrong) throw new BackupError(`backup ${id}: ${wrong} contents are damaged: nothing is pruned`)
}

/** The output is only hashed and discarded. */
const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() })

async function isAsWritten(place: BackupPlace, { sha256 }: Content): Promise<boolean> {
  try {
    await pipeline(proved(place.content(sha256), sha256), nowhere())
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Compares the lists of the kept backups with the stored contents, all in the order of hashes. */
async function dropUnnamed(place: BackupPlace, kept: readonly string[]): Promise<number> {
  const lists = await Promise.all(
    kept.map(async (id) => {
      const walk = contentsIn(place.read(id, (await place.manifest(id)).contents.file))
      return { walk, at: (await walk.next()).value?.sha256 as string | undefined }
    }),
  )
  let dropped = 0
  for await (const sha256 of place.contents()) {
    let isNamed = false
    for (const list of lists) {
      while (list.at !== undefined && list.at < sha256) list.at = (await list.walk.next()).value?.sha256
      if (list.at === sha256) isNamed = true
    }
    if (isNamed) continue
    await place.dropContent(sha256)
    dropped += 1
  }
  return dropped
}
