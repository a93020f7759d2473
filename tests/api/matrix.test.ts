import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { can, explain } from '#contract/policy.ts'
import { Client } from '../support/client.ts'
import {
  actorOf,
  factsOf,
  flagsIn,
  type Link,
  links,
  type Maker,
  makers,
  nameOf,
  type Round,
  rounds,
  shareFactsOf,
  toldAs,
  type Visit,
  visits,
  type Whose,
} from '../support/matrix.ts'
import { secretOf } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, rights, shares, shareDoor, spaces, trash } = contract
const bytes = Buffer.from('a,b\n1,2\n')
type Item = { file: string; folder: string; inside: string }

/** A space in which each of the makers has a file, and a folder with a file in it. */
async function scene() {
  const world = await buildWorld()
  const { id: spaceId, root } = await world.space({ type: 'private' })
  const items = new Map<Maker, Item>()
  for (const maker of makers) {
    const client = await world.as(maker)
    const folder = await client.data(files.create, { spaceId, path: `of ${maker}` })
    const { hash: file } = await upload(client, { spaceId, name: `${maker}.csv` }, bytes)
    const { hash: inside } = await upload(client, { spaceId, hash: folder, name: 'inside.csv' }, bytes)
    items.set(maker, { file, folder, inside })
  }
  /** Something of the maker's, or of a member whom every maker stands to as to anybody else. */
  const itemOf = (maker: Maker, whose: Whose): Item =>
    items.get(whose === 'own' ? maker : maker === 'senior' ? 'normal' : 'senior') as Item
  const set = async ({ type, lacks }: Round) => {
    const owner = await world.as('owner')
    const given = flagsIn({ type, lacks })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: given, normal: given })
    await owner.data(spaces.setType, { id: spaceId, type })
  }
  return { world, spaceId, root, itemOf, set }
}
type Scene = Awaited<ReturnType<typeof scene>>

const told = async (response: Response): Promise<string> => {
  if (response.ok) {
    await response.arrayBuffer()
    return 'success'
  }
  return ((await response.json()) as { error: string }).error
}

async function makeLink(
  { world, spaceId, itemOf }: Scene,
  { maker, kind, whose, mayDownload }: Link,
): Promise<Response> {
  const client = await world.as(maker)
  if (kind === 'space') return client.send(shares.makeSpace, { spaceId, mayDownload })
  const { file, folder } = itemOf(maker, whose)
  const hashList = [kind === 'file' ? file : folder]
  return client.send(shares.makeFile, { spaceId, hashList, mayDownload, isBox: kind === 'box' })
}

/** A visit by somebody who has nothing but the link. */
function visit(visitor: Client, kind: Visit, linkId: string, { kind: about, whose, maker }: Link, { itemOf }: Scene) {
  const { file, inside } = itemOf(maker, whose)
  const hash = about === 'file' || about === 'space' ? file : inside
  if (kind === 'open') return visitor.send(shareDoor.info, { linkId })
  if (kind === 'list') return visitor.send(shareDoor.list, { linkId })
  if (kind === 'look') return visitor.send(shareDoor.content, { linkId, hash })
  if (kind === 'download') return visitor.send(shareDoor.content, { linkId, hash, download: '1' })
  if (kind === 'zip') return visitor.send(shareDoor.zip, { linkId, hash })
  const wish = { linkId, code: 'none', name: 'a.csv', total: 1, fileMd5: '0'.repeat(32) }
  return visitor.send(shareDoor.boxCheck, wish)
}

/** What a space shared as a whole gives of its root is its owner's; of a file in it, its author's. */
const judged = (link: Link, kind: Visit, round: Round): string => {
  const isOfRoot = link.kind === 'space' && (kind === 'open' || kind === 'list' || kind === 'bring')
  const facts = shareFactsOf(isOfRoot && link.maker === 'owner' ? { ...link, whose: 'own' } : link, round)
  return toldAs(explain(null, visits[kind], facts).rule)
}

test('every link gives what the policy says: maker x flag x whose x kind x what is asked', {
  timeout: 300_000,
}, async () => {
  const place = await scene()
  const visitor = new Client(place.world.origin)
  await place.set({ type: 'private', lacks: null })
  const secrets = new Map<string, string>()
  for (const link of links) {
    const { data } = (await (await makeLink(place, link)).json()) as { data: { link: string } }
    secrets.set(nameOf(link), secretOf(data))
  }
  const wrong: string[] = []
  let cells = 0
  for (const round of rounds) {
    await place.set(round)
    const row = links.flatMap((link) => (Object.keys(visits) as Visit[]).map((kind) => ({ link, kind })))
    const answers = await Promise.all(
      row.map(async ({ link, kind }) => {
        const answer = await told(await visit(visitor, kind, secrets.get(nameOf(link)) ?? '', link, place))
        // Whoever may bring files and has no receipt was let in.
        const said = kind === 'bring' && answer === 'receiptGone' ? 'success' : answer
        const expected = judged(link, kind, round)
        return said === expected ? [] : [`${nameOf(link)}, ${kind}, ${JSON.stringify(round)}: ${said}, not ${expected}`]
      }),
    )
    cells += row.length
    wrong.push(...answers.flat())
  }
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(1500)
})

test('a link is made by whom the policy lets: maker x flag x whose x kind', { timeout: 300_000 }, async () => {
  const place = await scene()
  const wrong: string[] = []
  for (const round of rounds) {
    await place.set(round)
    for (const link of links.filter(({ mayDownload }) => mayDownload)) {
      const { maker, kind, whose } = link
      const actor = actorOf(maker)
      const facts = factsOf(maker, whose, round)
      const isAllowed =
        kind === 'space'
          ? can(actor, 'space.share', facts.space)
          : can(actor, 'file.share', facts) && (kind !== 'box' || can(actor, 'file.make', facts.space))
      const expected = isAllowed ? 'success' : kind === 'space' ? 'spaceRightMissing' : 'fileForbidden'
      const said = await told(await makeLink(place, link))
      if (said !== expected) wrong.push(`${nameOf(link)}, ${JSON.stringify(round)}: ${said}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What members do with files, and the rule that it is judged by. */
const deeds = {
  download: async (world: World, maker: Maker, spaceId: string, { file }: Item) =>
    told(await (await world.as(maker)).send(files.content, { spaceId, hash: file, download: '1' })),
  zip: async (world: World, maker: Maker, spaceId: string, { folder }: Item) =>
    told(await (await world.as(maker)).send(files.zip, { spaceId, hash: folder })),
  edit: async (world: World, maker: Maker, spaceId: string, { file }: Item) => {
    const { name } = await (await world.as('owner')).data(files.show, { spaceId, hash: file })
    return told(await (await world.as(maker)).send(files.rename, { spaceId, hash: file, name }))
  },
  remove: async (world: World, maker: Maker, spaceId: string, { file }: Item) => {
    const response = await (await world.as(maker)).send(files.remove, { spaceId, hashList: [file] })
    if (!response.ok) return told(response)
    const { data } = (await response.json()) as { data: { list: { trashId: string }[] } }
    await (await world.as('owner')).data(trash.restore, { spaceId, id: data.list[0]?.trashId ?? '' })
    return 'success'
  },
} as const
const ruleOf = { download: 'file.download', zip: 'file.download', edit: 'file.edit', remove: 'file.delete' } as const

test('members do with files what the policy says: role x flag x whose x deed', { timeout: 300_000 }, async () => {
  const { world, spaceId, itemOf, set } = await scene()
  const wrong: string[] = []
  for (const round of rounds) {
    await set(round)
    for (const maker of makers)
      for (const whose of ['own', 'other'] as const)
        for (const deed of Object.keys(deeds) as (keyof typeof deeds)[]) {
          const isAllowed = can(actorOf(maker), ruleOf[deed], factsOf(maker, whose, round))
          const said = await deeds[deed](world, maker, spaceId, itemOf(maker, whose))
          const expected = isAllowed ? 'success' : 'fileForbidden'
          if (said !== expected)
            wrong.push(`${maker}, ${deed} ${whose}, ${JSON.stringify(round)}: ${said}, not ${expected}`)
        }
  }
  expect(wrong).toEqual([])
})
