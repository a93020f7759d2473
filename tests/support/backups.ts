import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BackupCopy, BackupRun } from '#contract/backups.ts'
import type { InputOf } from '#contract/core/operation.ts'
import type { Conflict } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { upload } from './upload.ts'
import { buildWorld } from './world.ts'

const { backups } = contract
export type PolicyDraft = InputOf<typeof backups.create>

/** A world with a folder for copies, and a space with two files and a table. */
export async function buildBackups(env: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'dataspace-copies-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const world = await buildWorld({ BACKUP_FOLDERS: root, ...env })
  const [admin, owner] = [await world.as('admin'), await world.as('owner')]
  const { id: spaceId } = await world.space({ name: 'Lake survey' })
  const put = (name: string, text: string, conflict: Conflict = 'replace') =>
    upload(owner, { spaceId, name, conflict }, Buffer.from(text))
  await put('depths.csv', 'station,depth\nA,12.5\n')
  await put('notes.txt', 'calm water')
  const table = await owner.data(contract.tables.create, {
    spaceId,
    name: 'Samples',
    columns: [
      { name: 'Station', type: 'text' },
      { name: 'Depth', type: 'number' },
    ],
  })
  const draft = (more: Partial<PolicyDraft> = {}): PolicyDraft => ({
    name: 'Nightly',
    scope: 'all',
    retention: 'three',
    cycle: 'daily',
    hour: 2,
    zone: 'UTC',
    folder: root,
    ...more,
  })
  const create = (more: Partial<PolicyDraft> = {}) => admin.data(backups.create, draft(more))
  const copiesOf = async (run: BackupRun): Promise<BackupCopy[]> =>
    (await admin.data(backups.copies, { id: run.id })).list
  const lastRun = async (policyId: string): Promise<BackupRun> => {
    const [run] = (await admin.data(backups.runs, { id: policyId })).list
    if (!run) throw new Error('the policy has no run')
    return run
  }
  /** Runs a policy to its end; the run and the copy of the space. */
  const run = async (policyId: string) => {
    world.clock.advance(1000)
    await admin.data(backups.run, { id: policyId })
    await world.services.backups.drain()
    const ended = await lastRun(policyId)
    const copies = await copiesOf(ended)
    return { run: ended, copies, copy: copies.find(({ space }) => space.id === spaceId) }
  }
  /** Paths of the stored files that fit a pattern. */
  const stored = (pattern: string) => globSync(`*/${pattern}`, { cwd: root }).map((path) => join(root, path))
  return { world, admin, owner, spaceId, root, put, table, draft, create, run, lastRun, copiesOf, stored }
}
