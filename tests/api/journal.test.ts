import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ACTIVE_MEMBERS, JOURNAL_KEEP_MONTHS, JOURNAL_WINDOW_DAYS, VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Channel, JournalAction } from '#contract/journal.ts'
import { newId } from '#server/storage/id.ts'
import { DAY_MS } from '../../contract/core/time.ts'
import { JOURNAL_NAMES } from '../../server/modules/journal/service.ts'
import { check, upload } from '../support/upload.ts'
import { buildWorld, type Who, type World } from '../support/world.ts'

const { capacity, files, journal, settings, spaces, trash } = contract
const bytes = (text: string) => new TextEncoder().encode(text)

/** The entries that one member sees, without what comes with the making of the space. */
async function read(world: World, id: string, filter: Partial<InputOf<typeof journal.list>> = {}, who: Who = 'owner') {
  await world.services.journal.flushed()
  const { list } = await (await world.as(who)).data(journal.list, { id, group: 'file', ...filter })
  return list
}
/** Old entries, as the journal keeps them. */
const seedEntries = (
  world: World,
  spaceId: string,
  entries: { at: Date; action?: JournalAction; who?: string; name?: string; channel?: Channel }[],
) =>
  world.db
    .insertInto('journal')
    .values(
      entries.map(({ at, action = 'uploaded', who = 'owner', name = 'a.csv', channel = 'web' }) => ({
        space_id: spaceId,
        at,
        group: action === 'joined' ? ('member' as const) : ('file' as const),
        action,
        person_id: world.idOf(who),
        person_name: who,
        channel,
        item_id: newId(),
        item_name: name,
        item_path: '/',
        details: {},
        count: 1,
      })),
    )
    .execute()

describe('GET /spaces/:id/journal', () => {
  test.each(['ordinary', 'stranger'])('%s does not read, export or rank it', async (who) => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const client = await world.as(who)
    const refusal = { error: who === 'stranger' ? 'notSignedIn' : 'spaceForbidden' }
    expect(await client.call(journal.list, { id })).toMatchObject(refusal)
    expect(await client.call(journal.active, { id })).toMatchObject(refusal)
    expect((await client.send(journal.export, { id })).status).toBe(who === 'stranger' ? 401 : 403)
  })

  test('a private space is as if it were not there', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    expect(await (await world.as('ordinary')).call(journal.list, { id })).toMatchObject({ error: 'spaceNotFound' })
  })

  test('more than a month at once is refused, and an end before the beginning', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const of = (from: string, to: string) => owner.call(journal.list, { id, from, to })
    expect(await of('2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z')).toMatchObject({ error: 'journalWindow' })
    expect(await of('2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z')).toMatchObject({ error: 'journalWindow' })
    expect(await of('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).toMatchObject({ code: 0 })
    // October in Greenwich: 31 days and the hour that is lived twice.
    expect(await of('2026-09-30T23:00:00Z', '2026-11-01T00:00:00Z')).toMatchObject({ code: 0 })
  })

  test('every member and every administrator reads it', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await upload(await world.as('normal'), { spaceId: id, name: 'a.csv' }, bytes('a'))
    for (const who of ['owner', 'senior', 'normal', 'admin']) expect(await read(world, id, {}, who)).toHaveLength(1)
  })

  test('shows the last month unless asked otherwise', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const at = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS)
    await seedEntries(world, id, [
      { at: at(1) },
      { at: at(JOURNAL_WINDOW_DAYS - 1) },
      { at: at(JOURNAL_WINDOW_DAYS + 1) },
    ])
    expect(await read(world, id)).toHaveLength(2)
    expect(await read(world, id, { from: at(60).toISOString(), to: at(30.5).toISOString() })).toHaveLength(1)
    expect(await read(world, id, { to: at(30.5).toISOString() })).toHaveLength(1)
    expect(await read(world, id, { from: at(40).toISOString() })).toHaveLength(2)
  })

  test('filters by group, action, channel, person and word, and by any of them together', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [at, other] = [world.clock.now(), await world.space()]
    await seedEntries(world, other.id, [{ at, name: 'elsewhere.csv' }])
    await seedEntries(world, id, [
      { at, name: 'lake.csv' },
      { at, name: 'lake.csv', channel: 'token' },
      { at, name: '湖.csv', who: 'senior', channel: 'job' },
      { at, name: 'river.csv', who: 'senior', action: 'trashed', channel: 'job' },
      { at, name: 'Olive', who: 'senior', action: 'joined' },
    ])
    const [owner, senior] = [world.idOf('owner'), world.idOf('senior')]
    const count = async (filter: Partial<InputOf<typeof journal.list>>) =>
      (await (await world.as('owner')).data(journal.list, { id, ...filter })).list.filter(
        ({ action }) => !['created', 'edited'].includes(action),
      ).length
    expect(await count({ group: 'file' })).toBe(4)
    expect(await count({ group: 'file', action: 'joined' })).toBe(0)
    expect(await count({ action: 'trashed' })).toBe(1)
    expect(await count({ channel: 'job' })).toBe(2)
    expect(await count({ channel: 'job', action: 'trashed' })).toBe(1)
    expect(await count({ channel: 'job', group: 'member' })).toBe(0)
    expect(await count({ personId: senior })).toBe(3)
    expect(await count({ personId: senior, group: 'file' })).toBe(2)
    expect(await count({ personId: senior, group: 'file', channel: 'job', action: 'trashed', q: 'RIV' })).toBe(1)
    expect(await count({ personId: owner, channel: 'job' })).toBe(0)
    expect(await count({ q: 'lake' })).toBe(2)
    expect(await count({ q: 'LAKE', channel: 'token' })).toBe(1)
    expect(await count({ q: '湖' })).toBe(1)
    expect(await count({ q: 'elsewhere' })).toBe(0)
    expect([await count({ q: '%' }), await count({ q: '_' })]).toEqual([0, 0])
  })

  test('a word is found beyond the entries that are walked, by one character too', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const now = world.clock.now()
    const at = new Date(now.getTime() - DAY_MS)
    await seedEntries(world, id, [{ at, name: '湖 needle.nc', channel: 'job' }])
    await sql`insert into journal (space_id, at, "group", action, person_id, person_name, channel, item_name)
      select ${id}::uuid, ${now}::timestamptz - i * interval '1 second', 'file', 'uploaded', ${world.idOf('owner')}::uuid, 'Olive', 'web', 'sample_' || i || '.csv'
      from generate_series(1, 4000) i`.execute(world.db)
    for (const q of ['needle', '湖', '湖 n']) expect(await read(world, id, { q })).toHaveLength(1)
    expect(await read(world, id, { q: 'needle', channel: 'job', action: 'uploaded' })).toHaveLength(1)
    expect(await read(world, id, { q: 'needle', channel: 'web' })).toEqual([])
    expect(await read(world, id, { q: 'sample_', size: 5 })).toHaveLength(5)
  })

  test.each([{}, { channel: 'web' as const }, { q: 'csv' }])(
    'is paged without a gap or a double: %o',
    async (filter) => {
      const world = await buildWorld()
      const { id } = await world.space()
      const owner = await world.as('owner')
      // Several at the very same time.
      const at = world.clock.now()
      const timestamps = Array.from({ length: 23 }, (_, i) => new Date(at.getTime() - Math.floor(i / 4) * 1000))
      await seedEntries(
        world,
        id,
        timestamps.map((timestamp, i) => ({ at: timestamp, action: i % 2 ? 'moved' : 'renamed', name: `${i}.csv` })),
      )
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await owner.data(journal.list, { id, group: 'file', size: 5, ...filter, ...(after && { after }) })
        seen.push(...page.list.map((entry) => entry.id))
        after = page.next
      } while (after)
      expect(seen).toHaveLength(23)
      expect(new Set(seen).size).toBe(23)
      expect(await owner.call(journal.list, { id, after: 'eyJub3RvdXJzIjoxfQ' })).toMatchObject({ error: 'invalid' })
    },
  )
})

describe('an entry', () => {
  test('tells who did what to which file, where it is now, and that it is gone', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const normal = await world.as('normal')
    const folder = await normal.data(files.create, { spaceId: id, path: 'data/2026' })
    const file = await upload(normal, { spaceId: id, hash: folder, name: 'a.csv' }, bytes('one'))
    const [entry] = await read(world, id)
    expect(entry).toMatchObject({
      action: 'uploaded',
      actor: { personId: world.idOf('normal'), personName: '常小米', avatar: '' },
      channel: 'web',
      item: { id: file.hash, name: 'a.csv', path: '/data/2026', folder },
      names: [],
      count: 1,
    })
    await normal.data(files.move, { spaceId: id, hash: file.hash, target: root })
    expect(await read(world, id, { action: 'uploaded' })).toMatchObject([
      { item: { path: '/data/2026', folder: root } },
    ])
    await normal.data(files.remove, { spaceId: id, hashList: [file.hash] })
    expect(await read(world, id, { action: 'uploaded' })).toMatchObject([{ item: { folder: null } }])
  })

  test('is written for every change of files', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId: id, path: 'a/b' })
    const file = await upload(owner, { spaceId: id, name: 'x.csv' }, bytes('1'))
    await upload(owner, { spaceId: id, name: 'x.csv', conflict: 'replace' }, bytes('2'))
    await owner.data(files.rename, { spaceId: id, hash: file.hash, name: 'y.csv' })
    await owner.data(files.move, { spaceId: id, hash: file.hash, target: folder })
    await owner.data(files.copy, { spaceId: id, hash: file.hash, target: root })
    const put = await owner.data(files.remove, { spaceId: id, hashList: [file.hash] })
    await owner.data(trash.restore, { spaceId: id, id: put.list[0]?.trashId ?? '' })
    await owner.data(files.remove, { spaceId: id, hashList: [file.hash] })
    await owner.data(trash.purge, { spaceId: id })
    const list = (await read(world, id)).toReversed()
    expect(list.map(({ action, item, details }) => [action, item.name, item.path, details])).toEqual([
      ['folderMade', 'a', '/', {}],
      ['folderMade', 'b', '/a', {}],
      ['uploaded', 'x.csv', '/', {}],
      ['replaced', 'x.csv', '/', {}],
      ['renamed', 'y.csv', '/', { from: 'x.csv', to: 'y.csv' }],
      ['moved', 'y.csv', '/a/b', { from: '/', to: '/a/b' }],
      ['copied', 'y.csv', '/', { from: '/a/b', to: '/' }],
      ['trashed', 'y.csv', '/a/b', {}],
      ['restored', 'y.csv', '/a/b', {}],
      ['trashed', 'y.csv', '/a/b', {}],
      ['purged', 'y.csv', '/a/b', {}],
    ])
    // The name that a file had finds its renaming.
    expect(await read(world, id, { q: 'x.cs', action: 'renamed' })).toHaveLength(1)
  })

  test('is not written for what was refused, or did not change anything', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const file = await upload(owner, { spaceId: id, name: 'x.csv' }, bytes('1'))
    await check(owner, { spaceId: id, name: 'x.csv', conflict: 'skip' }, bytes('2'))
    await check(owner, { spaceId: id, name: 'x.csv' }, bytes('3'))
    await normal.call(files.rename, { spaceId: id, hash: file.hash, name: 'y.csv' })
    await normal.call(files.remove, { spaceId: id, hashList: [file.hash] })
    await owner.data(files.rename, { spaceId: id, hash: file.hash, name: 'x.csv' })
    await owner.call(files.create, { spaceId: id, path: 'x.csv' })
    expect((await read(world, id)).map(({ action }) => action)).toEqual(['uploaded'])
  })

  test('tells of many items at once, with their first names, and is found by the others', async () => {
    const world = await buildWorld()
    const { id, root } = await world.space()
    const owner = await world.as('owner')
    const names = Array.from({ length: 5 }, (_, i) => `part-${i}.csv`)
    const made = []
    for (const name of names) made.push(await upload(owner, { spaceId: id, name }, bytes(name)))
    await owner.data(files.remove, { spaceId: id, hashList: made.map(({ hash }) => hash) })
    const [entry] = await read(world, id, { action: 'trashed' })
    expect(entry).toMatchObject({ count: 5, item: { id: root, path: '/', folder: root } })
    expect(entry?.names).toHaveLength(JOURNAL_NAMES.shown)
    const [found] = await read(world, id, { action: 'trashed', q: 'PART-4' })
    expect(found?.names[0]).toBe('part-4.csv')
  })

  test('tells of items of several folders by their folders', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const [a, b, c] = [
      await owner.data(files.create, { spaceId: id, path: 'a' }),
      await owner.data(files.create, { spaceId: id, path: 'b' }),
      await owner.data(files.create, { spaceId: id, path: 'c' }),
    ]
    const one = await upload(owner, { spaceId: id, hash: a, name: 'one.csv' }, bytes('1'))
    const two = await upload(owner, { spaceId: id, hash: b, name: 'two.csv' }, bytes('2'))
    const entriesOf = async (action: JournalAction) =>
      (await read(world, id, { action })).map(({ item, details }) => [item.name, item.path, details.from ?? '']).sort()
    const both = { spaceId: id, hash: one.hash, also: [two.hash], target: c }
    const copies = await owner.data(files.copy, both)
    await owner.data(files.remove, { spaceId: id, hashList: copies.list.map(({ hash }) => hash) })
    await owner.data(files.move, both)
    expect(await entriesOf('copied')).toEqual([
      ['one.csv', '/c', '/a'],
      ['two.csv', '/c', '/b'],
    ])
    expect(await entriesOf('moved')).toEqual(await entriesOf('copied'))
    await owner.data(files.move, { spaceId: id, hash: one.hash, target: a })
    await (await owner.send(files.zip, { spaceId: id, hash: [one.hash, two.hash] })).arrayBuffer()
    for (const name of ['one.csv', 'two.csv'])
      await upload(owner, { spaceId: id, hash: name === 'one.csv' ? a : c, name, conflict: 'replace' }, bytes('new'))
    await owner.data(capacity.dropVersions, { id, hashes: [one.hash, two.hash] })
    await owner.data(trash.purge, { spaceId: id })
    await owner.data(files.remove, { spaceId: id, hashList: [one.hash, two.hash] })
    await owner.data(trash.purge, { spaceId: id })
    const apart = [
      ['one.csv', '/a', ''],
      ['two.csv', '/c', ''],
    ]
    expect(await entriesOf('downloaded')).toEqual(apart)
    expect(await entriesOf('versionsDropped')).toEqual(apart)
    expect(await entriesOf('trashed')).toEqual([
      ['one.csv', '/a', ''],
      ['one.csv', '/c', ''],
      ['two.csv', '/c', ''],
    ])
    expect(await entriesOf('purged')).toEqual([
      ['one.csv', '/a', ''],
      ['one.csv', '/c', ''],
      ['two.csv', '/c', ''],
    ])
  })

  test('what arrives together is one entry a person, folder and action', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const [owner, senior] = [await world.as('owner'), await world.as('senior')]
    const sent = Array.from({ length: 40 }, (_, i) =>
      upload(i % 2 ? owner : senior, { spaceId: id, name: `${i}.txt` }, bytes(`${i}`)),
    )
    await Promise.all(sent)
    const list = await read(world, id, { size: 100 })
    const of = (who: string) => list.filter(({ actor }) => actor?.personId === world.idOf(who))
    const sum = (entries: typeof list) => entries.reduce((all, { count }) => all + count, 0)
    expect([sum(of('owner')), sum(of('senior')), sum(list)]).toEqual([20, 20, 40])
    expect(list.length).toBeLessThan(40)
  })

  test('tells the channel: what a program brings came by its token', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { token } = await owner.data(contract.account.addToken, { name: 'robot', scope: 'write', validityDays: 1 })
    const body = new URLSearchParams({ spaceId: id, path: 'by-robot' })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${world.origin}/api/file/create`, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
    expect(await read(world, id, { channel: 'token' })).toMatchObject([{ action: 'folderMade', channel: 'token' }])
  })

  test('what the clock deletes for good is informed of nobody', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const file = await upload(owner, { spaceId: id, name: 'old.csv' }, bytes('old'))
    await owner.data(files.remove, { spaceId: id, hashList: [file.hash] })
    await world.services.files.sweepTrash(new Date(world.clock.now().getTime() + 1))
    expect(await read(world, id, { action: 'purged' })).toMatchObject([{ actor: null, channel: 'job', count: 1 }])
  })
})

describe('a download', () => {
  const fetchFile = async (world: World, who: Who, id: string, hash: string, headers: Record<string, string> = {}) => {
    const path = `/api/files/${hash}/content?spaceId=${id}&download=1`
    const answer = await (await world.as(who)).fetch(path, { headers })
    await answer.arrayBuffer()
    return answer.status
  }

  test('is one entry a request, of a stranger too, and none for looking', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const file = await upload(await world.as('owner'), { spaceId: id, name: 'a.csv' }, bytes('hello'))
    await fetchFile(world, 'normal', id, file.hash)
    await fetchFile(world, 'stranger', id, file.hash)
    await (await world.as('normal')).fetch(`/api/files/${file.hash}/content?spaceId=${id}`)
    expect(await read(world, id, { action: 'downloaded' })).toMatchObject([
      { actor: null, channel: 'web', item: { id: file.hash, name: 'a.csv' } },
      { actor: { personId: world.idOf('normal') }, channel: 'web' },
    ])
  })

  test('counts once a visitor, file and hour; of those outside it is noted no oftener', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const file = await upload(await world.as('owner'), { spaceId: id, name: 'a.csv' }, bytes('hello'))
    const downloads = async () => {
      await world.services.spaces.write()
      return (await (await world.as('owner')).data(spaces.show, { id })).downloads
    }
    const noted = async () => (await read(world, id, { action: 'downloaded' })).length
    const path = `/api/files/${file.hash}/content?spaceId=${id}&download=1`
    const stranger = await world.as('stranger')
    await stranger.fetch(path, { method: 'HEAD' })
    await stranger.fetch(`/api/files/zip?spaceId=${id}&hash=${file.hash}`, { method: 'HEAD' })
    expect(await fetchFile(world, 'stranger', id, file.hash, { 'if-none-match': `"${file.sha256}"` })).toBe(304)
    expect(await fetchFile(world, 'stranger', id, file.hash, { range: 'bytes=90-' })).toBe(416)
    expect([await downloads(), await noted()]).toEqual([0, 0])
    for (const who of ['stranger', 'ordinary', 'normal'] as const)
      for (let times = 0; times < 3; times++) {
        await fetchFile(world, who, id, file.hash)
        await (await (await world.as(who)).send(files.zip, { spaceId: id, hash: [file.hash] })).arrayBuffer()
      }
    expect([await downloads(), await noted()]).toEqual([3, 8])
    world.clock.advance(VIEW_AGAIN_MS)
    await fetchFile(world, 'stranger', id, file.hash)
    expect([await downloads(), await noted()]).toEqual([4, 9])
  })

  test('in pieces is one entry, and without its first byte too', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const [a, b] = [
      await upload(owner, { spaceId: id, name: 'a.csv' }, bytes('hello')),
      await upload(owner, { spaceId: id, name: 'b.csv' }, bytes('world')),
    ]
    for (const range of ['bytes=0-1', 'bytes=0-3', 'bytes=2-3', 'bytes=4-'])
      expect(await fetchFile(world, 'owner', id, a.hash, { range })).toBe(206)
    expect(await fetchFile(world, 'owner', id, b.hash, { range: 'bytes=1-' })).toBe(206)
    expect(await fetchFile(world, 'owner', id, b.hash, { range: 'bytes=90-' })).toBe(416)
    expect(await fetchFile(world, 'owner', id, b.hash, { 'if-none-match': '*' })).toBe(304)
    const list = await read(world, id, { action: 'downloaded' })
    expect(list.map(({ item }) => item.name).sort()).toEqual(['a.csv', 'b.csv'])
  })

  test('that begins anew is another one, and so is one of what the file became', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const file = await upload(owner, { spaceId: id, name: 'a.csv' }, bytes('hello'))
    const noted = async () => (await read(world, id, { action: 'downloaded' })).length
    for (const [minutes, range] of ['bytes=0-', 'bytes=0-', 'bytes=3-', 'bytes=0-'].entries()) {
      world.clock.advance(minutes * 60_000)
      await fetchFile(world, 'owner', id, file.hash, { range })
    }
    expect(await noted()).toBe(3)
    await upload(owner, { spaceId: id, name: 'a.csv', conflict: 'replace' }, bytes('later'))
    await fetchFile(world, 'owner', id, file.hash, { range: 'bytes=3-' })
    expect(await noted()).toBe(4)
  })

  test('that was refused leaves none', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const file = await upload(await world.as('owner'), { spaceId: id, name: 'a.csv' }, bytes('hello'))
    expect(await fetchFile(world, 'normal', id, file.hash)).toBe(403)
    expect(await read(world, id, { action: 'downloaded' })).toEqual([])
  })

  test('of a selection is one entry', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId: id, path: 'data' })
    const file = await upload(owner, { spaceId: id, name: 'a.csv' }, bytes('hello'))
    await (await owner.send(files.zip, { spaceId: id, hash: [folder, file.hash] })).arrayBuffer()
    await (await owner.send(files.zip, { spaceId: id, hash: [folder] })).arrayBuffer()
    expect(await read(world, id, { action: 'downloaded' })).toMatchObject([
      { count: 1, item: { name: 'data' } },
      { count: 2, item: { path: '/' } },
    ])
  })

  test('from a space that is deleted meanwhile corrupts no other entry', async () => {
    const world = await buildWorld()
    const [gone, kept] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    for (const { id } of [gone, kept]) {
      const file = await upload(owner, { spaceId: id, name: 'a.csv' }, bytes(id))
      await fetchFile(world, 'owner', id, file.hash)
    }
    await world.db.deleteFrom('space').where('id', '=', gone.id).execute()
    expect(await read(world, kept.id, { action: 'downloaded' })).toHaveLength(1)
  })
})

describe('GET /spaces/:id/active', () => {
  test('names those who did most within a month, most active first', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const at = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS)
    const of = (who: string, count: number, days = 1) => Array.from({ length: count }, () => ({ at: at(days), who }))
    await seedEntries(world, id, [...of('normal', 30), ...of('senior', 20), ...of('owner', 90, 40)])
    const list = await (await world.as('normal')).data(journal.active, { id })
    expect(list.slice(0, 2)).toEqual([
      { personId: world.idOf('normal'), personName: '常小米', avatar: '', count: 30 },
      { personId: world.idOf('senior'), personName: '申大为', avatar: '', count: 20 },
    ])
    expect(list.length).toBeLessThanOrEqual(ACTIVE_MEMBERS)
  })
})

describe('GET /spaces/:id/journal/export', () => {
  test('answers the entries of a filter as CSV that no sheet program runs', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    const at = world.clock.now()
    await seedEntries(world, id, [
      { at, name: '=cmd|A1' },
      { at, name: '样品, 1.csv', action: 'trashed' },
    ])
    const owner = await world.as('owner')
    const answer = await owner.send(journal.export, { id, group: 'file' })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toContain(`journal-${identifier}-`)
    const raw = new Uint8Array(await answer.arrayBuffer())
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(raw).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Time,User,Action')
    expect(lines[1]).toContain('"样品, 1.csv"')
    expect(lines[2]).toContain("'=cmd|A1")
    expect((await (await owner.send(journal.export, { id, q: 'cmd' })).text()).trimEnd().split('\r\n')).toHaveLength(2)
    // That somebody took it away is reported too.
    expect(await read(world, id, { group: 'space', action: 'journalExported' })).toHaveLength(2)
  })

  test('tells everything of a month, however much', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    await sql`insert into journal (space_id, at, "group", action, channel, item_name)
      select ${id}::uuid, ${world.clock.now()}::timestamptz - i / 3 * interval '1 second', 'file', 'uploaded', 'web', i || '.csv'
      from generate_series(1, 2500) i`.execute(world.db)
    const text = await (await (await world.as('owner')).send(journal.export, { id, group: 'file' })).text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(2501)
  })
})

describe('the sweep', () => {
  test('deletes what is older than the months that are set, and nothing else', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const at = (months: number) => new Date(world.clock.now().getTime() - months * 31 * DAY_MS)
    await seedEntries(world, id, [{ at: at(JOURNAL_KEEP_MONTHS.default + 1) }, { at: at(3) }, { at: at(1) }])
    const left = async () =>
      (await world.db.selectFrom('journal').select('id').where('action', '=', 'uploaded').execute()).length
    expect(await world.services.journal.sweep()).toBe(1)
    expect(await left()).toBe(2)
    const admin = await world.as('admin')
    await admin.data(settings.setSpaceDefaults, { ...(await admin.data(settings.spaceDefaults, {})), journalMonths: 2 })
    expect(await world.services.journal.sweep()).toBe(1)
    expect(await left()).toBe(1)
    expect(await world.services.journal.sweep()).toBe(0)
  })

  test.each([
    ['2027-03-31T12:00:00Z', 1, '2027-02-28T10:00:00Z', '2027-02-28T11:30:00Z'],
    ['2027-03-01T12:00:00Z', 1, '2027-01-29T10:00:00Z', '2027-01-29T11:30:00Z'],
    ['2028-05-31T12:00:00Z', 3, '2028-02-29T11:59:00Z', '2028-02-29T12:01:00Z'],
  ])(
    'at %s keeps %d months: to the last day of a shorter one, and never less than can be shown',
    async (now, journalMonths, gone, kept) => {
      const world = await buildWorld()
      const { id } = await world.space()
      const admin = await world.as('admin')
      await admin.data(settings.setSpaceDefaults, { ...(await admin.data(settings.spaceDefaults, {})), journalMonths })
      await seedEntries(world, id, [
        { at: new Date(gone), name: 'gone.csv' },
        { at: new Date(kept), name: 'kept.csv' },
      ])
      world.clock.advance(Date.parse(now) - world.clock.now().getTime())
      await world.services.journal.sweep()
      const left = await world.db.selectFrom('journal').select('item_name').where('action', '=', 'uploaded').execute()
      expect(left.map((row) => row.item_name)).toEqual(['kept.csv'])
    },
  )
})
