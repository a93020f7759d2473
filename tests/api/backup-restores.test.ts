import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BackupCopy, BackupRestore } from '#contract/backups.ts'
import { contract } from '#contract/index.ts'
import { folderTarget } from '#server/backup/targets/folder.ts'
import { examine } from '#server/doctor/index.ts'
import { finishCopy, hashOf, manifestOf } from '../../server/modules/backups/manifest.ts'
import { openPlace } from '../../server/modules/backups/place.ts'
import { BLOB_REST_MS } from '../../server/modules/uploads/sweep.ts'
import { buildBackups } from '../support/backups.ts'
import type { Client } from '../support/client.ts'
import { buildPublication } from '../support/publication.ts'
import { sha256, upload } from '../support/upload.ts'
import type { Who, World } from '../support/world.ts'

const { audit, backups, files, journal, messages, publications, spaces, tables, trash } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A space of which there is a copy, and ways to restore it. */
async function buildCopied(more: Parameters<Awaited<ReturnType<typeof buildBackups>>['create']>[0] = {}) {
  const built = await buildBackups()
  const policy = await built.create(more)
  const { copy } = await built.run(policy.id)
  if (!copy) throw new Error('the space was not copied')
  const restore = async (into: object, client: Client = built.admin): Promise<BackupRestore> => {
    await client.data(backups.restore, { copyId: copy.id, into } as never)
    await built.world.services.backups.drain()
    const [row] = await built.world.db
      .selectFrom('backup_copy')
      .selectAll()
      .where('into_space', 'is not', null)
      .execute()
    const run = await built.world.db
      .selectFrom('backup_run')
      .selectAll()
      .where('id', '=', row?.run_id ?? '')
      .executeTakeFirstOrThrow()
    return {
      state: run.state,
      error: run.error || (row?.error ?? ''),
      target: { way: row?.into_space?.way, id: row?.into_space?.spaceId, name: row?.into_space?.name },
    } as BackupRestore
  }
  const intoNew = (name = 'Restored lake') => restore({ way: 'new', name, identifier: 'restoredlake' })
  const placeOf = async () => (await openPlace(folderTarget(built.root), policy.id, null))(built.spaceId)
  return { ...built, policy, copy: copy as BackupCopy, restore, intoNew, placeOf }
}

const bytesOf = async (client: Client, spaceId: string, hash: string) =>
  (await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).text()
/** Names and contents of the files of a folder. */
async function filesIn(client: Client, spaceId: string, hash?: string): Promise<Record<string, string>> {
  const { list } = await client.data(files.list, { spaceId, kind: 'file', ...(hash && { hash }) })
  return Object.fromEntries(
    await Promise.all(list.map(async (file) => [file.name, await bytesOf(client, spaceId, file.hash)] as const)),
  )
}
const whatDoctorFinds = async ({ db, blobs }: World) => (await examine(db, blobs, { repair: false, deep: true })).lines
const ORIGINAL = { 'depths.csv': 'station,depth\nA,12.5\n', 'notes.txt': 'calm water' }

describe('refusals', () => {
  test.each<[Who, string]>([
    ['normal', 'spaceRightMissing'],
    ['senior', 'spaceRightMissing'],
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ])('the copies of a space are not for %s, unless its flag S_CONF_BAK says so', async (who, error) => {
    const { world, spaceId, copy } = await buildCopied()
    const client = await world.as(who)
    expect(await client.call(backups.ofSpace, { spaceId })).toMatchObject({ error })
    expect(await client.call(backups.restores, { spaceId })).toMatchObject({ error })
    expect(await client.call(backups.restore, { copyId: copy.id, into: { way: 'same' } })).toMatchObject({ error })
  })

  test('a copy that is gone', async () => {
    const { admin } = await buildCopied()
    expect(await admin.call(backups.restore, { copyId: NOBODY, into: { way: 'same' } })).toMatchObject({
      error: 'backupCopyGone',
    })
  })

  test('a new space is for those who may make one of any size, and its identifier must be free', async () => {
    const { admin, owner, spaceId, copy } = await buildCopied()
    const { identifier } = await owner.data(spaces.show, { id: spaceId })
    const into = { way: 'new', name: 'Again', identifier: 'again' } as const
    expect(await owner.call(backups.restore, { copyId: copy.id, into })).toMatchObject({
      error: 'spaceCreateForbidden',
    })
    expect(await admin.call(backups.restore, { copyId: copy.id, into: { ...into, identifier } })).toMatchObject({
      error: 'spaceIdentifierTaken',
    })
  })

  test('backupCopyDamaged: of a copy with a flipped byte or a cut file nothing is restored', async () => {
    const { admin, intoNew, stored } = await buildCopied({ isCompressed: false })
    writeFileSync(stored(`*/contents/*/${sha256(Buffer.from('calm water'))}`)[0] ?? '', 'calm wateR')
    const { world, ...cut } = await buildCopied()
    await world.db.deleteFrom('backup_copy').where('into_space', 'is not', null).execute()
    const rows = cut.stored('*/copies/*/rows.zst')[0] ?? ''
    truncateSync(rows, statSync(rows).size - 1)
    expect(await cut.intoNew()).toMatchObject({ state: 'failed', error: 'backupCopyDamaged' })
    expect((await cut.admin.data(spaces.list, { q: 'Restored lake' })).list).toEqual([])
    // The content is in the store of the space still, so the damaged one is not needed.
    expect(await intoNew()).toMatchObject({ state: 'completed' })
    expect((await admin.data(messages.list, {})).list.map(({ kind }) => kind)).toContain('backupRestored')
  })

  test('backupCopyDamaged: a manifest that somebody else wrote makes no statement run', async () => {
    const { world, restore, placeOf, copy } = await buildCopied()
    const place = await placeOf()
    const manifest = await manifestOf(place, copy.id)
    const forged = manifest.tables.map((table) => ({
      ...table,
      complete: [...table.complete, 'create table if not exists forged ()'],
    }))
    await finishCopy(place, { ...manifest, tables: forged })
    expect(await restore({ way: 'same' })).toMatchObject({ state: 'failed', error: 'backupCopyDamaged' })
    const { rows } = await sql`select to_regclass('forged') as found`.execute(world.db)
    expect(rows).toEqual([{ found: null }])
  })

  test('backupCopyNewer: a copy of a later version is refused', async () => {
    const { world, restore, placeOf, copy } = await buildCopied()
    const place = await placeOf()
    const manifest = await manifestOf(place, copy.id)
    const later = { ...manifest, migrations: [...manifest.migrations, '9999-later.sql'] }
    await finishCopy(place, later)
    await world.db
      .updateTable('backup_copy')
      .set({ manifest_sha256: hashOf(later) })
      .where('id', '=', copy.id)
      .execute()
    expect(await restore({ way: 'same' })).toMatchObject({ state: 'failed', error: 'backupCopyNewer' })
  })

  test('spaceFull: what the space has no room for is not restored in part', async () => {
    const { world, owner, spaceId, restore } = await buildCopied()
    await world.db.updateTable('space').set({ capacity_bytes: 40 }).where('id', '=', spaceId).execute()
    expect(await restore({ way: 'same' }, owner)).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await filesIn(owner, spaceId)).toEqual(ORIGINAL)
    expect((await owner.data(files.list, { spaceId })).list).toHaveLength(2)
  })
})

describe('into a new space', () => {
  test('everything is there: files, versions, metadata, tables, views, boards; and the doctor finds nothing', async () => {
    const built = await buildBackups()
    const { world, admin, owner, spaceId, put, create, run } = built
    const { hash } = await put('notes.txt', 'stormy water')
    await owner.data(contract.metadata.tag, { spaceId, hashList: [hash], add: ['lake'] })
    const stations = await owner.data(tables.create, {
      spaceId,
      name: 'Stations',
      columns: [
        { name: 'Station', type: 'text' },
        { name: 'Protocol', type: 'file' },
      ],
    })
    const columns = stations.columnList.map(({ id }) => id)
    const change = { kind: 'addRows', columns, rows: [['A', hash]] } as const
    await owner.data(tables.change, { spaceId, id: stations.id, change } as never)
    const { copy } = await run((await create()).id)
    await admin.data(backups.restore, {
      copyId: copy?.id ?? '',
      into: { way: 'new', name: 'Restored lake', identifier: 'restoredlake' },
    })
    await world.services.backups.drain()
    const found = (await admin.data(spaces.list, { q: 'Restored lake' })).list[0]
    const id = found?.id ?? ''
    expect(await filesIn(admin, id)).toEqual({ ...ORIGINAL, 'notes.txt': 'stormy water' })
    const [notes] = (await admin.data(files.list, { spaceId: id })).list.filter(({ name }) => name === 'notes.txt')
    expect(notes?.hash).not.toBe(hash)
    const versions = await admin.data(contract.versions.list, { spaceId: id, hash: notes?.hash ?? '' })
    expect(versions.list).toHaveLength(2)
    const known = await admin.data(contract.metadata.of, { spaceId: id, hash: notes?.hash ?? '' })
    expect(known).toMatchObject({ tags: ['lake'] })
    const restored = (await admin.data(tables.list, { spaceId: id })).list.find(({ name }) => name === 'Stations')
    const { rows } = await admin.data(tables.rows, { spaceId: id, id: restored?.id ?? '' })
    expect(rows.map(({ cells }) => cells)).toEqual([['A', notes?.hash]])
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('tables have their history, which can be undone, and the space its journal', async () => {
    const { world, admin, owner, spaceId, table, create, run, put } = await buildBackups()
    const [station = 0, depth = 0] = table.columnList.map(({ id }) => id)
    const change = (one: object) => owner.data(tables.change, { spaceId, id: table.id, change: one } as never)
    const { rows: lines } = await change({ kind: 'addRows', columns: [station, depth], rows: [['A', '12.5']] })
    const cells = { kind: 'cells', columns: [depth], rows: [{ id: lines[0], values: ['13'] }] }
    await change(cells)
    const { hash } = await put('protocol.txt', 'by hand')
    await change({ kind: 'addColumn', column: { name: 'Protocol', type: 'file' } })
    const before = await owner.data(tables.history, { spaceId, id: table.id })
    const { copy } = await run((await create()).id)
    const into = { way: 'new', name: 'Restored lake', identifier: 'restoredlake', withMembers: true } as const
    await admin.data(backups.restore, { copyId: copy?.id ?? '', into })
    await world.services.backups.drain()
    const id = (await admin.data(spaces.list, { q: 'Restored lake' })).list[0]?.id ?? ''
    const [restored] = (await owner.data(tables.list, { spaceId: id })).list
    const one = { spaceId: id, id: restored?.id ?? '' }
    const { list } = await owner.data(tables.history, one)
    const told = (entries: typeof list) => entries.map(({ kind, at, touched }) => ({ kind, at, touched }))
    expect(told(list)).toEqual(told(before.list))
    await owner.data(tables.undo, one)
    await owner.data(tables.undo, one)
    const { rows } = await owner.data(tables.rows, one)
    expect(rows.map((row) => row.cells)).toEqual([['A', '12.5']])
    const entries = (await admin.data(journal.list, { id } as never)).list
    expect(entries.filter(({ action }) => action === 'backupRestored')).toHaveLength(1)
    expect(entries.map(({ item }) => item?.name)).toEqual(expect.arrayContaining(['protocol.txt', 'depths.csv']))
    expect(entries.map(({ item }) => item?.id)).not.toContain(hash)
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('whoever owns the space hears that somebody restored its copy into a space of their own', async () => {
    const { owner, admin, intoNew, restore } = await buildCopied()
    const heard = async () => (await owner.data(messages.list, {})).list.filter(({ kind }) => kind.startsWith('backup'))
    await restore({ way: 'same' })
    expect(await heard()).toEqual([])
    await intoNew()
    expect(await heard()).toMatchObject([{ kind: 'backupCopied', content: expect.stringContaining('Restored lake') }])
    const own = (await admin.data(messages.list, {})).list.map(({ kind }) => kind)
    expect(own).not.toContain('backupCopied')
  })

  test('one folder or table of a copy comes alone, and leads nowhere else', async () => {
    const built = await buildBackups()
    const { world, admin, owner, spaceId, put } = built
    const { hash } = await put('protocol.txt', 'by hand')
    const cores = await owner.data(files.create, { spaceId, path: 'cores' })
    await upload(owner, { spaceId, hash: cores, name: 'log.txt' }, Buffer.from('first'))
    const stations = await owner.data(tables.create, {
      spaceId,
      name: 'Stations',
      columns: [
        { name: 'Station', type: 'text' },
        { name: 'Protocol', type: 'file' },
      ],
    })
    const columns = stations.columnList.map(({ id }) => id)
    const change = { kind: 'addRows', columns, rows: [['A', hash]] } as const
    await owner.data(tables.change, { spaceId, id: stations.id, change } as never)
    const { copy } = await built.run((await built.create()).id)
    const bring = async (identifier: string, part: { kind: 'item' | 'table'; id: string }) => {
      const into = { way: 'new', name: identifier, identifier, part, withMembers: true } as const
      await admin.data(backups.restore, { copyId: copy?.id ?? '', into })
      await world.services.backups.drain()
      return (await admin.data(spaces.list, { q: identifier })).list[0]?.id ?? ''
    }
    const ofFolder = await bring('onlycores', { kind: 'item', id: cores })
    const [folder] = (await owner.data(files.list, { spaceId: ofFolder })).list
    expect(folder?.name).toBe('cores')
    expect(await filesIn(owner, ofFolder, folder?.hash)).toEqual({ 'log.txt': 'first' })
    expect((await owner.data(tables.list, { spaceId: ofFolder })).list).toEqual([])
    const ofTable = await bring('onlystations', { kind: 'table', id: stations.id })
    expect((await owner.data(files.list, { spaceId: ofTable })).list).toEqual([])
    const [alone] = (await owner.data(tables.list, { spaceId: ofTable })).list
    expect(alone?.name).toBe('Stations')
    const { rows } = await owner.data(tables.rows, { spaceId: ofTable, id: alone?.id ?? '' })
    expect(rows.map((row) => row.cells)).toEqual([['A', null]])
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('a space that was deleted, whose contents are swept, comes back from the copy alone, to its owner', async () => {
    const { world, admin, owner, spaceId, copy, policy, run, intoNew } = await buildCopied({
      passphrase: 'twelve letters',
    })
    expect(copy.space).toMatchObject({ isDeleted: false })
    await owner.data(spaces.remove, {
      id: spaceId,
      identifier: (await owner.data(spaces.show, { id: spaceId })).identifier,
    })
    world.clock.advance(2 * BLOB_REST_MS)
    expect(await world.services.uploads.blobs()).toBeGreaterThan(0)
    expect(await owner.call(backups.ofSpace, { spaceId })).toMatchObject({ error: 'spaceNotFound' })
    const { list } = await admin.data(backups.copies, { id: copy.runId })
    expect(list).toMatchObject([{ space: { id: spaceId, isDeleted: true } }])
    expect(await admin.call(backups.restore, { copyId: copy.id, into: { way: 'same' } })).toMatchObject({
      error: 'spaceNotFound',
    })
    const { state, target } = await intoNew()
    expect(state).toBe('completed')
    expect(await filesIn(owner, target.id)).toEqual(ORIGINAL)
    expect(await owner.data(spaces.show, { id: target.id })).toMatchObject({ owner: { personName: 'Olive Owner' } })
    const told = async (who: Client, one: string) =>
      (await who.data(messages.list, {})).list.filter(({ kind, space }) => kind === one && space === 'Restored lake')
    expect(await told(admin, 'backupRestored')).toHaveLength(1)
    expect(await told(owner, 'ownerGiven')).toHaveLength(1)
    expect((await admin.data(audit.list, { action: 'spaceHandedOver' })).list).toMatchObject([
      { target: { id: target.id }, after: { owner: 'owner@lab.test' } },
    ])
    // A policy that includes all spaces includes it.
    const { copies } = await run(policy.id)
    expect(copies.map(({ space }) => space.id)).toEqual([target.id])
  })

  test.each(['disabled_at', 'locked_at'] as const)(
    'a deleted space whose owner has %s belongs to the administrator who restores it',
    async (since) => {
      const { world, admin, owner, spaceId, intoNew } = await buildCopied()
      const { identifier } = await owner.data(spaces.show, { id: spaceId })
      await owner.data(spaces.remove, { id: spaceId, identifier })
      await world.db
        .updateTable('person')
        .set({ [since]: world.clock.now() })
        .where('id', '=', world.idOf('owner'))
        .execute()
      const { target } = await intoNew()
      expect(await admin.data(spaces.show, { id: target.id })).toMatchObject({ owner: { personName: 'Ada Admin' } })
    },
  )
})

describe('publications', () => {
  /** A published dataset, a draft of its next version, a submission and a draft; all of it in a copy. */
  async function buildPublished() {
    const root = await mkdtemp(join(tmpdir(), 'dataspace-copies-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const built = await buildPublication({ BACKUP_FOLDERS: root })
    const { world, admin, owner, spaceId } = built
    const dataset = await built.published()
    const next = await owner.data(publications.newVersion, { id: dataset.id })
    const waiting = await built.submitted({ title: { zh: 'Waits for a review', en: '' } })
    await built.create({ title: { zh: 'Only a draft', en: '' } })
    const policy = await admin.data(backups.create, {
      name: 'Nightly',
      scope: 'all',
      retention: 'three',
      cycle: 'daily',
      hour: 2,
      zone: 'UTC',
      folder: root,
    })
    await admin.data(backups.run, { id: policy.id })
    await world.services.backups.drain()
    const [copy] = (await owner.data(backups.ofSpace, { spaceId })).list
    const restore = async (into: object) => {
      await admin.data(backups.restore, { copyId: copy?.id ?? '', into } as never)
      await world.services.backups.drain()
    }
    const intoNew = async (who = admin) => {
      await restore({ way: 'new', name: 'Restored lake', identifier: 'restoredlake' })
      return (await who.data(spaces.list, { q: 'Restored lake' })).list[0]?.id ?? ''
    }
    const told = async (id: string, who = owner) =>
      (await who.data(publications.list, { spaceId: id })).list
        .map(({ title, state, number }) => `${number} ${state} ${title}`)
        .toSorted()
    return { ...built, dataset, next, waiting, restore, intoNew, told }
  }

  test('of a deleted space: drafts and submissions are drafts again, and what was published is the new space’s', async () => {
    const { world, owner, spaceId, dataset, intoNew, told } = await buildPublished()
    const { identifier } = await owner.data(spaces.show, { id: spaceId })
    await owner.data(spaces.remove, { id: spaceId, identifier })
    const id = await intoNew(owner)
    expect(await told(id)).toEqual([
      '1 draft Only a draft',
      '1 draft Waits for a review',
      '1 published Temperature of an alpine lake',
      '2 draft Temperature of an alpine lake',
    ])
    expect(await owner.data(publications.show, { id: dataset.id })).toMatchObject({ space: { id } })
    const [waits] = (await owner.data(publications.list, { spaceId: id })).list.filter(({ title }) =>
      title.startsWith('Waits'),
    )
    await owner.data(publications.submit, { id: waits?.id ?? '' })
    const { history } = await owner.data(publications.show, { id: waits?.id ?? '' })
    expect(history.map(({ kind }) => kind).toSorted()).toEqual(['made', 'submitted', 'submitted'])
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('of a space that is there: its datasets stay its own, and a new space gets its unpublished ones', async () => {
    const { world, spaceId, dataset, admin, intoNew, told } = await buildPublished()
    const before = await told(spaceId)
    const id = await intoNew()
    expect(await told(id, admin)).toEqual(['1 draft Only a draft', '1 draft Waits for a review'])
    expect(await told(spaceId)).toEqual(before)
    expect(await admin.data(publications.show, { id: dataset.id })).toMatchObject({ space: { id: spaceId } })
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('into the space itself: what is no longer there comes back as drafts, and nothing twice', async () => {
    const { world, owner, spaceId, next, restore, told } = await buildPublished()
    const before = await told(spaceId)
    await restore({ way: 'same' })
    expect(await told(spaceId)).toEqual(before)
    await owner.data(publications.remove, { id: next.id })
    const [draft] = (await owner.data(publications.list, { spaceId })).list.filter(({ title }) =>
      title.startsWith('Only'),
    )
    await owner.data(publications.remove, { id: draft?.id ?? '' })
    expect(await told(spaceId)).toHaveLength(before.length - 2)
    await restore({ way: 'same' })
    expect(await told(spaceId)).toEqual(before)
    expect(await whatDoctorFinds(world)).toEqual([])
  })
})

describe('members', () => {
  test('come into a new space with their roles when that is chosen, the former owner as a senior member', async () => {
    const { world, admin, copy } = await buildCopied()
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('id', '=', world.idOf('normal'))
      .execute()
    for (const withMembers of [false, true]) {
      const into = { way: 'new', name: 'Again', identifier: `again${withMembers}`, withMembers } as const
      await admin.data(backups.restore, { copyId: copy.id, into })
    }
    await world.services.backups.drain()
    const rows = await world.db
      .selectFrom('member')
      .innerJoin('space', 'space.id', 'member.space_id')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['space.identifier', 'person.name', 'member.role'])
      .where('space.name', '=', 'Again')
      .execute()
    const of = (identifier: string) =>
      rows
        .filter((row) => row.identifier === identifier)
        .map(({ name, role }) => `${role} ${name}`)
        .toSorted()
    expect(of('againfalse')).toEqual(['owner Ada Admin'])
    expect(of('againtrue')).toEqual(['owner Ada Admin', 'senior Olive Owner', 'senior 申大为'])
    expect(await whatDoctorFinds(world)).toEqual([])
  })
})

describe('into the same space', () => {
  test('the copy comes beside what is there, also twice, and the journal tells it', async () => {
    const { world, owner, spaceId, restore, copy } = await buildCopied()
    const [notes] = (await owner.data(files.list, { spaceId })).list.filter(({ name }) => name === 'notes.txt')
    await owner.data(files.remove, { spaceId, hashList: [notes?.hash ?? ''] })
    await owner.data(trash.purge, { spaceId })
    expect((await owner.data(backups.ofSpace, { spaceId })).list).toMatchObject([{ id: copy.id }])
    expect(await restore({ way: 'same' }, owner)).toMatchObject({ state: 'completed', error: '' })
    const folders = async () => (await owner.data(files.list, { spaceId, kind: 'folder' })).list
    const [folder] = await folders()
    expect(folder?.name).toMatch(/^Lake survey \(\d{4}-\d\d-\d\d \d\d\.\d\d UTC\)$/)
    expect(await filesIn(owner, spaceId, folder?.hash)).toEqual(ORIGINAL)
    expect(await filesIn(owner, spaceId)).toEqual({ 'depths.csv': ORIGINAL['depths.csv'] })
    await restore({ way: 'same' }, owner)
    expect(await folders()).toHaveLength(2)
    const names = (await owner.data(tables.list, { spaceId })).list.map(({ name }) => name)
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(3)
    expect((await owner.data(journal.list, { id: spaceId } as never)).list.map(({ action }) => action)).toContain(
      'backupRestored',
    )
    expect((await owner.data(backups.restores, { spaceId })).list).toMatchObject([
      { state: 'completed', target: { way: 'same', id: spaceId } },
      { state: 'completed' },
    ])
    expect(await whatDoctorFinds(world)).toEqual([])
  })
})

describe('a part of a copy', () => {
  /** A copy of a space with folders, versions, tags, a deleted file and two tables; then all of it changes. */
  async function buildParts() {
    const built = await buildBackups()
    const { owner, admin, spaceId, world } = built
    const bytes = (text: string) => Buffer.from(text)
    const cores = await owner.data(files.create, { spaceId, path: 'cores/2025' })
    const folder = (await owner.data(files.show, { spaceId, hash: cores })).phash ?? ''
    const log = await upload(owner, { spaceId, hash: cores, name: 'log.2025.txt' }, bytes('first'))
    await upload(owner, { spaceId, hash: cores, name: 'log.2025.txt', conflict: 'replace' }, bytes('second'))
    await owner.data(contract.metadata.tag, { spaceId, hashList: [log.hash], add: ['core'] })
    const gone = await upload(owner, { spaceId, hash: cores, name: 'gone.txt' }, bytes('gone'))
    await owner.data(files.remove, { spaceId, hashList: [gone.hash] })
    const columns = built.table.columnList.map(({ id }) => id)
    const change = { kind: 'addRows', columns, rows: [['A', '12.5']] } as const
    await owner.data(tables.change, { spaceId, id: built.table.id, change } as never)
    const { copy } = await built.run((await built.create()).id)
    const copyId = copy?.id ?? ''
    const items = (more: object = {}) => owner.data(backups.items, { copyId, kind: 'item', ...more })
    const restore = async (part: { kind: 'item' | 'table'; id: string }) => {
      await owner.data(backups.restore, { copyId, into: { way: 'same', part } })
      await world.services.backups.drain()
      return (await owner.data(backups.restores, { spaceId, size: 1 })).list[0]
    }
    return { ...built, admin, copyId, folder, cores, log, items, restore }
  }

  test('what is in a copy is listed folder by folder, in pages, for those who may restore it', async () => {
    const { world, owner, copyId, items, cores, folder } = await buildParts()
    expect((await items()).list.map(({ name, kind }) => [name, kind])).toEqual([
      ['cores', 'folder'],
      ['depths.csv', 'file'],
      ['notes.txt', 'file'],
    ])
    const first = await items({ size: 1 })
    const rest = await items({ size: 2, after: first.next })
    expect([...first.list, ...rest.list].map(({ name }) => name)).toEqual(['cores', 'depths.csv', 'notes.txt'])
    expect(rest.next).toBeUndefined()
    expect((await items({ folderId: folder })).list).toMatchObject([{ id: cores, name: '2025' }])
    expect((await items({ folderId: cores })).list.map(({ name }) => name)).toEqual(['log.2025.txt'])
    expect((await items({ kind: 'table' })).list).toMatchObject([{ name: 'Samples', kind: 'table' }])
    for (const [who, error] of [
      ['senior', 'spaceRightMissing'],
      ['ordinary', 'spaceNotFound'],
    ] as const)
      expect(await (await world.as(who)).call(backups.items, { copyId, kind: 'item' })).toMatchObject({ error })
    expect(await owner.call(backups.items, { copyId: NOBODY, kind: 'item' })).toMatchObject({ error: 'backupCopyGone' })
  })

  test('a folder comes back beside what is there, with versions and tags, and nothing else', async () => {
    const { world, owner, spaceId, folder, restore } = await buildParts()
    expect(await restore({ kind: 'item', id: folder })).toMatchObject({ state: 'completed', error: '' })
    const [told] = (await owner.data(messages.list, {})).list
    expect(told).toMatchObject({ kind: 'backupPartRestored', content: expect.stringContaining('“cores”') })
    const { list } = await owner.data(files.list, { spaceId, kind: 'folder' })
    expect(list).toHaveLength(2)
    const back = list.find(({ name }) => /^cores \(\d{4}-\d\d-\d\d \d\d\.\d\d UTC\)$/.test(name))
    const [year] = (await owner.data(files.list, { spaceId, hash: back?.hash ?? '' })).list
    expect(year?.name).toBe('2025')
    expect(await filesIn(owner, spaceId, year?.hash)).toEqual({ 'log.2025.txt': 'second' })
    const [log] = (await owner.data(files.list, { spaceId, hash: year?.hash ?? '' })).list
    expect((await owner.data(contract.versions.list, { spaceId, hash: log?.hash ?? '' })).list).toHaveLength(2)
    expect(await owner.data(contract.metadata.of, { spaceId, hash: log?.hash ?? '' })).toMatchObject({ tags: ['core'] })
    expect(await filesIn(owner, spaceId)).toEqual(ORIGINAL)
    expect((await owner.data(tables.list, { spaceId })).list).toHaveLength(1)
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('a file that was deleted for good comes back, its name with the time before the extension', async () => {
    const { world, owner, spaceId, log, restore } = await buildParts()
    await owner.data(files.remove, { spaceId, hashList: [log.hash] })
    await owner.data(trash.purge, { spaceId })
    world.clock.advance(2 * BLOB_REST_MS)
    await world.services.uploads.blobs()
    expect(await restore({ kind: 'item', id: log.hash })).toMatchObject({ state: 'completed' })
    const found = await filesIn(owner, spaceId)
    const name = Object.keys(found).find((one) => /^log\.2025 \(.* UTC\)\.txt$/.test(one)) ?? ''
    expect(found[name]).toBe('second')
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('a table comes back under a new name, with its rows, and no other', async () => {
    const { world, owner, spaceId, table, restore } = await buildParts()
    expect(await restore({ kind: 'table', id: table.id })).toMatchObject({ state: 'completed' })
    const { list } = await owner.data(tables.list, { spaceId })
    const back = list.find(({ name }) => name.startsWith('Samples ('))
    expect(list).toHaveLength(2)
    const { rows } = await owner.data(tables.rows, { spaceId, id: back?.id ?? '' })
    expect(rows.map(({ cells }) => cells)).toEqual([['A', '12.5']])
    expect((await owner.data(files.list, { spaceId })).list).toHaveLength(3)
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('backupPartGone: what the copy does not have, and what was in the trash', async () => {
    const { owner, spaceId, put, restore } = await buildParts()
    const later = await put('later.txt', 'later')
    for (const part of [
      { kind: 'item', id: later.hash },
      { kind: 'table', id: NOBODY },
    ] as const)
      expect(await restore(part)).toMatchObject({ state: 'failed', error: 'backupPartGone' })
    expect((await owner.data(files.list, { spaceId, kind: 'folder' })).list).toHaveLength(1)
  })
})

describe('a drill', () => {
  test('restores the newest copy where nobody sees it, compares it, and leaves nothing', async () => {
    const { world, admin, policy, lastRun, copiesOf } = await buildCopied()
    const before = await sql`select count(*) as n from node`.execute(world.db)
    await admin.data(backups.run, { id: policy.id, kind: 'drill' })
    await world.services.backups.drain()
    const run = await lastRun(policy.id)
    expect(run).toMatchObject({ kind: 'drill', state: 'completed', spacesDone: 1, bytes: 31 })
    expect(await copiesOf(run)).toMatchObject([{ state: 'completed', files: 2, bytes: 31, error: '' }])
    expect((await sql`select count(*) as n from node`.execute(world.db)).rows).toEqual(before.rows)
    expect(await whatDoctorFinds(world)).toEqual([])
  })

  test('is red for a flipped byte, and administrators are told', async () => {
    const { world, admin, policy, lastRun, stored } = await buildCopied({ isCompressed: false })
    writeFileSync(stored(`*/contents/*/${sha256(Buffer.from('calm water'))}`)[0] ?? '', 'calm wateR')
    await admin.data(backups.run, { id: policy.id, kind: 'drill' })
    await world.services.backups.drain()
    expect(await lastRun(policy.id)).toMatchObject({ kind: 'drill', state: 'failed', spacesFailed: 1 })
    expect((await admin.data(messages.list, {})).list.map(({ kind }) => kind)).toContain('drillFailed')
  })

  test('comes by its own schedule', async () => {
    const { world, policy, lastRun } = await buildCopied({ drill: 'weekly' })
    await world.db.updateTable('backup_policy').set({ drill_at: world.clock.now() }).execute()
    expect(await world.services.backups.runDue()).toBe(1)
    await world.services.backups.drain()
    expect(await lastRun(policy.id)).toMatchObject({ kind: 'drill', isScheduled: true, state: 'completed' })
  })
})
