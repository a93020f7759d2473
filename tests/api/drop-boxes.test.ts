import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES, RECEIPT_FILES_MAX, SHARE_VISIT_MS, UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { BOX_QUIET_MS } from '../../server/modules/shares/box.ts'
import { BOX_ITEMS_MAX } from '../../server/modules/shares/box-places.ts'
import { Client } from '../support/client.ts'
import { drop, sendDropped, share } from '../support/share.ts'
import { type Listed, md5, postPack, upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { files, journal, messages, shares, shareAccess, uploads } = contract
const bytes = (text: string) => Buffer.from(text)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const refusal = async (answer: Promise<{ code: number }>) => ((await answer) as { error?: string }).error ?? 'success'

/** A box of so many bytes in the folder `inbox`, with a visitor who began to bring files. */
async function scene(boxBytes = 1000) {
  const world = await buildWorld()
  const { id: spaceId, root } = await world.space()
  const owner = await world.as('owner')
  const inbox = await owner.data(files.create, { spaceId, path: 'inbox' })
  const box = await share(owner, { spaceId, hashes: [inbox], isBox: true, boxBytes })
  const { linkId } = box
  const visitor = new Client(world.origin)
  const { code } = await visitor.data(shareAccess.boxBegin, { linkId, sender: 'Ada Lovelace', note: 'first run' })
  const check = (client: Client, name: string, total: number, fileMd5 = '0'.repeat(32)) =>
    client.call(shareAccess.boxCheck, { linkId, code, name, total, fileMd5 })
  const usage = () =>
    world.db.selectFrom('space_usage').selectAll().where('space_id', '=', spaceId).executeTakeFirstOrThrow()
  const used = async () => (await world.db.selectFrom('share').select('box_used').executeTakeFirstOrThrow()).box_used
  return { world, spaceId, root, owner, inbox, box, linkId, visitor, code, check, usage, used }
}

describe('a drop box', () => {
  test('is one folder into which its maker may bring files', async () => {
    const { world, spaceId, owner, inbox } = await scene()
    const file = await upload(owner, { spaceId, name: 'a.txt' }, bytes('a'))
    const other = await owner.data(files.create, { spaceId, path: 'other' })
    const make = (hashList: string[]) => refusal(owner.call(shares.makeFile, { spaceId, hashList, isBox: true }))
    expect(await make([file.hash])).toBe('boxFolderOnly')
    expect(await make([inbox, other])).toBe('boxFolderOnly')
    const flags = await owner.data(contract.rights.ofSpace, { id: spaceId })
    const senior = flags.senior.filter((flag) => flag !== 'F_MAKE')
    await owner.data(contract.rights.setOfSpace, { id: spaceId, ...flags, senior })
    const asked = (await world.as('senior')).call(shares.makeFile, { spaceId, hashList: [inbox], isBox: true })
    expect(await refusal(asked)).toBe('fileForbidden')
  })

  test('shows nothing of what is in it, by no call', async () => {
    const { world, spaceId, owner, inbox, linkId, visitor } = await scene()
    const inside = await upload(owner, { spaceId, hash: inbox, name: 'inside.txt' }, bytes('inside'))
    expect(await visitor.data(shareAccess.info, { linkId })).toMatchObject({ isBox: true, item: null, boxLeft: 1000 })
    expect(await refusal(visitor.call(shareAccess.list, { linkId }))).toBe('shareForbidden')
    for (const path of [`file?linkId=${linkId}&hash=${inside.hash}`, `zip?linkId=${linkId}`]) {
      const response = await visitor.fetch(`/api/share/${path}`)
      expect(((await response.json()) as { error: string }).error).toBe('shareForbidden')
    }
    const plain = await share(owner, { spaceId, hashes: [inbox] })
    const begin = { linkId: plain.linkId, sender: 'A' }
    expect(await refusal(new Client(world.origin).call(shareAccess.boxBegin, begin))).toBe('shareForbidden')
  })

  test('takes files into a folder of their sender and gives a receipt with their sums', async () => {
    const { world, spaceId, owner, inbox, linkId, visitor, code, box } = await scene()
    await drop(visitor, { linkId, code, name: '深度.csv' }, bytes('depth'))
    const receipt = await drop(visitor, { linkId, code, name: '深度.csv' }, bytes('depth two'))
    expect(receipt).toMatchObject({ code, sender: 'Ada Lovelace', note: 'first run', bytes: 14 })
    expect(receipt.files).toEqual([
      { name: '深度.csv', size: 5, sha256: sha256('depth') },
      { name: '深度.csv', size: 9, sha256: sha256('depth two') },
    ])
    expect(await visitor.data(shareAccess.boxReceipt, { linkId, code: code.toUpperCase() })).toEqual(receipt)
    const top = await owner.data(files.list, { spaceId, hash: inbox })
    expect(top.list.map(({ name }) => name)).toEqual(['Ada Lovelace'])
    const inside = await owner.data(files.list, { spaceId, hash: top.list[0]?.hash })
    expect(inside.list.map(({ name, author }) => [name, author.personName])).toEqual([
      ['深度 (1).csv', 'Olive Owner'],
      ['深度.csv', 'Olive Owner'],
    ])
    expect(await owner.data(shares.receipts, { id: box.id })).toEqual({ list: [receipt] })
    const entries = await owner.data(journal.list, { id: spaceId, channel: 'share' })
    expect(entries.list.map(({ action, actor }) => [action, actor])).toEqual([
      ['uploaded', null],
      ['uploaded', null],
      ['folderMade', null],
    ])
    const visits = await owner.data(shares.visits, { id: box.id })
    expect(visits.list.filter(({ action }) => action === 'uploaded')).toHaveLength(2)
    expect(await refusal((await world.as('normal')).call(shares.receipts, { id: box.id }))).toBe('shareGone')
  })

  test('gives each delivery a folder of its own, whatever its sender is called', async () => {
    const { world, spaceId, owner, inbox, linkId } = await scene()
    for (const sender of ['Ada', 'Ada', '../..', 'a/b:c', '.', '测试']) {
      const visitor = new Client(world.origin)
      const { code } = await visitor.data(shareAccess.boxBegin, { linkId, sender })
      await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('a'))
    }
    const { list } = await owner.data(files.list, { spaceId, hash: inbox })
    expect(list.map(({ name }) => name).sort()).toEqual(['-', '- (1)', 'Ada', 'Ada (1)', 'a-b-c', '测试'].sort())
  })

  test('takes folders as they are, below the folder of their sender', async () => {
    const { spaceId, owner, inbox, linkId, visitor, code } = await scene()
    await drop(visitor, { linkId, code, name: 'a.txt', path: 'run/day 1' }, bytes('a'))
    await drop(visitor, { linkId, code, name: 'b.txt', path: 'run' }, bytes('b'))
    const receipt = await drop(visitor, { linkId, code, name: 'c.txt', path: 'run/day 1' }, bytes('c'))
    expect(receipt.files.map(({ name }) => name)).toEqual(['run/day 1/a.txt', 'run/b.txt', 'run/day 1/c.txt'])
    const paths = [`${inbox}`]
    const seen: string[] = []
    for (let hash = paths.shift(); hash; hash = paths.shift()) {
      const { list } = await owner.data(files.list, { spaceId, hash })
      for (const { path, mime, hash: id } of list) mime === 'directory' ? paths.push(id) : seen.push(path)
    }
    const run = '/inbox/Ada Lovelace/run'
    expect(seen.sort()).toEqual([`${run}/b.txt`, `${run}/day 1/a.txt`, `${run}/day 1/c.txt`])
  })

  test('makes no folder that is refused: by its name, its place or the room', async () => {
    const { spaceId, owner, inbox, linkId, visitor, code } = await scene(10)
    const ask = (path: string, total = 1) =>
      refusal(visitor.call(shareAccess.boxCheck, { linkId, code, name: 'a', path, total, fileMd5: '0'.repeat(32) }))
    for (const path of ['../..', 'a/.hidden', 'ok/a:b']) expect(await ask(path)).toBe('fileNameInvalid')
    expect(await ask('x/'.repeat(101))).toBe('folderTooDeep')
    expect(await ask('one/two', 11)).toBe('boxFull')
    expect((await owner.data(files.list, { spaceId, hash: inbox })).list).toEqual([])
    await drop(visitor, { linkId, code, name: 'a' }, bytes('a'))
    expect(await ask('a')).toBe('fileNameTaken')
  })

  test('makes no folder for what is announced and does not come', async () => {
    const { world, spaceId, owner, inbox, linkId, visitor, code } = await scene()
    const before = await world.db.selectFrom('journal').select('id').execute()
    for (const run of [1, 2, 3]) {
      const wish = { linkId, code, name: 'a', path: 'deep/'.repeat(90) + run, total: 0, fileMd5: md5(bytes('')) }
      const { checkId } = await visitor.data(shareAccess.boxCheck, wish)
      if (run > 1) await visitor.data(shareAccess.boxCancel, { linkId, code, checkId })
    }
    expect((await owner.data(files.list, { spaceId, hash: inbox })).list).toEqual([])
    expect(await world.db.selectFrom('journal').select('id').execute()).toEqual(before)
  })

  test('takes no more folders in a delivery than files, and no file into a box with very many items', async () => {
    const { world, inbox, linkId, visitor, code } = await scene()
    const ask = (name: string, path = '') =>
      refusal(visitor.call(shareAccess.boxCheck, { linkId, code, name, path, total: 0, fileMd5: md5(bytes('')) }))
    await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('a'))
    const { folder_id } = await world.db.selectFrom('share_receipt').select('folder_id').executeTakeFirstOrThrow()
    const set = (id: string, folders_below: number) =>
      world.db.updateTable('node').set({ folders_below }).where('id', '=', id).execute()
    await set(folder_id ?? '', RECEIPT_FILES_MAX - 1)
    expect(await ask('b.txt', 'one')).toBe('success')
    expect(await ask('b.txt', 'one/two')).toBe('receiptFull')
    await set(inbox, BOX_ITEMS_MAX)
    expect(await ask('c.txt')).toBe('boxFull')
  })

  test('takes files of one content and name into several folders', async () => {
    const { linkId, visitor, code } = await scene()
    const check = async (path: string) =>
      (await visitor.data(shareAccess.boxCheck, { linkId, code, name: 'a', path, total: 0, fileMd5: md5(bytes('')) }))
        .checkId
    const [one, two, again] = [await check('one'), await check('two'), await check('one')]
    expect([one === two, one === again]).toEqual([false, true])
  })

  test('puts what comes back into the box when the folder of its sender was moved out of it', async () => {
    const { spaceId, root, owner, inbox, linkId, visitor, code } = await scene()
    await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('a'))
    const [moved] = (await owner.data(files.list, { spaceId, hash: inbox })).list
    await owner.data(files.move, { spaceId, hash: moved?.hash ?? '', target: root })
    await drop(visitor, { linkId, code, name: 'b.txt' }, bytes('b'))
    const { list } = await owner.data(files.list, { spaceId, hash: moved?.hash })
    expect(list.map(({ name }) => name)).toEqual(['a.txt'])
  })

  test('goes on telling on the receipt what came, whatever became of it', async () => {
    const { spaceId, owner, inbox, linkId, visitor, code } = await scene()
    await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('first'))
    const [folder] = (await owner.data(files.list, { spaceId, hash: inbox })).list
    await upload(owner, { spaceId, hash: folder?.hash ?? '', name: 'a.txt', conflict: 'replace' }, bytes('edited'))
    const { files: receipt } = await drop(visitor, { linkId, code, name: 'b.txt' }, bytes('second'))
    expect(receipt.map(({ name, sha256: sum }) => [name, sum])).toEqual([
      ['a.txt', sha256('first')],
      ['b.txt', sha256('second')],
    ])
  })

  test('tells nobody what is there already: a known content is sent all the same', async () => {
    const { spaceId, owner, visitor, check } = await scene()
    const text = 'known to the site'
    await upload(owner, { spaceId, name: 'known.txt' }, bytes(text))
    expect(await check(visitor, 'known.txt', text.length, md5(bytes(text)))).toMatchObject({
      data: { checkId: expect.any(String) },
    })
    const { code } = await check(visitor, 'known.txt', text.length, md5(bytes(text)))
    expect(code).toBe(0)
  })

  test.each(['.hidden', 'a/b', '', 'x'.repeat(300)])('does not take the name %j', async (name) => {
    const { visitor, check } = await scene()
    expect(await refusal(check(visitor, name, 1))).toBe('fileNameInvalid')
  })

  test('asks for its password first, and for a right of its maker at every step', async () => {
    const { spaceId, owner, inbox, visitor, world } = await scene()
    const wish = { spaceId, hashes: [inbox], isBox: true, way: 'custom' as const, password: 'lake2026' }
    const { linkId } = await share(await world.as('senior'), wish)
    expect(await refusal(visitor.call(shareAccess.boxBegin, { linkId, sender: 'A' }))).toBe('sharePasswordNeeded')
    await visitor.data(shareAccess.enter, { linkId, password: 'lake2026' })
    const { code } = await visitor.data(shareAccess.boxBegin, { linkId, sender: 'A' })
    const { checkId } = await visitor.data(shareAccess.boxCheck, {
      linkId,
      code,
      name: 'a.txt',
      total: 1,
      fileMd5: md5(bytes('a')),
    })
    const flags = await owner.data(contract.rights.ofSpace, { id: spaceId })
    const senior = flags.senior.filter((flag) => flag !== 'F_MAKE')
    await owner.data(contract.rights.setOfSpace, { id: spaceId, ...flags, senior })
    const chunk = await sendDropped(visitor, { linkId, code, checkId, chunkCount: 1, chunkIndex: 0 }, bytes('a'))
    expect(chunk.status).toBe(404)
    expect(await refusal(visitor.call(shareAccess.boxMerge, { linkId, code, checkId }))).toBe('shareGone')
  })
})

describe('the room of a drop box', () => {
  test('is what its maker gave it, and the space’s', async () => {
    const { world, spaceId, visitor, check, used } = await scene(10)
    expect(await refusal(check(visitor, 'a.txt', 11))).toBe('boxFull')
    expect(await refusal(check(visitor, 'a.txt', 10))).toBe('success')
    expect(await refusal(check(visitor, 'b.txt', 1))).toBe('boxFull')
    await world.db.updateTable('share').set({ box_bytes: 1_000_000 }).execute()
    await world.db.updateTable('space').set({ capacity_bytes: 50 }).where('id', '=', spaceId).execute()
    expect(await refusal(check(visitor, 'c.txt', 41))).toBe('spaceFull')
    expect(await used()).toBe(10)
  })

  test('is not given twice to those who ask at once', async () => {
    const { visitor, check, usage, used } = await scene(100)
    const asks = Array.from({ length: 12 }, (_, at) => refusal(check(visitor, `${at}.txt`, 30, md5(bytes(`${at}`)))))
    const outcomes = await Promise.all(asks)
    expect(outcomes.filter((one) => one === 'success')).toHaveLength(3)
    expect(outcomes.filter((one) => one === 'boxFull')).toHaveLength(9)
    expect([await used(), (await usage()).reserved_bytes]).toEqual([90, 90])
  })

  test('is for a thousand files a delivery, however many are announced at once', async () => {
    const { world, visitor, check } = await scene()
    await check(visitor, 'first.txt', 0)
    await sql`insert into upload (id, space_id, folder_id, person_id, name, size, md5, conflict, receipt_id, created_at, active_at)
      select gen_random_uuid(), space_id, folder_id, person_id, n::text, 0, md5, conflict, receipt_id, created_at, active_at
      from upload, generate_series(3, ${RECEIPT_FILES_MAX}) n`.execute(world.db)
    const asks = ['a', 'b', 'c'].map((name) => refusal(check(visitor, name, 0)))
    expect((await Promise.all(asks)).sort()).toEqual(['receiptFull', 'receiptFull', 'success'])
    expect(await refusal(check(visitor, 'first.txt', 0))).toBe('success')
  })

  test('comes back when an upload is given up', async () => {
    const { world, visitor, check, usage, used } = await scene(100)
    await check(visitor, 'a.txt', 60)
    world.clock.advance(UPLOAD_IDLE_MS + 1)
    expect(await world.services.uploads.uploads()).toBe(1)
    expect([await used(), (await usage()).reserved_bytes]).toEqual([0, 0])
  })

  test('comes back when the maker of the box leaves the space', async () => {
    const { world, owner, spaceId, usage } = await scene()
    const maker = await world.as('senior')
    const folder = await maker.data(files.create, { spaceId, path: 'theirs' })
    const { id, linkId } = await share(maker, { spaceId, hashes: [folder], isBox: true, boxBytes: 100 })
    const visitor = new Client(world.origin)
    const { code } = await visitor.data(shareAccess.boxBegin, { linkId, sender: 'Bo' })
    const fileMd5 = '0'.repeat(32)
    await visitor.data(shareAccess.boxCheck, { linkId, code, name: 'a.txt', total: 60, fileMd5 })
    await owner.data(contract.spaces.removeMember, { id: spaceId, personId: world.idOf('senior') })
    const { box_used } = await world.db
      .selectFrom('share')
      .select('box_used')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([box_used, (await usage()).reserved_bytes]).toEqual([0, 0])
  })

  test('comes back when the box is deleted for good', async () => {
    const { owner, spaceId, inbox, visitor, check, usage, used } = await scene(100)
    for (const name of ['a.txt', 'b.txt']) await check(visitor, name, 30)
    await owner.data(files.remove, { spaceId, hashList: [inbox] })
    await owner.data(contract.trash.purge, { spaceId })
    expect([await used(), (await usage()).reserved_bytes]).toEqual([0, 0])
  })

  test('is reported on the receipt with the file itself, also when nobody lived to answer that it came', async () => {
    const { world, visitor, inbox, linkId, code, check } = await scene()
    const { data } = (await check(visitor, 'a.txt', 5, md5(bytes('hello')))) as { data: { checkId: string } }
    await sendDropped(visitor, { linkId, code, ...data, chunkCount: 1, chunkIndex: 0 }, bytes('hello'))
    const { id: receiptId } = await world.db.selectFrom('share_receipt').select('id').executeTakeFirstOrThrow()
    const owner = { personId: world.idOf('owner'), receiptId }
    await world.services.uploads.dropped.merge(
      data.checkId,
      owner,
      { id: null, name: 'Ada', channel: 'share' },
      async () => inbox,
    )
    const receipt = { bytes: 5, files: [{ name: 'a.txt', size: 5, sha256: sha256('hello') }] }
    expect(await visitor.data(shareAccess.boxReceipt, { linkId, code })).toMatchObject(receipt)
    expect(await visitor.data(shareAccess.boxMerge, { linkId, code, ...data })).toMatchObject(receipt)
  })

  test('is taken once by a file, however often its end is asked for', async () => {
    const { visitor, linkId, code, check, usage, used } = await scene(100)
    const { data } = (await check(visitor, 'a.txt', 5, md5(bytes('hello')))) as { data: { checkId: string } }
    await sendDropped(visitor, { linkId, code, ...data, chunkCount: 1, chunkIndex: 0 }, bytes('hello'))
    const merge = () => visitor.data(shareAccess.boxMerge, { linkId, code, ...data })
    const receipts = await Promise.all([merge(), merge(), merge()])
    for (const { files: all } of [...receipts, await merge()]) expect(all).toHaveLength(1)
    expect([await used(), await usage()]).toMatchObject([5, { used_bytes: 5, reserved_bytes: 0, file_count: 1 }])
  })
})

describe('an upload to a drop box', () => {
  test('belongs to its receipt: neither another visitor nor the maker gets at it', async () => {
    const { world, owner, visitor, linkId, code, check } = await scene()
    const { data } = (await check(visitor, 'a.txt', 1, md5(bytes('a')))) as { data: { checkId: string } }
    const other = new Client(world.origin)
    const foreign = await other.data(shareAccess.boxBegin, { linkId, sender: 'Eve' })
    expect(await refusal(other.call(shareAccess.boxMerge, { linkId, code: foreign.code, ...data }))).toBe('uploadGone')
    expect(await refusal(other.call(shareAccess.boxVer, { linkId, code: foreign.code, ...data }))).toBe('uploadGone')
    expect(await refusal(owner.call(uploads.ver, data))).toBe('uploadGone')
    expect(await refusal(owner.call(uploads.merge, data))).toBe('uploadGone')
    await owner.data(uploads.cancel, data)
    expect(await visitor.data(shareAccess.boxVer, { linkId, code, ...data })).toEqual([])
    expect(await refusal(visitor.call(shareAccess.boxVer, { linkId, code: 'aaaaa-bbbbb', ...data }))).toBe(
      'receiptGone',
    )
  })

  test('gives its room back at once when its sender gives it up', async () => {
    const { world, visitor, linkId, code, check, used, usage } = await scene()
    const { data } = (await check(visitor, 'a.txt', 600)) as { data: { checkId: string } }
    const other = new Client(world.origin)
    const foreign = await other.data(shareAccess.boxBegin, { linkId, sender: 'Eve' })
    await other.data(shareAccess.boxCancel, { linkId, code: foreign.code, ...data })
    expect(await used()).toBe(600)
    await visitor.data(shareAccess.boxCancel, { linkId, code, ...data })
    expect([await used(), (await usage()).reserved_bytes]).toEqual([0, 0])
    expect(await refusal(visitor.call(shareAccess.boxMerge, { linkId, code, ...data }))).toBe('uploadGone')
  })

  test('goes on where it broke off', async () => {
    const { visitor, linkId, code, check } = await scene(CHUNK_BYTES * 3)
    const content = Buffer.alloc(CHUNK_BYTES + 10, 'x')
    const ask = () => check(visitor, 'big.bin', content.length, md5(content))
    const { data } = (await ask()) as { data: { checkId: string } }
    await sendDropped(visitor, { linkId, code, ...data, chunkCount: 2, chunkIndex: 1 }, content)
    expect(await ask()).toMatchObject({ data })
    expect(await visitor.data(shareAccess.boxVer, { linkId, code, ...data })).toEqual([[1, 1]])
    expect(await refusal(visitor.call(shareAccess.boxMerge, { linkId, code, ...data }))).toBe('uploadIncomplete')
    await sendDropped(visitor, { linkId, code, ...data, chunkCount: 2, chunkIndex: 0 }, content)
    expect(await visitor.data(shareAccess.boxMerge, { linkId, code, ...data })).toMatchObject({ bytes: content.length })
  })

  test('that is not what was promised is refused', async () => {
    const { visitor, linkId, code, check } = await scene()
    const { data } = (await check(visitor, 'a.txt', 1, md5(bytes('b')))) as { data: { checkId: string } }
    await sendDropped(visitor, { linkId, code, ...data, chunkCount: 1, chunkIndex: 0 }, bytes('a'))
    expect(await refusal(visitor.call(shareAccess.boxMerge, { linkId, code, ...data }))).toBe('uploadHashWrong')
  })

  test('is over with its delivery, whose receipt stays to be read', async () => {
    const { world, visitor, linkId, code, check } = await scene()
    await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('a'))
    world.clock.advance(SHARE_VISIT_MS + 1)
    expect(await refusal(check(visitor, 'b.txt', 1))).toBe('receiptGone')
    expect(await visitor.data(shareAccess.boxReceipt, { linkId, code })).toMatchObject({ files: [{ name: 'a.txt' }] })
  })

  test('leaves no receipt of a visit that brought nothing', async () => {
    const { world, visitor, linkId, code, check } = await scene()
    await drop(visitor, { linkId, code, name: 'a.txt' }, bytes('a'))
    await visitor.data(shareAccess.boxBegin, { linkId, sender: 'idle' })
    const late = await visitor.data(shareAccess.boxBegin, { linkId, sender: 'late' })
    await visitor.data(shareAccess.boxCheck, { ...late, linkId, name: 'b', total: 1, fileMd5: md5(bytes('b')) })
    expect(await world.services.shares.sweep()).toBe(0)
    world.clock.advance(SHARE_VISIT_MS + 1)
    expect([await world.services.shares.sweep(), await world.services.shares.sweep()]).toEqual([1, 0])
    expect(await refusal(check(visitor, 'c', 1))).toBe('receiptGone')
  })

  test('is reported to the maker once, when it is quiet', async () => {
    const { world, owner, visitor, linkId, code } = await scene()
    const notifyFilled = () => world.services.shares.notifyFilled()
    const about = async () => (await owner.data(messages.list, {})).list.filter(({ kind }) => kind === 'boxFilled')
    for (const name of ['a.txt', 'b.txt']) await drop(visitor, { linkId, code, name }, bytes(name))
    expect(await notifyFilled()).toBe(0)
    world.clock.advance(BOX_QUIET_MS)
    expect([await notifyFilled(), await notifyFilled()]).toEqual([1, 0])
    expect(await about()).toMatchObject([{ content: expect.stringMatching(/inbox.*Lake survey.*2/) }])
    await drop(visitor, { linkId, code, name: 'c.txt' }, bytes('c'))
    world.clock.advance(BOX_QUIET_MS)
    await notifyFilled()
    expect(await about()).toHaveLength(2)
  })
})

describe('small files that come to a drop box in one body', () => {
  type Answered = {
    error?: string
    data: { receipt: { bytes: number; files: { name: string }[] }; answers: { error: string | null }[] }
  }
  const pack = async (client: Client, fields: { linkId: string; code: string }, listed: readonly Listed[]) =>
    (await (await postPack(client, { path: shareAccess.boxPack.path, fields }, listed)).json()) as Answered
  const errorsOf = ({ data }: Answered) => data.answers.map(({ error }) => error)
  const one = (name: string, text = name, path = '') => ({ name, path, bytes: bytes(text) })

  test('are refused without a delivery, after its end, by a link that is no box, and when they are no pack', async () => {
    const { world, spaceId, owner, inbox, visitor, linkId, code } = await scene()
    const ask = async (listed = [one('a.txt')], as = code) => (await pack(visitor, { linkId, code: as }, listed)).error
    expect(await ask([one('a.txt')], 'aaaaa-bbbbb')).toBe('receiptGone')
    expect(await ask([])).toBe('invalid')
    const short = await postPack(
      visitor,
      { path: shareAccess.boxPack.path, fields: { linkId, code } },
      [one('a.txt')],
      Buffer.from('a'),
    )
    expect(await short.json()).toMatchObject({ error: 'packInvalid' })
    const plain = await share(owner, { spaceId, hashes: [inbox] })
    expect((await pack(visitor, { linkId: plain.linkId, code }, [one('a.txt')])).error).toBe('shareForbidden')
    expect((await owner.data(files.list, { spaceId, hash: inbox })).list).toEqual([])
    world.clock.advance(SHARE_VISIT_MS + 1)
    expect(await ask()).toBe('receiptGone')
  })

  test('are answered each by itself: names, hashes, folders and the room', async () => {
    const { spaceId, owner, inbox, visitor, linkId, code, used, usage } = await scene(10)
    const answer = await pack(visitor, { linkId, code }, [
      one('.hidden', '1'),
      { ...one('wrong.txt', '2'), fileMd5: md5(bytes('3')) },
      one('a.txt', '4', '../..'),
      one('deep.txt', '5', 'x/'.repeat(101)),
      one('large.txt', '12345678901'),
      one('a.txt', '1234', 'run/day 1'),
      one('b.txt', '123456'),
      one('c.txt', '7'),
    ])
    const refused = ['fileNameInvalid', 'uploadHashWrong', 'fileNameInvalid', 'folderTooDeep', 'boxFull']
    expect(errorsOf(answer)).toEqual([...refused, null, null, 'boxFull'])
    expect(answer.data.receipt).toMatchObject({ bytes: 10, files: [{ name: 'run/day 1/a.txt' }, { name: 'b.txt' }] })
    expect([await used(), await usage()]).toMatchObject([10, { used_bytes: 10, reserved_bytes: 0, file_count: 2 }])
    const [top] = (await owner.data(files.list, { spaceId, hash: inbox })).list
    expect((await owner.data(files.list, { spaceId, hash: top?.hash })).list.map(({ name }) => name)).toEqual([
      'run',
      'b.txt',
    ])
  })

  test('are there once, however often their pack is sent, also at once', async () => {
    const { world, owner, spaceId, box, visitor, linkId, code, usage } = await scene(100_000)
    const listed = Array.from({ length: 40 }, (_, at) => one(`${at}.csv`, `depth ${at}`, at % 2 ? 'odd' : ''))
    const send = () => pack(visitor, { linkId, code }, listed)
    for (const answer of [...(await Promise.all([send(), send(), send()])), await send()])
      expect(new Set(errorsOf(answer))).toEqual(new Set([null]))
    expect(await usage()).toMatchObject({ reserved_bytes: 0, file_count: 40 })
    expect((await visitor.data(shareAccess.boxReceipt, { linkId, code })).files).toHaveLength(40)
    const { list } = await owner.data(journal.list, { id: spaceId, channel: 'share' })
    expect(list.filter(({ action }) => action === 'folderMade')).toHaveLength(2)
    const visits = await owner.data(shares.visits, { id: box.id })
    expect(visits.list.filter(({ action }) => action === 'uploaded').length).toBeGreaterThanOrEqual(40)
    expect(await world.db.selectFrom('upload').select('id').where('node_id', 'is', null).execute()).toEqual([])
  })

  test('of one name and different contents are all kept; of a thousand files a delivery has no more', async () => {
    const { world, visitor, linkId, code } = await scene(100_000)
    const answer = await pack(visitor, { linkId, code }, [one('a.txt', '1'), one('a.txt', '2'), one('a.txt', '1')])
    expect(errorsOf(answer)).toEqual([null, null, null])
    expect(answer.data.receipt.files).toHaveLength(2)
    await sql`insert into upload (id, space_id, folder_id, person_id, name, size, md5, conflict, receipt_id, created_at, active_at)
      select gen_random_uuid(), space_id, folder_id, person_id, n::text, 0, md5, conflict, receipt_id, created_at, active_at
      from (select * from upload limit 1) u, generate_series(4, ${RECEIPT_FILES_MAX}) n`.execute(world.db)
    expect(errorsOf(await pack(visitor, { linkId, code }, [one('b.txt'), one('c.txt')]))).toEqual([null, 'receiptFull'])
  })

  test('leave no content behind that is refused before it is stored', async () => {
    const { world, visitor, linkId, code } = await scene(2)
    await pack(visitor, { linkId, code }, [one('big.txt', 'far too long'), { ...one('a'), fileMd5: md5(bytes('b')) }])
    const kept: string[] = []
    for await (const { sha256: sum } of world.blobs.list()) kept.push(sum)
    expect([kept.includes(sha256('far too long')), kept.includes(sha256('a'))]).toEqual([false, false])
  })
})
