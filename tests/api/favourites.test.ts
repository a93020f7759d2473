import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { newId } from '#server/storage/id.ts'
import { FAVOURITES_MAX, RECENT_MAX } from '../../server/modules/favourites/store.ts'
import { seedFiles } from '../support/seed-files.ts'
import { buildWorld, type World } from '../support/world.ts'

const { metadata, files, favourites, spaces } = contract

/** Rows of empty files that somebody has made favourites or opened, one a second. */
async function fill(world: World, table: 'favourite' | 'recent', spaceId: string, root: string, count: number) {
  const person_id = world.idOf('normal')
  const start = world.clock.now().getTime() - count * 1000
  const rows = Array.from({ length: count }, (_, i) => ({ id: newId(), at: new Date(start + i * 1000) }))
  const named = { space_id: spaceId, parent_id: root, is_folder: false, mime: 'text/plain', author_id: person_id }
  for (let from = 0; from < count; from += 1000) {
    const some = rows.slice(from, from + 1000)
    await world.db
      .insertInto('node')
      .values(some.map(({ id }) => ({ ...named, id, name: id })))
      .execute()
    await world.db
      .insertInto(table)
      .values(some.map(({ id, at }) => ({ person_id, node_id: id, at })))
      .execute()
  }
  return rows.map(({ id }) => id)
}

describe('PUT /files/favourite', () => {
  test('what is gone is refused, and a favourite of one is none of another', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = (await seedFiles(world, id, ['a.txt'])).get('a.txt') ?? ''
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const star = { spaceId: id, hashList: [hash], isOn: true }
    await normal.data(favourites.favourite, star)
    await normal.data(favourites.favourite, star)
    expect((await normal.data(favourites.favourites, {})).list).toMatchObject([{ file: { hash }, space: { id } }])
    expect((await owner.data(favourites.favourites, {})).list).toEqual([])
    await normal.data(favourites.favourite, { ...star, isOn: false })
    expect((await normal.data(favourites.favourites, {})).list).toEqual([])
    await owner.data(files.remove, { spaceId: id, hashList: [hash] })
    expect(await normal.call(favourites.favourite, star)).toMatchObject({ error: 'fileGone' })
  })

  test('of many at once none goes beyond the most that there may be', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    await fill(world, 'favourite', id, root, FAVOURITES_MAX - 2)
    const seeded = await seedFiles(world, id, ['a', 'b', 'c', 'd', 'e'])
    const normal = await world.as('normal')
    const answers = await Promise.all(
      [...seeded.values()].map((hash) =>
        normal.call(favourites.favourite, { spaceId: id, hashList: [hash], isOn: true }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({ error: 'favouritesTooMany' })
  })

  test('several become favourites together, or none of them', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    await fill(world, 'favourite', id, root, FAVOURITES_MAX - 2)
    const [a = '', b = '', c = ''] = (await seedFiles(world, id, ['a/', 'b/', 'c/'])).values()
    const normal = await world.as('normal')
    const star = (hashList: string[], isOn = true) => normal.call(favourites.favourite, { spaceId: id, hashList, isOn })
    expect(await star([a, b, c])).toMatchObject({ error: 'favouritesTooMany' })
    expect(await star([a])).toMatchObject({ code: 0 })
    expect(await star([a, b])).toMatchObject({ code: 0 })
    expect(await star([a, b], false)).toMatchObject({ code: 0 })
    expect(await star([b, c])).toMatchObject({ code: 0 })
  })
})

describe('GET /favourites and /recent', () => {
  test('hide what lies in the trash and in spaces that were left, and show it again', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const seeded = await seedFiles(world, one.id, ['x/a.txt'])
    const other = (await seedFiles(world, two.id, ['b.txt'])).get('b.txt') ?? ''
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const inner = seeded.get('x/a.txt') ?? ''
    for (const [spaceId, hash] of [
      [one.id, inner],
      [two.id, other],
    ] as const) {
      await normal.data(favourites.opened, { spaceId, hash })
      world.clock.advance(1000)
    }
    const seen = async () => (await normal.data(favourites.recent, {})).list.map(({ file }) => file.path)
    expect(await seen()).toEqual(['/b.txt', '/x/a.txt'])
    await owner.data(spaces.removeMember, { id: two.id, personId: world.idOf('normal') })
    expect(await seen()).toEqual(['/x/a.txt'])
    await owner.data(files.remove, { spaceId: one.id, hashList: [seeded.get('x') ?? ''] })
    expect(await seen()).toEqual([])
    await world.join(two.id, 'normal', 'normal')
    expect(await seen()).toEqual(['/b.txt'])
  })

  test('pages follow one another, newest first; what is opened again comes first, the oldest falls off', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const filled = await fill(world, 'recent', id, root, RECENT_MAX)
    const normal = await world.as('normal')
    const oldest = filled[0] ?? ''
    await normal.data(favourites.opened, { spaceId: id, hash: oldest })
    const hash = (await seedFiles(world, id, ['new.txt'])).get('new.txt') ?? ''
    world.clock.advance(1000)
    await normal.data(favourites.opened, { spaceId: id, hash })
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await normal.data(favourites.recent, { size: 70, ...(after && { after }) })
      seen.push(...page.list.map(({ file }) => file.hash))
      after = page.next
    } while (after)
    expect(seen).toEqual([hash, oldest, ...filled.slice(2).reverse()])
  })

  test('a favourite that moved to another space is found there', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const hash = (await seedFiles(world, one.id, ['a.txt'])).get('a.txt') ?? ''
    const owner = await world.as('owner')
    await owner.data(favourites.favourite, { spaceId: one.id, hashList: [hash], isOn: true })
    await owner.data(files.move, { spaceId: one.id, hash, target: two.root, toSpaceId: two.id })
    expect((await owner.data(favourites.favourites, {})).list).toMatchObject([{ space: { id: two.id } }])
  })
})

describe('POST /files/badges', () => {
  test('shows only what has badges: tags and notes to all who read, stars to their person', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const seeded = await seedFiles(world, id, ['a.txt', 'b.txt', 'c.txt'])
    const of = (name: string) => seeded.get(name) ?? ''
    const [owner, stranger] = [await world.as('owner'), await world.as('stranger')]
    await owner.data(metadata.tag, { spaceId: id, hashList: [of('a.txt')], add: ['wet', 'cold'] })
    await owner.data(metadata.note, { spaceId: id, hash: of('a.txt'), note: 'look' })
    await owner.data(favourites.favourite, { spaceId: id, hashList: [of('b.txt')], isOn: true })
    const input = { spaceId: id, hashes: [...seeded.values()] }
    const none = { tags: [], isFavourite: false, hasNote: false, hasMeta: false, isShared: false, lockedBy: null }
    const tagged = { ...none, hash: of('a.txt'), tags: ['wet', 'cold'], hasNote: true }
    expect(await stranger.data(favourites.of, input)).toEqual([tagged])
    const own = await owner.data(favourites.of, input)
    expect(own).toHaveLength(2)
    expect(own).toEqual(expect.arrayContaining([tagged, { ...none, hash: of('b.txt'), isFavourite: true }]))
    await owner.data(files.remove, { spaceId: id, hashList: [of('a.txt')] })
    expect(await stranger.data(favourites.of, input)).toEqual([])
  })
})
