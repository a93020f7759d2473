import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { LegalHoldKind } from '#contract/legal-holds.ts'
import { buildPublication } from '../support/publication.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const {
  accountDeletions,
  accountMerges,
  audit,
  files,
  legalHolds,
  managedSpaces,
  messages,
  publications,
  session,
  spaces,
  tables,
  trash,
  users,
  versions,
} = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'
const REASON = 'Court order 7-26'
const DAYS_MS = 86_400_000

async function hold(world: World, kind: LegalHoldKind, targetId: string) {
  const admin = await world.as('admin')
  return admin.data(legalHolds.place, { kind, targetId, reason: REASON })
}
const held = (name: string) => ({ error: 'legalHold', message: expect.stringContaining(name) as string })

describe('a legal hold', () => {
  test('is for administrators alone, on what exists, until a day to come, with a reason', async () => {
    const world = await buildWorld()
    const { id: targetId } = await world.space()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const wish = { kind: 'space' as const, targetId, reason: REASON }
    expect(await owner.call(legalHolds.place, wish)).toMatchObject({ error: 'forbidden' })
    expect(await admin.call(legalHolds.place, { ...wish, targetId: NOBODY })).toMatchObject({
      error: 'legalHoldTargetGone',
    })
    expect(await admin.call(legalHolds.place, { ...wish, reason: ' ' })).toMatchObject({ error: 'invalid' })
    const yesterday = new Date(world.clock.now().getTime() - DAYS_MS).toISOString().slice(0, 10)
    expect(await admin.call(legalHolds.place, { ...wish, until: yesterday })).toMatchObject({ error: 'legalHoldPast' })
    expect(await admin.call(legalHolds.end, { id: NOBODY, reason: REASON })).toMatchObject({ error: 'legalHoldGone' })
  })

  test('on a space stops every permanent deletion in it, by people and by schedule, until it ends', async () => {
    const world = await buildWorld()
    const { id: spaceId, root, identifier, name } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const place = { spaceId, hash: root, name: 'cast.csv' }
    await upload(owner, place, Buffer.from('first'))
    const file = await upload(owner, { ...place, conflict: 'replace' }, Buffer.from('second'))
    const gone = await upload(owner, { ...place, name: 'gone.csv' }, Buffer.from('gone'))
    await owner.data(files.remove, { spaceId, hashList: [gone.hash] })
    const table = await owner.data(tables.create, { spaceId, name: 'Casts' })
    await owner.data(tables.remove, { spaceId, id: table.id })
    const { id } = await hold(world, 'space', spaceId)

    const normal = await world.as('normal')
    const heldFor = async () => {
      const shown = await Promise.all([owner, normal].map((who) => who.data(spaces.show, { id: spaceId })))
      const [managed] = (await admin.data(managedSpaces.list, { q: identifier })).list
      return [...shown, managed].map((space) => space?.isHeld)
    }
    expect(await heldFor()).toEqual([true, false, true])
    expect(await owner.call(trash.purge, { spaceId })).toMatchObject(held(name))
    expect(await owner.call(versions.remove, { spaceId, hash: file.hash, numbers: [1] })).toMatchObject(held(name))
    expect(await owner.call(tables.remove, { spaceId, id: table.id, isForever: true })).toMatchObject(held(name))
    expect(await owner.call(spaces.remove, { id: spaceId, identifier })).toMatchObject(held(name))
    const later = new Date(world.clock.now().getTime() + 400 * DAYS_MS)
    expect(await world.services.files.sweepTrash(later)).toBe(0)
    expect(await world.services.tables.sweep(later)).toBe(0)
    world.clock.advance(800 * DAYS_MS)
    expect(await world.services.versions.thin()).toBe(0)
    expect(await world.services.journal.sweep()).toBe(0)
    for (const [client, who] of [
      [owner, 'owner'],
      [admin, 'admin'],
      [normal, 'normal'],
    ] as const)
      await client.data(session.login, { emailAccounts: `${who}@lab.test`, password: PASSWORD })
    expect((await owner.data(trash.list, { spaceId })).list).toHaveLength(1)
    expect((await owner.data(versions.list, { spaceId, hash: file.hash })).list).toHaveLength(2)

    expect(await admin.data(legalHolds.end, { id, reason: 'Case closed' })).toMatchObject({
      isActive: false,
      ended: { by: 'Ada Admin', reason: 'Case closed' },
    })
    expect(await admin.call(legalHolds.end, { id, reason: 'Again' })).toMatchObject({ error: 'legalHoldGone' })
    expect(await heldFor()).toEqual([false, false, false])
    expect(await world.services.journal.sweep()).toBeGreaterThan(0)
    expect(await owner.data(trash.purge, { spaceId })).toEqual({ purged: 1 })
    await owner.data(spaces.remove, { id: spaceId, identifier })
  })

  test('lets nothing leave the space for one where it could be deleted', async () => {
    const world = await buildWorld()
    const [from, to] = [await world.space(), await world.space({ name: 'Elsewhere', identifier: 'elsewhere' })]
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: from.id, hash: from.root, name: 'cast.csv' }, Buffer.from('cast'))
    const { id } = await hold(world, 'space', from.id)
    const move = { spaceId: from.id, hash, target: to.root, toSpaceId: to.id }
    expect(await owner.call(files.move, move)).toMatchObject(held(from.name))
    expect(await world.db.selectFrom('node').select('space_id').where('id', '=', hash).execute()).toEqual([
      { space_id: from.id },
    ])
    await (await world.as('admin')).data(legalHolds.end, { id, reason: REASON })
    await owner.data(files.move, move)
  })

  test('ends by itself after its last day', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const file = await upload(owner, { spaceId, hash: root, name: 'a.csv' }, Buffer.from('a'))
    await owner.data(files.remove, { spaceId, hashList: [file.hash] })
    const until = world.clock.now().toISOString().slice(0, 10)
    const wish = { kind: 'space' as const, targetId: spaceId, reason: REASON }
    expect(await admin.data(legalHolds.place, { ...wish, until })).toMatchObject({ until, isActive: true })
    expect(await owner.call(trash.purge, { spaceId })).toMatchObject({ error: 'legalHold' })
    await sql`update legal_hold set until = now()`.execute(world.db)
    expect((await admin.data(legalHolds.list, { isActive: 'true' })).list).toEqual([])
    expect((await admin.data(legalHolds.list, { kind: 'space' })).list).toMatchObject([
      { isActive: false, ended: null },
    ])
    expect(await owner.data(trash.purge, { spaceId })).toEqual({ purged: 1 })
  })

  test('on an account stops its deletion and merging, and keeps its messages', async () => {
    const world = await buildWorld()
    const [admin, id] = [await world.as('admin'), world.idOf('normal')]
    await admin.data(users.disable, { id })
    await hold(world, 'person', id)
    const emailAccounts = 'normal@lab.test'
    expect(await admin.call(accountDeletions.remove, { id, emailAccounts })).toMatchObject(held('常小米'))
    const pair = { id, intoId: world.idOf('ordinary'), emailAccounts }
    expect(await admin.call(accountMerges.merge, pair)).toMatchObject(held('常小米'))
    for (const who of ['normal', 'ordinary'])
      await sql`insert into message (id, person_id, kind, values, link, created_at)
        values (gen_random_uuid(), ${world.idOf(who)}::uuid, 'accountMerged', '{}', '', '2001-01-01')`.execute(world.db)
    expect(await world.services.messages.sweep()).toBe(1)
    const [left] = await world.db.selectFrom('message').select('person_id').execute()
    expect(left?.person_id).toBe(id)
  })

  test('on an account that was merged into another stops the deletion of that one, and who is held deletes no message', async () => {
    const world = await buildWorld()
    const [admin, id, intoId] = [await world.as('admin'), world.idOf('normal'), world.idOf('ordinary')]
    await admin.data(accountMerges.merge, { id, intoId, emailAccounts: 'normal@lab.test' })
    const merged = await world.db.selectFrom('message').select('id').where('person_id', '=', intoId).execute()
    const messageId = merged[0]?.id ?? ''
    const { id: personHold } = await hold(world, 'person', intoId)
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(messages.remove, { id: messageId })).toMatchObject({ error: 'legalHold' })
    await admin.data(legalHolds.end, { id: personHold, reason: REASON })
    await ordinary.data(messages.remove, { id: messageId })
    // Placed before the merge was made, as by an older version.
    await sql`insert into legal_hold (id, kind, target_id, target_name, reason, placed_by, placed_at)
      values (gen_random_uuid(), 'person', ${id}::uuid, 'Merged', '', ${world.idOf('admin')}::uuid, now())`.execute(
      world.db,
    )
    await admin.data(users.disable, { id: intoId })
    const wish = { id: intoId, emailAccounts: 'ordinary@lab.test' }
    expect(await admin.call(accountDeletions.remove, wish)).toMatchObject({ error: 'legalHold' })
  })

  test('keeps attempts to delete its space, or to delete or merge its account, in the audit log as refused', async () => {
    const world = await buildWorld()
    const [admin, owner, id] = [await world.as('admin'), await world.as('owner'), world.idOf('normal')]
    const space = await world.space()
    await hold(world, 'space', space.id)
    await admin.data(users.disable, { id })
    await hold(world, 'person', id)
    for (const client of [owner, admin])
      expect(await client.call(spaces.remove, { id: space.id, identifier: space.identifier })).toMatchObject(
        held(space.name),
      )
    const emailAccounts = 'normal@lab.test'
    await admin.call(accountDeletions.remove, { id, emailAccounts })
    await admin.call(accountMerges.merge, { id, intoId: world.idOf('ordinary'), emailAccounts })
    // What another rule refuses is no entry.
    await admin.call(spaces.remove, { id: space.id, identifier: 'other' })
    const { list } = await admin.data(audit.list, { outcome: 'refused' })
    const refused = { outcome: 'refused', reason: 'legalHold', channel: 'web' }
    const account = { id, name: '常小米', emailAccounts }
    const of = (who: string) => ({ id: world.idOf(who) })
    expect(list).toMatchObject([
      { ...refused, action: 'userMerged', actor: of('admin'), target: account },
      { ...refused, action: 'userDeleted', actor: of('admin'), target: account },
      { ...refused, action: 'spaceDeleted', actor: of('admin'), target: { id: space.id, name: space.name } },
      { ...refused, action: 'spaceDeleted', actor: of('owner'), target: { id: space.id, name: space.name } },
    ])
  })

  test('on a dataset stops its withdrawal, and says so in the audit log with its reason', async () => {
    const { world, owner, admin, published } = await buildPublication()
    const { id, datasetId } = await published()
    const [target] = await admin.data(legalHolds.targets, { kind: 'dataset', q: '水温' })
    expect(target?.id).toBe(datasetId)
    await hold(world, 'dataset', datasetId)
    expect(await owner.call(publications.withdraw, { id, reason: 'Wrong' })).toMatchObject({ error: 'legalHold' })
    const { list } = await admin.data(audit.list, { action: 'legalHoldPlaced' })
    expect(list).toMatchObject([{ target: { id: datasetId }, after: { kind: 'dataset', reason: REASON } }])
  })
})

test('what a hold can be placed on is found by name, address or identifier', async () => {
  const world = await buildWorld()
  const space = await world.space()
  const admin = await world.as('admin')
  const find = (kind: LegalHoldKind, q: string) => admin.data(legalHolds.targets, { kind, q })
  expect(await find('space', space.identifier.slice(1))).toEqual([
    { id: space.id, name: space.name, about: space.identifier },
  ])
  expect(await find('person', 'normal@')).toMatchObject([{ id: world.idOf('normal'), name: '常小米' }])
  expect(await find('person', '%')).toEqual([])
})
