import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type BackupNeeds, type Made, makeBackup, present } from '#server/backup/make.ts'
import { folderPlace } from '#server/backup/open-place.ts'
import type { BackupPlace } from '#server/backup/place.ts'
import { type RestoreNeeds, restore } from '#server/backup/restore.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { createTestDatabase } from './database.ts'
import type { World } from './world.ts'

/** A temporary folder that is removed after the test. */
export function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ds-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
export const freshPlace = (key: string | null = null): BackupPlace => folderPlace(scratch(), key)

/** The parts of an installation that a backup reads. */
type Source = Pick<World, 'url' | 'blobs' | 'dataDir'>
type Wish = Partial<BackupNeeds>
/** Makes a backup of a world; each backup is dated one second after the previous one. */
export function backUp({ url, blobs, dataDir }: Source, place: BackupPlace, wish: Wish = {}): Promise<Made> {
  seconds += 1
  const at = new Date(Date.UTC(2026, 10, 22, 4, 0, seconds))
  return makeBackup({
    address: url,
    blobs,
    place,
    product: '0.1.0',
    key: 'inside',
    now: () => at,
    say: () => {},
    own: present([{ name: 'secret.key', path: join(dataDir, 'secret.key') }]),
    ...wish,
  })
}
let seconds = 0

/** An empty database and empty folders, to restore into. */
export async function emptyPlace() {
  const { db, url, drop } = await createTestDatabase({ template: 'template0' })
  const dataDir = scratch()
  const blobs = await openBlobStore({ blobDir: join(dataDir, 'files'), s3: null }, db)
  onTestFinished(async () => {
    await blobs.close()
    await drop()
  })
  const said: string[] = []
  return {
    db,
    url,
    dataDir,
    blobs,
    said,
    restore: (place: BackupPlace, wish: Partial<RestoreNeeds> = {}) =>
      restore({
        place,
        id: null,
        address: url,
        blobs,
        dataDir,
        secretKey: null,
        say: (line) => void said.push(line),
        ...wish,
      }),
  }
}
