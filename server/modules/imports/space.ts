import { sql } from 'kysely'
import type { Conflict } from '#contract/files.ts'
import { can } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import { belowInPages, demandMake, itemsOf, type NodeRow } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import {
  type ArrivalNeeds,
  arrivals,
  type NewPart,
  type Part,
  type Running,
  type Work,
} from '#server/modules/tasks/index.ts'
import type { Db } from '#server/storage/database.ts'

export type SpaceOptions = { sourceSpaceId: string; hashes: string[]; conflict: Conflict }
type Needs = ArrivalNeeds & { spaces: Pick<SpaceService, 'enter'> }

/** Parts that are looked up together. */
const AT_ONCE = 500

/** MD5 of contents, by their SHA-256; those that are gone have none. */
async function md5Of(db: Db, sha256: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; md5: string }>`
    select w.sha256, encode(b.md5, 'hex') as md5 from unnest(${sha256}::text[]) as w(sha256)
    join blob b on b.sha256 = decode(w.sha256, 'hex')`.execute(db)
  return new Map(rows.map((row) => [row.sha256, row.md5]))
}

async function* inGroups<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < most) continue
    yield group
    group = []
  }
  if (group.length) yield group
}

/** Copying from another space: contents are the same, so only rows are made. */
export function spaceWork(needs: Needs): Work {
  const { db, spaces } = needs

  /** What is below the chosen items; what its person may not download there has failed before it begins. */
  async function* planOf(task: Running, { sourceSpaceId, hashes }: SpaceOptions): AsyncGenerator<NewPart> {
    const actor = await task.actor()
    const { facts: space } = await spaces.enter(sourceSpaceId, actor)
    const nodes: NodeRow[] = await itemsOf(db, sourceSpaceId, hashes)
    for await (const rows of belowInPages(db, nodes)) {
      for (const { path, is_folder, size, sha256, author_id: authorId } of rows) {
        const isAllowed = is_folder || can(actor, 'file.download', { space, authorId })
        const source = { sha256 }
        if (is_folder) yield { path, isFolder: true }
        else yield { path, size: isAllowed ? size : 0, source, ...(!isAllowed && { error: 'fileForbidden' as const }) }
      }
    }
  }

  return {
    kind: 'importSpace',
    async run(task) {
      const options = task.options as SpaceOptions
      const [space, actor] = [await task.enter(), await task.actor()]
      demandMake(actor, space.facts)
      const { folderId } = task
      if (!folderId) throw new Failure('folderGone')
      await task.plan(planOf(task, options))
      await task.reserveOpen()
      await task.phase('transferring')
      const { conflict, sourceSpaceId } = options
      const arriving = arrivals(needs, task, {
        change: 'imported',
        action: 'imported',
        folderId,
        conflict,
        actor,
        space,
      })
      for await (const parts of inGroups(task.open(), AT_ONCE)) {
        // Whoever was shown the door there takes nothing more from it.
        await spaces.enter(sourceSpaceId, await task.actor())
        const md5 = await md5Of(
          db,
          parts.flatMap(({ source }) => (source.sha256 ? [String(source.sha256)] : [])),
        )
        const lost: Part[] = []
        for (const part of parts) {
          const path = part.path.split('/')
          const sha256 = String(part.source.sha256)
          const known = md5.get(sha256)
          if (part.isFolder) await arriving.add({ part, path, blob: null })
          else if (known) await arriving.add({ part, path, blob: { sha256, md5: known, size: part.size } })
          else lost.push(part)
        }
        if (lost.length) await task.failed(lost, 'fileGone')
      }
      await arriving.flush()
      return { folder: folderId }
    },
  }
}
