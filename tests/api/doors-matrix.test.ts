import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { can, type Flag, flags } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import type { Tree } from '#server/modules/doors/index.ts'
import { makeKey, piecesOf } from '../support/door.ts'
import { actorOf, factsOf, type Maker, makers } from '../support/matrix.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, rights } = contract
/** The web, and the doors: the same question has one answer. */
const ways = ['web', 'webdav', 'ftp', 'sftp'] as const
type Way = (typeof ways)[number]
/** What is done, and the right that it takes. */
const verbs = {
  read: 'file.download',
  replace: 'file.edit',
  rename: 'file.edit',
  make: 'file.make',
  remove: 'file.delete',
} as const
type Verb = keyof typeof verbs
const lacking: (Flag | null)[] = [
  null,
  'F_MAKE',
  'F_EDIT_AM',
  'F_EDIT_OT',
  'F_DOWN_AM',
  'F_DOWN_OT',
  'F_DEL_AM',
  'F_DEL_OT',
]
const bytes = Buffer.from('lake')

const refused = async (asked: Promise<unknown>): Promise<boolean> => {
  try {
    await asked
    return false
  } catch (error) {
    if (error instanceof Failure && error.refusal === 'fileForbidden') return true
    throw error
  }
}

/** A verb at a door, on the file of this name: whether it was refused. */
async function atDoor(tree: Tree, verb: Verb, name: string): Promise<boolean> {
  const item = await tree.stat([name])
  if (!item) throw new Error(`no ${name}`)
  if (verb === 'read') return refused(tree.demandRead(item))
  if (verb === 'replace') return refused(tree.write([name], piecesOf(`other ${name}`)))
  if (verb === 'rename')
    return refused(tree.move(item, [`${name} 2`], false).then(() => tree.move(item, [name], false)))
  if (verb === 'make') return refused(tree.makeFolder([`made ${name}`]))
  return refused(tree.remove(item))
}

/** The same by the WebDAV protocol. */
async function byDav(
  { world, url, authorization }: { world: World; url: string; authorization: string },
  verb: Verb,
  name: string,
) {
  const ask = async (method: string, path: string, more: { body?: string; destination?: string } = {}) => {
    const { body, destination } = more
    const headers = { authorization, ...(destination && { destination: url + encodeURIComponent(destination) }) }
    const response = await fetch(`${world.origin}${url}${encodeURIComponent(path)}`, {
      method,
      headers,
      ...(body && { body }),
    })
    await response.arrayBuffer()
    return response.status === 403
  }
  if (verb === 'read') return ask('GET', name)
  if (verb === 'replace') return ask('PUT', name, { body: `other ${name}` })
  if (verb === 'make') return ask('MKCOL', `made ${name}`)
  if (verb === 'rename')
    return (await ask('MOVE', name, { destination: `${name} 2` })) || ask('MOVE', `${name} 2`, { destination: name })
  return ask('DELETE', name)
}

async function byWeb(
  world: World,
  spaceId: string,
  maker: Maker,
  verb: Verb,
  { hash, name }: { hash: string; name: string },
) {
  const client = await world.as(maker)
  if (verb === 'read') return !(await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}&download=1`)).ok
  if (verb === 'replace')
    return upload(client, { spaceId, name, conflict: 'replace' }, Buffer.from(`other ${name}`)).then(
      () => false,
      () => true,
    )
  if (verb === 'rename') {
    const there = await client.call(files.rename, { spaceId, hash, name: `${name} 2` })
    if (there.code === 0) await client.data(files.rename, { spaceId, hash, name })
    return there.code !== 0
  }
  if (verb === 'make') {
    const made = await client.call(files.create, { spaceId, path: `made ${name}` })
    return made.code !== 0
  }
  return (await client.call(files.remove, { spaceId, hashList: [hash] })).code !== 0
}

const order = Object.keys(verbs) as Verb[]

test('every way gives the answer of the policy: role x lacking flag x own and other x way x verb', {
  timeout: 300_000,
}, async () => {
  const world = await buildWorld()
  const { id: spaceId, identifier } = await world.space()
  const owner = await world.as('owner')
  const give = (given: Flag[]) => owner.data(rights.setOfSpace, { id: spaceId, senior: given, normal: given })
  const keys = new Map<Maker, { user: string; password: string }>()
  for (const who of makers) keys.set(who, await makeKey(world, { who }))
  const keyOf = (maker: Maker) => keys.get(maker) ?? { user: '', password: '' }
  const treeBy = async (maker: Maker, door: 'ftp' | 'sftp'): Promise<Tree> => {
    const guest = await world.services.doors.admit({ door, ...keyOf(maker), address: '127.0.0.1', agent: 'test' })
    return world.services.doors.tree(guest, identifier)
  }
  const asked = async (way: Way, maker: Maker, verb: Verb, file: { hash: string; name: string }): Promise<boolean> => {
    if (way === 'web') return byWeb(world, spaceId, maker, verb, file)
    if (way !== 'webdav') return atDoor(await treeBy(maker, way), verb, file.name)
    const { user, password } = keyOf(maker)
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    return byDav({ world, url: `/dav/${identifier}/`, authorization }, verb, file.name)
  }
  const wrong: string[] = []
  let cells = 0
  for (const lacks of lacking) {
    await give([...flags])
    const places = makers.flatMap((maker) =>
      (['own', 'other'] as const).flatMap((whose) => ways.map((way) => ({ maker, whose, way }))),
    )
    const files = new Map<(typeof places)[number], { hash: string; name: string }>()
    for (const place of places) {
      const { maker, whose, way } = place
      const author = whose === 'own' ? maker : maker === 'senior' ? 'normal' : 'senior'
      const name = [lacks ?? 'none', maker, whose, way].join(' ')
      files.set(place, await upload(await world.as(author), { spaceId, name }, bytes))
    }
    await give(flags.filter((flag) => flag !== lacks))
    for (const [{ maker, whose, way }, file] of files)
      for (const verb of order) {
        const facts = factsOf(maker, whose, { type: 'private', lacks })
        const mayMake = can(actorOf(maker), 'file.make', facts.space)
        const may = verb === 'make' ? mayMake : can(actorOf(maker), verbs[verb], facts)
        cells += 1
        if ((await asked(way, maker, verb, file)) === (may && (verb !== 'replace' || mayMake)))
          wrong.push([lacks, maker, whose, way, verb].join(' '))
      }
  }
  expect(wrong).toEqual([])
  expect(cells).toBe(lacking.length * makers.length * 2 * ways.length * order.length)
})
