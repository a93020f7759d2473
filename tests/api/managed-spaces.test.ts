import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { textOf } from '#server/http/texts.ts'
import { newId } from '#server/storage/id.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { managedSpaces, spaces, audit, journal, messages, files, rights } = contract

describe('POST /common/space/:id/owner', () => {
  test('only an administrator gives a space away like this', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const answer = await (await world.as('owner')).call(managedSpaces.setOwner, { id, personId: world.idOf('senior') })
    expect(answer).toMatchObject({ code: 403 })
  })

  test.each([
    ['disabled', { disabled_at: new Date() }],
    ['locked', { locked_at: new Date() }],
    ['not active yet', { state: 'pending' as const }],
  ])('somebody whose account is %s is refused', async (_what, change) => {
    const world = await buildWorld()
    const { id } = await world.space()
    await world.db.updateTable('person').set(change).where('id', '=', world.idOf('ordinary')).execute()
    const answer = await (await world.as('admin')).call(managedSpaces.setOwner, {
      id,
      personId: world.idOf('ordinary'),
    })
    expect(answer).toMatchObject({ code: -1, fields: [{ field: 'personId' }] })
  })

  test('the owner, somebody unknown, and a space that is not there are refused', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    for (const personId of [world.idOf('owner'), world.idOf('owner').toUpperCase()])
      expect(await admin.call(managedSpaces.setOwner, { id, personId })).toMatchObject({ error: 'receiverWrong' })
    expect(await admin.call(managedSpaces.setOwner, { id, personId: newId() })).toMatchObject({ code: -1 })
    const nowhere = { id: newId(), personId: world.idOf('ordinary') }
    expect(await admin.call(managedSpaces.setOwner, nowhere)).toMatchObject({ code: 404 })
  })

  test('anybody becomes the owner, the owner so far stays as a senior member, and it is reported and written down', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    const changed = await admin.data(managedSpaces.setOwner, { id, personId: world.idOf('ordinary') })
    expect(changed.owner).toMatchObject({ personId: world.idOf('ordinary') })
    const heir = await world.as('ordinary')
    const { list } = await heir.data(spaces.members, { id })
    expect(list.map(({ personId, role }) => [personId, role])).toEqual(
      expect.arrayContaining([
        [world.idOf('ordinary'), 'owner'],
        [world.idOf('owner'), 'senior'],
      ]),
    )
    expect((await heir.data(spaces.show, { id })).memberCount).toBe(4)
    expect(await heir.data(messages.unread, {})).toBe(1)
    expect((await heir.data(journal.list, { id })).list[0]).toMatchObject({ action: 'ownerChanged' })
    expect((await admin.data(audit.list, { action: 'spaceHandedOver' })).list).toMatchObject([
      { before: { owner: 'owner@lab.test' }, after: { owner: 'ordinary@lab.test' } },
    ])
  })

  test('two administrators at once leave one owner', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    await Promise.all(
      (['ordinary', 'senior', 'normal'] as const).map((who) =>
        admin.call(managedSpaces.setOwner, { id, personId: world.idOf(who) }),
      ),
    )
    const owners = await world.db
      .selectFrom('member')
      .select('person_id')
      .where('space_id', '=', id)
      .where('role', '=', 'owner')
      .execute()
    const space = await world.db.selectFrom('space').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(owners).toEqual([{ person_id: space.owner_id }])
  })
})

describe('POST /common/upDown', () => {
  test('going offline needs a reason', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const answer = await (await world.as('admin')).call(managedSpaces.setStatus, { ids: [id], isOnline: false })
    expect(answer).toMatchObject({ code: -1, fields: [{ field: 'opinion' }] })
  })

  test('a space that is in no state for it is named, and the others go', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    const waiting = await world.space()
    await world.db.updateTable('space').set({ status: 'pending' }).where('id', '=', waiting.id).execute()
    const wrong: ErrorName = 'spaceStatusWrong'
    const outcomes = await admin.data(managedSpaces.setStatus, {
      ids: [id, waiting.id, newId()],
      isOnline: false,
      reason: 'Maintenance',
    })
    expect(outcomes.map(({ isDone }) => isDone)).toEqual([true, false, false])
    expect(outcomes[1]?.message).toBe(textOf(admin.language, errors[wrong].text))
  })

  test('an offline space is closed to its members, its owner sees why, and it comes back as it was', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const owner = await world.as('owner')
    const { id } = await world.space({ type: 'public' })
    await upload(owner, { spaceId: id, name: 'a.csv' }, new Uint8Array(10))
    await admin.data(managedSpaces.setStatus, { ids: [id], isOnline: false, reason: 'Maintenance' })
    expect(await owner.data(spaces.show, { id })).toMatchObject({ status: 'offline', reason: 'Maintenance' })
    expect(await (await world.as('normal')).call(files.list, { spaceId: id })).toMatchObject({ code: 403 })
    expect(await (await world.as('stranger')).call(spaces.show, { id })).toMatchObject({ code: 404 })
    expect(await owner.data(messages.unread, {})).toBe(1)
    await admin.data(managedSpaces.setStatus, { ids: [id], isOnline: true })
    expect(await owner.data(spaces.show, { id })).toMatchObject({ status: 'normal', reason: '' })
    expect((await (await world.as('normal')).data(files.list, { spaceId: id })).list).toHaveLength(1)
    const done = (await owner.data(journal.list, { id, action: 'statusChanged' })).list
    // The reason is for the owner and administrators: what every member reads of it does not tell.
    expect(done.map(({ details }) => details)).toEqual([
      { from: 'offline', to: 'normal' },
      { from: 'normal', to: 'offline' },
    ])
  })

  test('asked twice at once, it is done once', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    const input = { ids: [id], isOnline: false, reason: 'Maintenance' }
    const answers = await Promise.all([1, 2, 3].map(() => admin.data(managedSpaces.setStatus, input)))
    expect(answers.flat().filter(({ isDone }) => isDone)).toHaveLength(1)
    expect((await admin.data(audit.list, { action: 'spaceOffline' })).list).toHaveLength(1)
  })
})

test('the owner is told the storage before and after, by message and by mail; nobody is where nothing changes', async () => {
  const world = await buildWorld()
  const [admin, owner] = [await world.as('admin'), await world.as('owner')]
  const { id, name } = await world.space()
  await admin.data(managedSpaces.setCapacity, { id, size: 50 })
  await admin.data(managedSpaces.setCapacity, { id, size: 50 })
  owner.language = 'en'
  const { list } = await owner.data(messages.list, {})
  expect(list).toMatchObject([
    {
      kind: 'spaceResized',
      spaceId: id,
      link: `/space/${id}/details`,
      content: `An administrator changed the storage of the space “${name}” from 100 GB to 50 GB.`,
    },
  ])
  owner.language = 'zh'
  const [zh] = (await owner.data(messages.list, {})).list
  expect(zh?.content).toBe(`管理员将空间“${name}”的容量由 100 GB 调整为 50 GB。`)
  expect(await world.inbox('owner@lab.test')).toHaveLength(1)
  expect(await world.inbox('admin@lab.test')).toEqual([])
})

describe('POST /common/enterSpace', () => {
  test('an administrator comes in as a senior member, once, and the owner is informed', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    expect(await admin.call(files.list, { spaceId: id })).toMatchObject({ code: 403 })
    await admin.data(managedSpaces.enter, { id })
    expect(await admin.data(spaces.show, { id })).toMatchObject({ myRole: 'senior' })
    expect((await admin.call(files.list, { spaceId: id })).code).toBe(0)
    expect(await admin.call(managedSpaces.enter, { id })).toMatchObject({ code: 1007 })
    expect(await (await world.as('owner')).data(messages.unread, {})).toBe(1)
    expect((await admin.data(audit.list, { action: 'spaceEntered' })).list).toHaveLength(1)
  })
})

describe('an offline space', () => {
  test('is read by an administrator who is a member, and by nobody else; its reason is reported to administrators', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space({ type: 'public' })
    const { hash } = await upload(await world.as('owner'), { spaceId: id, name: 'a.csv' }, new Uint8Array(10))
    await admin.data(managedSpaces.setStatus, { ids: [id], isOnline: false, reason: 'Maintenance' })
    expect(await admin.data(spaces.show, { id })).toMatchObject({ reason: 'Maintenance' })
    expect(await (await world.as('senior')).data(spaces.show, { id })).toMatchObject({ reason: '' })
    expect(await admin.call(files.list, { spaceId: id })).toMatchObject({ code: 403 })
    await admin.data(managedSpaces.enter, { id })
    expect((await admin.data(files.list, { spaceId: id })).list).toHaveLength(1)
    expect((await admin.send(files.content, { spaceId: id, hash, download: '1' })).status).toBe(200)
    expect(await admin.call(files.create, { spaceId: id, path: 'a' })).not.toMatchObject({ code: 0 })
    expect(await (await world.as('owner')).call(files.list, { spaceId: id })).toMatchObject({ code: 403 })
  })

  test('keeps its members, rights and journal from members too: its owner and administrators look at them', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    await admin.data(managedSpaces.setStatus, { ids: [id], isOnline: false, reason: 'Maintenance' })
    const looksOf = async (who: 'owner' | 'admin' | 'senior' | 'normal') => {
      const client = await world.as(who)
      const answers = await Promise.all([
        client.send(spaces.members, { id }),
        client.send(rights.ofSpace, { id }),
        client.send(journal.list, { id }),
        client.send(journal.active, { id }),
        client.send(journal.export, { id }),
      ])
      return answers.map(({ status }) => status)
    }
    for (const who of ['senior', 'normal'] as const) expect(await looksOf(who)).toEqual([403, 403, 403, 403, 403])
    for (const who of ['owner', 'admin'] as const) expect(await looksOf(who)).toEqual([200, 200, 200, 200, 200])
    const normal = await world.as('normal')
    expect(await normal.data(spaces.show, { id })).toMatchObject({ status: 'offline' })
    await normal.data(spaces.removeMember, { id, personId: world.idOf('normal') })
  })
})

describe('POST /common/sp.capacity', () => {
  test('never goes below what is used', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await world.db
      .updateTable('space_usage')
      .set({ used_bytes: 3 * 1024 ** 3 })
      .where('space_id', '=', id)
      .execute()
    const admin = await world.as('admin')
    expect(await admin.call(managedSpaces.setCapacity, { id, size: 2 })).toMatchObject({
      code: -1,
      fields: [{ field: 'size' }],
    })
    expect(await admin.data(managedSpaces.setCapacity, { id, size: 3 })).toMatchObject({ size: 3 })
  })
})

describe('GET /common/all', () => {
  test('who is no administrator is refused', async () => {
    const world = await buildWorld()
    expect(await (await world.as('senior')).call(managedSpaces.list, {})).toMatchObject({ code: 403 })
  })

  test('shows every space to administrators, private ones too, and finds them by each filter', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const lake = await world.space({ name: '高原湖泊', tags: ['lake'] })
    const ice = await world.space({ name: 'Ice cores', type: 'public' })
    await world.db
      .updateTable('space_usage')
      .set({ used_bytes: 95 * 1024 ** 3 })
      .where('space_id', '=', ice.id)
      .execute()
    const idsOf = async (query: object) => (await admin.data(managedSpaces.list, query)).list.map(({ id }) => id)
    expect((await idsOf({})).toSorted()).toEqual([lake.id, ice.id].toSorted())
    expect(await idsOf({ q: '湖泊' })).toEqual([lake.id])
    expect(await idsOf({ q: 'Ice CORES' })).toEqual([ice.id])
    expect(await idsOf({ q: 'owner@lab' })).toHaveLength(2)
    expect(await idsOf({ q: '湖' })).toEqual([lake.id])
    expect(await idsOf({ type: 'public' })).toEqual([ice.id])
    expect(await idsOf({ tag: 'lake' })).toEqual([lake.id])
    expect(await idsOf({ isNearlyFull: 'true' })).toEqual([ice.id])
    expect(await idsOf({ status: 'offline' })).toEqual([])
    expect(await idsOf({ ownerId: world.idOf('senior') })).toEqual([])
    expect(await idsOf({ to: '2000-01-01T00:00:00Z' })).toEqual([])
  })

  test('finds a space by its owner, however many people are called like that', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await sql`
      insert into person (id, email, name, role) select gen_random_uuid(), n || '@lab.test', 'Lin ' || n, 'role_general'
      from generate_series(1, 3000) n`.execute(world.db)
    await world.db.updateTable('person').set({ name: 'Lin Owner' }).where('id', '=', world.idOf('owner')).execute()
    // Where a heap was written last, it is read last.
    const admin = await world.as('admin')
    for (const q of ['lin', 'lab.test', 'Lin Ow'])
      expect((await admin.data(managedSpaces.list, { q })).list.map((space) => space.id)).toEqual([id])
  })

  test('nearly full is above 80 percent, not at it', async () => {
    const world = await buildWorld()
    const { id, size } = await world.space()
    const use = (percent: number) =>
      world.db
        .updateTable('space_usage')
        .set({ used_bytes: (size * BYTES_PER_GB * percent) / 100 })
        .where('space_id', '=', id)
        .execute()
    const admin = await world.as('admin')
    const found = async () => (await admin.data(managedSpaces.list, { isNearlyFull: 'true' })).list.length
    await use(80)
    expect(await found()).toBe(0)
    await use(81)
    expect(await found()).toBe(1)
  })

  test.each(['created', 'name', 'used', 'members'] as const)('pages by %s meet every space once', async (sort) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    for (const name of ['b', 'a', 'c', 'd', 'e']) await world.space({ name })
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await admin.data(managedSpaces.list, { sort, order: 'asc', size: 2, ...(after && { after }) })
      seen.push(...page.list.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  test('goes out as a sheet that no program takes for formulas, and that is written down', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await world.space()
    await world.db.updateTable('space').set({ name: '=1+1' }).where('id', '=', id).execute()
    const text = await (await admin.send(managedSpaces.export, {})).text()
    expect(text.split('\n')[0]).toContain('Identifier')
    expect(text).not.toMatch(/^"?=1\+1/m)
    expect((await admin.data(audit.list, { action: 'spacesExported' })).list).toHaveLength(1)
  })
})
