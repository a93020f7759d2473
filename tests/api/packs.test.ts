import { describe, expect, test } from 'vitest'
import { BYTES_PER_GB, PACK_FILES, PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { md5, sendPack, sha256, upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { uploads, files, journal, spaces } = contract
type Answered = { error: string | null; message: string; file: { name: string; hash: string; version: number } | null }

const text = (content: string) => new TextEncoder().encode(content)
const send = async (...wish: Parameters<typeof sendPack>) =>
  (await (await sendPack(...wish)).json()) as { code: number; error?: string; data: Answered[] }
const errorsOf = ({ data }: { data: Answered[] }) => data.map(({ error }) => error)

async function build() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  return { world, spaceId, owner: await world.as('owner') }
}

describe('a pack is refused as a whole', () => {
  test('from a stranger, and from somebody who may not know of the space', async () => {
    const { world, spaceId } = await build()
    const listed = [{ name: 'a.csv', bytes: text('a') }]
    expect(await send(await world.as('stranger'), spaceId, listed)).toMatchObject({ error: 'notSignedIn' })
    expect(await send(await world.as('ordinary'), spaceId, listed)).toMatchObject({ error: 'spaceNotFound' })
  })

  test.each([
    ['fewer bytes than its list says', (bytes: Uint8Array) => bytes.slice(1)],
    ['more bytes than its list says', (bytes: Uint8Array) => new Uint8Array([...bytes, 0])],
  ])('with %s', async (_title, change) => {
    const { spaceId, owner } = await build()
    const bytes = text('depth,temperature')
    expect(await send(owner, spaceId, [{ name: 'a.csv', bytes }], Buffer.from(change(bytes)))).toMatchObject({
      error: 'packInvalid',
    })
  })

  test.each([
    ['no file', []],
    ['too many files', Array.from({ length: PACK_FILES + 1 }, (_, at) => ({ name: `${at}`, bytes: text('') }))],
    ['a file that is too large', [{ name: 'a', bytes: new Uint8Array(PACKED_FILE_BYTES + 1) }]],
    ['a file that keeps both', [{ name: 'a', bytes: text('a'), conflict: 'keepBoth' }]],
    ['a hash that is none', [{ name: 'a', bytes: text('a'), fileMd5: 'abc' }]],
  ])('with %s', async (_title, listed) => {
    const { spaceId, owner } = await build()
    expect(await send(owner, spaceId, listed)).toMatchObject({ error: 'invalid' })
  })

  test('when its list is not JSON', async () => {
    const { spaceId, owner } = await build()
    const form = new FormData()
    form.set('spaceId', spaceId)
    form.set('files', '[{')
    form.set('file', new Blob(['a']), 'pack')
    const response = await owner.fetch(`/api${uploads.pack.path}`, { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({ error: 'invalid', fields: [{ field: 'files' }] })
  })
})

describe('each file of a pack is answered by itself', () => {
  test('the others are made when some are refused', async () => {
    const { world, spaceId, owner } = await build()
    const { id: elsewhere } = await world.space()
    const foreign = await owner.data(files.create, { spaceId: elsewhere, path: 'there' })
    const folder = await owner.data(files.create, { spaceId, path: 'casts' })
    const taken = await upload(owner, { spaceId, name: 'taken.csv' }, text('old'))
    const answer = await send(owner, spaceId, [
      { name: 'one.csv', bytes: text('1') },
      { name: '.hidden', bytes: text('2') },
      { name: 'two.csv', bytes: text('3'), fileMd5: md5(text('4')) },
      { name: 'three.csv', bytes: text('5'), hash: foreign },
      { name: 'four.csv', bytes: text('6'), hash: taken.hash },
      { name: 'taken.csv', bytes: text('new') },
      { name: 'empty.csv', bytes: text(''), hash: folder },
    ])
    expect(errorsOf(answer)).toEqual([
      null,
      'fileNameInvalid',
      'uploadHashWrong',
      'folderGone',
      'folderGone',
      'fileNameTaken',
      null,
    ])
    for (const { error, message, file } of answer.data)
      expect([message === '', file === null]).toEqual([!error, !!error])
    const { list } = await owner.data(files.list, { spaceId })
    expect(list.map(({ name }) => name).toSorted()).toEqual(['casts', 'one.csv', 'taken.csv'])
  })

  test('a reader of a public space makes none', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'public' })
    const answer = await send(await world.as('ordinary'), spaceId, [{ name: 'a.csv', bytes: text('a') }])
    expect(errorsOf(answer)).toEqual(['fileForbidden'])
  })

  test('a normal member does not replace the file of another', async () => {
    const { world, spaceId, owner } = await build()
    await upload(owner, { spaceId, name: 'a.csv' }, text('old'))
    const answer = await send(await world.as('normal'), spaceId, [
      { name: 'a.csv', bytes: text('new'), conflict: 'replace' },
      { name: 'b.csv', bytes: text('new') },
    ])
    expect(errorsOf(answer)).toEqual(['fileForbidden', null])
  })

  test('those that fit into the space are kept when not all do', async () => {
    const { world, spaceId, owner } = await build()
    const used = 10 * BYTES_PER_GB - 1000
    await world.db
      .updateTable('space')
      .set({ capacity_bytes: 10 * BYTES_PER_GB })
      .where('id', '=', spaceId)
      .execute()
    await world.db.updateTable('space_usage').set({ used_bytes: used }).where('space_id', '=', spaceId).execute()
    const answer = await send(owner, spaceId, [
      { name: 'a', bytes: new Uint8Array(600) },
      { name: 'b', bytes: new Uint8Array(700) },
      { name: 'c', bytes: new Uint8Array(300) },
    ])
    expect(errorsOf(answer)).toEqual([null, 'spaceFull', null])
    const usage = await world.db.selectFrom('space_usage').selectAll().where('space_id', '=', spaceId).execute()
    expect(usage).toMatchObject([{ used_bytes: used + 900, reserved_bytes: 0, file_count: 2 }])
  })
})

describe('what a pack makes', () => {
  test('is what single uploads make: contents, hashes, counts of folders, one entry of the journal for a folder', async () => {
    const { world, spaceId, owner } = await build()
    const folder = await owner.data(files.create, { spaceId, path: 'casts/june' })
    const listed = Array.from({ length: PACK_FILES }, (_, at) => ({
      name: `cast ${at}.csv`,
      bytes: text(`depth,temperature\n${at},${at / 2}`),
      ...(at % 2 === 1 && { hash: folder }),
    }))
    const { data } = await send(owner, spaceId, listed)
    expect(data.filter(({ error }) => error)).toEqual([])
    const last = data.at(-1)?.file
    const download = await owner.fetch(`/api/files/${last?.hash}/content?spaceId=${spaceId}`)
    expect(await download.text()).toBe(`depth,temperature\n127,63.5`)
    expect(last).toMatchObject({ name: 'cast 127.csv', sha256: sha256(text(`depth,temperature\n127,63.5`)) })
    const usage = await world.db.selectFrom('space_usage').selectAll().where('space_id', '=', spaceId).execute()
    const bytes = listed.reduce((sum, one) => sum + one.bytes.length, 0)
    expect(usage).toMatchObject([{ used_bytes: bytes, reserved_bytes: 0, file_count: PACK_FILES }])
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.filter(({ action }) => action === 'uploaded')).toHaveLength(2)
  })

  test('is not made twice by a pack that is sent again', async () => {
    const { spaceId, owner } = await build()
    const listed = [
      { name: 'a.csv', bytes: text('a') },
      { name: 'b.csv', bytes: text('b'), conflict: 'replace' },
    ]
    const first = await send(owner, spaceId, listed)
    const again = await send(owner, spaceId, listed)
    expect(again.data).toEqual(first.data)
    expect((await owner.data(files.list, { spaceId })).list).toHaveLength(2)
  })

  test('is answered again when it has filled the space', async () => {
    const { world, spaceId, owner } = await build()
    await world.db.updateTable('space').set({ capacity_bytes: 1000 }).where('id', '=', spaceId).execute()
    const listed = [{ name: 'a', bytes: new Uint8Array(1000) }]
    const first = await send(owner, spaceId, listed)
    expect(errorsOf(first)).toEqual([null])
    expect((await send(owner, spaceId, listed)).data).toEqual(first.data)
  })

  test('of the same pack sent several times at once is one', async () => {
    const { spaceId, owner } = await build()
    const listed = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.csv`, bytes: text(`${at}`) }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(owner, spaceId, listed)))
    for (const answer of answers) expect(answer.data).toEqual(answers[0]?.data)
    expect((await owner.data(files.list, { spaceId })).list).toHaveLength(20)
  })

  test('replaces with a version, keeps what skip leaves alone, and of one name twice makes the first', async () => {
    const { spaceId, owner } = await build()
    const old = await upload(owner, { spaceId, name: 'a.csv' }, text('old'))
    const { data } = await send(owner, spaceId, [
      { name: 'a.csv', bytes: text('new'), conflict: 'replace' },
      { name: 'a.csv', bytes: text('other'), conflict: 'skip' },
      { name: 'twin.csv', bytes: text('1') },
      { name: 'twin.csv', bytes: text('2') },
    ])
    expect(data.map(({ error, file }) => [error, file?.hash === old.hash, file?.version])).toEqual([
      [null, true, 2],
      [null, true, 2],
      [null, false, 1],
      ['fileNameTaken', false, undefined],
    ])
  })

  test('goes nowhere when the right to upload has been taken away meanwhile', async () => {
    const { world, spaceId, owner } = await build()
    const normal = await world.as('normal')
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
    expect(await send(normal, spaceId, [{ name: 'a', bytes: text('a') }])).toMatchObject({ error: 'spaceNotFound' })
  })
})
