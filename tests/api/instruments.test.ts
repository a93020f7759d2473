import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { pidAddress } from '#contract/instruments.ts'
import { INSTRUMENTS_MAX } from '#server/modules/instruments/service.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { instruments, journal, settings, spaces } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'
type Draft = Partial<InputOf<typeof instruments.create>>

/** A world whose site has instruments, and a private space in it. */
async function buildLab(type: 'private' | 'public' = 'private') {
  const world = await buildWorld()
  await world.turnAllOn()
  const { id: spaceId } = await world.space({ type })
  const [owner, admin] = [await world.as('owner'), await world.as('admin')]
  const dayIn = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const add = (name: string, more: Draft = {}) => owner.data(instruments.create, { spaceId, name, ...more })
  const list = (query: object = {}) => owner.data(instruments.list, { spaceId, ...query })
  const namesOf = async (query: object = {}) => (await list(query)).list.map(({ name }) => name)
  return { world, spaceId, owner, admin, dayIn, add, list, namesOf }
}

describe('refusals', () => {
  test('while a site has no instruments, nothing of them is there; what was there stays', async () => {
    const { world, spaceId, owner, admin, add, namesOf } = await buildLab()
    const { id } = await add('CTD')
    await admin.data(settings.setFeatures, { instruments: false })
    const one = { spaceId, id }
    for (const answer of [
      owner.call(instruments.list, { spaceId }),
      owner.call(instruments.show, one),
      owner.call(instruments.create, { spaceId, name: 'CTD' }),
      owner.call(instruments.edit, { ...one, name: 'CTD' }),
      owner.call(instruments.remove, one),
      owner.call(instruments.find, { q: 'CTD' }),
      admin.call(instruments.all, {}),
    ])
      expect(await answer).toMatchObject({ error: 'featureOff' })
    expect(await (await world.as('stranger')).data(settings.basic, {})).toMatchObject({
      features: { instruments: false },
    })
    await world.turnAllOn()
    expect(await namesOf()).toEqual(['CTD'])
  })

  test.each<[Who, string]>([
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ])('a private space shows none of its instruments to %s', async (who, error) => {
    const { world, spaceId } = await buildLab()
    expect(await (await world.as(who)).call(instruments.list, { spaceId })).toMatchObject({ error })
  })

  test('a public space shows its instruments to members alone', async () => {
    const { world, spaceId, add } = await buildLab('public')
    const { id } = await add('CTD')
    const ordinary = await world.as('ordinary')
    for (const answer of [
      ordinary.call(instruments.list, { spaceId }),
      ordinary.call(instruments.show, { spaceId, id }),
    ])
      expect(await answer).toMatchObject({ error: 'spaceRightMissing' })
    expect(await ordinary.data(instruments.find, { q: 'CTD' })).toEqual([])
  })

  test.each<Who>(['normal', 'admin'])('%s sees the instruments of a space and changes none', async (who) => {
    const { world, spaceId, add } = await buildLab()
    const { id } = await add('CTD')
    const client = await world.as(who)
    const one = { spaceId, id }
    expect(await client.data(instruments.show, one)).toMatchObject({ name: 'CTD' })
    for (const answer of [
      client.call(instruments.create, { spaceId, name: 'pH meter' }),
      client.call(instruments.edit, { ...one, name: 'pH meter' }),
      client.call(instruments.remove, one),
    ])
      expect(await answer).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('what is gone, or stands in another space, is told to be gone', async () => {
    const { world, spaceId, owner, add } = await buildLab()
    const { id } = await add('CTD')
    const other = await world.space()
    for (const one of [
      { spaceId, id: NOBODY },
      { spaceId: other.id, id },
    ])
      for (const answer of [
        owner.call(instruments.show, one),
        owner.call(instruments.edit, { ...one, name: 'CTD' }),
        owner.call(instruments.remove, one),
      ])
        expect(await answer).toMatchObject({ error: 'instrumentGone' })
  })

  test.each<[string, Draft]>([
    ['name', { name: ' ' }],
    ['name', { name: 'a\tb' }],
    ['model', { model: 'm'.repeat(101) }],
    ['pid', { pid: 'none' }],
    ['pid', { pid: 'javascript:alert(1)' }],
    ['pid', { pid: 'http://' }],
    ['pid', { pid: '10.5072/a\u202eb' }],
    ['pid', { pid: 'https://a.test/\u0007' }],
    ['note', { note: 'a\u0007b' }],
    ['dueOn', { dueOn: '2026-02-30' }],
    ['dueOn', { dueOn: '0000-01-01' }],
  ])('a wrong %s is refused beside its field: %j', async (field, draft) => {
    const { owner, spaceId } = await buildLab()
    const answer = await owner.call(instruments.create, { spaceId, name: 'CTD', ...draft })
    expect(answer).toMatchObject({ error: 'invalid', fields: [{ field }] })
  })

  test('the next calibration is later than the last one', async () => {
    const { owner, spaceId } = await buildLab()
    const draft = { spaceId, name: 'CTD', calibratedOn: '2026-05-02', dueOn: '2026-05-02' }
    expect(await owner.call(instruments.create, draft)).toMatchObject({ error: 'instrumentDueTooEarly' })
  })

  test('an identifier stands for one instrument of a space, however it is written', async () => {
    const { world, owner, spaceId, add } = await buildLab()
    await add('CTD', { pid: '10.5072/ctd' })
    const { id } = await add('pH meter')
    const taken = { error: 'instrumentPidTaken' }
    const draft = { spaceId, name: 'Other', pid: 'https://doi.org/10.5072/ctd' }
    expect(await owner.call(instruments.create, draft)).toMatchObject(taken)
    expect(await owner.call(instruments.edit, { ...draft, id })).toMatchObject(taken)
    const other = await world.space()
    expect(await owner.data(instruments.create, { ...draft, spaceId: other.id })).toMatchObject({ pid: '10.5072/ctd' })
  })

  test('a space holds so many and no more', async () => {
    const { world, owner, spaceId } = await buildLab()
    await sql`
      insert into instrument (id, space_id, name, manufacturer, model, serial_number, pid, location, contact, state, note)
      select gen_random_uuid(), ${spaceId}::uuid, 'i' || n, '', '', '', '', '', '', 'inUse', ''
      from generate_series(1, ${INSTRUMENTS_MAX}::int) as n`.execute(world.db)
    expect(await owner.call(instruments.create, { spaceId, name: 'One more' })).toMatchObject({
      error: 'instrumentsTooMany',
    })
  })

  test('all of the site are for administrators', async () => {
    const { owner } = await buildLab()
    expect(await owner.call(instruments.all, {})).toMatchObject({ error: 'forbidden' })
  })
})

describe('an instrument', () => {
  test('is added, changed and deleted by a senior member, and the journal says so', async () => {
    const { world, spaceId, owner } = await buildLab()
    const senior = await world.as('senior')
    const draft = { name: 'CTD', manufacturer: 'Sea-Bird', serialNumber: '7311', dueOn: '2030-01-01', note: 'a\nb' }
    const added = await senior.data(instruments.create, { spaceId, ...draft })
    expect(added).toMatchObject({ ...draft, model: '', pid: '', state: 'inUse', calibratedOn: null, isDue: false })
    const one = { spaceId, id: added.id }
    const edited = await senior.data(instruments.edit, { ...one, name: 'CTD 2', state: 'inRepair' })
    expect(edited).toMatchObject({ id: added.id, name: 'CTD 2', state: 'inRepair', manufacturer: '', dueOn: null })
    await senior.data(instruments.remove, one)
    expect(await owner.call(instruments.show, one)).toMatchObject({ error: 'instrumentGone' })
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.slice(0, 3).map(({ action, item }) => [action, item.name])).toEqual([
      ['instrumentRemoved', 'CTD 2'],
      ['instrumentEdited', 'CTD 2'],
      ['instrumentAdded', 'CTD'],
    ])
  })

  test('goes with its space', async () => {
    const { world, spaceId, owner, add } = await buildLab()
    await add('CTD')
    const { identifier } = await owner.data(spaces.show, { id: spaceId })
    await owner.data(spaces.remove, { id: spaceId, identifier })
    expect(await world.db.selectFrom('instrument').selectAll().execute()).toEqual([])
  })

  test('is due from the day of its calibration on, unless it is retired', async () => {
    const { dayIn, add, list, namesOf } = await buildLab()
    await add('today', { dueOn: dayIn(0) })
    await add('tomorrow', { dueOn: dayIn(1) })
    await add('retired', { dueOn: dayIn(-9), state: 'retired' })
    await add('never')
    expect(await namesOf({ isDue: 'true' })).toEqual(['today'])
    expect((await list()).list.filter(({ isDue }) => isDue)).toHaveLength(1)
    expect(await namesOf({ isDue: 'false' })).toEqual(['never', 'retired', 'tomorrow'])
  })

  test.each([
    ['10.5072/ctd', 'https://doi.org/10.5072/ctd'],
    ['doi: 10.5072/ctd', 'https://doi.org/10.5072/ctd'],
    ['hdl:21.T11998/0000-001A', 'https://hdl.handle.net/21.T11998/0000-001A'],
    ['https://hdl.handle.net/20.1000/5', 'https://hdl.handle.net/20.1000/5'],
    ['https://example.org/ctd?id=1', 'https://example.org/ctd?id=1'],
  ])('its identifier %s leads to %s', async (pid, address) => {
    const { add } = await buildLab()
    expect(pidAddress((await add('CTD', { pid })).pid)).toBe(address)
  })
})

describe('a list', () => {
  test.each([
    ['name', 'asc', ['CTD 2', 'CTD 10', 'pH meter']],
    ['name', 'desc', ['pH meter', 'CTD 10', 'CTD 2']],
    ['manufacturer', 'asc', ['pH meter', 'CTD 10', 'CTD 2']],
    ['due', 'asc', ['CTD 10', 'CTD 2', 'pH meter']],
    ['due', 'desc', ['pH meter', 'CTD 2', 'CTD 10']],
  ])('comes by %s, %s, page by page', async (sort, order, expected) => {
    const { dayIn, add, list } = await buildLab()
    await add('CTD 2', { manufacturer: 'Sea-Bird', dueOn: dayIn(20) })
    await add('CTD 10', { manufacturer: 'RBR', dueOn: dayIn(10) })
    await add('pH meter')
    const names: string[] = []
    for (let after: string | undefined, pages = 0; pages < 3; pages += 1) {
      const page = await list({ sort, order, size: 1, ...(after && { after }) })
      names.push(...page.list.map(({ name }) => name))
      after = page.next
    }
    expect(names).toEqual(expected)
  })

  test('is narrowed by state and by words of any of its lines', async () => {
    const { add, namesOf } = await buildLab()
    await add('CTD', { serialNumber: '100%', state: 'inRepair' })
    await add('pH meter', { location: 'Room 302' })
    expect(await namesOf({ state: 'inRepair' })).toEqual(['CTD'])
    expect(await namesOf({ q: 'room 3' })).toEqual(['pH meter'])
    expect(await namesOf({ q: '%' })).toEqual(['CTD'])
    expect(await namesOf({ q: 'nothing' })).toEqual([])
  })

  test('of the site has the instruments of every space, with its name', async () => {
    const { world, admin, add } = await buildLab()
    await add('CTD')
    const other = await world.space({ name: 'Other lab' })
    await (await world.as('owner')).data(instruments.create, { spaceId: other.id, name: 'pH meter' })
    const { list } = await admin.data(instruments.all, { sort: 'name' })
    expect(list.map(({ name, space }) => [name, space.name])).toEqual([
      ['CTD', expect.any(String)],
      ['pH meter', 'Other lab'],
    ])
  })

  test('of what is found has instruments of the own spaces', async () => {
    const { world, add, spaceId } = await buildLab()
    await add('CTD')
    const found = await (await world.as('normal')).data(instruments.find, { q: 'ctd' })
    expect(found).toMatchObject([{ name: 'CTD', space: { id: spaceId } }])
    expect(await (await world.as('ordinary')).data(instruments.find, { q: 'ctd' })).toEqual([])
  })
})
