import type { Protocol } from '#contract/account.ts'
import { contract } from '#contract/index.ts'
import type { ClientSession, Tree } from '#server/modules/protocols/index.ts'
import type { Who, World } from './world.ts'

type Key = { who?: Exclude<Who, 'stranger'>; protocols?: Protocol[]; spaceId?: string; validityDays?: number }

/** Creates an app password through the API, as a user does. */
export async function makeKey(
  world: World,
  { who = 'owner', protocols = ['webdav', 'ftp', 'sftp'], ...rest }: Key = {},
): Promise<{ id: string; password: string; user: string }> {
  const client = await world.as(who)
  const { item, password } = await client.data(contract.account.addAppPassword, { name: 'laptop', protocols, ...rest })
  return { id: item.id, password, user: `${who}@lab.test` }
}

/** A client session signed in with an app password over a protocol. */
export async function clientSessionOf(
  world: World,
  who: Exclude<Who, 'stranger'> = 'owner',
  protocol: Protocol = 'webdav',
): Promise<ClientSession> {
  const { password, user } = await makeKey(world, { who })
  return world.services.protocols.admit({ protocol, user, password, address: '127.0.0.1', agent: 'test' })
}

/** A space's file tree as a protocol sees it for this person. */
export const treeOf = async (
  world: World,
  identifier: string,
  who: Exclude<Who, 'stranger'> = 'owner',
  protocol: Protocol = 'webdav',
): Promise<Tree> => world.services.protocols.tree(await clientSessionOf(world, who, protocol), identifier)

/** Yields the given pieces as a stream of buffers. */
export async function* piecesOf(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

export async function textOf(tree: Tree, path: string[]): Promise<string> {
  const item = await tree.stat(path)
  if (!item) throw new Error(`nothing at ${path.join('/')}`)
  let text = ''
  for await (const piece of await tree.read(item)) text += String(piece)
  return text
}
