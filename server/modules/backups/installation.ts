import { resolve } from 'node:path'
import type { InstallationBackup } from '#contract/backups.ts'
import { cipherOf } from '#server/backup/cipher.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { type BackupPlace, backupPlace } from '#server/backup/place.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'

/** Backups that are told (our choice). */
const SHOWN = 5

async function shown(place: BackupPlace, id: string): Promise<InstallationBackup> {
  const manifest = await place.manifest(id).catch((error: unknown) => {
    if (error instanceof BackupError) return null
    throw error
  })
  if (!manifest) return { id, state: 'unreadable', time: null, bytes: 0 }
  const { missing, damaged, total } = manifest.contents
  const state = missing.length + damaged.length ? 'lacking' : 'whole'
  return { id, state, time: manifest.at, bytes: total }
}

/** The newest backups of `npm run backup` in the folder of the configuration. Throws backupTargetAway. */
export async function installationBackups({ to, key }: Config['backup']) {
  if (!to) return { folder: null, list: [] }
  const place = backupPlace(resolve(to), key ? cipherOf(key) : null)
  try {
    const newest = (await place.entries()).toReversed().slice(0, SHOWN)
    const list = newest.map(
      async ({ id, isFinished }): Promise<InstallationBackup> =>
        isFinished ? shown(place, id) : { id, state: 'unfinished', time: null, bytes: 0 },
    )
    return { folder: place.dir, list: await Promise.all(list) }
  } catch (cause) {
    throw new Failure('backupTargetAway', { cause })
  }
}
