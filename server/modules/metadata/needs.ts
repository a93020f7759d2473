import { can, type SpaceContext } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Chain, chainsTo, type FilesModule, type NodeRow, nodesOf } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** Dependencies of the metadata operations. */
export type MetadataNeeds = {
  db: Db
  spaces: SpaceService
  journal: Journal
  files: FilesModule
  tasks: TasksModule
  now: () => Date
  newId: () => string
}

/** A live item and its chain from the root, the item last. */
export type Item = { node: NodeRow; chain: Chain }

/** Live items of a space by id, without duplicates; missing items and items in the trash are left out. */
export async function liveItems(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<Map<string, Item>> {
  const [nodes, chains] = [await nodesOf(from, spaceId, ids), await chainsTo(from, spaceId, ids)]
  return new Map(
    nodes.flatMap((node) => {
      const chain = chains.get(node.id)
      return chain ? [[node.id, { node, chain }] as const] : []
    }),
  )
}

/** Live items of a space; throws fileGone when one is missing. */
export async function allItems(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
  const items = await liveItems(from, spaceId, ids)
  if (items.size !== new Set(ids).size) throw new Failure('fileGone')
  return [...items.values()].map(({ node }) => node)
}

/** The metadata of a folder concerns the folder only: the authors of items inside do not matter. */
export const mayEdit = (actor: SignedIn, space: SpaceContext, node: NodeRow): boolean =>
  can(actor, 'file.edit', { space, authorId: node.author_id })

/** Throws fileForbidden with the name of the first item that the caller may not edit. */
export function demandEdit(actor: SignedIn, space: SpaceContext, nodes: readonly NodeRow[]): void {
  const node = nodes.find((one) => !mayEdit(actor, space, one))
  if (node) throw new Failure('fileForbidden', { values: { name: node.name } })
}
