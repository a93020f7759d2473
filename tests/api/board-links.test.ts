import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { readPage } from '../support/page.ts'
import { buildReports } from '../support/reports.ts'
import { secretOf } from '../support/share.ts'
import { upload } from '../support/upload.ts'

const { reports, shareAccess, shares, spaces, tables } = contract
const refusal = async (answer: Promise<{ code: number }>) => ((await answer) as { error?: string }).error ?? 'success'

/** A published board and a stranger. */
async function buildLink(wish: object = {}) {
  const built = await buildReports()
  const { id } = await built.publish()
  const made = await built.owner.data(shares.makeBoard, { reportId: id, ...wish })
  return { ...built, reportId: id, made, linkId: secretOf(made), stranger: new Client(built.world.origin) }
}

describe('a link to a board is made', () => {
  test('by nobody outside the space, who is not told that there is a board', async () => {
    const { world, publish } = await buildReports()
    const { id } = await publish()
    const ordinary = await world.as('ordinary')
    expect(await refusal(ordinary.call(shares.makeBoard, { reportId: id }))).toBe('spaceNotFound')
  })

  test('only of what is published, and of others by those who may share what others made', async () => {
    const { world, owner, save, publish } = await buildReports()
    const { id: draft } = await save()
    expect(await refusal(owner.call(shares.makeBoard, { reportId: draft }))).toBe('reportUnpublished')
    const { id } = await publish()
    const normal = await world.as('normal')
    expect(await refusal(normal.call(shares.makeBoard, { reportId: draft }))).toBe('reportGone')
    expect(await refusal(normal.call(shares.makeBoard, { reportId: id }))).toBe('fileForbidden')
    expect(await refusal((await world.as('senior')).call(shares.makeBoard, { reportId: id }))).toBe('success')
  })

  test('never with a password and for frames of other sites at once', async () => {
    const { owner, publish } = await buildReports()
    const { id } = await publish()
    const wish = { reportId: id, way: 'rand' as const, mayEmbed: true }
    expect(await refusal(owner.call(shares.makeBoard, wish))).toBe('shareEmbedOpen')
    const open = await owner.data(shares.makeBoard, { reportId: id, mayEmbed: true })
    expect(await refusal(owner.call(shares.edit, { id: open.id, way: 'rand' }))).toBe('shareEmbedOpen')
    expect(await refusal(owner.call(shares.edit, { id: open.id, way: 'rand', mayEmbed: false }))).toBe('success')
  })
})

describe('a visitor of a link to a board', () => {
  test('is asked for its password first, then sees it and its charts without an account', async () => {
    const { linkId, stranger } = await buildLink({ way: 'custom', password: 'Lake2026' })
    expect(await refusal(stranger.call(shareAccess.board, { linkId }))).toBe('sharePasswordNeeded')
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c1' }))).toBe('sharePasswordNeeded')
    await stranger.data(shareAccess.enter, { linkId, password: 'Lake2026' })
    expect(await stranger.data(shareAccess.board, { linkId })).toMatchObject({ name: 'Lake' })
    const answer = await stranger.data(shareAccess.chart, { linkId, card: 'c1' })
    expect(answer).toMatchObject({ used: 5, present: 5 })
    expect(answer.rows.map(({ cells }) => cells[0])).toContain('S1')
  })

  test('asks nothing but what stands on the board, and gets no files', async () => {
    const { linkId, stranger, owner, spaceId } = await buildLink()
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c9' }))).toBe('cardGone')
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c2' }))).toBe('cardGone')
    const { hash } = await upload(owner, { spaceId, name: 'secret.txt' }, Buffer.from('secret'))
    expect(await refusal(stranger.call(shareAccess.list, { linkId }))).toBe('shareForbidden')
    const read = await stranger.fetch(`/api/share/board/file?linkId=${linkId}&card=c1&hash=${hash}`)
    expect(read.status).toBe(404)
  })

  test('sets the filters of the board where the link lets visitors, to values that they are offered', async () => {
    const { linkId, stranger, owner, made } = await buildLink()
    const filters = JSON.stringify({ q1: { operator: 'oneOf', values: ['S1'] } })
    const asked = { linkId, card: 'c1', filters }
    const values = { linkId, filter: 'q1' }
    expect(await stranger.data(shareAccess.board, { linkId })).toMatchObject({ mayFilter: false })
    expect(await refusal(stranger.call(shareAccess.chart, asked))).toBe('shareForbidden')
    expect(await refusal(stranger.call(shareAccess.boardValues, values))).toBe('shareForbidden')
    await owner.data(shares.edit, { id: made.id, mayFilter: true })
    expect(await refusal(stranger.call(shareAccess.boardValues, { ...values, filter: 'q9' }))).toBe('filterGone')
    for (const wrong of ['{', '{"q1":3}', '[1]'])
      expect(await refusal(stranger.call(shareAccess.chart, { ...asked, filters: wrong }))).toBe('queryInvalid')
    expect((await stranger.data(shareAccess.boardValues, { ...values, q: '2' })).values).toEqual(['S2'])
    expect(await stranger.data(shareAccess.chart, asked)).toMatchObject({ used: 2, present: 5 })
    const unknown = JSON.stringify({ q9: { operator: 'oneOf', values: ['S1'] } })
    expect(await stranger.data(shareAccess.chart, { ...asked, filters: unknown })).toMatchObject({ used: 5 })
  })

  test('learns no name of a person or a file by setting a filter to an id that no row holds', async () => {
    const { world, owner, spaceId, publish } = await buildReports()
    const columns = [
      { name: 'Observer', type: 'person' as const },
      { name: 'Sheet', type: 'file' as const },
      { name: 'Checked by', type: 'person' as const },
    ]
    const { id: tableId, columnList } = await owner.data(tables.create, { spaceId, name: 'Dives', columns })
    const ids = columnList.map(({ id }) => id)
    const [senior, normal] = [world.idOf('senior'), world.idOf('normal')]
    await owner.data(tables.change, {
      spaceId,
      id: tableId,
      change: { kind: 'addRows', columns: ids, rows: [[senior, null, normal]] },
    })
    await upload(owner, { spaceId, name: 'secret.txt' }, Buffer.from('secret'))
    const { id: file } = await world.db
      .selectFrom('node')
      .select('id')
      .where('name', '=', 'secret.txt')
      .executeTakeFirstOrThrow()
    const source = { kind: 'table' as const, id: tableId }
    const [who = '', sheet = '', checker = ''] = ids.map(String)
    const field = (key: string, column: string) => ({
      key,
      name: key,
      from: { kind: 'column' as const, source: 0, column },
    })
    const by = { field: 'f2', operator: 'oneOf' as const, values: [normal, world.idOf('owner')] }
    const definition = {
      type: 'number' as const,
      query: {
        base: source,
        fields: [field('f1', who), field('f2', checker)],
        filter: [{ match: 'all' as const, conditions: [by] }],
      },
      channels: { y: [{ field: null, aggregate: 'count' as const }] },
    }
    const card = { key: 'c1', x: 0, y: 0, w: 6, h: 6, content: { kind: 'chart' as const, definition } }
    const filters = [
      { key: 'q1', name: 'Observer', type: 'person' as const, columns: [{ source, column: who }] },
      { key: 'q2', name: 'Sheet', type: 'file' as const, columns: [{ source, column: sheet }] },
    ]
    const board = { tabs: [{ key: 't1', name: '', cards: [card] }], filters }
    const { id } = await publish({ kind: 'board', board }, 'Dives')
    const linkId = secretOf(await owner.data(shares.makeBoard, { reportId: id, mayFilter: true }))
    const stranger = new Client(world.origin)
    const namesOf = async (wish: object) =>
      Object.keys((await stranger.data(shareAccess.chart, { linkId, card: 'c1', filters: JSON.stringify(wish) })).names)
    const saved = [normal, world.idOf('owner')].sort()
    expect((await namesOf({})).sort()).toEqual(saved)
    const held = { q1: { operator: 'is', values: [senior] } }
    expect((await namesOf(held)).sort()).toEqual([...saved, senior].sort())
    await owner.data(tables.change, {
      spaceId,
      id: tableId,
      change: { kind: 'cells', columns: [ids[0] ?? 0], rows: [{ id: 1, values: [null] }] },
    })
    for (const operator of ['is', 'isNot'])
      expect((await namesOf({ q1: { operator, values: [senior] } })).sort(), operator).toEqual(saved)
    for (const operator of ['is', 'isNot'])
      expect((await namesOf({ q2: { operator, values: [file] } })).sort(), operator).toEqual(saved)
  })

  test('never sees a chart that is not published, even through a link of its maker', async () => {
    const { world, owner, save, publish, ofChart, board, spaceId } = await buildReports()
    const chart = await save(ofChart, 'Draft')
    const card = { key: 'c1', x: 0, y: 0, w: 6, h: 6, content: { kind: 'saved' as const, id: chart.id } }
    const tabs = board.tabs.map((tab) => ({ ...tab, cards: [card] }))
    const { id } = await publish({ kind: 'board', board: { ...board, filters: [], tabs } })
    const linkId = secretOf(await owner.data(shares.makeBoard, { reportId: id }))
    const stranger = new Client(world.origin)
    expect(await stranger.data(shareAccess.board, { linkId })).toMatchObject({ charts: [] })
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c1' }))).toBe('cardGone')
    await owner.data(reports.publish, { spaceId, id: chart.id, version: chart.version })
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c1' }))).toBe('success')
  })

  test('sees nothing any more once the board is withdrawn, the link ended, or its maker out of the space', async () => {
    const { world, owner, spaceId, reportId, linkId, stranger, made } = await buildLink()
    const senior = await world.as('senior')
    const theirs = secretOf(await senior.data(shares.makeBoard, { reportId }))
    expect(await refusal(stranger.call(shareAccess.chart, { linkId: theirs, card: 'c1' }))).toBe('success')
    const { list } = await owner.data(spaces.members, { id: spaceId })
    const personId = list.find(({ role }) => role === 'senior')?.personId ?? ''
    await owner.data(spaces.removeMember, { id: spaceId, personId })
    expect(await refusal(stranger.call(shareAccess.chart, { linkId: theirs, card: 'c1' }))).toBe('shareGone')
    await owner.data(shares.revoke, { id: made.id })
    expect(await refusal(stranger.call(shareAccess.board, { linkId }))).toBe('shareGone')
    const again = secretOf(await owner.data(shares.makeBoard, { reportId }))
    await owner.data(reports.withdraw, { spaceId, id: reportId })
    expect(await refusal(stranger.call(shareAccess.board, { linkId: again }))).toBe('shareGone')
  })

  test('never sees more than the maker of the link: a table of somebody else alone stays hidden', async () => {
    const { world, owner, reportId, spaceId, casts, stranger } = await buildLink()
    const linkId = secretOf(await (await world.as('senior')).data(shares.makeBoard, { reportId }))
    await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
    expect(await refusal(stranger.call(shareAccess.chart, { linkId, card: 'c1' }))).toBe('dataViewBroken')
  })

  test('is counted as a visit, and finds the page; only a link that allows it is shown in frames of other sites', async () => {
    const { world, owner, reportId, linkId, made } = await buildLink()
    const page = await readPage(world, `/board-share?link=${linkId}`)
    expect(page.response.status).toBe(200)
    expect(page.body).toContain('Lake')
    expect(page.response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const open = secretOf(await owner.data(shares.makeBoard, { reportId, mayEmbed: true }))
    const framed = await readPage(world, `/board-share?link=${open}`)
    expect(framed.response.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(framed.response.headers.get('x-frame-options')).toBeNull()
    const { list } = await owner.data(shares.visits, { id: made.id })
    expect(list).toMatchObject([{ action: 'opened' }])
  })
})

test('a chart whose values are too far apart for bins is refused with that reason', async () => {
  const { owner, casts, spaceId, publish, column, world } = await buildReports()
  const rows = [['S1', `1${'0'.repeat(300)}`]]
  const columns = casts.ids.slice(0, 2)
  await owner.data(tables.change, { spaceId, id: casts.id, change: { kind: 'addRows', columns, rows } })
  const query = { base: casts.ref, fields: [column('f2', 'Depth', 0, 1)] }
  const channels = { x: [{ field: 'f2', width: 'auto' as const }] }
  const { id } = await publish({ kind: 'chart', definition: { type: 'histogram', query, channels } })
  const linkId = secretOf(await owner.data(shares.makeBoard, { reportId: id }))
  const asked = new Client(world.origin).call(shareAccess.chart, { linkId, card: 'c1' })
  expect(await refusal(asked)).toBe('chartTooWide')
})
