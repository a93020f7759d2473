import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SHARE_CLOSED_MS, SHARE_DAYS, SHARE_TRIES, SHARE_VISIT_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import { SHARES_PER_PERSON } from '../../server/modules/shares/make.ts'
import { Client } from '../support/client.ts'
import { addressesIn, readPage } from '../support/page.ts'
import { secretOf, share } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { metadata, files, journal, shares, shareAccess, spaces } = contract
const bytes = (text: string) => Buffer.from(text)

/** A space with `/data/{a.txt,deep/b.txt}`, `/other/secret.txt` and `/loose.txt`, all by its owner. */
async function lake() {
  const world = await buildWorld()
  const space = await world.space()
  const spaceId = space.id
  const owner = await world.as('owner')
  const folder = (path: string) => owner.data(files.create, { spaceId, path, existing: 'reuse' })
  const data = await folder('data')
  const deep = await folder('data/deep')
  const other = await folder('other')
  const put = (hash: string | undefined, name: string, text = name) =>
    upload(owner, { spaceId, name, ...(hash && { hash }) }, bytes(text))
  return {
    world,
    space,
    spaceId,
    owner,
    data,
    deep,
    other,
    put,
    a: await put(data, 'a.txt', 'depth,temp'),
    b: await put(deep, 'b.txt'),
    secret: await put(other, 'secret.txt'),
    loose: await put(undefined, 'loose.txt'),
    visitor: new Client(world.origin),
  }
}
/** A link to the folder `/mine` of a normal member, with files of theirs, and others that came between them later. */
async function mixed() {
  const scene = await lake()
  const { world, spaceId, put } = scene
  const normal = await world.as('normal')
  const ownFolder = await normal.data(files.create, { spaceId, path: 'mine' })
  for (const name of ['lake.shp', 'own.txt']) await upload(normal, { spaceId, hash: ownFolder, name }, bytes(name))
  const { linkId } = await share(normal, { spaceId, hashes: [ownFolder] })
  for (const name of ['a.txt', 'lake.dbf', 'm.txt', 'z.txt']) await put(ownFolder, name)
  return { ...scene, ownFolder, linkId }
}
const refusal = async (answer: Promise<{ code: number }>) => ((await answer) as { error?: string }).error ?? 'success'
const names = (page: { list: { name: string }[] }) => page.list.map(({ name }) => name)
const fetchFile = (client: Client, linkId: string, hash: string, more = '') =>
  client.fetch(`/api/share/file?linkId=${linkId}&hash=${hash}${more}`)
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

describe('a link is made', () => {
  test('by nobody outside the space, who is not informed that there is one', async () => {
    const { world, spaceId, a } = await lake()
    const ordinary = await world.as('ordinary')
    expect(await refusal(ordinary.call(shares.makeFile, { spaceId, hashList: [a.hash] }))).toBe('spaceNotFound')
    expect(await refusal(ordinary.call(shares.makeSpace, { spaceId }))).toBe('spaceNotFound')
  })

  test('only of what its maker may share: a normal member of own items, and not of the space', async () => {
    const { world, spaceId, a, data, deep } = await lake()
    const normal = await world.as('normal')
    const make = (...hashList: string[]) => refusal(normal.call(shares.makeFile, { spaceId, hashList }))
    expect(await make(a.hash)).toBe('fileForbidden')
    expect(await make(data)).toBe('fileForbidden')
    expect(await refusal(normal.call(shares.makeSpace, { spaceId }))).toBe('spaceRightMissing')
    const mine = await normal.data(files.create, { spaceId, path: 'mine' })
    expect(await make(mine)).toBe('success')
    expect(await make(mine, deep)).toBe('fileForbidden')
    const senior = await world.as('senior')
    expect(await refusal(senior.call(shares.makeSpace, { spaceId }))).toBe('success')
  })

  test('not by somebody who has too many that work; one that is revoked makes room', async () => {
    const { world, spaceId, owner, a } = await lake()
    const first = await share(owner, { spaceId, hashes: [a.hash] })
    await sql`
      insert into share (id, hash, sealed, space_id, kind, title, person_id, expires_at, created_at)
      select gen_random_uuid(), sha256(i::text::bytea), sealed, space_id, kind, title, person_id, expires_at, created_at
      from share, generate_series(2, ${SHARES_PER_PERSON}::int) i where id = ${first.id}`.execute(world.db)
    expect(await owner.call(shares.makeSpace, { spaceId })).toMatchObject({ error: 'shareTooMany' })
    const senior = await world.as('senior')
    expect(await refusal(senior.call(shares.makeSpace, { spaceId }))).toBe('success')
    await owner.data(shares.revoke, { id: first.id })
    expect(await refusal(owner.call(shares.makeSpace, { spaceId }))).toBe('success')
  })

  test('of nothing that is gone, and of the root only as the whole space', async () => {
    const { space, spaceId, owner, a } = await lake()
    const make = (...hashList: string[]) => refusal(owner.call(shares.makeFile, { spaceId, hashList }))
    expect(await make(space.root)).toBe('fileGone')
    await owner.data(files.remove, { spaceId, hashList: [a.hash] })
    expect(await make(a.hash)).toBe('fileGone')
  })

  test.each(['abc', 'a-b-c-d', 'with space', 'x'.repeat(21), ''])(
    'not with the password %j: 4 to 20 letters or digits, nothing special',
    async (password) => {
      const { spaceId, owner, a } = await lake()
      const wish = { spaceId, hashList: [a.hash], way: 'custom' as const, password }
      expect(await owner.call(shares.makeFile, wish)).toMatchObject({
        error: 'sharePasswordRule',
        fields: [{ field: 'password' }],
      })
    },
  )

  test.each([0, -1, 1.5, SHARE_DAYS.max + 1])('not for %d days', async (days) => {
    const { spaceId, owner, a } = await lake()
    expect(await refusal(owner.call(shares.makeFile, { spaceId, hashList: [a.hash], days }))).toBe('invalid')
  })

  test('with a password of any script, or one that is drawn and shown once', async () => {
    const { spaceId, owner, a } = await lake()
    const custom = await share(owner, { spaceId, hashes: [a.hash], way: 'custom', password: '湖泊2026' })
    expect(custom).toMatchObject({ way: 'custom', password: null })
    const drawn = await share(owner, { spaceId, hashes: [a.hash], way: 'rand' })
    expect(drawn.password).toMatch(/^[a-z0-9]{8}$/)
    const { list } = await owner.data(shares.list, {})
    expect(list.map(({ id }) => id)).toEqual([drawn.id, custom.id])
    expect(JSON.stringify(list)).not.toContain(drawn.password)
  })

  test('with an address of 22 characters that the database does not hold', async () => {
    const { world, spaceId, owner, a } = await lake()
    const made = await share(owner, { spaceId, hashes: [a.hash], way: 'rand' })
    expect(made.link).toMatch(/^http:\/\/[^/]+\/file-share\?link=[\w-]{22}$/)
    const whole = await owner.data(shares.makeSpace, { spaceId })
    expect(whole.link).toMatch(/\/space-share\?link=[\w-]{22}$/)
    const rows = await world.db.selectFrom('share').selectAll().execute()
    const kept = JSON.stringify(rows.map((row) => Object.values(row).map(String)))
    expect(kept).not.toContain(made.linkId)
    expect(kept).not.toContain(made.password)
  })

  test('and reported in the journal of the space', async () => {
    const { spaceId, owner, a } = await lake()
    const made = await share(owner, { spaceId, hashes: [a.hash] })
    await owner.data(shares.edit, { id: made.id, days: 1 })
    await owner.data(shares.revoke, { id: made.id })
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.slice(0, 3).map(({ action, item }) => [action, item.name])).toEqual([
      ['shareRevoked', 'a.txt'],
      ['shareChanged', 'a.txt'],
      ['shared', 'a.txt'],
    ])
  })
})

describe('what a link shows', () => {
  test('of one file: that file, and by no call a neighbour or what is above it', async () => {
    const { world, space, spaceId, owner, visitor, a, b, secret, loose, data, deep, other, put } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash] })
    const elsewhere = await share(owner, { spaceId, hashes: [b.hash] })
    const trashed = await put(data, 'gone.txt')
    await owner.data(files.remove, { spaceId, hashList: [trashed.hash] })
    const another = await world.space()
    const info = await visitor.data(shareAccess.info, { linkId })
    expect(info).toMatchObject({ kind: 'file', title: 'a.txt', item: { name: 'a.txt', size: 10 }, space: null })
    expect(names(await visitor.data(shareAccess.list, { linkId }))).toEqual(['a.txt'])
    expect(await (await fetchFile(visitor, linkId, a.hash)).text()).toBe('depth,temp')
    const foreign = [b, secret, loose, trashed].map(({ hash }) => hash)
    for (const hash of [...foreign, data, deep, other, space.root, another.root, spaceId]) {
      expect(await refusal(visitor.call(shareAccess.list, { linkId, hash }))).toBe('fileGone')
      expect(await errorOf(await fetchFile(visitor, linkId, hash))).toBe('fileGone')
      expect(await errorOf(await visitor.fetch(`/api/share/zip?linkId=${linkId}&hash=${hash}`))).toBe('fileGone')
    }
    expect(JSON.stringify([info, await visitor.data(shareAccess.list, { linkId })])).not.toMatch(
      /data|Olive.*Olive|@lab/,
    )
    expect(names(await visitor.data(shareAccess.list, { linkId: elsewhere.linkId }))).toEqual(['b.txt'])
  })

  test('of a folder: what is in it, at any depth, with the way from it down and nothing above', async () => {
    const { spaceId, owner, visitor, data, deep, b, other } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    const top = await visitor.data(shareAccess.list, { linkId })
    expect(names(top)).toEqual(['deep', 'a.txt'])
    expect(top.above).toEqual([{ hash: data, name: 'data' }])
    const inside = await visitor.data(shareAccess.list, { linkId, hash: deep })
    expect(names(inside)).toEqual(['b.txt'])
    expect(inside.above.map(({ name }) => name)).toEqual(['data', 'deep'])
    expect(Object.keys(inside.list[0] ?? {}).sort()).toEqual(
      ['hash', 'mime', 'name', 'size', 'suffix', 'updateTime'].sort(),
    )
    expect((await fetchFile(visitor, linkId, b.hash, '&download=1')).headers.get('content-disposition')).toMatch(
      /^attachment/,
    )
    expect(await refusal(visitor.call(shareAccess.list, { linkId, hash: other }))).toBe('fileGone')
  })

  test('of a selection: these items, folders first', async () => {
    const { spaceId, owner, visitor, data, loose, secret } = await lake()
    const { linkId, kind, count } = await share(owner, { spaceId, hashes: [loose.hash, data] })
    expect([kind, count]).toEqual(['selection', 2])
    expect(names(await visitor.data(shareAccess.list, { linkId }))).toEqual(['data', 'loose.txt'])
    expect(names(await visitor.data(shareAccess.list, { linkId, hash: data }))).toEqual(['deep', 'a.txt'])
    expect(await errorOf(await fetchFile(visitor, linkId, secret.hash))).toBe('fileGone')
  })

  test('of a space: its face and all that is in it', async () => {
    const { spaceId, owner, visitor, secret } = await lake()
    const linkId = secretOf(await owner.data(shares.makeSpace, { spaceId }))
    expect(await visitor.data(shareAccess.info, { linkId })).toMatchObject({
      kind: 'space',
      title: 'Lake survey',
      maker: 'Olive Owner',
      item: null,
      space: { name: 'Lake survey', cover: expect.any(String) },
    })
    expect(names(await visitor.data(shareAccess.list, { linkId }))).toEqual(['data', 'other', 'loose.txt'])
    expect((await fetchFile(visitor, linkId, secret.hash)).status).toBe(200)
  })

  test('pages of a folder, by its cursor', async () => {
    const { spaceId, owner, visitor, data, put } = await lake()
    for (const name of ['c.txt', 'd.txt', 'e.txt']) await put(data, name)
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    const first = await visitor.data(shareAccess.list, { linkId, size: 3 })
    const second = await visitor.data(shareAccess.list, { linkId, size: 3, after: first.next })
    expect([...names(first), ...names(second)]).toEqual(['deep', 'a.txt', 'c.txt', 'd.txt', 'e.txt'])
    expect(second.next).toBeUndefined()
  })

  test('all as one zip, or some of it, with the length that it has', async () => {
    const { spaceId, owner, visitor, data, a, loose } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data, loose.hash] })
    const response = await visitor.fetch(`/api/share/zip?linkId=${linkId}`)
    const whole = Buffer.from(await response.arrayBuffer())
    expect(whole.length).toBe(Number(response.headers.get('content-length')))
    for (const name of ['data/a.txt', 'data/deep/b.txt', 'loose.txt']) expect(whole.includes(name)).toBe(true)
    expect(whole.includes('secret')).toBe(false)
    const some = await visitor.fetch(`/api/share/zip?linkId=${linkId}&hash=${a.hash}`)
    const part = Buffer.from(await some.arrayBuffer())
    expect([part.includes('a.txt'), part.includes('b.txt')]).toEqual([true, false])
    const both = await visitor.fetch(`/api/share/zip?linkId=${linkId}&hash=${a.hash}&hash=${data}`)
    const once = Buffer.from(await both.arrayBuffer()).toString('latin1')
    // Its name stands at the file and in the list at the end.
    expect(once.match(/a\.txt/g)).toHaveLength(2)
    for (const { headers } of [response, both]) expect(headers.get('content-disposition')).not.toMatch(/Lake/)
  })

  test('a part of a file by Range', async () => {
    const { spaceId, owner, visitor, a } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash] })
    const path = `/api/share/file?linkId=${linkId}&hash=${a.hash}`
    const response = await visitor.fetch(path, { headers: { range: 'bytes=6-9' } })
    expect([response.status, await response.text()]).toEqual([206, 'temp'])
  })

  test('for viewing only: looks and no downloads, neither by file nor zip, nor of what no viewer shows', async () => {
    const { spaceId, owner, visitor, data, a, put } = await lake()
    const raw = await put(data, 'raw.bin')
    const { linkId } = await share(owner, { spaceId, hashes: [data], mayDownload: false })
    const answers = [
      await fetchFile(visitor, linkId, a.hash, '&download=1'),
      await fetchFile(visitor, linkId, raw.hash),
      await visitor.fetch(`/api/share/zip?linkId=${linkId}`),
    ]
    expect(await Promise.all(answers.map(errorOf))).toEqual(['shareForbidden', 'shareForbidden', 'shareForbidden'])
    expect((await fetchFile(visitor, linkId, a.hash)).status).toBe(200)
    const seen = (hash: string) => refusal(visitor.call(shareAccess.data, { linkId, hash, componentId: 'text' }))
    expect([await seen(a.hash), await seen(raw.hash)]).toEqual(['success', 'shareForbidden'])
    expect(names({ list: await visitor.data(shareAccess.siblings, { linkId, hash: a.hash, su: 'txt,bin' }) })).toEqual([
      'a.txt',
    ])
  })

  test('survives a rename and a move within the space', async () => {
    const { spaceId, owner, visitor, a, other } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash] })
    await owner.data(files.rename, { spaceId, hash: a.hash, name: 'renamed.txt' })
    await owner.data(files.move, { spaceId, hash: a.hash, target: other })
    expect(await visitor.data(shareAccess.info, { linkId })).toMatchObject({ title: 'renamed.txt' })
  })
})

describe('a link never gives more than its maker may give now', () => {
  const isOpen = (visitor: Client, linkId: string) => refusal(visitor.call(shareAccess.info, { linkId }))

  test('it ends with their membership, their flag, the item and the space, and comes back with them', async () => {
    const { world, space, spaceId, owner, visitor, data } = await lake()
    const senior = await world.as('senior')
    const { linkId } = await share(senior, { spaceId, hashes: [data] })
    expect(await isOpen(visitor, linkId)).toBe('success')
    const flags = await owner.data(contract.rights.ofSpace, { id: spaceId })
    const without = flags.senior.filter((flag) => flag !== 'F_SHAR_FILE_OT')
    await owner.data(contract.rights.setOfSpace, { id: spaceId, ...flags, senior: without })
    expect(await isOpen(visitor, linkId)).toBe('shareGone')
    await owner.data(contract.rights.setOfSpace, { id: spaceId, ...flags })
    expect(await isOpen(visitor, linkId)).toBe('success')
    const { list } = await owner.data(files.remove, { spaceId, hashList: [data] })
    expect(await isOpen(visitor, linkId)).toBe('shareGone')
    await owner.data(contract.trash.restore, { spaceId, id: list[0]?.trashId ?? '' })
    expect(await isOpen(visitor, linkId)).toBe('success')
    const admin = await world.as('admin')
    await admin.data(contract.managedSpaces.setStatus, { ids: [spaceId], isOnline: false, reason: 'x' })
    expect(await isOpen(visitor, linkId)).toBe('shareGone')
    await admin.data(contract.managedSpaces.setStatus, { ids: [spaceId], isOnline: true })
    expect(await isOpen(visitor, linkId)).toBe('success')
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('senior') })
    expect(await isOpen(visitor, linkId)).toBe('shareGone')
    const own = await share(owner, { spaceId, hashes: [data] })
    await owner.data(spaces.remove, { id: spaceId, identifier: space.identifier })
    expect(await isOpen(visitor, own.linkId)).toBe('shareGone')
    expect((await owner.data(shares.list, {})).list).toEqual([])
  })

  test('nor when their account is locked', async () => {
    const { world, spaceId, owner, visitor, data } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    await world.db
      .updateTable('person')
      .set({ disabled_at: new Date() })
      .where('id', '=', world.idOf('owner'))
      .execute()
    expect(await isOpen(visitor, linkId)).toBe('shareGone')
  })

  test('what others put into a normal member’s folder stays away from list, bytes and zip', async () => {
    const { world, spaceId, visitor, put } = await lake()
    const normal = await world.as('normal')
    const mine = await normal.data(files.create, { spaceId, path: 'mine' })
    await upload(normal, { spaceId, hash: mine, name: 'own.txt' }, bytes('own'))
    const { linkId } = await share(normal, { spaceId, hashes: [mine] })
    const theirs = await put(mine, 'theirs.txt')
    expect(names(await visitor.data(shareAccess.list, { linkId }))).toEqual(['own.txt'])
    expect(await errorOf(await fetchFile(visitor, linkId, theirs.hash))).toBe('fileGone')
    const zip = Buffer.from(await (await visitor.fetch(`/api/share/zip?linkId=${linkId}`)).arrayBuffer())
    expect([zip.includes('own.txt'), zip.includes('theirs.txt')]).toEqual([true, false])
  })

  test('nor is it reported by totals, by the place where a page ends, or as a companion, sibling or small picture', async () => {
    const { visitor, put, ownFolder, linkId } = await mixed()
    const first = await visitor.data(shareAccess.list, { linkId, size: 1 })
    const second = await visitor.data(shareAccess.list, { linkId, size: 1, after: first.next })
    expect([...names(first), ...names(second)]).toEqual(['lake.shp', 'own.txt'])
    expect(Buffer.from(first.next ?? '', 'base64url').toString()).toContain('lake.shp')
    expect(second.next).toBeUndefined()
    expect((await visitor.data(shareAccess.info, { linkId })).item).toMatchObject({ name: 'mine', size: null })
    const shape = first.list[0]?.hash ?? ''
    const { fileUrl } = await visitor.data(shareAccess.data, { linkId, hash: shape, componentId: 'map' })
    expect(fileUrl).toHaveLength(1)
    const beside = await visitor.data(shareAccess.siblings, { linkId, hash: shape, su: 'txt,dbf,shp' })
    expect(names({ list: beside })).toEqual(['lake.shp', 'own.txt'])
    const theirs = await put(ownFolder, 'zzz.png')
    expect(await errorOf(await visitor.fetch(`/api/share/thumb?linkId=${linkId}&hash=${theirs.hash}`))).toBe('fileGone')
  })

  test('nor does a link say that files may be taken when its maker may take none', async () => {
    const { spaceId, owner, visitor, world, data } = await lake()
    const { linkId } = await share(await world.as('senior'), { spaceId, hashes: [data] })
    const given = await owner.data(contract.rights.ofSpace, { id: spaceId })
    const senior = given.senior.filter((flag) => flag !== 'F_DOWN_OT')
    await owner.data(contract.rights.setOfSpace, { id: spaceId, ...given, senior })
    expect(await visitor.data(shareAccess.info, { linkId })).toMatchObject({ mayDownload: false })
  })

  test('nor does the space being public widen it', async () => {
    const { spaceId, owner, visitor, a, secret } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash], mayDownload: false })
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    expect(await errorOf(await fetchFile(visitor, linkId, a.hash, '&download=1'))).toBe('shareForbidden')
    expect(await errorOf(await fetchFile(visitor, linkId, secret.hash))).toBe('fileGone')
  })
})

describe('the end of a link', () => {
  test('comes at its second: until then it works, then it says that it expired', async () => {
    const { world, spaceId, owner, visitor, a } = await lake()
    const { linkId, endTime } = await share(owner, { spaceId, hashes: [a.hash], days: 1 })
    world.clock.advance(Date.parse(endTime) - world.clock.now().getTime() - 1)
    expect(await refusal(visitor.call(shareAccess.info, { linkId }))).toBe('success')
    world.clock.advance(1)
    expect(await visitor.call(shareAccess.info, { linkId })).toMatchObject({ error: 'shareExpired', status: 410 })
    for (const call of [fetchFile(visitor, linkId, a.hash), visitor.fetch(`/api/share/zip?linkId=${linkId}`)])
      expect(await errorOf(await call)).toBe('shareExpired')
  })

  test('comes at once when its maker or the owner ends it, and nobody else can', async () => {
    const { world, spaceId, owner, visitor, a } = await lake()
    const [senior, normal] = [await world.as('senior'), await world.as('normal')]
    const { id, linkId } = await share(senior, { spaceId, hashes: [a.hash] })
    for (const client of [normal, await world.as('ordinary'), await world.as('admin')])
      expect(await refusal(client.call(shares.revoke, { id }))).toBe('shareGone')
    expect(await refusal(owner.call(shares.edit, { id, days: 1 }))).toBe('shareGone')
    await owner.data(shares.revoke, { id })
    expect(await refusal(visitor.call(shareAccess.info, { linkId }))).toBe('shareGone')
    expect(await refusal(visitor.call(shareAccess.info, { linkId: 'x'.repeat(22) }))).toBe('shareGone')
    expect(await refusal(senior.call(shares.edit, { id, days: 1 }))).toBe('shareGone')
    expect(await senior.data(shares.list, { state: 'expired' })).toMatchObject({ list: [{ id, state: 'revoked' }] })
  })

  test('can be put off, also when it has come by time', async () => {
    const { world, spaceId, owner, visitor, a } = await lake()
    const { id, linkId } = await share(owner, { spaceId, hashes: [a.hash], days: 1 })
    world.clock.advance(2 * DAY_MS)
    const again = await new Client(world.origin).login('owner@lab.test', 'Lake-2026')
    expect(await again.data(shares.list, { state: 'expired' })).toMatchObject({ list: [{ id, state: 'expired' }] })
    expect(await again.data(shares.edit, { id, days: 3 })).toMatchObject({ state: 'valid' })
    expect(await refusal(visitor.call(shareAccess.info, { linkId }))).toBe('success')
  })
})

describe('a password', () => {
  const guarded = async () => {
    const scene = await lake()
    const made = await share(scene.owner, {
      spaceId: scene.spaceId,
      hashes: [scene.data],
      way: 'custom',
      password: 'lake2026',
    })
    return { ...scene, made, linkId: made.linkId }
  }
  const enter = (client: Client, linkId: string, password: string) =>
    client.call(shareAccess.enter, { linkId, password })

  test('is asked for before anything is shown', async () => {
    const { visitor, linkId, a } = await guarded()
    const info = await visitor.data(shareAccess.info, { linkId })
    expect(info).toMatchObject({ needsPassword: true, title: '', maker: '', item: null, space: null })
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('sharePasswordNeeded')
    expect(await errorOf(await fetchFile(visitor, linkId, a.hash))).toBe('sharePasswordNeeded')
    expect(await errorOf(await visitor.fetch(`/api/share/zip?linkId=${linkId}`))).toBe('sharePasswordNeeded')
  })

  test('opens the link in this browser for some hours', async () => {
    const { world, visitor, linkId } = await guarded()
    expect(await enter(visitor, linkId, 'lake2025')).toMatchObject({ error: 'sharePasswordWrong', status: 401 })
    expect(await enter(visitor, linkId, 'lake2026')).toMatchObject({
      code: 0,
      data: { title: 'data', mayDownload: true, needsPassword: false },
    })
    expect(names(await visitor.data(shareAccess.list, { linkId }))).toEqual(['deep', 'a.txt'])
    expect(await refusal(new Client(world.origin).call(shareAccess.list, { linkId }))).toBe('sharePasswordNeeded')
    world.clock.advance(SHARE_VISIT_MS)
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('sharePasswordNeeded')
  })

  test('ends what the one before opened', async () => {
    const { owner, visitor, linkId, made } = await guarded()
    await enter(visitor, linkId, 'lake2026')
    const { password } = await owner.data(shares.edit, { id: made.id, way: 'rand' })
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('sharePasswordNeeded')
    expect(await refusal(enter(visitor, linkId, 'lake2026'))).toBe('sharePasswordWrong')
    expect(await refusal(enter(visitor, linkId, password ?? ''))).toBe('success')
    await owner.data(shares.edit, { id: made.id, way: 'none' })
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('success')
  })

  test('opens its own link and no other', async () => {
    const { owner, spaceId, visitor, linkId, secret } = await guarded()
    const second = await share(owner, { spaceId, hashes: [secret.hash], way: 'custom', password: 'other2026' })
    await enter(visitor, linkId, 'lake2026')
    expect(await refusal(visitor.call(shareAccess.list, { linkId: second.linkId }))).toBe('sharePasswordNeeded')
    await enter(visitor, second.linkId, 'other2026')
    expect(await refusal(visitor.call(shareAccess.list, { linkId: second.linkId }))).toBe('success')
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('success')
  })

  test('can be guessed a few times in all, however many guess at once; then the link rests for all', async () => {
    const { world, linkId } = await guarded()
    let guesses = 0
    const guess = () => enter(new Client(world.origin), linkId, `guess${guesses++}`)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refusal(guess())))
    world.clock.advance(60_000)
    outcomes.push(...(await Promise.all(Array.from({ length: 10 }, () => refusal(guess())))))
    expect(outcomes.filter((one) => one === 'sharePasswordWrong')).toHaveLength(SHARE_TRIES)
    expect(outcomes.filter((one) => one === 'shareClosed')).toHaveLength(20 - SHARE_TRIES)
    world.clock.advance(60_000)
    expect(await refusal(enter(new Client(world.origin), linkId, 'lake2026'))).toBe('shareClosed')
    world.clock.advance(SHARE_CLOSED_MS)
    expect(await refusal(enter(new Client(world.origin), linkId, 'lake2026'))).toBe('success')
  })

  test('is given by as many as there are behind one address, when it is right', async () => {
    const { world, linkId } = await guarded()
    for (let visitors = 0; visitors < 12; visitors += 1)
      expect(await refusal(enter(new Client(world.origin), linkId, 'lake2026'))).toBe('success')
  })

  test('is tried in vain by one address ten times a minute at most, whatever the link', async () => {
    const { visitor } = await guarded()
    const tries = Array.from({ length: 12 }, () => refusal(enter(visitor, 'x'.repeat(22), 'a')))
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((one) => one === 'tooManyRequests')).toHaveLength(2)
  })

  test('is remembered by a cookie that nobody else can write', async () => {
    const { visitor, linkId } = await guarded()
    await enter(visitor, linkId, 'lake2026')
    const cookie = visitor.cookies.get('ds_share') ?? ''
    visitor.cookies.set('ds_share', `${cookie.startsWith('A') ? 'B' : 'A'}${cookie.slice(1)}`)
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('sharePasswordNeeded')
  })
})

describe('who came', () => {
  test('is reported to the maker and the owner: when, from which network, with which browser, and what they took', async () => {
    const { world, spaceId, owner, visitor, data, a } = await lake()
    const senior = await world.as('senior')
    const { id, linkId } = await share(senior, { spaceId, hashes: [data] })
    const firefox = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } }
    await visitor.fetch(`/api/share/getFileInfo?linkId=${linkId}`, firefox)
    await visitor.fetch(`/api/share/getFileInfo?linkId=${linkId}`, firefox)
    await visitor.fetch(`/api/share/file?linkId=${linkId}&hash=${a.hash}&download=1`, firefox)
    await (await world.as('ordinary')).fetch(`/api/share/file?linkId=${linkId}&hash=${a.hash}`)
    const { list } = await owner.data(shares.visits, { id })
    expect(list.map(({ action, itemName, personName }) => [action, itemName, personName])).toEqual(
      expect.arrayContaining([
        ['opened', '', ''],
        ['downloaded', 'a.txt', ''],
        ['previewed', 'a.txt', 'Otto Ordinary'],
      ]),
    )
    expect(list).toHaveLength(3)
    expect(list.find(({ action }) => action === 'opened')).toMatchObject({
      address: '127.0.0.0',
      browser: 'Firefox 140',
      system: 'Linux',
    })
    expect(await senior.data(shares.list, {})).toMatchObject({ list: [{ visits: 1, downloads: 1 }] })
    expect(await refusal((await world.as('normal')).call(shares.visits, { id }))).toBe('shareGone')
  })

  test('is informed of downloads in the journal too, by the channel of links', async () => {
    const { world, spaceId, owner, visitor, a } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash] })
    await (await fetchFile(visitor, linkId, a.hash, '&download=1')).text()
    await world.services.journal.flushed()
    expect(await owner.data(journal.list, { id: spaceId, channel: 'share' })).toMatchObject({
      list: [{ action: 'downloaded', actor: null, item: { name: 'a.txt', path: '/data' } }],
    })
  })

  test('is forgotten after 90 days, and links a year after their end', async () => {
    const { world, spaceId, owner, visitor, a } = await lake()
    const { id, linkId } = await share(owner, { spaceId, hashes: [a.hash], days: 100 })
    await visitor.data(shareAccess.info, { linkId })
    await owner.data(shares.visits, { id })
    world.clock.advance(91 * DAY_MS)
    expect(await world.services.shares.sweep()).toBe(1)
    world.clock.advance(375 * DAY_MS)
    expect(await world.services.shares.sweep()).toBe(1)
  })
})

describe('my shares', () => {
  test('are mine, found by name, valid or expired, page by page', async () => {
    const { world, spaceId, owner, a, b, loose } = await lake()
    for (const { hash } of [a, b, loose]) await share(owner, { spaceId, hashes: [hash] })
    const first = await owner.data(shares.list, { size: 2 })
    const second = await owner.data(shares.list, { size: 2, after: first.next })
    expect([...first.list, ...second.list].map(({ title }) => title)).toEqual(['loose.txt', 'b.txt', 'a.txt'])
    expect((await owner.data(shares.list, { q: 'LOOSE' })).list).toHaveLength(1)
    expect((await owner.data(shares.list, { q: '%' })).list).toHaveLength(0)
    expect((await owner.data(shares.list, { state: 'expired' })).list).toHaveLength(0)
    expect((await (await world.as('senior')).data(shares.list, {})).list).toHaveLength(0)
  })

  test('of an item stand beside it: to its maker their own, to the owner all, to others none', async () => {
    const { world, spaceId, owner, a, b, data } = await lake()
    const [senior, normal] = [await world.as('senior'), await world.as('normal')]
    const made = await share(senior, { spaceId, hashes: [a.hash, b.hash] })
    const own = await share(owner, { spaceId, hashes: [a.hash] })
    const of = async (client: Client, hash: string) =>
      (await client.data(shares.ofItem, { spaceId, hash })).list.map(({ id, link }) => [id, link !== null])
    expect(await of(owner, a.hash)).toEqual([
      [own.id, true],
      [made.id, false],
    ])
    expect(await of(senior, b.hash)).toEqual([[made.id, true]])
    expect([await of(normal, a.hash), await of(owner, data)]).toEqual([[], []])
    expect(await refusal((await world.as('ordinary')).call(shares.ofItem, { spaceId, hash: a.hash }))).toBe(
      'spaceNotFound',
    )
  })

  test('of a space are all reported to its owner alone, without addresses that are not theirs', async () => {
    const { world, spaceId, owner, a } = await lake()
    const senior = await world.as('senior')
    await share(senior, { spaceId, hashes: [a.hash] })
    await share(owner, { spaceId, hashes: [a.hash] })
    const { list } = await owner.data(shares.ofSpace, { spaceId })
    expect(list.map(({ maker, link }) => [maker.personName, link !== null])).toEqual([
      ['Olive Owner', true],
      ['申大为', false],
    ])
    expect(await refusal(senior.call(shares.ofSpace, { spaceId }))).toBe('spaceRightMissing')
  })
})

describe('GET /share/received', () => {
  test('a link with a password is received once the password was right, never by its maker or a stranger', async () => {
    const { world, spaceId, owner, visitor, data } = await lake()
    const { id, linkId } = await share(owner, { spaceId, hashes: [data], way: 'custom', password: 'lake2026' })
    const ordinary = await world.as('ordinary')
    const received = async () => (await ordinary.data(shares.received, {})).list
    await ordinary.data(shareAccess.info, { linkId })
    await ordinary.call(shareAccess.enter, { linkId, password: 'wrong2026' })
    expect(await received()).toEqual([])
    for (const client of [ordinary, owner, visitor])
      await client.data(shareAccess.enter, { linkId, password: 'lake2026' })
    expect(await received()).toMatchObject([
      { id, kind: 'folder', title: 'data', maker: { personName: 'Olive Owner' }, needsPassword: true, state: 'valid' },
    ])
    expect(secretOf((await received())[0] ?? { link: null })).toBe(linkId)
    expect((await owner.data(shares.received, {})).list).toEqual([])
    expect((await (await world.as('normal')).data(shares.received, {})).list).toEqual([])
  })

  test('the last opened comes first, page by page; one that was removed from the list still opens', async () => {
    const { world, spaceId, owner, a, b, loose } = await lake()
    const ordinary = await world.as('ordinary')
    const links = []
    for (const { hash } of [a, b, loose]) {
      const link = await share(owner, { spaceId, hashes: [hash] })
      await ordinary.data(shareAccess.info, { linkId: link.linkId })
      world.clock.advance(1000)
      links.push(link)
    }
    const first = await ordinary.data(shares.received, { size: 2 })
    expect(first.list.map(({ title }) => title)).toEqual(['loose.txt', 'b.txt'])
    const second = await ordinary.data(shares.received, { size: 2, after: first.next ?? '' })
    expect(second.list.map(({ title }) => title)).toEqual(['a.txt'])
    expect(second.next).toBeUndefined()
    const [one] = links
    expect(await (await world.as('normal')).call(shares.forget, { id: one?.id ?? '' })).toMatchObject({
      error: 'shareGone',
    })
    await ordinary.data(shares.forget, { id: one?.id ?? '' })
    expect(await ordinary.call(shares.forget, { id: one?.id ?? '' })).toMatchObject({ error: 'shareGone' })
    expect((await ordinary.data(shares.received, {})).list).toHaveLength(2)
    expect(await ordinary.data(shareAccess.info, { linkId: one?.linkId ?? '' })).toMatchObject({ title: 'a.txt' })
  })

  test('a link that ended, expired or lost its maker is listed without its address', async () => {
    const { world, spaceId, owner, a, b } = await lake()
    const ordinary = await world.as('ordinary')
    const [ended, short] = [
      await share(owner, { spaceId, hashes: [a.hash] }),
      await share(owner, { spaceId, hashes: [b.hash] }),
    ]
    for (const { linkId } of [ended, short]) await ordinary.data(shareAccess.info, { linkId })
    const states = async () =>
      Object.fromEntries(
        (await ordinary.data(shares.received, {})).list.map(({ title, state, link }) => [
          title,
          [state, link !== null],
        ]),
      )
    await owner.data(shares.revoke, { id: ended.id })
    expect(await states()).toEqual({ 'a.txt': ['revoked', false], 'b.txt': ['valid', true] })
    await world.db
      .updateTable('person')
      .set({ locked_at: world.clock.now() })
      .where('id', '=', world.idOf('owner'))
      .execute()
    expect(await states()).toMatchObject({ 'b.txt': ['revoked', false] })
    await world.db.updateTable('person').set({ locked_at: null }).where('id', '=', world.idOf('owner')).execute()
    await world.db.updateTable('share').set({ expires_at: world.clock.now() }).where('id', '=', short.id).execute()
    expect(await states()).toMatchObject({ 'b.txt': ['expired', false] })
  })
})

describe('the page of a link', () => {
  const pageOf = (world: World, linkId: string, more = '', as?: Client) =>
    readPage(world, `/file-share?link=${linkId}${more}`, { ...(as && { as }) })

  test('is read without a script: what was shared, its folders and its links, and no place in an index', async () => {
    const { world, spaceId, owner, data, deep } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    const { response, body, html } = await pageOf(world, linkId)
    expect(response.status).toBe(200)
    for (const word of ['a.txt', 'deep', 'Olive Owner']) expect(body).toContain(word)
    expect(body).not.toMatch(/secret|loose|Lake survey/)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(addressesIn(body)).toContain(`/file-share?link=${linkId}&folder=${deep}`)
    expect((await pageOf(world, linkId, `&folder=${deep}`)).body).toContain('b.txt')
  })

  test('shows nothing of a folder that was not shared, but what was', async () => {
    const { world, spaceId, owner, data, other } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    const { body } = await pageOf(world, linkId, `&folder=${other}`)
    expect(body).toContain('a.txt')
    expect(body).not.toContain('secret.txt')
  })

  test('says that there is none, or that it expired, with the status of each', async () => {
    const { world, spaceId, owner, a } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [a.hash], days: 1 })
    const none = await pageOf(world, 'x'.repeat(22))
    expect([none.response.status, none.data.share]).toMatchObject([404, { error: 'shareGone', info: null }])
    expect((await readPage(world, '/space-share')).response.status).toBe(404)
    world.clock.advance(DAY_MS)
    const over = await pageOf(world, linkId)
    expect([over.response.status, over.data.share]).toMatchObject([410, { error: 'shareExpired', info: null }])
  })

  test('of a guarded link holds nothing but the question; its form opens it without a script', async () => {
    const { world, spaceId, owner, data, visitor } = await lake()
    const wish = { spaceId, hashes: [data], way: 'custom' as const, password: 'lake2026' }
    const { linkId } = await share(owner, wish)
    const { html } = await pageOf(world, linkId)
    expect(html).not.toMatch(/a\.txt|deep|Olive/)
    const send = (password: string, to = linkId) =>
      visitor.fetch('/api/share/enter', {
        method: 'POST',
        body: new URLSearchParams({ linkId: to, password }),
        headers: { accept: 'text/html,*/*' },
      })
    const wrong = await send('wrong')
    expect([wrong.status, wrong.headers.get('location')]).toEqual([
      303,
      `/file-share?link=${linkId}&problem=sharePasswordWrong`,
    ])
    expect((await send('lake2026')).headers.get('location')).toBe(`/file-share?link=${linkId}`)
    expect((await pageOf(world, linkId, '', visitor)).body).toContain('a.txt')
    const whole = secretOf(await owner.data(shares.makeSpace, { spaceId, way: 'custom', password: 'lake2026' }))
    for (const password of ['wrong', 'lake2026'])
      expect((await send(password, whole)).headers.get('location')).toContain(`/space-share?link=${whole}`)
  })

  test('of a drop box shows nothing of what is in it', async () => {
    const { world, spaceId, owner, data } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data], isBox: true })
    const { html } = await pageOf(world, linkId)
    expect(html).not.toMatch(/a\.txt|deep/)
  })
})

describe('a preview by a link', () => {
  const ticketOf = async (client: Client, linkId: string, hash: string) => {
    const [fileUrl] = (await client.data(shareAccess.data, { linkId, hash, componentId: 'text' })).fileUrl
    return fileUrl ?? ''
  }

  test('gets the components and an address of the bytes, and tells neither author nor place', async () => {
    const { spaceId, owner, visitor, data, a } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data], mayDownload: false })
    const { components } = await visitor.data(shareAccess.components, { linkId, hash: a.hash })
    expect(components.map(({ id }) => id)).toContain('text')
    const answer = await visitor.data(shareAccess.data, { linkId, hash: a.hash, componentId: 'text' })
    expect(answer.file).toMatchObject({ name: 'a.txt', path: '/a.txt', phash: null, author: { personName: '' } })
    expect(JSON.stringify(answer)).not.toContain('Olive')
    expect(await (await visitor.fetch(answer.fileUrl[0] ?? '')).text()).toBe('depth,temp')
  })

  test('is refused of what was not shared, and of a drop box', async () => {
    const { spaceId, owner, visitor, data, a, secret } = await lake()
    const { linkId } = await share(owner, { spaceId, hashes: [data] })
    const box = await share(owner, { spaceId, hashes: [data], isBox: true })
    const ask = (link: string, hash: string) =>
      refusal(visitor.call(shareAccess.data, { linkId: link, hash, componentId: 'text' }))
    expect(await ask(linkId, secret.hash)).toBe('fileGone')
    expect(await ask(box.linkId, a.hash)).toBe('shareForbidden')
    expect(await refusal(visitor.call(shareAccess.components, { linkId, hash: secret.hash }))).toBe('fileGone')
  })

  test('tells metadata of what was shared, and neither tags nor notes nor whose they are', async () => {
    const { spaceId, owner, visitor, data, a, secret } = await lake()
    const pairs = [{ key: '采样点', value: '青海湖' }]
    await owner.data(metadata.add, { spaceId, hash: a.hash, data: pairs })
    await owner.data(metadata.note, { spaceId, hash: a.hash, note: 'for us' })
    const { linkId } = await share(owner, { spaceId, hashes: [data], mayDownload: false })
    const box = await share(owner, { spaceId, hashes: [data], isBox: true })
    const ask = (link: string, hash: string) => visitor.call(shareAccess.metadata, { linkId: link, hash })
    expect(await refusal(ask(linkId, secret.hash))).toBe('fileGone')
    expect(await refusal(ask(box.linkId, a.hash))).toBe('shareForbidden')
    const answered = await visitor.data(shareAccess.metadata, { linkId, hash: a.hash })
    expect(answered).toEqual({ data: pairs, id: expect.any(String) })
    expect(await visitor.data(shareAccess.metadata, { linkId, hash: data })).toEqual({ data: [], id: '' })
  })

  test('ends with the link, with its password, and with the item', async () => {
    const { spaceId, owner, visitor, data, a } = await lake()
    const wish = { spaceId, hashes: [data], way: 'custom' as const, password: 'lake2026' }
    const { id, linkId } = await share(owner, wish)
    await visitor.data(shareAccess.enter, { linkId, password: 'lake2026' })
    const address = await ticketOf(visitor, linkId, a.hash)
    expect((await visitor.fetch(address)).status).toBe(200)
    await owner.data(shares.edit, { id, way: 'custom', password: 'other2026' })
    expect(await errorOf(await visitor.fetch(address))).toBe('ticketGone')
    await visitor.data(shareAccess.enter, { linkId, password: 'other2026' })
    const second = await ticketOf(visitor, linkId, a.hash)
    await owner.data(shares.revoke, { id })
    expect(await errorOf(await visitor.fetch(second))).toBe('ticketGone')
  })

  test('of one file that has companions beside it brings none of them', async () => {
    const { spaceId, owner, visitor, data, put } = await lake()
    const shape = await put(data, 'lake.shp')
    const table = await put(data, 'lake.dbf')
    const alone = await share(owner, { spaceId, hashes: [shape.hash] })
    const whole = await share(owner, { spaceId, hashes: [data] })
    const ask = async (linkId: string) =>
      (await visitor.data(shareAccess.data, { linkId, hash: shape.hash, componentId: 'text' })).fileUrl.join()
    expect(await ask(alone.linkId)).not.toContain('dbf')
    expect(await ask(whole.linkId)).toContain('lake.dbf')
    const both = await share(owner, { spaceId, hashes: [shape.hash, table.hash] })
    expect(await ask(both.linkId)).toContain('lake.dbf')
  })

  test('knows the files beside it that were shared with it, and their addresses end with the link', async () => {
    const { spaceId, owner, visitor, data, a, put } = await lake()
    const second = await put(data, 'second.txt')
    const alone = await share(owner, { spaceId, hashes: [a.hash] })
    const whole = await share(owner, { spaceId, hashes: [data] })
    const ask = (linkId: string) => visitor.data(shareAccess.siblings, { linkId, hash: a.hash, su: 'txt' })
    expect(names({ list: await ask(alone.linkId) })).toEqual(['a.txt'])
    const [, other] = await ask(whole.linkId)
    expect(other).toMatchObject({ hash: second.hash, name: 'second.txt' })
    expect(await (await visitor.fetch(other?.url ?? '')).text()).toBe('second.txt')
    expect(names(await visitor.data(shareAccess.list, { linkId: whole.linkId, hash: second.hash }))).toEqual([
      'second.txt',
    ])
    await owner.data(shares.revoke, { id: whole.id })
    expect(await errorOf(await visitor.fetch(other?.url ?? ''))).toBe('ticketGone')
  })
})

test('an unknown link and a known one are distinguished by nothing but being known', async () => {
  const { world, spaceId, owner, a }: { world: World } & Awaited<ReturnType<typeof lake>> = await lake()
  const visitor = new Client(world.origin)
  const { id, linkId } = await share(owner, { spaceId, hashes: [a.hash] })
  await owner.data(shares.revoke, { id })
  const unknown = createHash('sha256').update('none').digest('base64url').slice(0, 22)
  const [ended, none] = await Promise.all(
    [linkId, unknown].map((one) => visitor.call(shareAccess.info, { linkId: one })),
  )
  expect({ ...ended, requestId: '' }).toEqual({ ...none, requestId: '' })
})
