import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TRASH_KEEP_DAYS as KEPT, TABLE_VIEWS_MAX, TABLES_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { newId } from '#server/storage/id.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { tables, spaces, rights, files, metadata } = contract
type Wish = InputOf<typeof tables.change>['change']
type Columns = NonNullable<InputOf<typeof tables.create>['columns']>

const COLUMNS: Columns = [
  { name: 'Station', type: 'text' },
  { name: 'Depth', type: 'number' },
]

/** A private space with a table of the senior member: three depths. */
async function scene({ columns = COLUMNS, isShared = true }: { columns?: Columns; isShared?: boolean } = {}) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const [owner, senior, normal] = await Promise.all((['owner', 'senior', 'normal'] as const).map(world.as))
  if (!owner || !senior || !normal) throw new Error('nobody')
  const table = await senior.data(tables.create, { spaceId, name: 'Casts', description: 'CTD', isShared, columns })
  const one = { spaceId, id: table.id }
  const ids = table.columnList.map(({ id }) => id)
  const change = (wish: Wish, who = senior) => who.data(tables.change, { ...one, change: wish })
  const add = (rows: Extract<Wish, { kind: 'addRows' }>['rows'], who = senior) =>
    change({ kind: 'addRows', columns: ids.slice(0, rows[0]?.length), rows }, who)
  return { world, spaceId, owner, senior, normal, table, one, ids, change, add }
}
const THREE = [
  ['S1', '0.5'],
  ['S2', '10'],
  ['S3', '2.25'],
]
const namesIn = async ({ owner, spaceId }: Awaited<ReturnType<typeof scene>>, isTrashed = false) =>
  (await owner.data(tables.list, { spaceId, isTrashed })).list.map(({ name }) => name)
const physicalTables = async ({ db }: World) =>
  (await sql`select 1 from pg_class where relnamespace = 'tables'::regnamespace and relkind = 'r'`.execute(db)).rows
    .length
const usedIn = async ({ db }: World, spaceId: string) =>
  (await db.selectFrom('space_usage').select('used_bytes').where('space_id', '=', spaceId).executeTakeFirstOrThrow())
    .used_bytes
const healthy = async ({ db, blobs }: World) =>
  expect(await examine(db, blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
const actionsIn = async ({ db }: World) =>
  (
    await sql<{ action: string }>`select action from journal where action like 'table%' order by id`.execute(db)
  ).rows.map(({ action }) => action)
const storedNames = async ({ db }: World) =>
  (await db.selectFrom('data_table').select('name').orderBy('name').execute()).map(({ name }) => name)
/** Lets a space have no byte more than it uses. */
const fillUp = ({ db }: World, spaceId: string, more = 0) =>
  sql`update space s set capacity_bytes = u.used_bytes + u.reserved_bytes + ${more} from space_usage u
    where u.space_id = s.id and s.id = ${spaceId}`.execute(db)
const grant = async (world: World, spaceId: string, flags: InputOf<typeof rights.setOfSpace>['normal']) =>
  (await world.as('owner')).data(rights.setOfSpace, { id: spaceId, senior: flags, normal: flags })

describe('the trash', () => {
  test('takes no table from somebody without the permission, and none that is not there', async () => {
    const { world, spaceId, one, normal, owner } = await scene()
    expect(await owner.call(tables.putBack, one)).toMatchObject({ error: 'tableGone' })
    expect(await owner.call(tables.remove, { ...one, isForever: true })).toMatchObject({ error: 'tableGone' })
    expect(await owner.call(tables.remove, { ...one, id: spaceId })).toMatchObject({ error: 'tableGone' })
    await grant(world, spaceId, ['T_CREATE', 'T_EDIT'])
    expect(await normal.call(tables.remove, one)).toMatchObject({ error: 'spaceRightMissing' })
    await owner.data(tables.remove, one)
    expect(await normal.call(tables.putBack, one)).toMatchObject({ error: 'spaceRightMissing' })
    expect(await owner.call(tables.remove, one)).toMatchObject({ error: 'tableGone' })
  })

  test('of a public space is seen by its members alone', async () => {
    const { world, spaceId, one, owner } = await scene()
    await owner.data(tables.remove, one)
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    const visitor = await world.as('ordinary')
    expect((await visitor.data(tables.list, { spaceId })).list).toEqual([])
    expect(await visitor.call(tables.list, { spaceId, isTrashed: true })).toMatchObject({ error: 'spaceForbidden' })
    expect(await visitor.call(tables.show, one)).toMatchObject({ error: 'tableGone' })
  })

  test('keeps a table while an import works in it', async () => {
    const { world, one, owner } = await scene()
    const task = { id: newId(), kind: 'verify' as const, space_id: one.spaceId, person_id: world.idOf('owner') }
    await world.db
      .insertInto('task')
      .values({ ...task, created_at: world.clock.now() })
      .execute()
    const lock = { taskId: task.id, personName: 'Ada', done: 1, total: 2 }
    await sql`update data_table set lock = ${JSON.stringify(lock)}::jsonb`.execute(world.db)
    expect(await owner.call(tables.copy, { ...one, toSpaceId: one.spaceId, name: 'Copy' })).toMatchObject({
      error: 'tableLocked',
    })
    expect(await owner.call(tables.remove, one)).toMatchObject({ error: 'tableLocked' })
  })

  test('does not give a table back beside another one of its name', async () => {
    const { spaceId, one, owner } = await scene()
    await owner.data(tables.remove, one)
    await owner.data(tables.create, { spaceId, name: 'CASTS' })
    expect(await owner.call(tables.putBack, one)).toMatchObject({ error: 'tableNameTaken' })
  })

  test('holds a table with its rows and its history, and gives it back as it was', async () => {
    const all = await scene()
    const { one, owner, add, senior } = all
    await add(THREE)
    await owner.data(tables.remove, one)
    for (const operation of [tables.show, tables.rows])
      expect(await owner.call(operation, one)).toMatchObject({ error: 'tableGone' })
    expect(await owner.call(tables.change, { ...one, change: { kind: 'removeRows', rows: [1] } })).toMatchObject({
      error: 'tableGone',
    })
    expect(await namesIn(all)).toEqual([])
    expect((await owner.data(tables.list, { spaceId: one.spaceId, isTrashed: true })).list).toMatchObject([
      { name: 'Casts', trashedAt: expect.any(String) },
    ])
    expect(await owner.data(tables.putBack, one)).toMatchObject({ name: 'Casts', rows: 3, trashedAt: null })
    await senior.data(tables.undo, one)
    expect((await owner.data(tables.rows, one)).rows).toEqual([])
    expect(await actionsIn(all.world)).toEqual(['tableMade', 'tableChanged', 'tableTrashed', 'tableRestored'])
  })

  test('of all spaces lists tables with the latest deleted first, to whoever sees them and may restore them', async () => {
    const { world, spaceId, one, owner, senior, normal } = await scene()
    const { id: otherId } = await world.space({ type: 'private', name: 'Other' })
    const other = await owner.data(tables.create, { spaceId: otherId, name: 'Moorings' })
    const mine = await owner.data(tables.create, { spaceId, name: 'Mine', isShared: false })
    for (const { spaceId: from, id } of [one, { spaceId: otherId, id: other.id }, { spaceId, id: mine.id }]) {
      world.clock.advance(1000)
      await owner.data(tables.remove, { spaceId: from, id })
    }
    const first = await owner.data(tables.trashed, { size: 2 })
    const { list } = await owner.data(tables.trashed, { size: 2, after: first.next })
    expect([...first.list, ...list].map(({ name, space }) => [name, space.id])).toEqual([
      ['Mine', spaceId],
      ['Moorings', otherId],
      ['Casts', spaceId],
    ])
    const seen = async (who: typeof owner) =>
      (await who.data(tables.trashed, {})).list.map(({ name, mayRestore }) => [name, mayRestore])
    expect(await seen(senior)).toEqual([
      ['Moorings', true],
      ['Casts', true],
    ])
    await grant(world, spaceId, ['T_CREATE', 'T_EDIT'])
    expect(await seen(normal)).toContainEqual(['Casts', false])
    expect(await seen(await world.as('ordinary'))).toEqual([])
    await owner.data(tables.putBack, one)
    expect(await seen(senior)).toEqual([['Moorings', true]])
  })

  test('lets a table be deleted for good: nothing of it stays, and its room is free', async () => {
    const { world, spaceId, one, owner, add } = await scene()
    await add(THREE)
    expect(await usedIn(world, spaceId)).toBeGreaterThan(0)
    await owner.data(tables.remove, one)
    expect(await usedIn(world, spaceId)).toBeGreaterThan(0)
    await owner.data(tables.remove, { ...one, isForever: true })
    expect(await usedIn(world, spaceId)).toBe(0)
    expect(await physicalTables(world)).toBe(0)
    expect(await actionsIn(world)).toContain('tablePurged')
    await healthy(world)
  })

  test(`is emptied after ${KEPT.default} days, and not before`, async () => {
    const { world, spaceId, one, owner } = await scene()
    await owner.data(tables.create, { spaceId, name: 'Stays' })
    await owner.data(tables.remove, one)
    const sweep = () => world.services.tables.sweep(new Date(world.clock.now().getTime() - KEPT.default * DAY_MS))
    world.clock.advance(KEPT.default * DAY_MS - 1)
    expect(await sweep()).toBe(0)
    expect(await storedNames(world)).toEqual(['Casts', 'Stays'])
    world.clock.advance(2)
    expect(await sweep()).toBe(1)
    expect(await storedNames(world)).toEqual(['Stays'])
    expect(await physicalTables(world)).toBe(2)
    await healthy(world)
  })

  test('of a deleted space goes with it', async () => {
    const { world, spaceId, owner, one } = await scene()
    await owner.data(tables.remove, one)
    const { identifier } = await owner.data(spaces.show, { id: spaceId })
    await owner.data(spaces.remove, { id: spaceId, identifier })
    expect(await physicalTables(world)).toBe(0)
  })
})

test('a space has only so many tables, however they come', async () => {
  const { world, spaceId, one, owner } = await scene()
  await owner.data(tables.remove, one)
  const { id } = await owner.data(tables.create, { spaceId, name: 'Original' })
  await sql`insert into data_table (id, space_id, name, description, is_shared, maker_id, created_at)
    select gen_random_uuid(), ${spaceId}, 'Table ' || i, '', true, ${world.idOf('owner')}, now()
    from generate_series(2, ${TABLES_MAX}::int) as i`.execute(world.db)
  for (const answer of [
    owner.call(tables.create, { spaceId, name: 'One more' }),
    owner.call(tables.copy, { spaceId, id, toSpaceId: spaceId, name: 'One more' }),
    owner.call(tables.putBack, one),
  ])
    expect(await answer).toMatchObject({ error: 'tablesTooMany' })
})

describe('the room of a space', () => {
  test('that is used up refuses whatever adds something, and takes what makes room', async () => {
    const { world, spaceId, one, ids, senior, add, owner } = await scene()
    await add(THREE)
    await fillUp(world, spaceId)
    for (const change of [
      { kind: 'addRows', columns: [], rows: [[]] },
      { kind: 'cells', columns: [ids[0] ?? 0], rows: [{ id: 1, values: ['x'] }] },
      { kind: 'addColumn', column: { name: 'New', type: 'text' } },
    ] satisfies Wish[])
      expect(await senior.call(tables.change, { ...one, change })).toMatchObject({ error: 'spaceFull' })
    expect(await owner.call(tables.create, { spaceId, name: 'More' })).toMatchObject({ error: 'spaceFull' })
    expect(await owner.call(tables.copy, { ...one, toSpaceId: spaceId, name: 'More' })).toMatchObject({
      error: 'spaceFull',
    })
    await senior.data(tables.change, { ...one, change: { kind: 'removeRows', rows: [1] } })
    await owner.data(tables.remove, one)
    await healthy(world)
  })

  test('refuses a large change that does not fit, and nothing of it stays', async () => {
    const { world, spaceId, one, ids, senior, owner } = await scene()
    await fillUp(world, spaceId, 100_000)
    const rows = Array.from({ length: 5000 }, (_, i) => [`Station ${i}`, `${i}`])
    const change = { kind: 'addRows' as const, columns: ids, rows }
    expect(await senior.call(tables.change, { ...one, change })).toMatchObject({ error: 'spaceFull' })
    expect((await owner.data(tables.rows, one)).total).toBe(0)
    await healthy(world)
  })

  test('counts large changes at once, and small ones soon', async () => {
    const { world, spaceId, add, one, owner } = await scene()
    const before = await usedIn(world, spaceId)
    await add(Array.from({ length: 5000 }, (_, i) => [`Station ${i}`, `${i}`]))
    const after = await usedIn(world, spaceId)
    expect(after).toBeGreaterThan(before + 5000 * 30)
    expect((await owner.data(tables.list, { spaceId })).list).toMatchObject([{ bytes: after }])
    for (let i = 0; i < 3; i += 1) await add(Array.from({ length: 900 }, () => ['x'.repeat(50), '1']))
    expect(await usedIn(world, spaceId)).toBe(after)
    expect(await world.services.tables.measure()).toBe(1)
    expect(await usedIn(world, spaceId)).toBeGreaterThan(after)
    expect(await world.services.tables.measure()).toBe(0)
    await owner.data(tables.show, one)
    await healthy(world)
  })
})

describe('members', () => {
  test('who leave give their tables to the owner, also those that nobody else saw', async () => {
    const { world, spaceId, one, owner, senior } = await scene({ isShared: false })
    expect(await owner.call(tables.show, one)).toMatchObject({ error: 'tableGone' })
    await senior.data(spaces.removeMember, { id: spaceId, personId: world.idOf('senior') })
    expect(await owner.data(tables.show, one)).toMatchObject({
      isShared: false,
      maker: { personId: world.idOf('owner') },
    })
  })

  test('do not learn of a table that its maker keeps for themselves by any operation', async () => {
    const all = await scene({ isShared: false })
    const { one, owner, ids, spaceId } = all
    const column = ids[0] ?? 0
    const answers = [
      owner.call(tables.show, one),
      owner.call(tables.edit, { ...one, name: 'Mine' }),
      owner.call(tables.copy, { ...one, toSpaceId: spaceId, name: 'Mine' }),
      owner.call(tables.remove, one),
      owner.call(tables.rows, one),
      owner.call(tables.statistics, { ...one, column }),
      owner.call(tables.change, { ...one, change: { kind: 'removeRows', rows: [1] } }),
      owner.call(tables.undo, one),
      owner.call(tables.redo, one),
      owner.call(tables.setView, { ...one, state: {} }),
      owner.call(tables.saveView, { ...one, name: 'View', isShared: false, state: {} }),
      owner.call(tables.removeView, { ...one, view: spaceId }),
    ]
    for (const answer of answers) expect(await answer).toMatchObject({ error: 'tableGone' })
    expect(await owner.data(tables.find, { q: 'Casts' })).toEqual([])
    await all.senior.data(tables.remove, one)
    expect(await namesIn(all, true)).toEqual([])
    for (const operation of [tables.putBack, tables.remove])
      expect(await owner.call(operation, { ...one, isForever: true })).toMatchObject({ error: 'tableGone' })
  })
})

describe('a copy', () => {
  test('needs the right to make tables where it goes, and a name that is free there', async () => {
    const { world, spaceId, one, normal, owner } = await scene()
    const other = await world.space({ type: 'private' })
    const copy = { ...one, toSpaceId: other.id, name: 'Casts' }
    await grant(world, other.id, ['T_EDIT'])
    expect(await normal.call(tables.copy, copy)).toMatchObject({ error: 'spaceRightMissing' })
    expect(await owner.call(tables.copy, { ...one, toSpaceId: spaceId, name: 'casts' })).toMatchObject({
      error: 'tableNameTaken',
    })
    const stranger = await world.as('ordinary')
    expect(await stranger.call(tables.copy, copy)).toMatchObject({ error: 'spaceNotFound' })
  })

  test('has the columns and rows with their numbers, and a history of its own', async () => {
    const { world, spaceId, one, ids, owner, add, change } = await scene()
    await add(THREE)
    await change({ kind: 'addColumn', column: { name: 'Gone', type: 'text' } })
    await change({ kind: 'removeColumns', columns: [3] })
    await change({ kind: 'removeRows', rows: [2] })
    const copy = await owner.data(tables.copy, { ...one, toSpaceId: spaceId, name: 'Copy' })
    expect(copy).toMatchObject({ rows: 2, columns: 2, maker: { personId: world.idOf('owner') } })
    const where = { spaceId, id: copy.id }
    const [mine, theirs] = await Promise.all([owner.data(tables.rows, where), owner.data(tables.rows, one)])
    expect(mine.rows).toEqual(theirs.rows)
    const change2 = { kind: 'addRows' as const, columns: ids, rows: [['S4', '4']] }
    expect(await owner.data(tables.change, { ...where, change: change2 })).toMatchObject({ rows: [4] })
    expect(await owner.data(tables.show, where)).toMatchObject({ undo: { undo: 1, redo: 0 } })
    await owner.data(tables.undo, where)
    expect((await owner.data(tables.rows, where)).rows).toEqual(theirs.rows)
    await healthy(world)
  })

  test('in another space leaves out items that are not there, and takes along the terms of a vocabulary', async () => {
    const world = await buildWorld()
    const [from, to] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: from.id, name: 'a.txt' }, Buffer.from('a'))
    const vocabulary = await owner.data(metadata.saveVocabulary, {
      spaceId: from.id,
      name: 'Gear',
      terms: ['net', 'bottle'],
    })
    const { id } = await owner.data(tables.create, {
      spaceId: from.id,
      name: 'Log',
      columns: [
        { name: 'Photo', type: 'file' },
        { name: 'Gear', type: 'choice', vocabularyId: vocabulary.id },
        { name: 'By', type: 'person' },
      ],
    })
    const change = { kind: 'addRows' as const, columns: [1, 2, 3], rows: [[hash, 'net', world.idOf('senior')]] }
    await owner.data(tables.change, { spaceId: from.id, id, change })
    const copyTo = async (toSpaceId: string, name: string) => {
      const copy = await owner.data(tables.copy, { spaceId: from.id, id, toSpaceId, name })
      const [rows, shown] = await Promise.all([
        owner.data(tables.rows, { spaceId: toSpaceId, id: copy.id }),
        owner.data(tables.show, { spaceId: toSpaceId, id: copy.id }),
      ])
      return { cells: rows.rows[0]?.cells, gear: shown.columnList[1] }
    }
    expect(await copyTo(from.id, 'Here')).toMatchObject({
      cells: [hash, 'net', world.idOf('senior')],
      gear: { vocabularyId: vocabulary.id },
    })
    expect(await copyTo(to.id, 'There')).toMatchObject({
      cells: [null, 'net', world.idOf('senior')],
      gear: { vocabularyId: null, options: ['net', 'bottle'] },
    })
    await healthy(world)
  })
})

describe('the search', () => {
  test('finds tables of all own spaces by name, description and columns, and none in the trash', async () => {
    const { world, spaceId, senior, one, owner } = await scene()
    const found = async (q: string) => (await owner.data(tables.find, { q })).map(({ name }) => name)
    await senior.data(tables.create, { spaceId, name: 'Depths' })
    expect(await found('depth')).toEqual(['Depths', 'Casts'])
    expect(await found('ctd')).toEqual(['Casts'])
    expect(await found('100%')).toEqual([])
    expect(await (await world.as('ordinary')).data(tables.find, { q: 'casts' })).toEqual([])
    await owner.data(tables.remove, one)
    expect(await found('depth')).toEqual(['Depths'])
  })
})

describe('views', () => {
  test('for everybody are saved and deleted by those who may edit tables, others are for oneself', async () => {
    const { world, spaceId, one, normal, owner } = await scene()
    await grant(world, spaceId, [])
    const view = { ...one, name: 'Deep', isShared: true, state: {} }
    expect(await normal.call(tables.saveView, view)).toMatchObject({ error: 'spaceRightMissing' })
    const shared = await owner.data(tables.saveView, view)
    const mine = await owner.data(tables.saveView, { ...view, name: 'Mine', isShared: false })
    expect(await normal.call(tables.removeView, { ...one, view: shared.id })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await normal.call(tables.removeView, { ...one, view: mine.id })).toMatchObject({ error: 'tableViewGone' })
    await normal.data(tables.saveView, { ...view, name: 'Own', isShared: false })
    expect((await normal.data(tables.show, one)).views).toMatchObject([
      { name: 'Deep', isMine: false, isShared: true },
      { name: 'Own', isMine: true, isShared: false },
    ])
    await owner.data(tables.removeView, { ...one, view: shared.id })
    expect((await normal.data(tables.show, one)).views).toMatchObject([{ name: 'Own' }])
  })

  test('of the same name replace each other, and there are only so many', async () => {
    const { one, world, owner } = await scene()
    const view = { ...one, name: 'Deep', isShared: false, state: { frozen: 2 } }
    await owner.data(tables.saveView, view)
    await owner.data(tables.saveView, { ...view, name: 'DEEP', state: { frozen: 3 } })
    expect((await owner.data(tables.show, one)).views).toMatchObject([{ name: 'DEEP', state: { frozen: 3 } }])
    await sql`insert into table_view (id, table_id, person_id, name, is_shared, state)
      select gen_random_uuid(), ${one.id}, ${world.idOf('owner')}, 'View ' || i, false, '{}'
      from generate_series(2, ${TABLE_VIEWS_MAX}::int) as i`.execute(world.db)
    expect(await owner.call(tables.saveView, { ...view, name: 'One more' })).toMatchObject({
      error: 'tableViewsTooMany',
    })
    await owner.data(tables.saveView, view)
  })

  test('remember how each person last looked at a table', async () => {
    const { one, normal, owner, ids } = await scene()
    const sort = [{ column: ids[1] ?? 0, order: 'desc' as const }]
    await normal.data(tables.setView, { ...one, state: { sort } })
    await normal.data(tables.setView, { ...one, state: { sort, frozen: 2 } })
    expect(await normal.data(tables.show, one)).toMatchObject({ view: { sort, frozen: 2 }, views: [] })
    expect(await owner.data(tables.show, one)).toMatchObject({ view: { sort: [], frozen: 1 } })
  })
})

describe('the journal', () => {
  test('tells once an hour that a person changed a table', async () => {
    const { world, add, normal } = await scene()
    for (let i = 0; i < 3; i += 1) await add(THREE)
    await add(THREE, normal)
    expect(await actionsIn(world)).toEqual(['tableMade', 'tableChanged', 'tableChanged'])
    world.clock.advance(HOUR_MS)
    for (let i = 0; i < 3; i += 1) await add(THREE)
    expect(await actionsIn(world)).toHaveLength(4)
  })
})

test('a table that is made, copied, deleted and restored keeps the doctor content', async () => {
  const { world, spaceId, one, owner, add } = await scene()
  await add(THREE)
  await owner.data(tables.copy, { ...one, toSpaceId: spaceId, name: 'Copy' })
  await owner.data(files.create, { spaceId, path: 'folder' })
  await owner.data(tables.remove, one)
  await world.services.tables.measure()
  await owner.data(tables.putBack, one)
  await healthy(world)
})
