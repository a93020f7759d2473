import { can } from '#contract/core/policy.ts'
import type { Conflict } from '#contract/files.ts'
import { belowInPages, chainsTo, itemsOf, type NodeRow, nodesOf } from '#server/modules/files/index.ts'
import { batchesOf, type NewPart, type Part, type Running, type Work } from '#server/modules/tasks/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type ArrivingNeeds, arrivingOf } from './arriving.ts'
import { md5Of } from './content-store.ts'

export type SpaceOptions = { sourceSpaceId: string; hashes: string[]; conflict: Conflict }
/** A file, and the content that it had when the import was planned. */
type FileSource = { id: string; sha256: string }

/** Number of parts looked up in one query. */
const AT_ONCE = 500

/** Authors of live files, by file id. */
async function liveFiles(db: Db, spaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const nodes = await nodesOf(db, spaceId, ids)
  const parents = nodes.map(({ parent_id }) => parent_id ?? '')
  const ways = await chainsTo(db, spaceId, parents)
  return new Map(nodes.flatMap((node, at) => (ways.has(parents[at] ?? '') ? [[node.id, node.author_id]] : [])))
}

/** The task that imports from another space: contents are shared, so only rows are inserted. */
export function spaceWork(needs: ArrivingNeeds): Work {
  const { db, spaces } = needs

  /** The items below the selected ones; those that the person may not download fail immediately. */
  async function* planOf(task: Running, { sourceSpaceId, hashes }: SpaceOptions): AsyncGenerator<NewPart> {
    const actor = await task.actor()
    const { policyContext: space } = await spaces.enter(sourceSpaceId, actor)
    const nodes: NodeRow[] = await itemsOf(db, sourceSpaceId, hashes)
    for await (const rows of belowInPages(db, nodes)) {
      for (const { id, path, is_folder, size, sha256, author_id: authorId } of rows) {
        const isAllowed = is_folder || can(actor, 'file.download', { space, authorId })
        const source = { id, sha256 }
        if (is_folder) yield { path, isFolder: true }
        else yield { path, size, source, ...(!isAllowed && { error: 'fileForbidden' as const }) }
      }
    }
  }

  /** Checks again what may be imported of the planned parts: the content, null for a folder, or the error. */
  async function judged(task: Running, sourceSpaceId: string, parts: readonly Part[]) {
    const actor = await task.actor()
    // A person who was removed from the source space can't import any more.
    const { policyContext: space } = await spaces.enter(sourceSpaceId, actor)
    const sources = parts.flatMap(({ isFolder, source }) => (isFolder ? [] : [source as FileSource]))
    const live = await liveFiles(
      db,
      sourceSpaceId,
      sources.map(({ id }) => id),
    )
    const md5 = await md5Of(
      db,
      sources.map(({ sha256 }) => sha256),
    )
    return parts.map((part) => {
      if (part.isFolder) return { part, blob: null }
      const { id, sha256 } = part.source as FileSource
      const [authorId, known] = [live.get(id), md5.get(sha256)]
      if (!authorId || !known) return { part, error: 'fileGone' as const }
      if (!can(actor, 'file.download', { space, authorId })) return { part, error: 'fileForbidden' as const }
      return { part, blob: { sha256, md5: known, size: part.size } }
    })
  }

  return {
    kind: 'importSpace',
    async run(task) {
      const options = task.options as SpaceOptions
      const { folderId, arriving } = await arrivingOf(needs, task, 'importSpace')
      await task.plan(planOf(task, options))
      await task.reserveOpen()
      await task.phase('transferring')
      for await (const parts of batchesOf(task.open(), ({ length }) => length < AT_ONCE)) {
        const all = await judged(task, options.sourceSpaceId, parts)
        for (const { part, blob } of all)
          if (blob !== undefined) await arriving.add({ part, path: part.path.split('/'), blob })
        await task.failed(all.flatMap(({ part, error }) => (error ? [{ part, error }] : [])))
      }
      await arriving.flush()
      return { folder: folderId }
    },
  }
}
