import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { virtualRootOf } from '#server/modules/protocols/index.ts'
import { clientSessionOf, makeKey, piecesOf, textOf, treeOf } from '../support/app-password.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, audit, journal, rights, trash, users, versions } = contract
const FROM = { address: '127.0.0.1', agent: 'test' }
const admit = (world: World, user: string, password: string, protocol: 'webdav' | 'ftp' = 'webdav') =>
  world.services.protocols.admit({ protocol, user, password, ...FROM })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('coming in by an app password', () => {
  test('a wrong password is refused and written down', async () => {
    const world = await buildWorld()
    await expect(admit(world, 'owner@lab.test', 'aaaaa-aaaaa')).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
    const { list } = await (await world.as('admin')).data(audit.list, { outcome: 'refused' })
    expect(list[0]).toMatchObject({
      action: 'signIn',
      reason: 'appPasswordWrong',
      channel: 'webdav',
      target: { name: 'owner@lab.test' },
    })
  })

  test('the password of the account is refused', async () => {
    const world = await buildWorld()
    await expect(admit(world, 'owner@lab.test', PASSWORD)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
  })

  test('a password of another protocol is refused, and under the name of somebody else', async () => {
    const world = await buildWorld()
    const { password } = await makeKey(world, { protocols: ['ftp'] })
    await expect(admit(world, 'owner@lab.test', password)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
    await expect(admit(world, 'senior@lab.test', password, 'ftp')).rejects.toMatchObject({
      refusal: 'appPasswordWrong',
    })
    expect((await admit(world, 'OWNER@lab.test', password, 'ftp')).actor).toMatchObject({
      name: 'Olive Owner',
      channel: 'ftp',
    })
    expect((await admit(world, '', password, 'ftp')).actor.id).toBe(world.idOf('owner'))
  })

  test('after three wrong tries the next one waits', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 3; i += 1) await admit(world, 'owner@lab.test', `wrong-${i}`).catch(() => undefined)
    await expect(admit(world, 'owner@lab.test', 'wrong')).rejects.toMatchObject({ refusal: 'loginDelayed' })
  })

  test('an expired password is refused, though it was remembered', async () => {
    const world = await buildWorld()
    const { user, password } = await makeKey(world, { validityDays: 1 })
    const clientSession = await admit(world, user, password)
    world.clock.advance(86_400_001)
    await expect(admit(world, user, password)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
    await expect(world.services.protocols.hold(clientSession)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
  })

  test('one that was ended is refused at once', async () => {
    const world = await buildWorld()
    const { id, user, password } = await makeKey(world)
    const clientSession = await admit(world, user, password)
    await (await world.as('owner')).data(account.removeAppPassword, { id })
    await expect(admit(world, user, password)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
    await expect(world.services.protocols.hold(clientSession)).rejects.toMatchObject({ refusal: 'appPasswordWrong' })
  })

  test('a disabled account is refused at once', async () => {
    const world = await buildWorld()
    const clientSession = await clientSessionOf(world, 'normal')
    await (await world.as('admin')).data(users.disable, { id: world.idOf('normal') })
    await expect(world.services.protocols.hold(clientSession)).rejects.toMatchObject({
      refusal: /accountDisabled|appPasswordWrong/,
    })
  })

  test('is remembered without a question to the database, and notes when it was used', async () => {
    const world = await buildWorld()
    const { user, password } = await makeKey(world)
    await admit(world, user, password)
    await world.db
      .updateTable('app_password')
      .set({ hash: Buffer.alloc(32) })
      .execute()
    expect((await admit(world, user, password)).actor.name).toBe('Olive Owner')
    const [key] = await (await world.as('owner')).data(account.appPasswords, {})
    expect(key?.lastUsedAt).toBe(world.clock.now().toISOString())
  })
})

describe('the spaces that a protocol opens', () => {
  test('a password of one space opens no other, and lists none', async () => {
    const world = await buildWorld()
    const [mine, other] = [await world.space(), await world.space()]
    const { user, password } = await makeKey(world, { spaceId: mine.id })
    const clientSession = await admit(world, user, password)
    expect(await world.services.protocols.spaces(clientSession)).toMatchObject([{ identifier: mine.identifier }])
    await expect(world.services.protocols.tree(clientSession, other.identifier)).rejects.toMatchObject({
      refusal: 'spaceNotFound',
    })
    expect((await world.services.protocols.tree(clientSession, mine.identifier)).space.id).toBe(mine.id)
  })

  test('without the flag of the protocol a member does not come in, and with it by that protocol alone', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await (await world.as('owner')).data(rights.setOfSpace, { id, senior: [], normal: ['F_OTHER_FTP'] })
    await expect(treeOf(world, identifier, 'normal')).rejects.toMatchObject({ refusal: 'spaceRightMissing' })
    expect((await treeOf(world, identifier, 'normal', 'sftp')).space.id).toBe(id)
    expect(await world.services.protocols.spaces(await clientSessionOf(world, 'normal'))).toEqual([])
  })

  test('a stranger to a private space does not find it, nor does one come into a public one without belonging to it', async () => {
    const world = await buildWorld()
    const [hidden, open] = [await world.space(), await world.space({ type: 'public' })]
    await expect(treeOf(world, hidden.identifier, 'ordinary')).rejects.toMatchObject({ refusal: 'spaceNotFound' })
    await expect(treeOf(world, open.identifier, 'ordinary')).rejects.toMatchObject({ refusal: 'spaceRightMissing' })
  })
})

describe('a space as a tree', () => {
  test.each([
    ['.hidden', 'fileNameInvalid'],
    ['a/b', 'fileNameInvalid'],
    ['a\0b', 'folderGone'],
  ])('a file called %j is refused', async (name, refusal) => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    await expect(tree.write([name], piecesOf('a'))).rejects.toMatchObject({ refusal })
  })

  test('what was moved since it was found is not deleted', async () => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    const { item } = await tree.write(['a.csv'], piecesOf('lake'))
    await tree.move(item, ['kept.csv'], false)
    await expect(tree.remove(item)).rejects.toMatchObject({ refusal: 'fileGone' })
    expect(await textOf(tree, ['kept.csv'])).toBe('lake')
  })

  test('what is not as long, or not what was promised, leaves nothing', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const write = (sizeBytes: number) => tree.write(['a.csv'], piecesOf('lake'), { sizeBytes })
    await expect(write(3)).rejects.toMatchObject({ refusal: 'uploadIncomplete' })
    await expect(write(5)).rejects.toMatchObject({ refusal: 'uploadIncomplete' })
    const wrong = tree.write(['a.csv'], piecesOf('lake'), { expected: { sha1: '0'.repeat(40) } })
    await expect(wrong).rejects.toMatchObject({ refusal: 'uploadHashWrong' })
    expect(await tree.stat(['a.csv'])).toBeNull()
    expect(await world.db.selectFrom('incoming').selectAll().execute()).toEqual([])
    expect((await (await world.as('owner')).data(contract.spaces.show, { id })).usedBytes).toBe(0)
  })

  test('what does not fit is refused before a byte comes when it says its size, else when there is no more room', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await world.db.updateTable('space').set({ capacity_bytes: 3_000_000 }).where('id', '=', id).execute()
    const tree = await treeOf(world, identifier)
    await expect(tree.prepare(['a.bin'], { sizeBytes: 3_000_001 })).rejects.toMatchObject({ refusal: 'spaceFull' })
    const endless = piecesOf(...Array.from({ length: 4 }, () => Buffer.alloc(1_000_000)))
    await expect(tree.write(['a.bin'], endless)).rejects.toMatchObject({ refusal: 'spaceFull' })
    const first = await tree.prepare(['a.bin'], { sizeBytes: 2_000_000 })
    await expect(tree.prepare(['b.bin'], { sizeBytes: 2_000_000 })).rejects.toMatchObject({ refusal: 'spaceFull' })
    await first.drop()
    const two = await Promise.all(
      ['c.bin', 'd.bin'].map((name, at) =>
        tree
          .write([name], piecesOf(Buffer.alloc(900_000, at)), { sizeBytes: 900_000 })
          .catch((error: unknown) => error),
      ),
    )
    expect(two).toMatchObject([{ isNew: true }, { isNew: true }])
    expect((await examine(world.db, world.blobs, { repair: false, deep: true })).lines.join()).not.toMatch(/counter/i)
  })

  test('room that was held for something that came no more is given back', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await (await treeOf(world, identifier)).prepare(['a.bin'], { sizeBytes: 5_000_000 })
    const reserved = async () =>
      (
        await world.db
          .selectFrom('space_usage')
          .select('reserved_bytes')
          .where('space_id', '=', id)
          .executeTakeFirstOrThrow()
      ).reserved_bytes
    expect(await reserved()).toBe(5_000_000)
    expect(await world.services.protocols.sweep()).toBe(0)
    world.clock.advance(3_600_001)
    expect(await world.services.protocols.sweep()).toBe(1)
    expect(await reserved()).toBe(0)
  })

  test('a normal member replaces no file of others, and reads none without the flag', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await upload(await world.as('owner'), { spaceId: id, name: 'a.csv' }, Buffer.from('lake'))
    const tree = await treeOf(world, identifier, 'normal')
    await expect(tree.write(['a.csv'], piecesOf('sea'))).rejects.toMatchObject({ refusal: 'fileForbidden' })
    await expect(textOf(tree, ['a.csv'])).rejects.toMatchObject({ refusal: 'fileForbidden' })
    const item = await tree.stat(['a.csv'])
    await expect(tree.remove(item as NonNullable<typeof item>)).rejects.toMatchObject({ refusal: 'fileForbidden' })
  })

  test('writing again makes a version, and the journal names the channel', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const at = new Date('2020-02-02T02:02:02Z')
    const first = await tree.write(['a.csv'], piecesOf('la', 'ke'), { sizeBytes: 4, modifiedAt: at })
    expect(first).toMatchObject({ isNew: true, item: { sha256: sha256('lake'), modifiedAt: at } })
    const second = await tree.write(['a.csv'], piecesOf('sea'))
    expect(second).toMatchObject({ isNew: false, item: { hash: first.item.hash, modifiedAt: world.clock.now() } })
    expect(await textOf(tree, ['a.csv'])).toBe('sea')
    const client = await world.as('owner')
    expect((await client.data(versions.list, { spaceId: id, hash: first.item.hash })).list).toHaveLength(2)
    await world.services.journal.flushed()
    const { list } = await client.data(journal.list, { id, channel: 'webdav' })
    expect(list.map(({ action }) => action).sort()).toEqual(['downloaded', 'replaced', 'uploaded'])
  })

  test('what was seen before decides: another content there meanwhile is not replaced', async () => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    const { item } = await tree.write(['a.csv'], piecesOf('lake'))
    await expect(tree.write(['a.csv'], piecesOf('sea'), { base: null })).rejects.toMatchObject({
      refusal: 'fileNameTaken',
    })
    await tree.write(['a.csv'], piecesOf('sea'), { base: item })
    await expect(tree.write(['a.csv'], piecesOf('pond'), { base: item })).rejects.toMatchObject({
      refusal: 'fileNameTaken',
    })
    const late = await tree.prepare(['b.csv'], { base: null })
    await tree.write(['b.csv'], piecesOf('first'))
    await expect(late.take(piecesOf('late'))).rejects.toMatchObject({ refusal: 'fileNameTaken' })
    expect(await textOf(tree, ['b.csv'])).toBe('first')
  })

  test('what comes goes behind what is there, and nowhere else', async () => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    await tree.write(['a.csv'], piecesOf('lake and s'))
    await tree.write(['a.csv'], piecesOf('sea'), { offset: 9, sizeBytes: 3 })
    expect(await textOf(tree, ['a.csv'])).toBe('lake and sea')
    await expect(tree.write(['a.csv'], piecesOf('!'), { offset: 13 })).rejects.toMatchObject({
      refusal: 'uploadIncomplete',
    })
  })

  test('two who write at once make two versions, never a mixture', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const texts = Array.from({ length: 8 }, (_, i) => String(i).repeat(50_000))
    const written = await Promise.all(
      texts.map((text) => tree.write(['a.txt'], piecesOf(text.slice(0, 7), text.slice(7)))),
    )
    expect(texts).toContain(await textOf(tree, ['a.txt']))
    const hash = written[0]?.item.hash ?? ''
    expect((await (await world.as('owner')).data(versions.list, { spaceId: id, hash })).list).toHaveLength(8)
  })

  test('a name in NFD finds its twin, another case does not', async () => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    await tree.makeFolder(['Gewässer'.normalize('NFD')])
    const { item } = await tree.write(['Gewässer', 'Größe.csv'.normalize('NFD')], piecesOf('a'))
    expect(await tree.stat(['Gewässer'.normalize('NFD'), 'Größe.csv'])).toMatchObject({ hash: item.hash })
    expect(await tree.stat(['gewässer'])).toBeNull()
  })

  test('a folder is listed to its end, a page at a time', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const root = await tree.stat([])
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
      select gen_random_uuid(), ${id}::uuid, ${root?.hash}::uuid, true, 'f' || n, 'directory', ${world.idOf('owner')}::uuid
      from generate_series(1, 1010) as n`.execute(world.db)
    const pages: number[] = []
    for await (const page of tree.list(root as NonNullable<typeof root>)) pages.push(page.length)
    expect(pages).toEqual([1000, 10])
  })

  test('an item moves to any path, over what is there when that is wished, and its time goes along', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const modifiedAt = new Date('2020-02-02T02:02:02Z')
    const { item } = await tree.write(['a.csv'], piecesOf('lake'), { modifiedAt })
    await tree.makeFolder(['in'])
    await tree.move(item, ['in', 'b.csv'], false)
    await expect(tree.move(item, ['b.csv'], false)).rejects.toMatchObject({ refusal: 'fileGone' })
    const moved = (await tree.stat(['in', 'b.csv'])) as typeof item
    expect(moved).toMatchObject({ hash: item.hash, modifiedAt })
    await tree.write(['c.csv'], piecesOf('sea'))
    await expect(tree.move(moved, ['c.csv'], false)).rejects.toMatchObject({ refusal: 'fileNameTaken' })
    expect(await tree.move(moved, ['c.csv'], true)).toMatchObject({ isNew: false })
    expect(await textOf(tree, ['c.csv'])).toBe('lake')
    const { item: sibling } = await tree.write(['d.csv'], piecesOf('pond'))
    await tree.move(sibling, ['c.csv'], true)
    expect(await textOf(tree, ['c.csv'])).toBe('pond')
    const over = await tree.stat(['c.csv'])
    await tree.move(over as NonNullable<typeof over>, ['in'], true)
    expect(await tree.stat(['in'])).toMatchObject({ isFolder: false })
    const { list } = await (await world.as('owner')).data(trash.list, { spaceId: id })
    expect(list.map(({ name }) => name).sort()).toEqual(['b.csv', 'd.csv', 'in'])
    expect((await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy).toBe(true)
  })

  test('a folder is copied with all below it or alone, never into itself', async () => {
    const world = await buildWorld()
    const tree = await treeOf(world, (await world.space()).identifier)
    const folder = await tree.makeFolder(['in'])
    await tree.write(['in', 'a.csv'], piecesOf('lake'))
    await expect(tree.copy(folder, ['in', 'in'], { overwrite: true, deep: true })).rejects.toMatchObject({
      refusal: 'folderIntoItself',
    })
    await expect(tree.move(folder, ['in', 'in'], true)).rejects.toMatchObject({ refusal: 'folderIntoItself' })
    await tree.copy(folder, ['all'], { overwrite: false, deep: true })
    expect(await textOf(tree, ['all', 'a.csv'])).toBe('lake')
    await tree.copy(folder, ['all'], { overwrite: true, deep: false })
    expect(await tree.stat(['all'])).toMatchObject({ isFolder: true, items: 0 })
  })

  test('a folder goes alone to where there is no room for the levels below it', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const tree = await treeOf(world, identifier)
    const deepest = Array.from({ length: FOLDER_DEPTH_MAX - 1 }, () => 'd')
    await (await world.as('owner')).data(contract.files.create, { spaceId: id, path: deepest.join('/') })
    const folder = await tree.makeFolder(['in'])
    await tree.makeFolder(['in', 'in'])
    const copy = (deep: boolean) => tree.copy(folder, [...deepest, 'in'], { overwrite: false, deep })
    await expect(copy(true)).rejects.toMatchObject({ refusal: 'folderTooDeep' })
    await copy(false)
    expect(await tree.stat([...deepest, 'in'])).toMatchObject({ isFolder: true, items: 0 })
  })
})

describe('spaces as one tree', () => {
  test('what is done to spaces, and between them, is refused', async () => {
    const world = await buildWorld()
    const [lake, sea] = [await world.space(), await world.space({ name: 'Sea' })]
    const root = virtualRootOf(world.services.protocols, await clientSessionOf(world, 'owner', 'ftp'))
    await expect(root.remove([lake.identifier])).rejects.toMatchObject({ refusal: 'rootReadOnly' })
    await expect(root.makeFolder(['fresh'])).rejects.toMatchObject({ refusal: 'rootReadOnly' })
    await root.makeFolder([lake.identifier, 'in'])
    await expect(root.move([lake.identifier, 'in'], [sea.identifier, 'in'])).rejects.toMatchObject({
      refusal: 'otherSpace',
    })
  })
})
