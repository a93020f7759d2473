import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { VIEW_AS_HEADER } from '#contract/view-as.ts'
import { coverContents } from '#server/demo/contents.ts'
import { newId } from '#server/storage/id.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { metadata, files, search, spaces } = contract
type Query = Partial<InputOf<typeof search.find>>

/** Uploads files by path and text; answers their hashes by path. */
async function seedFiles(
  world: World,
  spaceId: string,
  texts: Record<string, string | Uint8Array>,
  who: Who = 'owner',
) {
  const client = await world.as(who)
  const hashes = new Map<string, string>()
  for (const [path, text] of Object.entries(texts)) {
    const [name = '', ...above] = path.split('/').reverse()
    const folder = above.reverse().join('/')
    const hash = folder ? await client.data(files.create, { spaceId, path: folder, existing: 'reuse' }) : undefined
    if (hash) hashes.set(folder, hash)
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    hashes.set(path, (await upload(client, { spaceId, name, ...(hash && { hash }) }, bytes)).hash)
  }
  await world.services.renditions.drain()
  return hashes
}
const ask = async (world: World, query: Query, who: Who = 'owner') => (await world.as(who)).data(search.find, query)
const pathsOf = async (world: World, query: Query, who: Who = 'owner') =>
  (await ask(world, query, who)).list.map(({ file, where }) => `${where} ${file.path}`).sort()

describe('GET /search refuses', () => {
  test('a stranger who names no space, and one who names a closed one', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'restricted' })
    const stranger = await world.as('stranger')
    expect(await stranger.call(search.find, { q: 'a' })).toMatchObject({ error: 'notSignedIn' })
    expect(await stranger.call(search.find, { q: 'a', spaceId: id })).toMatchObject({ error: 'spaceForbidden' })
  })

  test('a private space to those outside, a folder that is not there, and one without its space', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const [ordinary, owner] = [await world.as('ordinary'), await world.as('owner')]
    expect(await ordinary.call(search.find, { q: 'a', spaceId: id })).toMatchObject({ error: 'spaceNotFound' })
    expect(await owner.call(search.find, { q: 'a', spaceId: id, hash: newId() })).toMatchObject({ error: 'folderGone' })
    expect(await owner.call(search.find, { q: 'a', hash: root })).toMatchObject({ error: 'invalid' })
  })

  test('nothing to look for, an unknown place, a forged cursor, and one of other places', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const cursor = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')
    for (const query of [
      {},
      { q: '  ' },
      { q: 'a', in: 'name,colour' },
      { q: 'a', after: 'x' },
      { q: 'a', after: cursor(['name', 'x']) },
      { q: 'a', in: 'name', after: cursor(['text', newId()]) },
      { q: 'a', minSize: '-1' },
      { q: 'a', from: 'yesterday' },
    ])
      expect(await owner.call(search.find, { spaceId: id, ...query } as never), JSON.stringify(query)).toMatchObject({
        error: 'invalid',
      })
  })
})

describe('names', () => {
  test('wildcards stand for themselves; what is in the trash, and what is elsewhere, is not found', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const other = await world.space()
    const seeded = await seedFiles(world, id, {
      '冰川数据/锂硫 100%.csv': 'a',
      '冰川数据/old/锂硫.txt': 'b',
      'glacier_lake.txt': 'c',
    })
    await seedFiles(world, other.id, { '锂硫.txt': 'd' })
    const found = (q: string, hash?: string) => pathsOf(world, { spaceId: id, q, ...(hash && { hash }), in: 'name' })
    expect(await found('锂硫')).toEqual(['name /冰川数据/old/锂硫.txt', 'name /冰川数据/锂硫 100%.csv'])
    expect(await found('GLACIER')).toEqual(['name /glacier_lake.txt'])
    expect(await found('100%')).toEqual(['name /冰川数据/锂硫 100%.csv'])
    expect(await found('r_l')).toEqual(['name /glacier_lake.txt'])
    expect(await found('%')).toEqual(['name /冰川数据/锂硫 100%.csv'])
    expect(await found('锂', seeded.get('冰川数据/old'))).toEqual(['name /冰川数据/old/锂硫.txt'])
    await (await world.as('owner')).data(files.remove, { spaceId: id, hashList: [seeded.get('冰川数据') ?? ''] })
    expect(await found('锂硫')).toEqual([])
  })

  test('every word is in the name, and each is highlighted', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, { 'Lake depth 2024.csv': 'a', 'Lake.csv': 'b' })
    const { list } = await ask(world, { spaceId: id, q: '2024 lake', in: 'name' })
    expect(list).toMatchObject([
      {
        where: 'name',
        piece: 'Lake depth 2024.csv',
        highlights: [
          [0, 4],
          [11, 15],
        ],
        space: { id, name: 'Lake survey' },
      },
    ])
  })

  test('pages follow one another without a gap or a double, newest first', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const made = Array.from({ length: 7 }, (_, i) => `row ${i}.txt`)
    await seedFiles(world, id, Object.fromEntries(made.map((name) => [name, `${name} holds a row`])))
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await ask(world, { spaceId: id, q: 'row', size: 2, ...(after && { after }) })
      seen.push(...page.list.map(({ file }) => file.name))
      after = page.next
      expect(page.isPartial).toBe(false)
    } while (after)
    expect(seen).toEqual(made.toReversed())
  })
})

describe('contents', () => {
  test('are found by their words, in Chinese and English, with the words around', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, {
      'a.txt': 'The SPECTROMETER was cleaned\nbefore each cast.',
      'b.md': '# 采样\n\n湖泊水\n质调查的沉积物样品,共十二个。',
      'c.txt': '水质 in one place and 湖泊 in another',
    })
    const found = async (q: string) =>
      (await ask(world, { spaceId: id, q, in: 'text' })).list.map(({ file, piece, highlights }) => [
        file.name,
        highlights.map(([from, to]) => piece.slice(from, to)).join(),
      ])
    expect(await found('spectrometer')).toEqual([['a.txt', 'SPECTROMETER']])
    expect(await found('spectro')).toEqual([['a.txt', 'SPECTRO']])
    expect(await found('cast cleaned')).toEqual([['a.txt', 'cleaned,cast']])
    expect(await found('湖泊水质')).toEqual([['b.md', '湖泊水质']])
    expect(await found('沉积')).toEqual([['b.md', '沉积']])
    expect(await found('spectrometer glacier')).toEqual([])
    expect(await found("' | & !")).toEqual([])
  })

  test('headings of a table are a place of their own', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, { 'ctd.csv': 'station,水温(℃),Salinity psu\nA,1,2\n', 'note.txt': 'salinity' })
    expect(await pathsOf(world, { spaceId: id, q: '水温' })).toEqual(['columns /ctd.csv'])
    expect(await pathsOf(world, { spaceId: id, q: 'salinity' })).toEqual(['columns /ctd.csv', 'text /note.txt'])
    const [hit] = (await ask(world, { spaceId: id, q: 'salinity', in: 'columns' })).list
    expect(hit).toMatchObject({ piece: 'Salinity psu', highlights: [[0, 8]] })
  })

  test('a content that comes into another space is found there, and a new content in place of the old', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space(), await world.space()]
    const text = 'thermocline at forty metres'
    await seedFiles(world, one.id, { 'a.txt': text })
    expect(await pathsOf(world, { spaceId: two.id, q: 'thermocline' })).toEqual([])
    await seedFiles(world, two.id, { 'b.txt': text })
    expect(await pathsOf(world, { spaceId: two.id, q: 'thermocline' })).toEqual(['text /b.txt'])
    const owner = await world.as('owner')
    await upload(owner, { spaceId: two.id, name: 'b.txt', conflict: 'replace' }, Buffer.from('halocline'))
    await world.services.renditions.drain()
    expect(await pathsOf(world, { spaceId: two.id, q: 'thermocline' })).toEqual([])
    expect(await pathsOf(world, { spaceId: two.id, q: 'halocline' })).toEqual(['text /b.txt'])
  })

  test('what is not what its name says is found by name alone', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, { 'broken.pdf': 'no pdf at all', 'noise.txt': Buffer.from([0, 1, 2, 3, 255, 0]) })
    expect(await pathsOf(world, { spaceId: id, q: 'pdf' })).toEqual(['name /broken.pdf'])
    const { rows } = await sql<{ suffix: string; state: string }>`
      select suffix, state from rendition where kind = 'text' order by suffix`.execute(world.db)
    expect(rows).toEqual([
      { suffix: 'pdf', state: 'failed' },
      { suffix: 'txt', state: 'none' },
    ])
  })
})

describe('metadata', () => {
  test('metadata, notes and tags are found, and a tag by itself', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hashes = await seedFiles(world, id, { 'a.bin': 'a', 'b.bin': 'b' })
    await sql`insert into node_metadata (node_id, space_id, meta_id, meta, tags, note, changed_at, words) values
      (${hashes.get('a.bin')}::uuid, ${id}::uuid, ${newId()}::uuid, ${JSON.stringify([{ key: '仪器', value: 'CTD SBE911' }])}::jsonb,
        array['核心', 'Core_1'], 'calibrated in May', now(), ${'仪器 ctd sbe911 核心 core_1 calibrated in may'})`.execute(
      world.db,
    )
    expect((await ask(world, { spaceId: id, q: 'sbe911' })).list).toMatchObject([
      { where: 'meta', piece: '仪器: CTD SBE911', highlights: [[8, 14]] },
    ])
    expect(await pathsOf(world, { spaceId: id, q: '仪器' })).toEqual(['meta /a.bin'])
    expect(await pathsOf(world, { spaceId: id, q: 'MAY' })).toEqual(['meta /a.bin'])
    expect(await pathsOf(world, { spaceId: id, q: 'core%1' })).toEqual([])
    expect(await pathsOf(world, { spaceId: id, tag: '核心' })).toEqual(['meta /a.bin'])
    expect(await pathsOf(world, { spaceId: id, tag: '核' })).toEqual([])
    expect(await pathsOf(world, { spaceId: id, q: 'bin', tag: 'Core_1', in: 'name' })).toEqual(['name /a.bin'])
  })

  test('are found in the form in which they were written, and in the plain one: full width is none', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const hash = (await seedFiles(world, id, { 'a.bin': 'a' })).get('a.bin') ?? ''
    const data = [{ key: '样品', value: '青海湖（一）号；ｐＨ：７．２' }]
    await (await world.as('owner')).data(metadata.add, { spaceId: id, hash, data })
    for (const [q, shown] of [
      ['青海湖（一）号', '青海湖（一）号'],
      ['青海湖(一)号', '青海湖（一）号'],
      ['ph:7.2', 'ｐＨ：７．２'],
    ] as const) {
      const [hit] = (await ask(world, { spaceId: id, q })).list
      expect(hit?.highlights.map(([from, to]) => hit.piece.slice(from, to))).toEqual([shown])
    }
  })
})

describe('filters', () => {
  test('kind, suffix, size, time and author narrow what is found', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, { 'lake/lake.csv': 'x'.repeat(50), 'lake.txt': 'x' })
    world.clock.advance(6 * 3_600_000)
    await seedFiles(world, id, { 'lake late.txt': 'y' }, 'senior')
    const found = (query: Query) => pathsOf(world, { spaceId: id, q: 'lake', in: 'name', ...query })
    expect(await found({ kind: 'folder' })).toEqual(['name /lake'])
    expect(await found({ suffixes: 'csv,PDF' })).toEqual(['name /lake/lake.csv'])
    expect(await found({ minSize: '50', kind: 'file' })).toEqual(['name /lake/lake.csv'])
    expect(await found({ maxSize: '10' })).toEqual(['name /lake late.txt', 'name /lake.txt'])
    const night = new Date(world.clock.now().getTime() - 3_600_000).toISOString()
    expect(await found({ from: night })).toEqual(['name /lake late.txt'])
    expect(await found({ to: night, kind: 'file' })).toEqual(['name /lake.txt', 'name /lake/lake.csv'])
    expect(await found({ authorId: world.idOf('senior') })).toEqual(['name /lake late.txt'])
  })
})

describe('many files', () => {
  /** So many files with a text of their own, older than all others; the first one alone is a .csv. */
  const grow = async (world: World, spaceId: string, text: string, count: number) => {
    const { root_id, owner_id } = await world.db
      .selectFrom('space')
      .select(['root_id', 'owner_id'])
      .where('id', '=', spaceId)
      .executeTakeFirstOrThrow()
    await sql`
      with old as materialized (
        select i, sha256(convert_to(${text} || i, 'UTF8')) as sha256 from generate_series(1, ${count}::int) i
      ), blobs as (
        insert into blob (sha256, md5, size) select sha256, decode(md5(i::text), 'hex'), 1 from old
      ), texts as (
        insert into content_text (sha256, text, is_whole) select sha256, ${text}, true from old
      ), keys as (
        insert into content_key (space_id, sha256, keys)
        select ${spaceId}::uuid, sha256, array_to_tsvector(space_keys(${spaceId}::uuid, array['t' || ${text}])) from old
      )
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, ${spaceId}::uuid, ${root_id}::uuid, false,
        ${text} || i, case when i = 1 then 'bin' else 'dat' end, '', 1, sha256, ${owner_id}::uuid from old`.execute(
      world.db,
    )
  }

  test('one of a kind is found among all that have the word; a word that the newest files lack, too', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await grow(world, id, 'moraine', 2500)
    const found = async (query: Query) => {
      const { list, isPartial, next } = await ask(world, { spaceId: id, in: 'text', size: 20, ...query })
      return [list[0]?.file.name, list.length, isPartial, next !== undefined]
    }
    // The very oldest.
    const one = ['moraine1', 1, false, false]
    expect(await found({ q: 'moraine', suffixes: 'bin' })).toEqual(one)
    await coverContents(world.db, id, 300)
    expect(await found({ q: 'moraine' })).toEqual(['moraine2500', 20, false, true])
    expect(await found({ q: 'moraine', suffixes: 'bin' })).toEqual(one)
    expect(await found({ q: 'moraine', suffixes: 'pdf' })).toEqual([undefined, 0, false, false])
    expect(await found({ q: 'esker' })).toEqual([undefined, 0, false, false])
  })
})

describe('all spaces of a person', () => {
  test('are looked into, and no others; who leaves finds nothing any more', async () => {
    const world = await buildWorld()
    const [one, two] = [await world.space({ name: 'One' }), await world.space({ name: 'Two' })]
    const open = await world.space({ name: 'Open', type: 'public' })
    for (const { id } of [one, two, open]) await seedFiles(world, id, { 'moraine.txt': `moraine ${id}` })
    const found = async (who: Who) =>
      (await ask(world, { q: 'moraine', in: 'name' }, who)).list.map(({ space }) => space.name).sort()
    expect(await found('owner')).toEqual(['One', 'Open', 'Two'])
    expect(await found('ordinary')).toEqual([])
    expect(await found('admin')).toEqual([])
    await (await world.as('owner')).data(spaces.removeMember, { id: two.id, personId: world.idOf('normal') })
    expect(await found('normal')).toEqual(['One', 'Open'])
    await sql`update space set status = 'offline' where id = ${one.id}::uuid`.execute(world.db)
    expect(await found('normal')).toEqual(['Open'])
    expect(await pathsOf(world, { q: 'moraine', spaceId: open.id, in: 'name' }, 'stranger')).toEqual([
      'name /moraine.txt',
    ])
  })

  test('an owner who looks as a stranger does not find what a stranger would not', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await seedFiles(world, id, { 'moraine.txt': 'moraine' })
    const owner = await world.as('owner')
    const list = async (viewAs?: string) => {
      const response = await owner.fetch('/api/search?q=moraine', {
        headers: viewAs ? { [VIEW_AS_HEADER]: viewAs } : {},
      })
      return ((await response.json()) as { data: { list: unknown[] } }).data.list.length
    }
    expect(await list()).toBeGreaterThan(0)
    expect(await list(`${id} stranger`)).toBe(0)
  })
})

describe('the index', () => {
  test('says what is true after every kind of change, in any order', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const folders = [
      root,
      await owner.data(files.create, { spaceId, path: 'a' }),
      await owner.data(files.create, { spaceId, path: 'b' }),
    ]
    /** What each file holds now, by its hash; files in the trash by their deletion. */
    const [live, trashed] = [new Map<string, string>(), new Map<string, { hash: string; word: string }>()]
    let seed = 20_261_121
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const one = <T>(items: Iterable<T>): T | undefined => [...items].at(draw([...items].length))
    const WORDS = ['thermocline', 'halocline', '温跃层', '沉积物']
    const put = async (name: string, hash: string, conflict?: 'replace') => {
      const word = WORDS[draw(WORDS.length)] ?? ''
      const bytes = Buffer.from(`${word} ${draw(5)}`)
      const { hash: made } = await upload(owner, { spaceId, name, hash, ...(conflict && { conflict }) }, bytes)
      live.set(made, word)
    }
    for (let step = 0; step < 120; step += 1) {
      const file = one(live.keys())
      const choice = file ? draw(6) : 0
      if (choice === 0) await put(`n${step}.txt`, one(folders) ?? root)
      else if (!file) continue
      else if (choice === 1)
        await owner.data(files.rename, { spaceId, hash: file, name: `r${step}.${step % 2 ? 'txt' : 'md'}` })
      else if (choice === 2) await owner.call(files.move, { spaceId, hash: file, target: one(folders) ?? root })
      else if (choice === 3) {
        const { name, phash } = await owner.data(files.show, { spaceId, hash: file })
        await put(name, phash ?? root, 'replace')
      } else if (choice === 4) {
        const { list } = await owner.data(files.remove, { spaceId, hashList: [file] })
        for (const { hash, trashId } of list) trashed.set(trashId, { hash, word: live.get(hash) ?? '' })
        live.delete(file)
      } else {
        const [trashId, back] = one(trashed) ?? []
        if (!trashId || !back) continue
        await owner.data(contract.trash.restore, { spaceId, id: trashId })
        live.set(back.hash, back.word)
        trashed.delete(trashId)
      }
    }
    await world.services.renditions.drain()
    for (const q of WORDS) {
      const { list, next } = await ask(world, { spaceId, q, in: 'text', size: 1000 })
      expect(next).toBeUndefined()
      const truth = [...live].flatMap(([hash, word]) => (word === q ? [hash] : []))
      expect(list.map(({ file }) => file.hash).sort()).toEqual(truth.sort())
    }
  })
})
