import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  FILE_TAGS_MAX,
  META_CHARS_MAX,
  META_VALUE_MAX,
  METADATA_SHEET_ROWS,
  TEMPLATES_MAX,
} from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import { Comparison } from '#contract/metadata.ts'
import { examine } from '#server/doctor/index.ts'
import { parseSheet } from '#server/sheets/parse.ts'
import { newId } from '#server/storage/id.ts'
import type { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { heldUpIn } from '../support/locks.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { metadata, files, journal, rights, spaces, tasks } = contract
const text = (content: string) => new TextEncoder().encode(content)

async function lake(world: World, type: 'private' | 'public' = 'private') {
  const space = await world.space({ type })
  const owner = await world.as('owner')
  const folder = await owner.data(files.create, { spaceId: space.id, path: 'samples' })
  const file = await upload(owner, { spaceId: space.id, hash: folder, name: 'a.csv' }, text('a,b\n1,2\n'))
  return { space, spaceId: space.id, owner, folder, file, hash: file.hash }
}
const pairs = (list: Record<string, string>) => Object.entries(list).map(([key, value]) => ({ key, value }))

describe('GET /space/getFileData', () => {
  test('those outside do not learn of a private space, strangers read a public one', async () => {
    const world = await buildWorld()
    const [closed, open] = [await lake(world), await lake(world, 'public')]
    const stranger = await world.as('stranger')
    expect(await stranger.call(metadata.of, { spaceId: closed.spaceId, hash: closed.hash })).toMatchObject({
      error: 'spaceNotFound',
    })
    expect(await stranger.data(metadata.of, { spaceId: open.spaceId, hash: open.hash })).toMatchObject({
      data: [],
      id: '',
    })
    const { identifier } = open.space
    expect(await stranger.data(metadata.ofPublic, { url: identifier, hash: open.hash })).toMatchObject({ data: [] })
    expect(await stranger.call(metadata.ofPublic, { url: closed.space.identifier, hash: closed.hash })).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test('an item of another space is not there', async () => {
    const world = await buildWorld()
    const [one, two] = [await lake(world), await lake(world)]
    expect(await one.owner.call(metadata.of, { spaceId: one.spaceId, hash: two.hash })).toMatchObject({
      error: 'fileGone',
    })
  })
})

describe('POST /space/addFileData', () => {
  test('whoever may not edit the file may not change its metadata', async () => {
    const world = await buildWorld()
    const { spaceId, hash } = await lake(world)
    const normal = await world.as('normal')
    expect(await normal.call(metadata.add, { spaceId, hash, data: pairs({ a: '1' }) })).toMatchObject({
      error: 'fileForbidden',
    })
    const own = await upload(normal, { spaceId, name: 'mine.txt' }, text('x'))
    expect(await normal.call(metadata.add, { spaceId, hash: own.hash, data: pairs({ a: '1' }) })).toMatchObject({
      code: 0,
    })
  })

  test('the whole list is replaced, in its order, and has a new id', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const { id } = await owner.data(metadata.add, {
      spaceId,
      hash,
      data: pairs({ 深度: '1.5 m', Who: '林蔚' }),
      id: '',
    })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      data: pairs({ 深度: '1.5 m', Who: '林蔚' }),
      id,
    })
    const next = await owner.data(metadata.add, { spaceId, hash, data: pairs({ Who: '' }), id })
    expect(next.id).not.toBe(id)
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({ data: pairs({ Who: '' }), id: next.id })
  })

  test('a list that somebody changed meanwhile is not overwritten; the refusal tells what it is now', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const { id } = await owner.data(metadata.add, { spaceId, hash, data: pairs({ a: '1' }) })
    for (const stale of ['', newId()])
      expect(await owner.call(metadata.add, { spaceId, hash, data: pairs({ a: '2' }), id: stale })).toMatchObject({
        error: 'metadataChanged',
        data: { data: pairs({ a: '1' }), id },
      })
  })

  test('of several at once exactly one wins', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => owner.call(metadata.add, { spaceId, hash, data: pairs({ a: String(i) }) })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter((answer) => 'error' in answer && answer.error === 'metadataChanged')).toHaveLength(7)
  })

  test('an empty key is refused, and one that stands twice', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    expect(await owner.call(metadata.add, { spaceId, hash, data: [{ key: '  ', value: 'x' }] })).toMatchObject({
      error: 'invalid',
      fields: [{ field: 'data.0.key' }],
    })
    const twice = [...pairs({ a: '1' }), { key: ' a ', value: '2' }]
    expect(await owner.call(metadata.add, { spaceId, hash, data: twice })).toMatchObject({
      error: 'metadataInvalid',
      data: [{ key: 'a', problem: 'twice' }],
    })
  })

  test('more than fits is refused, and as much as fits is written at once', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    // No two pairs of characters are the same: nothing is harder to index.
    const value = (from: number) =>
      Array.from({ length: META_VALUE_MAX }, (_, i) => String.fromCharCode(0x4e00 + ((from + i * i) % 20_000))).join('')
    const list = (many: number) => Array.from({ length: many }, (_, i) => ({ key: `${i}`, value: value(i * 7919) }))
    const most = Math.floor(META_CHARS_MAX / META_VALUE_MAX) - 1
    expect(await owner.call(metadata.add, { spaceId, hash, data: list(most + 2) })).toMatchObject({
      error: 'metadataTooLong',
    })
    const begun = performance.now()
    await owner.data(metadata.add, { spaceId, hash, data: list(most) })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('markup and odd characters stay the text that they are', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const odd = pairs({ '<b>%_\\': '<script>alert(1)</script>', '🧪': '"\u2028\';--', '{{name}}': '$1 \\n' })
    await owner.data(metadata.add, { spaceId, hash, data: odd })
    await owner.data(metadata.tag, { spaceId, hashList: [hash], add: ['<i>', '100%_\\', '🧪 lab'] })
    await owner.data(metadata.note, { spaceId, hash, note: '<img src=x onerror=alert(1)>\r\n二' })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      data: odd,
      tags: ['<i>', '100%_\\', '🧪 lab'],
      note: '<img src=x onerror=alert(1)>\n二',
      noteBy: { personName: 'Olive Owner' },
    })
  })

  test('what a search looks at is written with it', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    await owner.data(metadata.add, { spaceId, hash, data: pairs({ Site: 'Poyang 鄱阳湖' }) })
    await owner.data(metadata.tag, { spaceId, hashList: [hash], add: ['Field'] })
    await owner.data(metadata.note, { spaceId, hash, note: 'Check AGAIN' })
    const { rows } = await sql<{ words: string }>`select words from node_metadata`.execute(world.db)
    expect(rows).toEqual([{ words: 'site\npoyang 鄱阳湖\nfield\ncheck again' }])
  })

  test('an item in the trash keeps what is said of it; one deleted for good does not', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    await owner.data(metadata.add, { spaceId, hash, data: pairs({ a: '1' }) })
    const { list } = await owner.data(files.remove, { spaceId, hashList: [hash] })
    expect(await owner.call(metadata.of, { spaceId, hash })).toMatchObject({ error: 'fileGone' })
    expect(await owner.call(metadata.add, { spaceId, hash, data: [] })).toMatchObject({ error: 'fileGone' })
    await owner.data(contract.trash.restore, { spaceId, id: list[0]?.trashId ?? '' })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({ data: pairs({ a: '1' }) })
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    await owner.data(contract.trash.purge, { spaceId })
    expect((await sql`select 1 from node_metadata`.execute(world.db)).rows).toEqual([])
  })
})

describe('PUT /files/tags', () => {
  test('one item that may not be edited, or is gone, and none is changed', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const normal = await world.as('normal')
    const own = await upload(normal, { spaceId, name: 'mine.txt' }, text('x'))
    expect(await normal.call(metadata.tag, { spaceId, hashList: [own.hash, hash], add: ['x'] })).toMatchObject({
      error: 'fileForbidden',
      message: expect.stringContaining('a.csv'),
    })
    expect(await normal.call(metadata.tag, { spaceId, hashList: [own.hash, newId()], add: ['x'] })).toMatchObject({
      error: 'fileGone',
    })
    expect(await owner.data(metadata.tags, { spaceId })).toEqual([])
  })

  test.each(['', ' ', 'a,b', 'a；b', 'x'.repeat(21)])('%j is no tag', async (tag) => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    expect(await owner.call(metadata.tag, { spaceId, hashList: [hash], add: [tag] })).toMatchObject({
      error: 'invalid',
    })
  })

  test('a tag stands once whatever its case, and more than the limit are refused', async () => {
    const world = await buildWorld()
    const { spaceId, hash, folder, owner } = await lake(world)
    const answer = await owner.data(metadata.tag, { spaceId, hashList: [hash, folder], add: ['DNA', 'dna', '湖'] })
    expect(answer.list[0]).toMatchObject({ added: ['DNA', '湖'], removed: [] })
    expect(answer.list.map(({ tags }) => tags)).toEqual([
      ['DNA', '湖'],
      ['DNA', '湖'],
    ])
    const removed = await owner.data(metadata.tag, { spaceId, hashList: [hash], add: ['new'], remove: ['Dna'] })
    expect(removed.list[0]).toEqual({ hash, tags: ['湖', 'new'], added: ['new'], removed: ['DNA'] })
    const many = Array.from({ length: FILE_TAGS_MAX }, (_, i) => `t${i}`)
    expect(await owner.call(metadata.tag, { spaceId, hashList: [hash], add: many })).toMatchObject({
      error: 'tagsTooMany',
      message: expect.stringContaining('a.csv'),
    })
    expect(await owner.data(metadata.tags, { spaceId })).toEqual(['湖', 'DNA', 'new'])
  })

  test('of several that tag one item at once none is lost', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const add = Array.from({ length: 12 }, (_, i) => `t${i}`)
    await Promise.all(add.map((tag) => owner.data(metadata.tag, { spaceId, hashList: [hash], add: [tag] })))
    expect((await owner.data(metadata.of, { spaceId, hash })).tags.sort()).toEqual(add.sort())
  })

  test('a batch is one entry of the journal; what changed nothing is none', async () => {
    const world = await buildWorld()
    const { space, spaceId, hash, folder, owner } = await lake(world)
    const other = await upload(owner, { spaceId, hash: folder, name: 'b.csv' }, text('b'))
    for (let i = 0; i < 2; i += 1) await owner.data(metadata.tag, { spaceId, hashList: [hash, other.hash], add: ['x'] })
    const { list } = await owner.data(journal.list, { id: space.id, action: 'tagsChanged' })
    expect(list).toMatchObject([{ count: 2, names: ['a.csv', 'b.csv'], details: { added: 'x', removed: '' } }])
  })
})

describe('PUT /files/:hash/note', () => {
  test('a note that somebody wrote meanwhile is not overwritten', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const senior = await world.as('senior')
    await owner.data(metadata.note, { spaceId, hash, note: 'one' })
    expect(await senior.call(metadata.note, { spaceId, hash, note: 'two', before: '' })).toMatchObject({
      error: 'metadataChanged',
      data: { note: 'one' },
    })
    await senior.data(metadata.note, { spaceId, hash, note: 'two', before: 'one' })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      note: 'two',
      noteBy: { personName: '申大为' },
    })
    await owner.data(metadata.note, { spaceId, hash, note: '', before: 'two' })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({ note: '', noteBy: null })
  })
})

const textField = (key: string) => ({ key, kind: 'text' as const, isRequired: false })

describe('templates', () => {
  test('only those who may edit the space set them', async () => {
    const world = await buildWorld()
    const { spaceId, folder } = await lake(world)
    const senior = await world.as('senior')
    const refused = { error: 'spaceRightMissing' }
    const template = { spaceId, name: 'Water', fields: [textField('a')] }
    expect(await senior.call(metadata.saveTemplate, template)).toMatchObject(refused)
    expect(await senior.call(metadata.saveVocabulary, { spaceId, name: 'x', terms: ['a'] })).toMatchObject(refused)
    expect(await senior.call(metadata.setFolder, { spaceId, hash: folder, templateId: null })).toMatchObject(refused)
    expect(await senior.data(metadata.templates, { spaceId })).toEqual([])
  })

  test('a taken name, a key that stands twice, a choice from nothing and an empty range are refused', async () => {
    const world = await buildWorld()
    const { spaceId, owner } = await lake(world)
    const elsewhere = await lake(world)
    const foreign = await owner.data(metadata.saveVocabulary, { spaceId: elsewhere.spaceId, name: 'x', terms: ['a'] })
    await owner.data(metadata.saveTemplate, { spaceId, name: 'Water', fields: [textField('a')] })
    const save = (fields: object[], name = 'Soil') =>
      owner.call(metadata.saveTemplate, { spaceId, name, fields: fields as never })
    expect(await save([textField('a')], 'Water')).toMatchObject({ error: 'templateTaken', fields: [{ field: 'name' }] })
    const invalid = { error: 'templateInvalid' }
    expect(await save([textField('a'), textField(' a')])).toMatchObject(invalid)
    expect(await save([{ ...textField('a'), kind: 'choice' }])).toMatchObject(invalid)
    expect(await save([{ ...textField('a'), kind: 'choice', vocabularyId: foreign.id }])).toMatchObject(invalid)
    expect(await save([{ ...textField('a'), kind: 'number', min: 2, max: 1 }])).toMatchObject(invalid)
  })

  test('the nearest folder above decides, and what it asks for is checked when metadata is saved', async () => {
    const world = await buildWorld()
    const { spaceId, space, folder, hash, owner } = await lake(world)
    const sites = await owner.data(metadata.saveVocabulary, {
      spaceId,
      name: 'Sites',
      terms: ['鄱阳湖', 'Tai Hu', 'Tai Hu'],
    })
    expect(sites.terms).toEqual(['鄱阳湖', 'Tai Hu'])
    const water = await owner.data(metadata.saveTemplate, {
      spaceId,
      name: 'Water',
      fields: [
        { key: 'site', kind: 'choice', isRequired: true, vocabularyId: sites.id },
        { key: 'depth', kind: 'number', isRequired: true, unit: 'm', min: 0 },
        { key: 'day', kind: 'date', isRequired: false },
      ],
    })
    const plain = await owner.data(metadata.saveTemplate, { spaceId, name: 'Plain', fields: [textField('x')] })
    await owner.data(metadata.setFolder, { spaceId, hash: space.root, templateId: plain.id })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      template: { name: 'Plain', from: { hash: space.root } },
    })
    await owner.data(metadata.setFolder, { spaceId, hash: folder, templateId: water.id })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      template: { name: 'Water', from: { hash: folder } },
    })
    expect(await owner.data(metadata.of, { spaceId, hash: folder })).toMatchObject({
      template: { name: 'Plain' },
      inside: { name: 'Water', from: { hash: folder } },
    })
    const add = (data: Record<string, string>) => owner.call(metadata.add, { spaceId, hash, data: pairs(data) })
    expect(await add({ site: 'Lake', depth: '-1', day: 'x', free: 'anything' })).toMatchObject({
      error: 'metadataInvalid',
      data: [
        { key: 'site', problem: 'term' },
        { key: 'depth', problem: 'tooSmall' },
        { key: 'day', problem: 'date' },
      ],
    })
    // What is required is asked for, and keeps nobody from saving.
    expect(await add({ site: '鄱阳湖', day: '2026/1/5' })).toMatchObject({ code: 0 })
    expect((await owner.data(metadata.of, { spaceId, hash })).data).toEqual(
      pairs({ site: '鄱阳湖', day: '2026-01-05' }),
    )
    expect(await owner.data(metadata.template, { spaceId, id: water.id })).toMatchObject({
      template: { name: 'Water', folders: 1 },
      terms: { [sites.id]: ['鄱阳湖', 'Tai Hu'] },
    })
  })

  test('one that somebody changed meanwhile is not overwritten; a changed vocabulary changes it too', async () => {
    const world = await buildWorld()
    const { spaceId, owner } = await lake(world)
    const terms = await owner.data(metadata.saveVocabulary, { spaceId, name: 'Sites', terms: ['a'] })
    const fields = [{ key: 'site', kind: 'choice' as const, isRequired: false, vocabularyId: terms.id }]
    const made = await owner.data(metadata.saveTemplate, { spaceId, name: 'Water', fields })
    const change = { spaceId, id: made.id, name: 'Water 2', fields }
    await owner.data(metadata.saveVocabulary, {
      spaceId,
      id: terms.id,
      stamp: terms.stamp,
      name: 'Sites',
      terms: ['b'],
    })
    expect(await owner.call(metadata.saveTemplate, { ...change, stamp: made.stamp })).toMatchObject({
      error: 'metadataChanged',
    })
    const [now] = await owner.data(metadata.templates, { spaceId })
    expect(await owner.data(metadata.saveTemplate, { ...change, stamp: now?.stamp })).toMatchObject({ name: 'Water 2' })
    expect(
      await owner.call(metadata.saveVocabulary, { spaceId, id: terms.id, stamp: terms.stamp, name: 'S', terms: ['c'] }),
    ).toMatchObject({ error: 'metadataChanged' })
  })

  test('a vocabulary that is not there is not shown, a name is given once, and a space has so many', async () => {
    const world = await buildWorld()
    const { spaceId, owner } = await lake(world)
    expect(await owner.call(metadata.vocabulary, { spaceId, id: newId() })).toMatchObject({ error: 'vocabularyGone' })
    const more = (at: number) => ({ spaceId, name: `Sites ${at}`, terms: ['a'] })
    await owner.data(metadata.saveVocabulary, { spaceId, name: 'Sites', terms: ['a'] })
    expect(await owner.call(metadata.saveVocabulary, { spaceId, name: 'Sites', terms: ['b'] })).toMatchObject({
      error: 'vocabularyTaken',
    })
    for (let made = 1; made < TEMPLATES_MAX; made += 1) await owner.data(metadata.saveVocabulary, more(made))
    expect(await owner.call(metadata.saveVocabulary, more(TEMPLATES_MAX))).toMatchObject({ error: 'templatesTooMany' })
  })

  test('a vocabulary in use stays; a template goes from its folders, and what was written stays', async () => {
    const world = await buildWorld()
    const { spaceId, folder, hash, owner } = await lake(world)
    const terms = await owner.data(metadata.saveVocabulary, { spaceId, name: 'Sites', terms: ['a'] })
    const fields = [{ key: 'site', kind: 'choice' as const, isRequired: false, vocabularyId: terms.id }]
    const made = await owner.data(metadata.saveTemplate, { spaceId, name: 'Water', fields })
    await owner.data(metadata.setFolder, { spaceId, hash: folder, templateId: made.id })
    await owner.data(metadata.add, { spaceId, hash, data: pairs({ site: 'a' }) })
    expect(await owner.call(metadata.removeVocabulary, { spaceId, id: terms.id })).toMatchObject({
      error: 'vocabularyUsed',
      message: expect.stringContaining('Water'),
    })
    await owner.data(metadata.removeTemplate, { spaceId, id: made.id })
    await owner.data(metadata.removeVocabulary, { spaceId, id: terms.id })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      template: null,
      data: pairs({ site: 'a' }),
    })
    expect(await owner.call(metadata.removeTemplate, { spaceId, id: made.id })).toMatchObject({ error: 'templateGone' })
  })

  test('of two with one name at once one wins', async () => {
    const world = await buildWorld()
    const { spaceId, owner } = await lake(world)
    const save = () => owner.call(metadata.saveTemplate, { spaceId, name: 'Water', fields: [textField('a')] })
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.map((answer) => ('error' in answer ? answer.error : 'made')).sort()).toEqual([
      'made',
      'templateTaken',
      'templateTaken',
    ])
  })
})

describe('copies', () => {
  test('take along what is said of them, at any depth, and change on their own', async () => {
    const world = await buildWorld()
    const { spaceId, space, folder, hash, owner } = await lake(world)
    const made = await owner.data(metadata.saveTemplate, { spaceId, name: 'Water', fields: [textField('a')] })
    await owner.data(metadata.setFolder, { spaceId, hash: folder, templateId: made.id })
    const { id } = await owner.data(metadata.add, { spaceId, hash, data: pairs({ a: '1' }) })
    await owner.data(metadata.tag, { spaceId, hashList: [hash, folder], add: ['x'] })
    const { list } = await owner.data(files.copy, { spaceId, hash: folder, target: space.root, conflict: 'keepBoth' })
    const inside = await owner.data(files.list, { spaceId, hash: list[0]?.hash ?? '' })
    const twin = inside.list[0]?.hash ?? ''
    const copied = await owner.data(metadata.of, { spaceId, hash: twin })
    expect(copied).toMatchObject({ data: pairs({ a: '1' }), tags: ['x'], template: { from: { hash: list[0]?.hash } } })
    expect(copied.id).not.toBe(id)
    const other = await world.space()
    const away = await owner.data(files.copy, { spaceId, hash: folder, target: other.root, toSpaceId: other.id })
    const there = await owner.data(files.list, { spaceId: other.id, hash: away.list[0]?.hash ?? '' })
    expect(await owner.data(metadata.of, { spaceId: other.id, hash: there.list[0]?.hash ?? '' })).toMatchObject({
      data: pairs({ a: '1' }),
      template: null,
    })
    await owner.data(metadata.add, { spaceId, hash: twin, data: [], id: copied.id })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({ data: pairs({ a: '1' }), id })
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
  })
})

async function sheetOf(client: Client, spaceId: string, form: 'csv' | 'xlsx', hash?: string): Promise<string[][]> {
  const response = await client.send(metadata.export, { spaceId, form, ...(hash && { hash }) })
  expect(response.status).toBe(200)
  const parsed = await parseSheet(Buffer.from(await response.arrayBuffer()), { rows: 10_000, columns: 300 })
  if (!('rows' in parsed)) throw new Error(parsed.refusal)
  return parsed.rows.map(({ cells }) => cells)
}
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csvOf = (rows: string[][]) => rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')

async function send(client: Client, spaceId: string, sheet: string | Uint8Array): Promise<Response> {
  const body = new FormData()
  body.set('spaceId', spaceId)
  body.set('file', new Blob([typeof sheet === 'string' ? sheet : new Uint8Array(sheet)]), 'metadata')
  return client.fetch(`/api${metadata.compare.path}`, { method: 'POST', body })
}
async function compare(client: Client, spaceId: string, sheet: string | Uint8Array) {
  const answer = (await (await send(client, spaceId, sheet)).json()) as { data: unknown }
  return Comparison.parse(answer.data)
}

/** Three files: one with a template above, one with free metadata, one with none. */
async function annotated(world: World) {
  const made = await lake(world)
  const { spaceId, owner, folder, hash } = made
  const terms = await owner.data(metadata.saveVocabulary, { spaceId, name: 'Sites', terms: ['鄱阳湖', 'Tai Hu'] })
  const template = await owner.data(metadata.saveTemplate, {
    spaceId,
    name: 'Water',
    fields: [
      { key: 'site', kind: 'choice', isRequired: true, vocabularyId: terms.id },
      { key: 'depth', kind: 'number', isRequired: false },
      { key: 'checked', kind: 'yesNo', isRequired: false },
    ],
  })
  await owner.data(metadata.setFolder, { spaceId, hash: folder, templateId: template.id })
  await owner.data(metadata.add, { spaceId, hash, data: pairs({ site: '鄱阳湖', checked: 'yes' }) })
  await owner.data(metadata.tag, { spaceId, hashList: [hash], add: ['field', '2026'] })
  const free = await upload(owner, { spaceId, name: '=b.txt' }, text('b'))
  const odd = pairs({ '#odd': "'=1", formula: '=1+1', lines: 'a\nb "c", d' })
  await owner.data(metadata.add, { spaceId, hash: free.hash, data: odd })
  await owner.data(metadata.note, { spaceId, hash: free.hash, note: '+49' })
  const bare = await upload(owner, { spaceId, name: 'c.txt' }, text('c'))
  return { ...made, free: free.hash, bare: bare.hash }
}

describe('GET /space/facts/export', () => {
  test('a file is no folder, and a folder of another space is not there', async () => {
    const world = await buildWorld()
    const [one, two] = [await lake(world), await lake(world)]
    for (const hash of [one.hash, two.folder])
      expect(await (await one.owner.send(metadata.export, { spaceId: one.spaceId, hash })).json()).toMatchObject({
        error: 'folderGone',
      })
  })

  test('more files than a sheet has rows are refused before anything is read', async () => {
    const world = await buildWorld()
    const { spaceId, folder, owner } = await lake(world)
    await sql`update node set files_below = ${METADATA_SHEET_ROWS + 1} where id = ${folder}::uuid`.execute(world.db)
    expect(await (await owner.send(metadata.export, { spaceId, hash: folder })).json()).toMatchObject({
      error: 'metadataTooMany',
    })
  })

  test.each(['csv', 'xlsx'] as const)('the %s names each file, its fields first, then all other keys', async (form) => {
    const world = await buildWorld()
    const { spaceId, hash, free, bare, owner } = await annotated(world)
    const [heading = [], ...rows] = await sheetOf(owner, spaceId, form)
    expect(heading).toEqual([
      ...['#File id', '#State', '#Path', 'site', 'depth', 'checked', '##odd', 'formula', 'lines', '#Tags', '#Note'],
    ])
    const of = (id: string) => rows.find((cells) => cells[0] === id)?.slice(2)
    expect(of(hash)).toEqual(['/samples/a.csv', '鄱阳湖', '', 'Yes', '', '', '', 'field; 2026', ''])
    expect(of(free)?.slice(-3)).toEqual(['a\nb "c", d', '', '+49'])
    expect(rows.find((cells) => cells[0] === bare)?.slice(1, 3)).toEqual(['', '/c.txt'])
    expect(await sheetOf(owner, spaceId, form, (await lakeFolder(owner, spaceId)).hash)).toHaveLength(2)
  })
})
const lakeFolder = async (client: Client, spaceId: string) => {
  const { list } = await client.data(files.list, { spaceId, kind: 'folder' })
  return list[0] ?? { hash: '' }
}

describe('a sheet that nobody changed changes nothing, whatever stands in it', () => {
  const odd = [
    ...['007', '12345678901234567890', '1e5', 'TRUE', '2026/1/5', '1/2', "it's", "'quoted", "'=1+1", '=1+1', '@x'],
    ...[
      '_x0041_',
      '&amp;<b>',
      'a\tb',
      'a\nb\n\nc',
      '"a";\'b\',c',
      '🧪👩‍🔬',
      '\u2028',
      'é',
      '+49 30',
      '-',
      '%_\\',
      '\uFEFFx',
    ],
  ]
  test.each(['csv', 'xlsx'] as const)('%s', async (form) => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const data = odd.flatMap((text, i) => [
      { key: `${i}`, value: text },
      { key: `k ${text}`, value: '1' },
    ])
    const answer = await owner.call(metadata.add, { spaceId, hash, data })
    expect(answer).toMatchObject({ code: 0 })
    await owner.data(metadata.note, { spaceId, hash, note: odd.join('\n') })
    const bytes = await (await owner.send(metadata.export, { spaceId, form })).arrayBuffer()
    expect(await compare(owner, spaceId, new Uint8Array(bytes))).toEqual({ changes: [], problems: [], unchanged: 1 })
  })
})

describe('POST /space/facts/compare', () => {
  test('what is no sheet, has no rows to know files by, or names a column twice is refused', async () => {
    const world = await buildWorld()
    const { spaceId, owner } = await lake(world)
    const refusal = async (sheet: string) => (await send(owner, spaceId, sheet)).json()
    expect(await refusal('')).toMatchObject({ error: 'sheetEmpty' })
    expect(await refusal('site,depth\r\na,1')).toMatchObject({
      error: 'metadataForeign',
      message: expect.stringMatching(/#File id, #State.*Export again/),
    })
    expect(await refusal('#hash,#State,a,a\r\nx,,1,2')).toMatchObject({ error: 'metadataHeading' })
    expect(await refusal(`#hash,#State\r\n${'x,y\r\n'.repeat(METADATA_SHEET_ROWS + 1)}`)).toMatchObject({
      error: 'sheetTooLong',
    })
  })

  test.each(['csv', 'xlsx'] as const)('a %s that comes back as it went changes nothing', async (form) => {
    const world = await buildWorld()
    const { spaceId, owner } = await annotated(world)
    const bytes = await (await owner.send(metadata.export, { spaceId, form })).arrayBuffer()
    expect(await compare(owner, spaceId, new Uint8Array(bytes))).toEqual({ changes: [], problems: [], unchanged: 3 })
  })

  test('the difference is reported cell by cell; columns in the other language and without some are understood', async () => {
    const world = await buildWorld()
    const { spaceId, hash, bare, owner } = await annotated(world)
    const stamp = (await sheetOf(owner, spaceId, 'csv')).find((cells) => cells[0] === hash)?.[1] ?? ''
    const sheet = csvOf([
      ['#文件标识', '#状态标记', 'site', 'depth', 'checked', '新', '#标签'],
      [hash, stamp, '', '1.5', '否', '', 'Field，2026; new'],
      [bare, '', '', '', '', 'value', ''],
    ])
    expect(await compare(owner, spaceId, sheet)).toEqual({
      unchanged: 0,
      problems: [],
      changes: [
        {
          hash,
          path: '/samples/a.csv',
          stamp,
          cells: [
            { column: 'meta', key: 'site', before: '鄱阳湖', after: '' },
            { column: 'meta', key: 'depth', before: '', after: '1.5' },
            { column: 'meta', key: 'checked', before: 'yes', after: 'no' },
            { column: 'tags', key: '', before: 'field; 2026', after: 'Field; 2026; new' },
          ],
        },
        { hash: bare, path: '/c.txt', stamp: '', cells: [{ column: 'meta', key: '新', before: '', after: 'value' }] },
      ],
    })
  })

  test('rows with a problem are named, one by one, and left out', async () => {
    const world = await buildWorld()
    const { spaceId, hash, free, bare, owner } = await annotated(world)
    const elsewhere = await lake(world)
    const [, ...rows] = await sheetOf(owner, spaceId, 'csv')
    const stampOf = (id: string) => rows.find((cells) => cells[0] === id)?.[1] ?? ''
    const normal = await world.as('normal')
    const own = await upload(normal, { spaceId, name: 'mine.txt' }, text('x'))
    const sheet = csvOf([
      ['#hash', '#stamp', 'site', 'depth', '#tags'],
      [hash, stampOf(hash), 'Lake', 'deep', 'x'.repeat(30)],
      [free, newId(), 'x', '', ''],
      [elsewhere.hash, '', '', '', ''],
      ['nothing', '', '', '', ''],
      [bare, '', 'a', '', ''],
      [bare, '', 'a', '', ''],
      [own.hash, '', 'ours', '', ''],
    ])
    const comparison = await compare(owner, spaceId, sheet)
    expect(comparison.problems.map(({ row, key, problem }) => [row, key, problem])).toEqual([
      [2, 'site', 'term'],
      [2, 'depth', 'number'],
      [2, '', 'tag'],
      [3, '', 'stale'],
      [4, '', 'unknown'],
      [5, '', 'unknown'],
      [7, '', 'repeated'],
    ])
    expect(comparison.changes.map((change) => change.hash)).toEqual([bare, own.hash])
    const forNormal = await compare(normal, spaceId, sheet)
    expect(forNormal.changes.map((change) => change.hash)).toEqual([own.hash])
    expect(forNormal.problems.filter(({ problem }) => problem === 'forbidden')).toHaveLength(3)
  })

  test('a text that is too long is said, not cut', async () => {
    const world = await buildWorld()
    const { spaceId, bare, owner } = await annotated(world)
    const sheet = csvOf([
      ['#hash', '#stamp', 'a', '#note'],
      [bare, '', 'x'.repeat(6000), 'y'.repeat(2001)],
    ])
    expect((await compare(owner, spaceId, sheet)).problems.map(({ problem }) => problem)).toEqual([
      'tooLong',
      'tooLong',
    ])
  })
})

test('a template hangs on no folder that leaves its space meanwhile', async () => {
  const world = await buildWorld()
  const { spaceId, owner, folder } = await lake(world)
  const other = await world.space()
  const fields = [{ key: 'a', kind: 'text' as const, isRequired: false }]
  const { id: templateId } = await owner.data(metadata.saveTemplate, { spaceId, name: 'water', fields })
  const moved = await world.db.transaction().execute(async (tx) => {
    await sql`update node set space_id = ${other.id}, parent_id = ${other.root} where id = ${folder}`.execute(tx)
    let isAnswered = false
    const assigning = owner.call(metadata.setFolder, { spaceId, hash: folder, templateId }).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await heldUpIn(world)) === 1, { interval: 20 }).toBe(true)
    // Not awaited before the folder has left.
    return { assigning }
  })
  expect(await moved.assigning).toMatchObject({ error: 'folderGone' })
  expect(await world.db.selectFrom('folder_template').selectAll().execute()).toEqual([])
})

describe('POST /space/facts/apply', () => {
  const apply = async (world: World, client: Client, spaceId: string, changes: Comparison['changes']) => {
    const { id } = await client.data(metadata.apply, { spaceId, name: 'metadata.xlsx', changes })
    await world.services.tasks.drain()
    return client.data(tasks.show, { id })
  }

  test('a row that stands twice, and one that changes nothing, are refused', async () => {
    const world = await buildWorld()
    const { spaceId, hash, owner } = await lake(world)
    const cells = [{ column: 'note' as const, key: '', before: '', after: 'x' }]
    const change = { hash, path: '', stamp: '', cells }
    const call = (changes: Comparison['changes']) => owner.call(metadata.apply, { spaceId, name: 'x', changes })
    expect(await call([change, change])).toMatchObject({ error: 'invalid' })
    expect(await call([{ ...change, cells: [] }])).toMatchObject({ error: 'invalid' })
    expect(await call([])).toMatchObject({ error: 'invalid' })
  })

  test('what a comparison reported is written, cell by cell, and the rest stays', async () => {
    const world = await buildWorld()
    const { space, spaceId, hash, bare, owner } = await annotated(world)
    const [, ...rows] = await sheetOf(owner, spaceId, 'csv')
    const stamp = rows.find((cells) => cells[0] === hash)?.[1] ?? ''
    const sheet = csvOf([
      ['#hash', '#stamp', 'depth', 'checked', 'extra', '#tags', '#note'],
      [hash, stamp, '2.5', '', '一', 'new', 'seen'],
      [bare, '', '', '', 'x', '', ''],
    ])
    const { changes } = await compare(owner, spaceId, sheet)
    expect(await apply(world, owner, spaceId, changes)).toMatchObject({
      state: 'completed',
      itemsDone: 2,
      itemsFailed: 0,
    })
    expect(await owner.data(metadata.of, { spaceId, hash })).toMatchObject({
      data: pairs({ site: '鄱阳湖', depth: '2.5', extra: '一' }),
      tags: ['new'],
      note: 'seen',
      noteBy: { personName: 'Olive Owner' },
    })
    expect(await owner.data(metadata.of, { spaceId, hash: bare })).toMatchObject({
      data: pairs({ extra: 'x' }),
      tags: [],
      id: expect.stringMatching(/-/),
    })
    expect(await compare(owner, spaceId, sheet)).toMatchObject({ changes: [], unchanged: 2 })
    const { list } = await owner.data(journal.list, { id: space.id, action: 'metaChanged', size: 2 })
    expect(list.map(({ item, channel }) => [item.name, channel]).sort()).toEqual([
      ['a.csv', 'web'],
      ['c.txt', 'web'],
    ])
  })

  test('a sheet is taken back where nothing else was written since', async () => {
    const world = await buildWorld()
    const { spaceId, hash, bare, owner } = await annotated(world)
    const { tags, note } = await owner.data(metadata.of, { spaceId, hash })
    const [, ...rows] = await sheetOf(owner, spaceId, 'csv')
    const stamp = rows.find((cells) => cells[0] === hash)?.[1] ?? ''
    const sheet = csvOf([
      ['#hash', '#stamp', 'site', 'extra', '#tags', '#note'],
      [hash, stamp, '', '一', 'new', 'seen'],
      [bare, '', '', 'x', '', ''],
    ])
    const { changes } = await compare(owner, spaceId, sheet)
    await apply(world, owner, spaceId, changes)
    await owner.data(metadata.tag, { spaceId, hashList: [bare], add: ['untouched'] })
    const back = changes.map((change) => ({
      ...change,
      stamp: null,
      cells: change.cells.map((cell) => ({ ...cell, before: cell.after, after: cell.before })),
    }))
    expect(await apply(world, owner, spaceId, back)).toMatchObject({ state: 'completed', itemsDone: 2 })
    const after = await owner.data(metadata.of, { spaceId, hash })
    expect(after).toMatchObject({ tags, note })
    expect(Object.fromEntries(after.data.map(({ key, value }) => [key, value]))).toEqual({
      site: '鄱阳湖',
      checked: 'yes',
    })
    expect(await owner.data(metadata.of, { spaceId, hash: bare })).toMatchObject({ data: [], tags: ['untouched'] })
    expect(await apply(world, owner, spaceId, back)).toMatchObject({ state: 'failed', itemsFailed: 2 })
  })

  test("rows that changed meanwhile, are gone, or are not the writer's any more are left out, each with its cause", async () => {
    const world = await buildWorld()
    const { spaceId, folder, hash, free, bare, owner } = await annotated(world)
    const normal = await world.as('normal')
    const own = await upload(normal, { spaceId, name: 'mine.txt' }, text('x'))
    const tag = { column: 'tags' as const, key: '', before: '', after: 'sheet' }
    const row = async (file: string, cells: Comparison['changes'][number]['cells'] = [tag]) => {
      const [, ...rows] = await sheetOf(owner, spaceId, 'csv')
      const cell = rows.find((one) => one[0] === file)
      return { hash: file, path: cell?.[2] ?? '', stamp: cell?.[1] ?? '', cells }
    }
    const changes = [
      await row(hash),
      await row(free),
      await row(bare, [{ column: 'meta', key: 'k', before: '', after: 'v' }]),
      await row(own.hash, [{ column: 'tags', key: '', before: '', after: 'x'.repeat(50) }]),
    ]
    await owner.data(metadata.note, { spaceId, hash, note: 'meanwhile' })
    await owner.data(files.remove, { spaceId, hashList: [free] })
    const task = await apply(world, owner, spaceId, changes)
    expect(task).toMatchObject({ state: 'partlyFailed', itemsDone: 1, itemsFailed: 3 })
    const causes = async (client: Client, id: string) =>
      (await client.data(tasks.parts, { id, state: 'failed' })).list.map(({ path, error }) => [path, error])
    expect(await causes(owner, task.id)).toEqual([
      ['/samples/a.csv', 'metadataChanged'],
      ['/=b.txt', 'fileGone'],
      ['/mine.txt', 'metadataInvalid'],
    ])
    const others = await apply(world, normal, spaceId, [await row(hash), await row(own.hash)])
    expect(await causes(normal, others.id)).toEqual([['/samples/a.csv', 'fileForbidden']])
    // A template that came meanwhile is heard too.
    const made = await owner.data(metadata.saveTemplate, {
      spaceId,
      name: 'New',
      fields: [{ key: 'k', kind: 'number', isRequired: false }],
    })
    await owner.data(metadata.setFolder, { spaceId, hash: folder, templateId: made.id })
    const judged = await apply(world, owner, spaceId, [
      await row(hash, [{ column: 'meta', key: 'k', before: '', after: 'no number' }]),
    ])
    expect(judged).toMatchObject({ state: 'failed' })
    expect(await causes(owner, judged.id)).toEqual([['/samples/a.csv', 'metadataInvalid']])
  })

  test('a sheet of as many rows as may be goes out, comes back and is written', inFull, async () => {
    const world = await buildWorld()
    const { spaceId, folder, owner } = await lake(world)
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, author_id)
      select gen_random_uuid(), ${spaceId}::uuid, ${folder}::uuid, false, 'f' || i || '.txt', 'txt', 'text/plain', ${world.idOf('owner')}::uuid
      from generate_series(2, ${METADATA_SHEET_ROWS}) as i`.execute(world.db)
    await sql`update node set files_below = ${METADATA_SHEET_ROWS} where id = ${folder}::uuid`.execute(world.db)
    const begun = performance.now()
    const [heading = [], ...rows] = await sheetOf(owner, spaceId, 'xlsx', folder)
    expect(rows).toHaveLength(METADATA_SHEET_ROWS)
    const changed = [...heading.slice(0, 3), 'depth']
    const comparison = await compare(
      owner,
      spaceId,
      csvOf([changed, ...rows.map((cells, i) => [...cells.slice(0, 3), String(i)])]),
    )
    expect(comparison.changes).toHaveLength(METADATA_SHEET_ROWS)
    const task = await apply(world, owner, spaceId, comparison.changes)
    process.stdout.write(`sheet of ${METADATA_SHEET_ROWS} rows: ${Math.round(performance.now() - begun)} ms\n`)
    expect(task).toMatchObject({ state: 'completed', itemsDone: METADATA_SHEET_ROWS })
    expect((await sql`select 1 from node_metadata`.execute(world.db)).rows).toHaveLength(METADATA_SHEET_ROWS)
  })
})

describe('who may change what is said of an item', () => {
  const sets = [[], ['F_EDIT_AM'], ['F_EDIT_OT'], ['F_EDIT_AM', 'F_EDIT_OT'], ['S_CONF_INFO']] as const
  test('follows the flags of the role, for own items and for those of others', async () => {
    const world = await buildWorld()
    const { spaceId, folder, hash: others, owner } = await lake(world)
    const roles = ['senior', 'normal'] as const
    const made = async (who: (typeof roles)[number]) =>
      (await upload(await world.as(who), { spaceId, name: `${who}.txt` }, text(who))).hash
    const owned = { senior: await made('senior'), normal: await made('normal') }
    for (const who of roles) {
      const client = await world.as(who)
      const own = owned[who]
      for (const granted of sets) {
        await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [], [who]: [...granted] })
        const answers: [expected: boolean, answer: Promise<{ code: number }>][] = [own, others].flatMap((hash) => {
          const place = { type: 'private', status: 'normal', myRole: who, myFlags: granted } as const
          const author = hash === own ? world.idOf(who) : world.idOf('owner')
          const mayEdit = can({ id: world.idOf(who), role: 'role_general' }, 'file.edit', {
            space: place,
            authorId: author,
          })
          return [
            [mayEdit, client.call(metadata.tag, { spaceId, hashList: [hash], add: ['x'] })],
            [mayEdit, client.call(metadata.note, { spaceId, hash, note: '', before: '' })],
            [mayEdit, addAgain(client, spaceId, hash)],
          ] as [boolean, Promise<{ code: number }>][]
        })
        const mayHang = (granted as readonly string[]).includes('S_CONF_INFO')
        answers.push([mayHang, client.call(metadata.setFolder, { spaceId, hash: folder, templateId: null })])
        for (const [expected, answer] of answers) expect((await answer).code === 0).toBe(expected)
      }
    }
  })
})
async function addAgain(client: Client, spaceId: string, hash: string) {
  const { id } = await client.data(metadata.of, { spaceId, hash })
  return client.call(metadata.add, { spaceId, hash, id, data: pairs({ a: '1' }) })
}

test('somebody who leaves the space changes nothing in it any more', async () => {
  const world = await buildWorld()
  const { spaceId, space, hash, owner } = await lake(world)
  const senior = await world.as('senior')
  await senior.data(metadata.tag, { spaceId, hashList: [hash], add: ['x'] })
  await owner.data(spaces.removeMember, { id: space.id, personId: world.idOf('senior') })
  expect(await senior.call(metadata.tag, { spaceId, hashList: [hash], add: ['y'] })).toMatchObject({
    error: 'spaceNotFound',
  })
})
