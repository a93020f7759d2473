import { can, type SpaceContext } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Chain, chainsTo, type FilesModule, type NodeRow, nodesOf } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** What the rules about metadata work with. */
export type MetadataNeeds = {
  db: Db
  spaces: SpaceService
  journal: Journal
  files: FilesModule
  tasks: TasksModule
  now: () => Date
  newId: () => string
}

/** A live item and the way to it from the root, itself last. */
export type Item = { node: NodeRow; chain: Chain }

/** Live items of a space by their ids, each once; what is not there, or lies in the trash, is not among them. */
export async function liveItems(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<Map<string, Item>> {
  const [nodes, chains] = [await nodesOf(from, spaceId, ids), await chainsTo(from, spaceId, ids)]
  return new Map(
    nodes.flatMap((node) => {
      const chain = chains.get(node.id)
      return chain ? [[node.id, { node, chain }] as const] : []
    }),
  )
}

/** Those items, all of them there. Throws fileGone. */
export async function allItems(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
  const items = await liveItems(from, spaceId, ids)
  if (items.size !== new Set(ids).size) throw new Failure('fileGone')
  return [...items.values()].map(({ node }) => node)
}

/** What is said of a folder is said of itself: whose the items inside are does not matter. */
export const mayEdit = (actor: SignedIn, space: SpaceContext, node: NodeRow): boolean =>
  can(actor, 'file.edit', { space, authorId: node.author_id })

/** Throws fileForbidden with the name of the first item that the caller may not edit. */
export function demandEdit(actor: SignedIn, space: SpaceContext, nodes: readonly NodeRow[]): void {
  const node = nodes.find((one) => !mayEdit(actor, space, one))
  if (node) throw new Failure('fileForbidden', { values: { name: node.name } })
}
