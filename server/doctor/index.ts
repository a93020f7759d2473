import type { Deps } from '#server/deps.ts'
import { sqlUploadStore } from '#server/modules/uploads/store.ts'
import { uploadSweeps } from '#server/modules/uploads/sweep.ts'
import { isUnused, partRules } from '#server/space-parts.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { checkContents } from './contents.ts'
import { checkFolders, checkSpaces, checkVersions } from './counters.ts'
import { checkAudit, checkInstallation, checkKeys, checkMigrations } from './deep-checks.ts'
import type { Finding } from './finding.ts'
import { checkInconsistentStates } from './inconsistent-states.ts'
import { judge } from './rule.ts'
import { siteRules } from './site-rules.ts'
import { checkStaging } from './staging.ts'

export { conditionOf, lossesOf } from './contents.ts'
export { RESTORE_CHECK } from './deep-checks.ts'
export type { Finding } from './finding.ts'

type Wish = {
  repair: boolean
  /** Reads every byte and follows every reference. */
  deep: boolean
  now?: Date
  /** Verifies the audit log; without it that check is skipped. */
  seal?: Seal | null
  /** The audit log is verified elsewhere. */
  skipsLog?: boolean
}
export type Diagnosis = { lines: string[]; isHealthy: boolean }

/**
 * Finds and explains every disagreement between database and store and within the database, as a stream: it holds no
 * list of all data. A running server causes no false findings: every statement sees one snapshot, problems are checked
 * twice, and recent data may be unfinished. `repair` corrects what is unambiguous.
 */
export async function* diagnose(db: Db, blobs: BlobStore, wish: Wish): AsyncGenerator<Finding> {
  const { repair, deep, now = new Date(), seal = null, skipsLog = false } = wish
  const behind = await checkMigrations(db)
  if (behind) {
    yield behind
    return
  }
  yield* checkInstallation(db, seal)
  yield* checkContents(db, blobs, { repair, deep, now })
  yield* checkStaging(db, blobs, { repair, now })
  for (const rule of [...partRules, ...siteRules]) {
    if (rule.isDeep && !deep) continue
    const finding = await judge(db, rule, { repair, now })
    if (finding) yield finding
  }
  yield* checkInconsistentStates(db)
  yield* counters(db, repair)
  if (deep) yield* checkKeys(db)
  const forged = seal && !skipsLog && (await checkAudit(db, seal, now))
  if (forged) yield forged
  if (repair) await sweep(db, blobs, now)
}

async function* counters(db: Db, repair: boolean): AsyncGenerator<Finding> {
  const mended = repair ? 'set right' : 'wrong (--repair sets them right)'
  for (const [what, check] of [
    ['folder', checkFolders],
    ['space', checkSpaces],
    ['version', checkVersions],
  ] as const) {
    const count = await check(db, repair)
    if (count)
      yield { check: `${what}-counters`, level: 'light', isMended: repair, said: `${count} ${what} counters ${mended}` }
  }
}

/** Removes abandoned uploads and unreferenced contents by the rules of the scheduled sweep. */
async function sweep(db: Db, blobs: BlobStore, now: Date): Promise<void> {
  const sweeps = uploadSweeps({ db, blobs, isUnused, store: sqlUploadStore(db), now: () => now })
  await sweeps.uploads()
  await sweeps.blobs()
}

export const isGood = ({ level, isMended }: Finding): boolean => level === 'note' || isMended

/** The findings of a quick check that need action, in words; the audit log is checked by a separate schedule. */
export async function* badFindings({ db, blobs, seal, now }: Pick<Deps, 'db' | 'blobs' | 'seal' | 'now'>) {
  for await (const finding of diagnose(db, blobs, { repair: false, deep: false, now: now(), seal, skipsLog: true }))
    if (!isGood(finding)) yield finding.said
}

/** Runs the whole diagnosis; returns the findings, and whether all is well. */
export async function examine(db: Db, blobs: BlobStore, wish: Wish): Promise<Diagnosis> {
  const findings = await Array.fromAsync(diagnose(db, blobs, wish))
  return { lines: findings.map(({ said }) => said), isHealthy: findings.every(isGood) }
}
