import type { InstallationBackup } from '#contract/backups.ts'
import { errors } from '#contract/core/errors.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { placeNameOf, withPlace } from '#server/backup/open-place.ts'
import type { BackupPlace } from '#server/backup/place.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'

/** Maximum number of backups listed (our choice). */
const SHOWN = 5
/** Timeout for listing them on a server, in milliseconds (our choice). */
const LOOK_MS = 30_000

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

/** Why a target can't be read, as shown to users. */
function awayOf(error: unknown, language: Language): string {
  const { cause } = error as Error
  const refusal = cause instanceof Failure ? cause.refusal : 'backupTargetAway'
  return textOf(language, refusal === 'backupTargetAway' ? 'backups.installation.away' : errors[refusal].text)
}

/** The newest backups of the installation in the place of the configuration, or why nothing can be read there. */
export async function installationBackups(backup: Config['backup'], language: Language) {
  const { to } = backup
  if (!to) return { place: null, away: '', list: [] }
  const newest = async (place: BackupPlace) => {
    const list = (await place.entries()).toReversed().slice(0, SHOWN)
    const each = list.map(
      async ({ id, isFinished }): Promise<InstallationBackup> =>
        isFinished ? shown(place, id) : { id, state: 'unfinished', time: null, bytes: 0 },
    )
    return { place: place.where, away: '', list: await Promise.all(each) }
  }
  return withPlace({ ...backup, to }, newest, AbortSignal.timeout(LOOK_MS)).catch((error: unknown) => ({
    place: placeNameOf(to),
    away: awayOf(error, language),
    list: [],
  }))
}
