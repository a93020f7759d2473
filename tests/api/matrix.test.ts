import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { can, explain } from '#contract/core/policy.ts'
import { contract, operations } from '#contract/index.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { Client } from '../support/client.ts'
import { cellsOf } from '../support/full.ts'
import {
  actorOf,
  expectedAs,
  fileContextOf,
  flagsIn,
  type Link,
  links,
  type Maker,
  makers,
  nameOf,
  type Round,
  rounds,
  shareContextOf,
  type Visit,
  visits,
  type Whose,
} from '../support/matrix.ts'
import {
  askedElsewhere,
  expectedOf,
  type FileManagerRound,
  fileManagerRounds,
  NO_QUERY,
  type PermissionCase,
  permissionCases,
  type Spot,
  type TestRole,
} from '../support/permission-cases.ts'
import { secretOf } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { archives, files, rights, shares, shareAccess, spaces, dataViews, tables, tasks } = contract
const bytes = Buffer.from('a,b\n1,2\n')
/** No more than have a connection to the database: who waits too long for one is told that the server is busy. */
const ASKED_AT_ONCE = 10
type Item = { file: string; folder: string; inside: string }

/** A space in which each of the makers has a file, and a folder with a file in it. */
async function scene() {
  const world = await buildWorld()
  const { id: spaceId, root, identifier } = await world.space({ type: 'private' })
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
  return { world, spaceId, root, identifier, itemOf, set }
}
type Scene = Awaited<ReturnType<typeof scene>>

const outcomeOf = async (response: Response): Promise<string> => {
  if (response.ok) {
    await response.arrayBuffer()
    return 'success'
  }
  return ((await response.json()) as { error: string }).error
}

/** Most tries of what a busy server turned away. */
const TRIES_MAX = 30
/** How it ends; asked again while the server is busy, which says nothing about who may do what. */
async function outcomeOnceHeard(ask: () => Promise<Response>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await outcomeOf(await ask())
    if (outcome !== 'busy' || tries === TRIES_MAX) return outcome
  }
}

async function makeLink(
  { world, spaceId, itemOf }: Scene,
  { maker, kind, whose, mayDownload }: Link,
): Promise<Response> {
  const client = await world.as(maker)
  if (kind === 'space') return client.send(shares.makeSpace, { spaceId, mayDownload })
  const { file, folder } = itemOf(maker, whose)
  const hashList = kind === 'selection' ? [file, folder] : [kind === 'file' ? file : folder]
  return client.send(shares.makeFile, { spaceId, hashList, mayDownload, isBox: kind === 'box' })
}

/** What a frame does: asks for an address of the bytes, and fetches them without anything that says who asks. */
async function previewed(visitor: Client, linkId: string, hash: string): Promise<Response> {
  const response = await visitor.send(shareAccess.data, { linkId, hash, componentId: 'csv' })
  if (!response.ok) return response
  const { data } = (await response.json()) as { data: { fileUrl: string[] } }
  return fetch(visitor.origin + (data.fileUrl[0] ?? ''))
}

/** A visit by somebody who has nothing but the link. */
function visit(visitor: Client, kind: Visit, linkId: string, { kind: about, whose, maker }: Link, { itemOf }: Scene) {
  const { file, inside } = itemOf(maker, whose)
  const hash = about === 'folder' || about === 'box' ? inside : file
  if (kind === 'open') return visitor.send(shareAccess.info, { linkId })
  if (kind === 'list') return visitor.send(shareAccess.list, { linkId })
  if (kind === 'look') return visitor.send(shareAccess.content, { linkId, hash })
  if (kind === 'download') return visitor.send(shareAccess.content, { linkId, hash, download: '1' })
  if (kind === 'zip') return visitor.send(shareAccess.zip, { linkId, hash })
  if (kind === 'components') return visitor.send(shareAccess.components, { linkId, hash })
  if (kind === 'preview') return previewed(visitor, linkId, hash)
  if (kind === 'place') return visitor.send(shareAccess.boxMerge, { linkId, code: 'none', checkId: hash })
  const wish = { linkId, code: 'none', name: 'a.csv', total: 1, fileMd5: '0'.repeat(32) }
  return visitor.send(shareAccess.boxCheck, wish)
}

/** What a space shared as a whole gives of its root is its owner's; of a file in it, its author's. */
const judged = (link: Link, kind: Visit, round: Round): string => {
  const isOfRoot = link.kind === 'space' && (['open', 'list', 'bring', 'place'] as const).some((one) => one === kind)
  const policyContext = shareContextOf(isOfRoot && link.maker === 'owner' ? { ...link, whose: 'own' } : link, round)
  return expectedAs(explain(null, visits[kind], policyContext).rule)
}

/** Every visit in every round; by pairs in which each round meets each kind of visit and of link with each of its answers. */
function visitCells() {
  const all = rounds.flatMap((round) =>
    links.flatMap((link) => (Object.keys(visits) as Visit[]).map((kind) => ({ round, link, kind }))),
  )
  expect(all.length).toBeGreaterThan(5000)
  return cellsOf(all, ({ round, link, kind }) => {
    const { type, lacks } = round
    const { maker, kind: what, whose, mayDownload } = link
    return [`${maker} ${whose}`, `${what} ${mayDownload}`, kind, `${type} ${lacks} ${judged(link, kind, round)}`]
  })
}

test('a busy server is asked again, and at last believed', async () => {
  const answers = ['busy', 'busy', 'fileForbidden']
  const answer = async () => Response.json({ error: answers.shift() ?? 'busy' }, { status: 503 })
  expect(await outcomeOnceHeard(answer)).toBe('fileForbidden')
  expect(await outcomeOnceHeard(answer)).toBe('busy')
})

test('every link gives what the policy says: maker x flag x whose x kind x what is asked', async () => {
  const place = await scene()
  const visitor = new Client(place.world.origin)
  await place.set({ type: 'private', lacks: null })
  const secrets = new Map<string, string>()
  for (const link of links) {
    const { data } = (await (await makeLink(place, link)).json()) as { data: { link: string } }
    secrets.set(nameOf(link), secretOf(data))
  }
  const wrong: string[] = []
  const some = semaphore(ASKED_AT_ONCE)
  for (const [round, asked] of Map.groupBy(visitCells(), (cell) => cell.round)) {
    await place.set(round)
    const answers = await Promise.all(
      asked.map(async ({ link, kind }) => {
        const secret = secrets.get(nameOf(link)) ?? ''
        const answer = await some(() => outcomeOnceHeard(() => visit(visitor, kind, secret, link, place)))
        // Whoever may bring files and has no receipt was let in.
        const said = visits[kind] === 'share.upload' && answer === 'receiptGone' ? 'success' : answer
        const expected = judged(link, kind, round)
        return said === expected ? [] : [`${nameOf(link)}, ${kind}, ${JSON.stringify(round)}: ${said}, not ${expected}`]
      }),
    )
    wrong.push(...answers.flat())
  }
  expect(wrong).toEqual([])
})

/** How the maker of a link is answered. */
function makingOf({ maker, kind, whose }: Link, round: Round): string {
  const [actor, policyContext] = [actorOf(maker), fileContextOf(maker, whose, round)]
  if (kind === 'space') return can(actor, 'space.share', policyContext.space) ? 'success' : 'spaceRightMissing'
  const isAllowed =
    can(actor, 'file.share', policyContext) && (kind !== 'box' || can(actor, 'file.make', policyContext.space))
  return isAllowed ? 'success' : 'fileForbidden'
}

test('a link is made by whom the policy lets: maker x flag x whose x kind', async () => {
  const place = await scene()
  const wrong: string[] = []
  const downloading = links.filter(({ mayDownload }) => mayDownload)
  const all = rounds.flatMap((round) => downloading.map((link) => ({ round, link, expected: makingOf(link, round) })))
  const cells = cellsOf(all, ({ round: { type, lacks }, link: { maker, kind, whose }, expected }) => [
    ...[`${maker} ${whose}`, kind, `${type} ${lacks} ${expected}`],
  ])
  for (const [round, asked] of Map.groupBy(cells, (cell) => cell.round)) {
    await place.set(round)
    for (const { link, expected } of asked) {
      const said = await outcomeOnceHeard(() => makeLink(place, link))
      if (said !== expected) wrong.push(`${nameOf(link)}, ${JSON.stringify(round)}: ${said}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What every maker has beside the items: a task that ended and one that waits, a link that lives and one that does not. */
async function spotsOf({ world, spaceId, identifier, itemOf }: Scene): Promise<Map<Maker, Spot>> {
  const other = await world.space()
  for (const who of ['ordinary', 'admin']) await world.join(other.id, who, 'normal')
  const owner = await world.as('owner')
  const { name: table } = await owner.data(tables.create, { spaceId, name: 'Casts' })
  await owner.data(dataViews.create, { spaceId, name: table, definition: NO_QUERY })
  const spots = new Map<Maker, Spot>()
  let source = ''
  for (const maker of makers) {
    const client = await world.as(maker)
    const item = itemOf(maker, 'own')
    const { name, phash } = await client.data(files.show, { spaceId, hash: item.file })
    source = (await upload(owner, { spaceId: other.id, name }, bytes)).hash
    const tasked = async () => (await client.data(archives.verify, { spaceId, hashList: [item.file] })).id
    const shared = () => client.data(shares.makeFile, { spaceId, hashList: [item.file] })
    const [ended, waiting, live, revoked] = [await tasked(), await tasked(), await shared(), await shared()]
    await client.data(tasks.cancel, { id: ended })
    await client.data(shares.revoke, { id: revoked.id })
    spots.set(maker, {
      spaceId,
      identifier,
      file: item.file,
      folder: item.folder,
      parent: phash ?? '',
      name,
      ended,
      waiting,
      live: live.id,
      revoked: revoked.id,
      link: live.link ?? '',
      table,
      other: { spaceId: other.id, root: other.root, file: source },
    })
  }
  return spots
}

/** Who does it to whose: outsiders have nothing of their own. */
type Doing = { role: TestRole; whose: Whose }
const doings: readonly Doing[] = [
  ...makers.flatMap((role) => (['own', 'other'] as const).map((whose) => ({ role, whose }))),
  ...(['ordinary', 'admin', 'stranger'] as const).map((role) => ({ role, whose: 'other' as const })),
]
const holderOf = (role: TestRole, whose: Whose): Maker => {
  if (whose === 'own') return role as Maker
  return role === 'senior' ? 'normal' : 'senior'
}

type Asking = {
  round: FileManagerRound
  name: string
  permissionCase: PermissionCase
  doing: Doing
  expected: readonly string[]
}
/** Everything that is done in the rounds; by pairs in which each case meets each person, and each round with each answer. */
function askings(): Asking[] {
  const all = fileManagerRounds().flatMap((round) =>
    round.permissionCases.flatMap((name) =>
      doings.map((doing): Asking => {
        const [permissionCase, isPublic] = [permissionCases[name] as PermissionCase, round.type === 'public']
        const cell = { role: doing.role, isOwn: doing.whose === 'own', isPublic, given: round.given }
        return { round, name, permissionCase, doing, expected: expectedOf(permissionCase, cell) }
      }),
    ),
  )
  expect(all.length).toBeGreaterThan(3000)
  return cellsOf(all, ({ round: { type, given }, name, doing: { role, whose }, expected }) => [
    ...[name, `${role} ${whose} ${type}`, `${type} ${given.join()} ${expected.join()}`],
  ])
}

test('files are worked with as the table by hand says: role x flags x whose x operation', async () => {
  const place = await scene()
  const { world, spaceId, set } = place
  await set({ type: 'private', lacks: null })
  const spots = await spotsOf(place)
  const owner = await world.as('owner')
  const kept = [...spots.values()].flatMap(({ ended, waiting }) => [ended, waiting])
  const wrong: string[] = []
  const some = semaphore(ASKED_AT_ONCE)
  async function ask({ name, permissionCase, doing: { role, whose }, round, expected }: Asking): Promise<void> {
    const spot = spots.get(holderOf(role, whose)) as Spot
    const client = await world.as(role)
    const said = await outcomeOnceHeard(() => permissionCase.run(client, spot, owner))
    if (expected.includes(said === permissionCase.expected ? 'success' : said)) return
    const given = round.given.join()
    wrong.push(`${name}, ${role}, ${whose}, ${round.type} with ${given}: ${said}, not ${expected.join(' or ')}`)
  }
  for (const [{ type, given }, asked] of Map.groupBy(askings(), ({ round }) => round)) {
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [...given], normal: [...given] })
    await owner.data(spaces.setType, { id: spaceId, type })
    const together = asked.filter(({ permissionCase }) => !permissionCase.isAlone)
    await Promise.all(together.map((asking) => some(() => ask(asking))))
    for (const asking of asked) if (asking.permissionCase.isAlone) await ask(asking)
    await world.db.deleteFrom('task').where('id', 'not in', kept).execute()
    // So many changes of rights are more than a space has of a day.
    await sql`delete from rate_limit`.execute(world.db)
  }
  expect(wrong).toEqual([])
})

test('no operation on files is left out of the table', () => {
  const fileManager = [
    'archives',
    'favourites',
    'versions',
    'metadata',
    'search',
    'shares',
    'imports',
    'preview',
    'tables',
    'tasks',
  ]
  const asked = new Set([...askedElsewhere, ...Object.keys(permissionCases).map((name) => name.replace(/[ ,].*/, ''))])
  const names = operations.map(([name]) => name).filter((name) => fileManager.includes(name.split('.')[0] ?? ''))
  expect(names.filter((name) => !asked.has(name))).toEqual([])
})
