import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  BYTES_PER_GB,
  CAPACITY_DEFAULT_GB,
  CAPACITY_MAX_GB,
  COVER_PX,
  HOT_DAYS,
  SPACES_A_DAY,
} from '#contract/core/limits.ts'
import { contract, operations } from '#contract/index.ts'
import { checkRefusals } from '#contract/uploads.ts'
import { newId } from '#server/storage/id.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import { PICTURES_A_DAY } from '../../server/modules/settings/picture-store.ts'
import { SPACE_CHANGES_A_DAY } from '../../server/modules/spaces/rate-limit.ts'
import type { Client } from '../support/client.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { spaces, settings, users, files, managedSpaces, rights, uploads } = contract
/** A green dot. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const actionsIn = async (world: World, spaceId: string) => {
  const rows = await world.db
    .selectFrom('journal')
    .select(['action', 'person_name', 'item_name', 'details'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute()
  return rows
}
/** Until a request waits for what somebody else holds. */
const somebodyWaits = (world: World) =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        world.db,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
const audited = async (world: World) =>
  (await world.db.selectFrom('audit').select('action').orderBy('number').execute()).map(({ action }) => action)
const messagesTo = async (world: World, who: 'owner' | 'senior' | 'normal' | 'ordinary') =>
  world.db
    .selectFrom('message')
    .select(['kind', 'values'])
    .where('person_id', '=', world.idOf(who))
    .orderBy('id')
    .execute()
const askToJoin = (world: World, spaceId: string, who: 'ordinary' = 'ordinary') =>
  world.db
    .insertInto('join_request')
    .values({
      id: newId(),
      space_id: spaceId,
      space_name: 'Lake survey',
      space_identifier: 'lake',
      person_id: world.idOf(who),
      reason: 'data',
      asked_at: world.clock.now(),
      reminded_at: null,
      answered_at: null,
      answered_by: null,
    })
    .execute()
const draft = (change = {}) => ({
  name: '高原湖泊 Survey_1',
  identifier: 'Lake01',
  type: 'private' as const,
  ...change,
})

describe('POST /spaces', () => {
  test('an ordinary user is refused by name', async () => {
    const world = await buildWorld()
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(spaces.create, draft())).toMatchObject({
      status: 403,
      code: 8,
      error: 'spaceCreateForbidden',
    })
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'a<b' }],
    ['identifier', { identifier: 'ab' }],
    ['identifier', { identifier: 'a'.repeat(21) }],
    ['identifier', { identifier: 'lake-1' }],
    ['introduction', { introduction: 'x'.repeat(301) }],
    ['size', { size: CAPACITY_MAX_GB + 1 }],
    ['size', { size: 1.5 }],
    ['type', { type: 'secret' }],
    ['tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }],
    ['tags.0', { tags: ['x'.repeat(21)] }],
    ['tags.0', { tags: ['\u202eevil'] }],
    ['tags.0', { tags: ['two\nlines'] }],
    ['tags.1', { tags: ['ice', 'two\u2028lines'] }],
  ])('a wrong %s is reported beside its field: %j', async (field, change) => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const answer = await owner.call(spaces.create, draft(change) as never)
    expect(answer).toMatchObject({ status: 400, error: 'invalid', fields: [{ field }] })
  })

  test('an identifier is taken whatever its case, and of two at once one wins', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const answers = await Promise.all(
      ['Lake01', 'lAKE01', 'LAKE01'].map((identifier) => owner.call(spaces.create, draft({ identifier }))),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 1007, 1007])
    expect(await owner.call(spaces.checkIdentifier, { identifier: 'lake01' })).toMatchObject({ data: { free: false } })
    expect(await owner.call(spaces.checkIdentifier, { identifier: 'lake02' })).toMatchObject({ data: { free: true } })
  })

  test('more room than the default is an administrator\u2019s to give; less may be chosen', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    expect(await owner.call(spaces.create, draft({ size: CAPACITY_DEFAULT_GB + 1 }))).toMatchObject({
      error: 'spaceSizeForbidden',
      fields: [{ field: 'size' }],
    })
    expect(await owner.data(spaces.create, draft({ size: 5 }))).toMatchObject({ size: 5 })
    const admin = await world.as('admin')
    expect(await admin.data(spaces.create, draft({ identifier: 'big', size: 5000 }))).toMatchObject({ size: 5000 })
    const defaults = await admin.data(settings.spaceDefaults, {})
    await admin.data(settings.setSpaceDefaults, { ...defaults, sizeMax: 800 })
    expect(await owner.call(spaces.create, draft({ identifier: 'wide', size: 801 }))).toMatchObject({
      error: 'spaceSizeForbidden',
    })
    expect(await owner.data(spaces.create, draft({ identifier: 'wide', size: 800 }))).toMatchObject({ size: 800 })
    await admin.data(settings.setSpaceDefaults, { ...defaults, size: 200, sizeMax: 100 })
    expect(await owner.data(spaces.create, draft({ identifier: 'usual', size: 200 }))).toMatchObject({ size: 200 })
  })

  test('one person makes so many a day; those that failed do not count, those that are gone do', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(spaces.create, draft({ identifier: 'taken' }))
    const make = (i: number) => owner.call(spaces.create, draft({ identifier: `day${i}` }))
    for (let i = 2; i < SPACES_A_DAY; i += 1) {
      const answer = await make(i)
      if (answer.code === 0)
        await owner.data(spaces.remove, { id: (answer as { data: { id: string } }).data.id, identifier: `day${i}` })
    }
    expect(await owner.call(spaces.create, draft({ identifier: 'taken' }))).toMatchObject({ code: 1007 })
    const last = await Promise.all([100, 101, 102].map(make))
    expect(last.map(({ code }) => code).sort()).toEqual([-2, -2, 0])
    expect(last.find(({ code }) => code !== 0)).toMatchObject({ error: 'spacesADay' })
    expect(await (await world.as('senior')).call(spaces.create, draft({ identifier: 'other' }))).toMatchObject({
      code: 0,
    })
    world.clock.advance(DAY_MS + 1)
    const again = await (await owner.login('owner@lab.test', 'Lake-2026')).call(
      spaces.create,
      draft({ identifier: 'next' }),
    )
    expect(again).toMatchObject({ code: 0 })
  })

  test('a cover is drawn again at its size; what is no picture is refused', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const none = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    expect(await owner.call(spaces.create, draft({ cover: none }))).toMatchObject({ error: 'imageInvalid' })
    const { id, cover } = await owner.data(spaces.create, draft({ cover: DOT }))
    const response = await (await world.as('stranger')).fetch(cover)
    const png = Buffer.from(await response.arrayBuffer())
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([COVER_PX.width, COVER_PX.height])
    await world.services.settings.pictures.sweep()
    expect((await owner.fetch(cover)).status).toBe(200)
    expect(await owner.data(spaces.edit, { id, cover: '' })).toMatchObject({ cover: '' })
    const edited = (await actionsIn(world, id)).at(-1)
    expect(edited).toMatchObject({ action: 'edited', details: { fields: 'cover', cover: 'removed' } })
  })

  test('what is refused leaves no picture behind, and one person has so many kept within a day', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const { id, identifier } = await world.space()
    expect(await owner.call(spaces.create, draft({ identifier, cover: DOT }))).toMatchObject({
      error: 'spaceIdentifierTaken',
    })
    const pictures = () => world.db.selectFrom('picture').select('hash').execute()
    expect(await pictures()).toEqual([])
    await world.db
      .insertInto('rate_limit')
      .values(
        Array.from({ length: PICTURES_A_DAY }, (_, i) => ({
          key: `picture ${world.idOf('owner')} ${i + 1}`,
          at: world.clock.now(),
        })),
      )
      .execute()
    expect(await owner.call(spaces.edit, { id, cover: DOT })).toMatchObject({ error: 'picturesADay' })
    expect(await owner.call(spaces.create, draft({ cover: DOT }))).toMatchObject({ error: 'picturesADay' })
    expect(await pictures()).toEqual([])
    expect(await owner.data(spaces.create, draft())).toMatchObject({ cover: '' })
  })

  test('no identifier is a word of an address', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const words = operations.flatMap(([, { path }]) => /^\/spaces?\/([A-Za-z0-9]+)$/.exec(path)?.[1] ?? [])
    expect(words).toContain('tags')
    for (const word of [...words, 'TAGS']) {
      expect(await owner.data(spaces.checkIdentifier, { identifier: word })).toEqual({ free: false })
      const answer = await owner.call(spaces.create, draft({ identifier: word }))
      expect(answer).toMatchObject({ error: 'spaceIdentifierTaken' })
    }
  })

  test('begins with the size and the rights that the site has set', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(settings.setSpaceDefaults, { size: 30, type: 'private', journalMonths: 12 })
    await world.db
      .insertInto('setting')
      .values({ key: 'defaultRights', value: JSON.stringify({ senior: ['F_MAKE'], normal: [] }) })
      .execute()
    await world.bus.publish('settings', {})
    const { id, size } = await world.space()
    expect(size).toBe(30)
    expect((await (await world.as('senior')).data(spaces.show, { id })).myFlags).toEqual(['F_MAKE'])
    expect((await (await world.as('normal')).data(spaces.show, { id })).myFlags).toEqual([])
    expect((await actionsIn(world, id))[0]).toMatchObject({ action: 'created', person_name: 'Olive Owner' })
    expect(await audited(world)).toContain('spaceCreated')
  })

  test('makes a normal space that its maker owns', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const made = await owner.data(spaces.create, draft({ tags: ['lake', 'lake', '湖'] }))
    expect(made).toMatchObject({
      status: 'normal',
      myRole: 'owner',
      memberCount: 1,
      usedBytes: 0,
      size: CAPACITY_DEFAULT_GB,
      tags: ['lake', '湖'],
      homepage: '/space/Lake01',
      owner: { personId: world.idOf('owner') },
    })
  })
})

describe('GET /spaces', () => {
  test('a stranger has no spaces of his own', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    expect(await stranger.call(spaces.list, { scope: 'mine' })).toMatchObject({ error: 'notSignedIn' })
  })

  test('an unknown filter or sorter is refused, not ignored', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    expect((await stranger.fetch('/api/spaces?colour=red')).status).toBe(400)
    expect((await stranger.fetch('/api/spaces?sort=colour')).status).toBe(400)
    expect((await stranger.fetch('/api/spaces?after=rubbish')).status).toBe(400)
  })

  test('shows a stranger public and restricted spaces, never private ones', async () => {
    const world = await buildWorld()
    for (const type of ['private', 'restricted', 'public'] as const) await world.space({ type, name: type })
    const seen = async (who: 'stranger' | 'ordinary' | 'normal' | 'admin', scope?: 'others') =>
      (await (await world.as(who)).data(spaces.list, { scope })).list.map((space) => space.name).sort()
    expect(await seen('stranger')).toEqual(['public', 'restricted'])
    expect(await seen('ordinary')).toEqual(['public', 'restricted'])
    expect(await seen('admin')).toEqual(['public', 'restricted'])
    expect(await seen('normal')).toEqual(['private', 'public', 'restricted'])
    expect(await seen('normal', 'others')).toEqual([])
    expect(await seen('ordinary', 'others')).toEqual(['public', 'restricted'])
    expect(await seen('stranger', 'others')).toEqual(['public', 'restricted'])
  })

  test.each(['name', 'created', 'used', 'hot', 'members'] as const)(
    'by %s: pages follow one another without gap or repeat, both ways',
    async (sort) => {
      const world = await buildWorld()
      const owner = await world.as('owner')
      for (let i = 1; i <= 12; i += 1)
        await owner.data(spaces.create, draft({ name: `Scan ${i}`, identifier: `scan${i}` }))
      for (const order of ['asc', 'desc'] as const) {
        const names: string[] = []
        let after: string | undefined
        do {
          const page = await owner.data(spaces.list, { scope: 'mine', sort, order, size: 5, after })
          names.push(...page.list.map((space) => space.name))
          after = page.next
        } while (after)
        expect(names).toHaveLength(12)
        expect(new Set(names).size).toBe(12)
        if (sort === 'name' && order === 'asc')
          expect(names.slice(8)).toEqual(['Scan 9', 'Scan 10', 'Scan 11', 'Scan 12'])
      }
    },
  )

  test('finds by name, introduction, identifier and tag; wildcards stand for themselves', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(
      spaces.create,
      draft({ name: '青海湖', identifier: 'qinghai', introduction: '100% of the lake', tags: ['glacier'] }),
    )
    const found = async (q: string) => (await owner.data(spaces.list, { q })).list.length
    expect(await Promise.all(['海湖', 'QINGHAI', '100%', 'glacier', 'Qi_ghai', '%%'].map(found))).toEqual([
      1, 1, 1, 1, 0, 0,
    ])
  })
})

describe('GET /spaces with several ways of looking', () => {
  test('a member finds own private and closed spaces among the visible ones, others do not', async () => {
    const world = await buildWorld()
    const names = async (who: 'normal' | 'ordinary' | 'stranger', query = {}) =>
      (await (await world.as(who)).data(spaces.list, { sort: 'name', order: 'asc', ...query })).list.map(
        ({ name }) => name,
      )
    await world.space({ name: 'A private', tags: ['ice'] })
    await world.space({ name: 'B public', type: 'public', tags: ['ice'] })
    const { id } = await world.space({ name: 'C gone', type: 'public', tags: ['ice'] })
    await world.db.updateTable('space').set({ status: 'offline' }).where('id', '=', id).execute()
    expect(await names('normal')).toEqual(['A private', 'B public', 'C gone'])
    expect(await names('normal', { tag: 'ice', q: 'ice' })).toEqual(['A private', 'B public', 'C gone'])
    expect(await names('normal', { type: 'public' })).toEqual(['B public', 'C gone'])
    expect(await names('ordinary', { tag: 'ice' })).toEqual(['B public'])
    expect(await names('stranger', { q: 'gone' })).toEqual([])
  })

  test('tags are reported with how many spaces in the open have them, for a while', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', tags: ['lake', 'ice'] })
    await world.space({ type: 'restricted', tags: ['lake'] })
    await world.space({ tags: ['secret'] })
    const stranger = await world.as('stranger')
    const expectedTags = [
      { tag: 'lake', count: 2 },
      { tag: 'ice', count: 1 },
    ]
    expect(await stranger.data(spaces.tags, {})).toEqual(expectedTags)
    await world.space({ type: 'public', tags: ['new'] })
    expect(await stranger.data(spaces.tags, {})).toEqual(expectedTags)
    world.clock.advance(61_000)
    expect(await stranger.data(spaces.tags, {})).toHaveLength(3)
  })

  test('hot is what was opened, downloaded and joined within the last days, as shares of the whole site', async () => {
    const world = await buildWorld()
    const [busy, quiet, once] = [
      await world.space({ type: 'public', name: 'busy' }),
      await world.space({ type: 'public', name: 'quiet' }),
      await world.space({ type: 'public', name: 'once' }),
    ]
    const day = (ago: number) => new Date(world.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
    await world.db.deleteFrom('space_day').execute()
    await world.db
      .insertInto('space_day')
      .values([
        { space_id: busy.id, day: day(0), views: 30, downloads: 0, joins: 1 },
        { space_id: quiet.id, day: day(1), views: 10, downloads: 2, joins: 0 },
        { space_id: once.id, day: day(HOT_DAYS), views: 900, downloads: 90, joins: 9 },
      ])
      .execute()
    expect(await world.services.spaces.warm()).toBe(2)
    expect(await world.services.spaces.warm()).toBe(0)
    const heats = await world.db.selectFrom('space').select(['name', 'heat']).orderBy('heat', 'desc').execute()
    expect(heats).toEqual([
      { name: 'busy', heat: 1.75 },
      { name: 'quiet', heat: 1.25 },
      { name: 'once', heat: 0 },
    ])
    const { list } = await (await world.as('stranger')).data(spaces.list, { sort: 'hot' })
    expect(list.map(({ name }) => name)).toEqual(['busy', 'quiet', 'once'])
    world.clock.advance(HOT_DAYS * DAY_MS)
    expect(await world.services.spaces.warm()).toBe(2)
  })
})

describe('GET /spaces/:id', () => {
  test('a private space does not exist for those outside', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    for (const who of ['stranger', 'ordinary'] as const) {
      const client = await world.as(who)
      expect(await client.call(spaces.show, { id })).toMatchObject({ status: 404, error: 'spaceNotFound' })
      expect(await client.call(spaces.show, { id: identifier })).toMatchObject({ status: 404, error: 'spaceNotFound' })
    }
    expect(await (await world.as('stranger')).call(spaces.show, { id: "x' or 1=1" })).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test('tells a member the own role and flags, for the policy', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const shown = await (await world.as('normal')).data(spaces.show, { id })
    expect(shown.myRole).toBe('normal')
    expect(shown.myFlags).toContain('F_EDIT_AM')
    expect(shown.myFlags).not.toContain('F_EDIT_OT')
  })
})

describe('PATCH /spaces/:id', () => {
  test('a senior member may not change it, and the owner not its capacity', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('senior')).call(spaces.edit, { id, name: 'Mine' })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await (await world.as('owner')).call(spaces.edit, { id, size: 500 })).toMatchObject({
      error: 'spaceRightMissing',
    })
  })

  test('the owner renames and describes it; the identifier stays', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const owner = await world.as('owner')
    const edited = await owner.data(spaces.edit, {
      id,
      name: 'New name',
      introduction: 'About',
      identifier: 'other',
    } as never)
    expect(edited).toMatchObject({ name: 'New name', introduction: 'About', identifier })
  })

  test('an administrator changes its capacity', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('admin')).data(spaces.edit, { id, size: 500 })).toMatchObject({ size: 500 })
  })
})

describe('what changes a space', () => {
  test('an edit is written down by its fields, once, and only when something is different', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ tags: ['lake'] })
    const owner = await world.as('owner')
    await owner.data(spaces.edit, { id, name: 'Lake survey', tags: ['lake', 'lake'] })
    await owner.data(spaces.edit, { id, name: 'Ice survey', tags: ['ice', 'ice'] })
    const edits = (await actionsIn(world, id)).filter(({ action }) => action === 'edited')
    expect(edits).toMatchObject([{ details: { fields: 'name,tags', from: 'Lake survey', to: 'Ice survey' } }])
  })

  test('its capacity is an administrator\u2019s to change, not below what is used', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await world.db
      .updateTable('space_usage')
      .set({ used_bytes: 3 * 2 ** 30 })
      .where('space_id', '=', id)
      .execute()
    const admin = await world.as('admin')
    expect(await admin.call(spaces.edit, { id, size: 2 })).toMatchObject({ error: 'capacityBelowUse' })
    expect(await admin.data(spaces.edit, { id, size: 3 })).toMatchObject({ size: 3 })
    expect((await actionsIn(world, id)).at(-1)).toMatchObject({
      action: 'capacityChanged',
      details: { from: String(CAPACITY_DEFAULT_GB), to: '3' },
    })
    expect(await audited(world)).toContain('spaceResized')
  })
})

describe('an administrator who is disabled while the request is under way', () => {
  test.each<[string, (admin: Client, space: { id: string; identifier: string }, heir: string) => Promise<unknown>]>([
    ['deletes no space', (admin, { id, identifier }) => admin.call(spaces.remove, { id, identifier })],
    ['opens none', (admin, { id }) => admin.call(spaces.setType, { id, type: 'public' })],
    ['renames none', (admin, { id }) => admin.call(spaces.edit, { id, name: 'Mine' })],
    ['makes none smaller', (admin, { id }) => admin.call(spaces.edit, { id, size: 1 })],
    [
      'gives none away',
      (admin, { id, identifier }, personId) => admin.call(spaces.transfer, { id, identifier, personId }),
    ],
  ])('%s', async (_what, ask) => {
    const world = await buildWorld()
    const space = await world.space()
    const admin = await world.as('admin')
    const answer = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('person').set({ disabled_at: new Date() }).where('id', '=', world.idOf('admin')).execute()
      const asked = ask(admin, space, world.idOf('senior'))
      await Promise.race([asked, somebodyWaits(world)])
      return { asked }
    })
    expect(await answer.asked).toMatchObject({ error: 'sessionExpired' })
    const owner = await world.as('owner')
    expect(await owner.data(spaces.show, { id: space.id })).toMatchObject({
      name: space.name,
      type: 'private',
      size: space.size,
      owner: { personId: world.idOf('owner') },
    })
  })
})

describe('a capacity that shrinks', () => {
  const shrunkMeanwhile = async (world: World, id: string, ask: () => Promise<unknown>) => {
    const held = await world.db.transaction().execute(async (tx) => {
      await sql`select from space where id = ${id}::uuid for no key update`.execute(tx)
      await sql`select from space_usage where space_id = ${id}::uuid for update`.execute(tx)
      await sql`update space set capacity_bytes = ${BYTES_PER_GB} where id = ${id}::uuid`.execute(tx)
      const asked = ask()
      await Promise.race([asked, somebodyWaits(world)])
      return { asked }
    })
    return held.asked
  }
  const total = 2 * BYTES_PER_GB

  test('is that of an upload that waited for it', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const wish = { spaceId: id, name: 'a.bin', total, fileMd5: '0'.repeat(32) }
    expect(await shrunkMeanwhile(world, id, () => owner.data(uploads.check, wish))).toMatchObject({
      code: checkRefusals.full,
    })
  })

  test('is that of a copy that waited for it', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: id, name: 'a.csv' }, new Uint8Array(10))
    await sql`update node set size = ${total} where id = ${hash}::uuid`.execute(world.db)
    const copied = shrunkMeanwhile(world, id, () =>
      owner.call(files.copy, { spaceId: id, hash, target: root, conflict: 'keepBoth' }),
    )
    expect(await copied).toMatchObject({ error: 'spaceFull' })
  })

  test('never goes below what uploads under way were promised', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    await owner.data(uploads.check, { spaceId: id, name: 'a.bin', total, fileMd5: '0'.repeat(32) })
    const admin = await world.as('admin')
    expect(await admin.call(spaces.edit, { id, size: 1 })).toMatchObject({ error: 'capacityBelowUse' })
    expect(await admin.call(managedSpaces.setCapacity, { id, size: 1 })).toMatchObject({ error: 'capacityBelowUse' })
    expect(await admin.data(managedSpaces.setCapacity, { id, size: 2 })).toMatchObject({ size: 2 })
  })
})

describe('turning a space to and fro', () => {
  test('has an end for a day: roles, type and rights change so often, and the refusal says when again', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const personId = world.idOf('normal')
    const changes = {
      roles: (at: number) =>
        owner.call(spaces.setMemberRole, { id, personId, role: at % 2 ? ('normal' as const) : ('senior' as const) }),
      type: (at: number) => owner.call(spaces.setType, { id, type: at % 2 ? 'private' : 'restricted' }),
      rights: (at: number) => owner.call(rights.setOfSpace, { id, senior: [], normal: at % 2 ? [] : ['F_MAKE'] }),
    }
    for (const what of ['roles', 'type', 'rights'] as const) {
      const most = SPACE_CHANGES_A_DAY[what]
      for (let at = 0; at < most; at += 1) expect(await changes[what](at)).toMatchObject({ code: 0 })
      // What changes nothing counts for nothing, and is not refused.
      expect(await changes[what](most - 1)).toMatchObject({ code: 0 })
      expect(await changes[what](most)).toMatchObject({
        error: 'spaceChangesADay',
        message: expect.stringMatching(new RegExp(`${most}\\D+2[34]\\D`)),
      })
    }
  })
})

describe('PUT /spaces/:id/type', () => {
  test('is the owner\u2019s and administrators\u2019', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    for (const who of ['senior', 'normal', 'ordinary'] as const)
      expect(await (await world.as(who)).call(spaces.setType, { id, type: 'private' })).toMatchObject({
        error: 'spaceRightMissing',
      })
    expect(await (await world.as('admin')).data(spaces.setType, { id, type: 'restricted' })).toMatchObject({
      type: 'restricted',
    })
    expect(await audited(world)).toContain('spaceTypeChanged')
    expect((await actionsIn(world, id)).at(-1)).toMatchObject({
      action: 'typeChanged',
      details: { from: 'public', to: 'restricted' },
    })
  })

  test('private, it takes no requests any more: whoever waits is informed why', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'restricted' })
    await askToJoin(world, id)
    const owner = await world.as('owner')
    await owner.data(spaces.setType, { id, type: 'public' })
    expect(await messagesTo(world, 'ordinary')).toEqual([])
    await owner.data(spaces.setType, { id, type: 'private' })
    const [request] = await world.db.selectFrom('join_request').selectAll().execute()
    expect(request).toMatchObject({ state: 'rejected', opinion: expect.stringContaining('私有') })
    expect(await messagesTo(world, 'ordinary')).toMatchObject([
      { kind: 'joinRejected', values: { space: 'Lake survey', reason: request?.opinion } },
    ])
    expect(await (await world.as('ordinary')).call(spaces.show, { id })).toMatchObject({ error: 'spaceNotFound' })
  })
})

describe('POST /spaces/:id/transfer', () => {
  const ownersOf = async (world: World, spaceId: string) =>
    (
      await world.db
        .selectFrom('member')
        .select('person_id')
        .where('space_id', '=', spaceId)
        .where('role', '=', 'owner')
        .execute()
    ).map(({ person_id }) => person_id)

  test('is refused to members, to receivers outside, and without the identifier repeated', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const personId = world.idOf('normal')
    const give = async (who: 'owner' | 'senior', change = {}) =>
      (await world.as(who)).call(spaces.transfer, { id, personId, identifier, ...change })
    expect(await give('senior')).toMatchObject({ error: 'spaceRightMissing' })
    expect(await give('owner', { identifier: 'other' })).toMatchObject({ error: 'spaceConfirmWrong' })
    expect(await give('owner', { personId: world.idOf('ordinary') })).toMatchObject({ error: 'memberUnknown' })
    for (const own of [world.idOf('owner'), world.idOf('owner').toUpperCase()])
      expect(await give('owner', { personId: own })).toMatchObject({ error: 'receiverWrong' })
    expect(await ownersOf(world, id)).toEqual([world.idOf('owner')])
  })

  test.each([
    ['disabled', { disabled_at: new Date() }],
    ['locked', { locked_at: new Date() }],
    ['not active yet', { state: 'invited' as const }],
  ])('a receiver whose account is %s is refused', async (_what, change) => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await world.db.updateTable('person').set(change).where('id', '=', world.idOf('normal')).execute()
    const answer = await (await world.as('owner')).call(spaces.transfer, {
      id,
      identifier,
      personId: world.idOf('normal'),
    })
    expect(answer).toMatchObject({ error: 'receiverWrong', fields: [{ field: 'personId' }] })
    expect(await ownersOf(world, id)).toEqual([world.idOf('owner')])
  })

  test('makes a member the owner; who owned it stays as a senior member', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const given = await (await world.as('owner')).data(spaces.transfer, {
      id,
      identifier,
      personId: world.idOf('normal'),
    })
    expect(given).toMatchObject({ myRole: 'senior', owner: { personId: world.idOf('normal') }, memberCount: 3 })
    expect(await messagesTo(world, 'normal')).toMatchObject([
      { kind: 'ownerGiven', values: { space: 'Lake survey', person: 'Olive Owner' } },
    ])
    expect((await actionsIn(world, id)).at(-1)).toMatchObject({ action: 'ownerChanged', item_name: '常小米' })
    expect(await audited(world)).toContain('spaceHandedOver')
  })

  test('given to two people at once, and left at once, it has one owner who belongs to it', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const [owner, normal] = await Promise.all([world.as('owner'), world.as('normal')])
    const [first, second] = await Promise.all([
      owner.call(spaces.transfer, { id, identifier, personId: world.idOf('senior') }),
      owner.call(spaces.transfer, { id, identifier, personId: world.idOf('normal') }),
      normal.call(spaces.removeMember, { id, personId: world.idOf('normal') }),
    ])
    expect([first?.code, second?.code].filter((code) => code === 0).length).toBeLessThanOrEqual(1)
    const owners = await ownersOf(world, id)
    const { owner_id } = await world.db
      .selectFrom('space')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(owners).toEqual([owner_id])
  })

  test('given to somebody who is disabled at that moment, it has an owner whose account works', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const [owner, admin] = await Promise.all([world.as('owner'), world.as('admin')])
    await Promise.all([
      owner.call(spaces.transfer, { id, identifier, personId: world.idOf('normal') }),
      admin.call(users.disable, { id: world.idOf('normal'), all: world.idOf('senior') }),
    ])
    const owners = await world.db
      .selectFrom('space as s')
      .innerJoin('person as p', 'p.id', 's.owner_id')
      .select('p.disabled_at')
      .where('s.id', '=', id)
      .execute()
    expect(owners).toEqual([{ disabled_at: null }])
    expect(await ownersOf(world, id)).toHaveLength(1)
  })
})

describe('DELETE /spaces/:id', () => {
  test('its members are informed, who deleted it is not, and the log keeps it', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await (await world.as('owner')).data(spaces.remove, { id, identifier })
    expect(await messagesTo(world, 'senior')).toMatchObject([
      { kind: 'spaceDeleted', values: { space: 'Lake survey' } },
    ])
    expect(await messagesTo(world, 'owner')).toEqual([])
    expect(await audited(world)).toContain('spaceDeleted')
  })

  test('the pages of all its members hear of it, however many they are', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await sql`
      with folk as (
        insert into person (id, email, name, role) select gen_random_uuid(), n || '@crowd.test', 'Member ' || n, 'role_general'
        from generate_series(1, 1200) n returning id
      ) insert into member (space_id, person_id, role, joined_at) select ${id}::uuid, id, 'normal', now() from folk`.execute(
      world.db,
    )
    const expectedTags = new Set<string>()
    world.bus.on('realtime', (payload) => {
      const { to = [], event } = payload as { to?: string[]; event?: { mark: string; spaceId?: string } }
      if (event?.mark === 'space' && event.spaceId === id) for (const person of to) expectedTags.add(person)
    })
    await (await world.as('owner')).data(spaces.remove, { id, identifier })
    await expect.poll(() => expectedTags.size).toBe(1203)
    expect(expectedTags).toContain(world.idOf('owner'))
  })

  test('whoever waits to join is informed, and keeps a record of it', async () => {
    const world = await buildWorld()
    const { id, identifier, name } = await world.space({ type: 'restricted' })
    const ordinary = await world.as('ordinary')
    await ordinary.data(contract.joining.apply, { id, reason: 'data' })
    await (await world.as('owner')).data(spaces.remove, { id, identifier })
    expect(await messagesTo(world, 'ordinary')).toMatchObject([{ kind: 'joinRejected', values: { space: name } }])
    expect((await ordinary.data(contract.approvals.mine, {})).list).toMatchObject([
      { kind: 'join', state: 'rejected', space: { id: null, name, identifier } },
    ])
  })

  test('deleted twice at once, it is deleted once', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const owner = await world.as('owner')
    const answers = await Promise.all([1, 2, 3].map(() => owner.call(spaces.remove, { id, identifier })))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 404, 404])
    expect((await audited(world)).filter((action) => action === 'spaceDeleted')).toHaveLength(1)
  })

  test('nobody but the owner and administrators, and only with the identifier repeated', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    expect(await (await world.as('senior')).call(spaces.remove, { id, identifier })).toMatchObject({
      error: 'spaceRightMissing',
    })
    const owner = await world.as('owner')
    expect(await owner.call(spaces.remove, { id, identifier: 'other' })).toMatchObject({ error: 'spaceConfirmWrong' })
    expect(await owner.call(spaces.remove, { id, identifier })).toMatchObject({ code: 0 })
    expect(await owner.call(spaces.show, { id })).toMatchObject({ error: 'spaceNotFound' })
  })
})

describe('members', () => {
  test('a normal member removes nobody, a stranger sees none', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'restricted' })
    const normal = await world.as('normal')
    expect(await normal.call(spaces.removeMember, { id, personId: world.idOf('senior') })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await normal.call(spaces.removeMember, { id, personId: world.idOf('ordinary') })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await (await world.as('ordinary')).call(spaces.members, { id })).toMatchObject({ error: 'spaceForbidden' })
  })

  test('the owner is neither demoted nor removed, and nobody changes the own role', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const senior = await world.as('senior')
    const owner = await world.as('owner')
    expect(
      await senior.call(spaces.setMemberRole, { id, personId: world.idOf('owner'), role: 'normal' }),
    ).toMatchObject({ error: 'ownerStays' })
    expect(await owner.call(spaces.removeMember, { id, personId: world.idOf('owner') })).toMatchObject({
      error: 'ownerStays',
    })
    for (const personId of [world.idOf('senior'), world.idOf('senior').toUpperCase()])
      expect(await senior.call(spaces.setMemberRole, { id, personId, role: 'normal' })).toMatchObject({
        error: 'spaceRightMissing',
      })
  })

  test('a role that changes is notified and written down; the same role again is nothing', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const personId = world.idOf('normal')
    await owner.data(spaces.setMemberRole, { id, personId, role: 'normal' })
    await owner.data(spaces.setMemberRole, { id, personId, role: 'senior' })
    expect(await messagesTo(world, 'normal')).toMatchObject([{ kind: 'roleChanged', values: { role: 'senior' } }])
    expect((await actionsIn(world, id)).at(-1)).toMatchObject({
      action: 'roleChanged',
      item_name: '常小米',
      details: { from: 'normal', to: 'senior' },
    })
  })

  test('who is removed is notified, who leaves is not; removed twice at once, one member less', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const personId = world.idOf('normal')
    const answers = await Promise.all([1, 2].map(() => owner.call(spaces.removeMember, { id, personId })))
    expect(answers.map(({ code }) => code).sort()).toEqual([-1, 0])
    await (await world.as('senior')).data(spaces.removeMember, { id, personId: world.idOf('senior') })
    expect(await messagesTo(world, 'normal')).toMatchObject([{ kind: 'memberRemoved' }])
    expect(await messagesTo(world, 'senior')).toEqual([])
    expect((await actionsIn(world, id)).map(({ action }) => action)).toEqual(['created', 'removed', 'left'])
    expect(await owner.data(spaces.show, { id })).toMatchObject({ memberCount: 1 })
  })

  test('two senior members who demote each other: one of them still could', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [senior, normal] = await Promise.all([world.as('senior'), world.as('normal')])
    await (await world.as('owner')).data(spaces.setMemberRole, { id, personId: world.idOf('normal'), role: 'senior' })
    const answers = await Promise.all([
      senior.call(spaces.setMemberRole, { id, personId: world.idOf('normal'), role: 'normal' }),
      normal.call(spaces.setMemberRole, { id, personId: world.idOf('senior'), role: 'normal' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 8])
  })

  test('are found by name and address', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const found = async (q: string) => (await owner.data(spaces.members, { id, q })).list.map(({ role }) => role)
    expect(await found('小米')).toEqual(['normal'])
    expect(await found('OWNER@')).toEqual(['owner'])
    expect(await found('%')).toEqual([])
  })

  test('are listed with the owner first, page by page; one may leave', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const first = await owner.data(spaces.members, { id, size: 2 })
    const rest = await owner.data(spaces.members, { id, size: 2, after: first.next })
    expect([...first.list, ...rest.list].map((member) => member.role)).toEqual(['owner', 'senior', 'normal'])
    expect(rest.next).toBeUndefined()
    await (await world.as('normal')).data(spaces.removeMember, { id, personId: world.idOf('normal') })
    expect(await owner.data(spaces.show, { id })).toMatchObject({ memberCount: 2 })
    expect(await (await world.as('normal')).call(spaces.show, { id })).toMatchObject({ error: 'spaceNotFound' })
  })
})

describe('GET /public/ju', () => {
  test('role 2 while a request to join waits', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type: 'restricted' })
    const ordinary = await world.as('ordinary')
    expect(await ordinary.data(spaces.access, { url: identifier })).toMatchObject({ role: 1 })
    await askToJoin(world, id)
    expect(await ordinary.data(spaces.access, { url: identifier })).toMatchObject({ role: 2, type: 'restricted' })
    expect(await ordinary.data(spaces.show, { id })).toMatchObject({ joinState: 'pending' })
  })

  test('role 1 for a stranger, 3 for a member; a private space does not exist', async () => {
    const world = await buildWorld()
    const open = await world.space({ type: 'restricted' })
    const closed = await world.space()
    expect(await (await world.as('stranger')).data(spaces.access, { url: open.identifier })).toMatchObject({
      role: 1,
      type: 'restricted',
    })
    expect(await (await world.as('normal')).data(spaces.access, { url: closed.id })).toMatchObject({
      role: 3,
      space: { id: closed.id },
    })
    expect(await (await world.as('ordinary')).call(spaces.access, { url: closed.id })).toMatchObject({
      error: 'spaceNotFound',
    })
    expect(await (await world.as('normal')).data(spaces.transit, { code: closed.identifier })).toBe(closed.id)
  })
})
