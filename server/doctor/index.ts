import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { checkContents, checkTree } from './contents.ts'
import { checkFolders, checkSpaces, checkVersions } from './counters.ts'
import { checkHalfStates } from './half-states.ts'

type Wish = { repair: boolean; deep: boolean }
export type Diagnosis = { lines: string[]; isHealthy: boolean }

const some = (count: number, what: string) => (count ? [`${count} ${what}`] : [])

/**
 * Finds every disagreement between database and contents, in plain words. `repair` mends what is safe: counters are
 * computed anew. Contents that are missing or damaged can only come back from a backup, half states are people's to
 * decide; strays go with the next sweep.
 */
export async function examine(db: Db, blobs: BlobStore, { repair, deep }: Wish): Promise<Diagnosis> {
  const contents = await checkContents(db, blobs, deep)
  const folders = await checkFolders(db, repair)
  const spaces = await checkSpaces(db, repair)
  const versions = await checkVersions(db, repair)
  const broken = await checkTree(db)
  const grave = [
    ...contents.missing.map((sha256) => `missing content ${sha256}: restore it from a backup`),
    ...contents.damaged.map((sha256) => `damaged content ${sha256}: restore it from a backup`),
    ...some(broken, 'broken threads in the file tree'),
    ...(await checkHalfStates(db)),
  ]
  const mended = repair ? 'set right' : 'wrong (--repair sets them right)'
  const light = [
    ...some(folders, `folder counters ${mended}`),
    ...some(spaces, `space counters ${mended}`),
    ...some(versions, `version counters ${mended}`),
  ]
  const strays = some(
    contents.strays.length,
    'contents that no row knows: the next sweep removes those older than an hour',
  )
  return { lines: [...grave, ...light, ...strays], isHealthy: grave.length === 0 && (repair || light.length === 0) }
}
