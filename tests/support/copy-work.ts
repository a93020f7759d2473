import { sql } from 'kysely'
import { can } from '#contract/core/policy.ts'
import type { Conflict } from '#contract/files.ts'
import type { Services } from '#server/app.ts'
import { Failure } from '#server/failure.ts'
import type { NewPart, Part, Running, Work } from '#server/modules/tasks/index.ts'
import type { Db } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'

type Source = { sha256: string; md5: string }
type Needs = { db: Db; files: Services['files'] }
/** Hooks of a test that run before or after a part is placed. */
export type Between = {
  before?: (part: Part, task: Running) => unknown
  after?: (part: Part, task: Running) => unknown
}

async function* sourcesOf(db: Db, hashes: readonly string[]): AsyncGenerator<NewPart> {
  const { rows } = await sql<Source & { name: string; size: number }>`
    select n.name, n.size, encode(b.sha256, 'hex') as sha256, encode(b.md5, 'hex') as md5
    from node n join blob b on b.sha256 = n.blob_sha256 where n.id = any(${hashes}::uuid[]) order by n.name`.execute(db)
  for (const { name, size, ...source } of rows) yield { path: name, size, source }
}

/**
 * Copies contents into a folder one by one, by the options `hashes` and `conflict`: a small model of a slice's work.
 */
export function copyWork({ db, files }: Needs, { before, after }: Between = {}): Work {
  async function place(task: Running, part: Part): Promise<void> {
    const actor = await task.actor()
    const { sha256, md5 } = part.source as Source
    await db.transaction().execute(async (tx) => {
      await lockSpace(tx, task.spaceId)
      await task.fence(tx)
      const entry = {
        folderId: task.folderId ?? '',
        name: part.path,
        blob: { sha256, md5, size: part.size },
        authorId: actor.id,
        doer: actor,
        conflict: task.options.conflict as Conflict,
        mayReplace: () => false,
        releaseBytes: part.size,
        change: 'copied' as const,
      }
      const [placed] = await files.place(tx, task.spaceId, [entry])
      if (!placed || placed instanceof Failure) throw placed ?? new Failure('unknown')
      await task.done(tx, [{ seq: part.seq, nodeId: placed.hash }], part.size)
      fault('copy-in-transaction')
    })
    fault('copy-committed')
  }

  return {
    kind: 'archive',
    async run(task) {
      const { policyContext } = await task.enter()
      if (!can(await task.actor(), 'file.make', policyContext)) throw new Failure('spaceRightMissing')
      await task.plan(sourcesOf(db, task.options.hashes as string[]))
      await task.phase('transferring')
      for await (const part of task.open()) {
        await task.started(part)
        await before?.(part, task)
        try {
          await place(task, part)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          await task.failed([{ part, error: error.refusal }])
        }
        await after?.(part, task)
      }
      return { into: task.folderId }
    },
  }
}
