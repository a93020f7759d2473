import { checkFiles } from './check.ts'
import { contentsIn } from './contents.ts'
import { BackupError } from './manifest.ts'
import type { BackupPlace } from './place.ts'

export type Pruned = { forgotten: string[]; contents: number }

/**
 * Keeps the newest `keep` finished backups and removes the others, then every content that none of the kept ones lists.
 * Throws BackupError and removes no content while a kept backup is damaged, since its list may be incomplete.
 */
export async function prune(place: BackupPlace, keep: number): Promise<Pruned> {
  const finished = (await place.entries()).filter(({ isFinished }) => isFinished).map(({ id }) => id)
  const kept = finished.slice(-keep)
  const forgotten = finished.slice(0, -keep)
  for (const id of kept) {
    const { wrong } = await checkFiles(place, await place.manifest(id), ['contents'])
    if (wrong.length) throw new BackupError(`backup ${id}: ${wrong.join(', ')}: nothing is pruned`)
  }
  for (const id of forgotten) await place.forget(id)
  return { forgotten, contents: await dropUnnamed(place, kept) }
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
