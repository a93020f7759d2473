import { contract } from '#contract/index.ts'
import { upload } from './upload.ts'
import type { Who, World } from './world.ts'

const { files } = contract

/** Creates folders and files by path, each file with its path as content; returns the hashes by path. */
export async function seedFiles(
  world: World,
  spaceId: string,
  paths: readonly string[],
  who: Who = 'owner',
): Promise<Map<string, string>> {
  const client = await world.as(who)
  const hashes = new Map<string, string>()
  for (const path of paths) {
    const [name = '', ...above] = path.split('/').reverse()
    const folder = above.reverse().join('/')
    const hash = folder ? await client.data(files.create, { spaceId, path: folder, existing: 'reuse' }) : undefined
    if (hash) hashes.set(folder, hash)
    const bytes = new TextEncoder().encode(path)
    if (name) hashes.set(path, (await upload(client, { spaceId, name, ...(hash && { hash }) }, bytes)).hash)
  }
  return hashes
}
