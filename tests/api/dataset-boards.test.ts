import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildPublication, type Fields } from '../support/publication.ts'

const { datasetBoards, dataViews, publications, reports, reviews, tables } = contract
type Board = { tabs: object[]; filters?: object[] }
const contentOf = (board: Board) => ({ kind: 'board', board }) as never

/** A dataset of a table and a file, and boards of the space over them. */
async function buildBoards() {
  const built = await buildPublication()
  const { owner, spaceId, table, cast } = built
  const tableId = await table()
  const { columnList } = await owner.data(tables.show, { spaceId, id: tableId })
  const [station = 0, depth = 0] = columnList.map(({ id }) => id)
  const ofTable = {
    type: 'bar',
    query: {
      base: { kind: 'table', id: tableId },
      fields: [
        { key: 'f1', name: 'Station', from: { kind: 'column', source: 0, column: String(station) } },
        { key: 'f2', name: 'Depth', from: { kind: 'column', source: 0, column: String(depth) } },
      ],
    },
    channels: { x: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'sum' }] },
  }
  const ofFile = {
    type: 'number',
    query: {
      base: { kind: 'file', hash: cast.hash },
      fields: [
        { key: 'f1', name: 'temperature', from: { kind: 'column', source: 0, column: 'temperature' } },
        { key: 'f2', name: 'Kelvin', from: { kind: 'formula', formula: '[temperature] + 273.15' } },
      ],
    },
    channels: { y: [{ field: 'f2', aggregate: 'greatest' }] },
  }
  const filter = {
    key: 'q1',
    name: 'Station',
    type: 'text',
    columns: [{ source: ofTable.query.base, column: String(station) }],
  }
  const place = { x: 0, y: 0, w: 6, h: 6 }
  const card = (key: string, definition: object) => ({ key, ...place, content: { kind: 'chart', definition } })
  const board = { tabs: [{ key: 't1', name: '', cards: [card('c1', ofTable), card('c2', ofFile)] }], filters: [filter] }
  const publishBoard = async (content: Board, name = 'Depths') => {
    const { id, version } = await owner.data(reports.create, { spaceId, name, content: contentOf(content) })
    await owner.data(reports.publish, { spaceId, id, version })
    return id
  }
  const boardId = await publishBoard(board)
  const stranger = await built.world.as('stranger')
  const ask = (record: { datasetId: string; number: number }, filters?: object, who = stranger) => {
    const one = { id: record.datasetId, number: record.number, board: boardId }
    const set = filters && { filters: JSON.stringify(filters) }
    return {
      board: () => who.call(datasetBoards.board, one),
      card: (key: string) => who.call(datasetBoards.card, { ...one, card: key, ...set }),
      offered: () => who.call(datasetBoards.offered, { ...one, filter: 'q1' }),
    }
  }
  const errorsOf = async (of: ReturnType<typeof ask>) =>
    (await Promise.all([of.board(), of.card('c1'), of.card('c2'), of.offered()])).map((answer) =>
      'error' in answer ? answer.error : null,
    )
  const published = async (more: Fields = {}) => {
    const { id } = await built.submitted({ tables: [tableId], boards: [boardId], ...more })
    await built.world.services.tasks.drain()
    return built.admin.data(publications.approve, { id })
  }
  return {
    ...built,
    tableId,
    station,
    depth,
    board,
    card,
    ofTable,
    boardId,
    publishBoard,
    stranger,
    ask,
    errorsOf,
    published,
  }
}

test('a board that reads anything else than what is published is refused with its reason', async () => {
  const { owner, spaceId, tableId, boardId, complete, board, card, ofTable, publishBoard, problems, table } =
    await buildBoards()
  const other = await table('Other casts')
  const view = await owner.data(dataViews.create, {
    spaceId,
    name: 'Deep casts',
    definition: { query: { base: { kind: 'table', id: tableId }, fields: ofTable.query.fields } } as never,
  })
  const over = (query: object) => ({
    ...board,
    filters: [],
    tabs: [{ key: 't1', name: '', cards: [card('c1', { ...ofTable, query: { ...ofTable.query, ...query } })] }],
  })
  const formula = { key: 'f3', name: 'Twice', from: { kind: 'formula', formula: '[Depth] * 2' } }
  const bad = [
    await publishBoard(over({ base: { kind: 'table', id: other } }), 'Of another table'),
    await publishBoard(over({ base: { kind: 'view', id: view.id }, fields: ofTable.query.fields }), 'Of a view'),
  ]
  await publishBoard(over({ fields: [...ofTable.query.fields, formula] }), 'With a formula')
  const { id } = await complete({ tables: [tableId], boards: [boardId, ...bad] })
  const offered = await owner.data(publications.boards, { id })
  expect(offered.map(({ name, notChosen, notFiles }) => [name, notChosen, notFiles])).toEqual([
    ['Depths', [], []],
    ['Of a view', [], ['Deep casts']],
    ['Of another table', ['Other casts'], []],
    ['With a formula', [], []],
  ])
  expect(await problems(id)).toContain('error boards boardUnfit')
  expect(await owner.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
})

test('nobody reads a board of a version that is not public, that is closed, or of which a source is given on request', async () => {
  const { world, admin, submitted, published, tableId, boardId, ask, errorsOf } = await buildBoards()
  const gone = ['reportGone', 'reportGone', 'reportGone', 'reportGone']
  const pending = await submitted({ tables: [tableId], boards: [boardId] })
  expect(await errorsOf(ask(pending))).toEqual(gone)
  await world.services.tasks.drain()
  await admin.data(publications.approve, { id: pending.id })
  expect(await errorsOf(ask(pending))).toEqual([null, null, null, null])
  expect(await errorsOf(ask({ datasetId: pending.datasetId, number: 2 }))).toEqual(gone)
  await admin.data(publications.withdraw, { id: pending.id, reason: 'A wrong sensor' })
  expect(await errorsOf(ask(pending))).toEqual(gone)
  for (const more of [
    { access: { kind: 'embargo' as const, until: '2999-01-01', terms: { zh: '请说明用途', en: 'Say why' } } },
    { access: { kind: 'restricted' as const, until: null, terms: { zh: '请说明用途', en: 'Say why' } } },
    {
      restricted: [tableId],
      access: { kind: 'open' as const, until: null, terms: { zh: '请说明用途', en: 'Say why' } },
    },
  ])
    expect(await errorsOf(ask(await published(more)))).toEqual(gone)
})

test('a board answers by the data as they were published, with its filters, whatever happens in the space', async () => {
  const { world, owner, spaceId, tableId, station, depth, boardId, published, ask } = await buildBoards()
  const record = await published()
  const columns = [station, depth]
  await owner.data(tables.change, { spaceId, id: tableId, change: { kind: 'addRows', columns, rows: [['S9', '90']] } })
  await owner.data(reports.remove, { spaceId, id: boardId })
  const of = ask(record)
  expect(await of.board()).toMatchObject({ data: { name: 'Depths', mayFilter: true } })
  const rowsOf = async (card: string, filters?: object) => {
    const answer = await ask(record, filters).card(card)
    return 'data' in answer ? (answer.data as { rows: { cells: unknown[] }[] }).rows.map(({ cells }) => cells) : answer
  }
  expect(await rowsOf('c1')).toEqual([
    ['S1', '0', '1'],
    ['S2', '2.5', '1'],
  ])
  expect(await rowsOf('c1', { q1: { operator: 'is', values: ['S2'] } })).toEqual([['S2', '2.5', '1']])
  expect(await rowsOf('c2')).toEqual([['281.65', '1']])
  expect(await of.offered()).toMatchObject({ data: { values: ['S1', 'S2'] } })
  const page = await (await fetch(`${world.origin}/dataset/${record.datasetId}/1`)).text()
  expect(page).toContain(`href="/dataset/${record.datasetId}/1/boards/${boardId}"`)
  const own = await fetch(`${world.origin}/dataset/${record.datasetId}/1/boards/${boardId}`)
  expect([own.status, (await own.text()).includes('<h1>Depths</h1>')]).toEqual([200, true])
  const none = await fetch(`${world.origin}/dataset/${record.datasetId}/1/boards/${tableId}`)
  expect(none.status).toBe(404)
})

test('reviewers and authors of a submission open its boards, and by a link whoever has it, until the decision', async () => {
  const { world, owner, admin, spaceId, tableId, station, depth, boardId, submitted, stranger } = await buildBoards()
  const normal = await world.as('normal')
  await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
  const reviewer = await world.as('ordinary')
  // What is given on request later is for reviewers now, as its files are.
  const { id } = await submitted({
    tables: [tableId],
    boards: [boardId],
    restricted: [tableId],
    access: { kind: 'open', until: null, terms: { zh: '请说明用途', en: 'Say why' } },
  })
  await world.services.tasks.drain()
  const columns = [station, depth]
  await owner.data(tables.change, { spaceId, id: tableId, change: { kind: 'addRows', columns, rows: [['S9', '90']] } })
  const { code } = await owner.data(reviews.makeLink, { id })
  const asked = async (who: typeof owner, place: { id: string } | { code: string }) => {
    const one = { ...place, board: boardId }
    const filters = JSON.stringify({ q1: { operator: 'is', values: ['S2'] } })
    const answers = await Promise.all([
      who.call(reviews.board, one),
      who.call(reviews.card, { ...one, card: 'c1', filters }),
      who.call(reviews.card, { ...one, card: 'c2' }),
      who.call(reviews.offered, { ...one, filter: 'q1' }),
    ])
    return answers.map((answer) => ('error' in answer ? answer.error : null))
  }
  const gone = ['reportGone', 'reportGone', 'reportGone', 'reportGone']
  const none = [null, null, null, null]
  expect(await asked(normal, { id })).toEqual(gone)
  expect(await asked(stranger, { id })).toEqual(gone)
  expect(await asked(stranger, { code: 'x'.repeat(43) })).toEqual(gone)
  expect(await asked(reviewer, { id })).toEqual(none)
  expect(await asked(owner, { id })).toEqual(none)
  expect(await asked(stranger, { code })).toEqual(none)
  const card = await stranger.data(reviews.card, { code, board: boardId, card: 'c1' })
  expect(card.rows.map(({ cells }) => cells)).toEqual([
    ['S1', '0', '1'],
    ['S2', '2.5', '1'],
  ])
  expect((await reviewer.data(publications.show, { id })).boards).toMatchObject([
    { id: boardId, name: 'Depths', charts: 2 },
  ])
  const at = async (address: string) => {
    const page = await fetch(world.origin + address)
    return [page.status, await page.text()] as const
  }
  expect((await at(`/review?code=${code}`))[1]).toContain(`/review/board?code=${code}&amp;board=${boardId}`)
  const [status, text] = await at(`/review/board?code=${code}&board=${boardId}`)
  expect([status, text.includes('<h1>Depths</h1>'), text.includes('noindex')]).toEqual([200, true, true])
  expect((await at(`/review/board?id=${id}&board=${boardId}`))[0]).toBe(404)
  await admin.data(publications.approve, { id })
  expect(await asked(stranger, { code })).toEqual(gone)
  expect(await asked(normal, { id })).toEqual(gone)
  expect((await at(`/review/board?code=${code}&board=${boardId}`))[0]).toBe(404)
  expect((await normal.data(publications.show, { id })).boards).toEqual([])
})
