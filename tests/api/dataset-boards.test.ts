import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildPublication, type Fields } from '../support/publication.ts'

const { datasetBoards, dataViews, files, publications, reports, reviews, tables } = contract
type Board = { tabs: object[]; filters?: object[] }
const contentOf = (board: Board) => ({ kind: 'board', board }) as never

type FieldOf = { key: string; from: object }
/** Fields of a view as those of a query over it. */
const inView = (fields: readonly FieldOf[]) =>
  fields.map((field) => ({ ...field, from: { kind: 'column', source: 0, column: field.key } }))

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
  /** A board with one chart of this query, which has a text and a number. */
  const publishOver = (name: string, query: object) => {
    const cards = [card('c1', { ...ofTable, query: { ...ofTable.query, ...query } })]
    return publishBoard({ filters: [], tabs: [{ key: 't1', name: '', cards }] }, name)
  }
  const view = async (name: string, definition: object, isShared = true) =>
    (await owner.data(dataViews.create, { spaceId, name, isShared, definition: definition as never })).id
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
    publishOver,
    view,
    stranger,
    ask,
    errorsOf,
    published,
  }
}

test('a board that reads anything else than what is published is refused with its reason', async () => {
  const {
    world,
    owner,
    senior,
    spaceId,
    root,
    folder,
    tableId,
    boardId,
    complete,
    ofTable,
    publishOver,
    put,
    problems,
    table,
    view,
  } = await buildBoards()
  const other = await table('Other casts')
  const fields = ofTable.query.fields
  const ofOther = await view('Of other casts', { query: { base: { kind: 'table', id: other }, fields } })
  const deep = await view('Deep casts', { query: { base: { kind: 'table', id: tableId }, fields } })
  const hidden = await view('Hidden', { query: { base: { kind: 'table', id: tableId }, fields } }, false)
  const gone = await view('Gone', { query: { base: { kind: 'view', id: hidden }, fields: inView(fields) } })
  const elsewhere = await owner.data(files.create, { spaceId, hash: root, path: 'elsewhere' })
  await put('more.csv', 'depth\n1\n', elsewhere)
  const formula = { key: 'f3', name: 'Twice', from: { kind: 'formula', formula: '[Depth] * 2' } }
  const depth = [{ key: 'f2', name: 'depth', from: { kind: 'column', source: 0, column: 'depth' } }]
  const bad = [
    await publishOver('Of another table', { base: { kind: 'table', id: other } }),
    await publishOver('Of another table by a view', { base: { kind: 'view', id: ofOther }, fields: inView(fields) }),
    await publishOver('Of another folder', { base: { kind: 'folder', hash: elsewhere }, fields: depth }),
    await publishOver('Of a view of a hidden one', { base: { kind: 'view', id: gone }, fields: inView(fields) }),
  ]
  await publishOver('Of a view', { base: { kind: 'view', id: deep }, fields: inView(fields) })
  await publishOver('Of the folder', { base: { kind: 'folder', hash: folder }, fields: depth })
  await publishOver('With a formula', { fields: [...fields, formula] })
  const { id } = await complete({ tables: [tableId], boards: [boardId, ...bad] })
  const offered = await senior.data(publications.boards, { id })
  expect(offered.map(({ name, notChosen, viewsGone }) => [name, notChosen, viewsGone])).toEqual([
    ['Depths', [], 0],
    ['Of a view', [], 0],
    ['Of a view of a hidden one', [], 1],
    ['Of another folder', ['elsewhere'], 0],
    ['Of another table', ['Other casts'], 0],
    ['Of another table by a view', ['Other casts'], 0],
    ['Of the folder', [], 0],
    ['With a formula', [], 0],
  ])
  expect(await problems(id)).toContain('error boards boardUnfit')
  expect(await owner.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
  await world.services.tasks.drain()
})

test('a board that shows an error, or chooses rows by what files tell as texts, is refused', async () => {
  const { world, owner, spaceId, tableId, complete, board, ofTable, publishBoard, publishOver, view } =
    await buildBoards()
  const added = { kind: 'addColumn', column: { name: 'By', type: 'person' } } as const
  await owner.data(tables.change, { spaceId, id: tableId, change: added })
  const { columnList } = await owner.data(tables.show, { spaceId, id: tableId })
  const person = columnList.find(({ type }) => type === 'person')?.id ?? 0
  const by = { key: 'f3', name: 'By', from: { kind: 'column', source: 0, column: String(person) } }
  const fields = [...ofTable.query.fields, by]
  const conditions = [{ field: 'f3', operator: 'is', values: [world.idOf('owner')] }]
  const query = { base: { kind: 'table', id: tableId }, fields, filter: [{ match: 'all', conditions }] }
  const mine = await view('Of the owner', { query })
  const broken = await view('Broken', { query: { ...query, filter: [] } })
  const chosen = [
    await publishOver('Of a person', { base: { kind: 'view', id: mine }, fields: inView(ofTable.query.fields) }),
    await publishOver('Without a column', { base: { kind: 'view', id: broken }, fields: inView(fields) }),
  ]
  const preset = { operator: 'oneOf', values: [world.idOf('owner')] }
  const columns = [{ source: query.base, column: String(person) }]
  const filters = [{ key: 'q1', name: 'By', type: 'person', columns, preset }]
  chosen.push(await publishBoard({ tabs: [{ ...board.tabs[0], cards: [] }], filters }, 'With a preset'))
  const removed = { kind: 'removeColumns' as const, columns: [person] }
  await owner.data(tables.change, { spaceId, id: tableId, change: removed })
  const { id } = await complete({ tables: [tableId], boards: chosen })
  const found = (await owner.data(publications.check, { id })).problems.filter(({ code }) => code === 'boardUnfit')
  expect(found).toMatchObject([{ names: ['Of a person', 'With a preset', 'Without a column'], count: 3 }])
})

test('a board is refused when an id of a person in SQL, a column of choices or its reader decides what it shows', async () => {
  const { world, owner, spaceId, tableId, complete, publishOver, view } = await buildBoards()
  for (const column of [
    { name: 'By', type: 'person' as const },
    { name: 'Tags', type: 'choices' as const },
  ])
    await owner.data(tables.change, { spaceId, id: tableId, change: { kind: 'addColumn', column } })
  const source = { kind: 'table' as const, id: tableId }
  const sqlOf = (text: string) => ({ sql: { text, sources: [{ name: 'Casts', source }] } })
  /** All columns of a view as a query. */
  const allOf = async (id: string) => {
    const { columns } = await owner.data(dataViews.show, { spaceId, id })
    const fields = columns.map(({ key, name }, at) => {
      return { key: `f${at + 1}`, name, from: { kind: 'column', source: 0, column: key } }
    })
    return { base: { kind: 'view', id }, fields }
  }
  const over = async (name: string, definition: object) => publishOver(name, await allOf(await view(name, definition)))
  const ofOwner = `select "Station", "Depth" from Casts where "By" = '${world.idOf('owner')}'`
  const people = await view('People', sqlOf('select "Station", "Depth", "By" from Casts'))
  const conditions = [{ field: 'f3', operator: 'is', values: [world.idOf('owner')] }]
  const behind = { ...(await allOf(people)), filter: [{ match: 'all', conditions }] }
  const { columnList } = await owner.data(tables.show, { spaceId, id: tableId })
  const fields = columnList.slice(0, 3).map(({ id, name }, at) => {
    return { key: `f${at + 1}`, name, from: { kind: 'column', source: 0, column: String(id) } }
  })
  const by = fields.findIndex(({ name }) => name === 'By')
  const ofReader = [{ match: 'all', conditions: [{ field: `f${by + 1}`, operator: 'isReader' }] }]
  const chosen = [
    await over('By reader', { query: { base: source, fields, filter: ofReader } }),
    await over('By id', sqlOf(ofOwner)),
    await over('By id behind', { query: behind }),
    await over('By choices', sqlOf(`select "Station", "Depth" from Casts where list_contains("Tags", 'deep')`)),
    await over('By name', sqlOf('select "By", sum("Depth") as depth from Casts group by 1')),
    await over('All', sqlOf('select "Station", "Depth" from Casts')),
  ]
  const { id } = await complete({ tables: [tableId], boards: chosen })
  const found = (await owner.data(publications.check, { id })).problems.filter(({ code }) => code === 'boardUnfit')
  expect(found).toMatchObject([{ names: ['By choices', 'By id', 'By id behind', 'By reader'], count: 4 }])
})

test('a board over views, views of views, SQL and folders answers by the data and the views as they were published', async () => {
  const {
    owner,
    admin,
    spaceId,
    folder,
    put,
    tableId,
    station,
    depth,
    ofTable,
    publishOver,
    view,
    stranger,
    submitted,
    world,
  } = await buildBoards()
  const fields = ofTable.query.fields
  await put('cast-2.csv', 'depth,temperature\n5,7.25\n')
  const inner = await owner.data(files.create, { spaceId, hash: folder, path: 'inner' })
  await put('cast-3.csv', 'depth,temperature\n9,4\n', inner)
  const greater = [{ match: 'all', conditions: [{ field: 'f2', operator: 'greater', values: ['1'] }] }]
  const deep = await view('Deep', { query: { base: { kind: 'table', id: tableId }, fields, filter: greater } })
  const text = 'select "Station", "Depth" * 10 as "Depth" from deep'
  const tenfold = await view('Tenfold', {
    sql: { text, sources: [{ name: 'deep', source: { kind: 'view', id: deep } }] },
  })
  const { columns } = await owner.data(dataViews.show, { spaceId, id: tenfold })
  const keyed = fields.map((field, at) => ({ ...field, from: { kind: 'column', source: 0, column: columns[at]?.key } }))
  const depths = [
    { key: 'f1', name: 'depth', from: { kind: 'column', source: 0, column: 'depth' } },
    { key: 'f2', name: 'temperature', from: { kind: 'column', source: 0, column: 'temperature' } },
  ]
  const boards = [
    await publishOver('A', { base: { kind: 'view', id: deep }, fields: inView(fields) }),
    await publishOver('B', { base: { kind: 'view', id: tenfold }, fields: keyed }),
    await publishOver('C', { base: { kind: 'folder', hash: folder }, fields: depths }),
    await publishOver('D', { base: { kind: 'folder', hash: folder, isNested: true }, fields: depths }),
  ]
  const { id, datasetId } = await submitted({ tables: [tableId], boards })
  await world.services.tasks.drain()
  const { code } = await owner.data(reviews.makeLink, { id })
  const reviewed = await stranger.data(reviews.card, { code, board: boards[1] ?? '', card: 'c1' })
  expect(reviewed.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([['S2', '25']])
  await admin.data(publications.approve, { id })
  // Nothing that happens in the space afterwards changes what was published.
  await owner.data(tables.change, {
    spaceId,
    id: tableId,
    change: { kind: 'addRows', columns: [station, depth], rows: [['S9', '90']] },
  })
  await put('cast-4.csv', 'depth,temperature\n11,3\n')
  const { version } = await owner.data(dataViews.show, { spaceId, id: deep })
  const changed = { query: { base: { kind: 'table', id: tableId }, fields } } as never
  await owner.data(dataViews.edit, { spaceId, id: deep, version, definition: changed })
  await owner.data(dataViews.remove, { spaceId, id: tenfold })
  const rows = await Promise.all(
    boards.map(async (board) => {
      const shown = await stranger.data(datasetBoards.card, { id: datasetId, number: 1, board, card: 'c1' })
      return shown.rows.map(({ cells }) => cells.slice(0, 2))
    }),
  )
  expect(rows).toEqual([
    [['S2', '2.5']],
    [['S2', '25']],
    [
      ['0', '8.5'],
      ['5', '7.25'],
    ],
    [
      ['0', '8.5'],
      ['5', '7.25'],
      ['9', '4'],
    ],
  ])
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

test('a board over a folder is nobody’s who may not have each of its files, and everybody’s else', async () => {
  const { admin, cast, folder, put, tableId, publishOver, submitted, stranger, world } = await buildBoards()
  await put('cast-2.csv', 'depth,temperature\n5,7.25\n')
  const fields = [
    { key: 'f1', name: 'depth', from: { kind: 'column', source: 0, column: 'depth' } },
    { key: 'f2', name: 'temperature', from: { kind: 'column', source: 0, column: 'temperature' } },
  ]
  const boards = [await publishOver('Folder', { base: { kind: 'folder', hash: folder }, fields })]
  const asked = async (restricted: string[]) => {
    const access = { kind: 'open' as const, until: null, terms: { zh: '请说明用途', en: 'Say why' } }
    const { id, datasetId } = await submitted({ tables: [tableId], boards, restricted, access })
    await world.services.tasks.drain()
    await admin.data(publications.approve, { id })
    const one = { id: datasetId, number: 1, board: boards[0] ?? '' }
    const answer = await stranger.call(datasetBoards.card, { ...one, card: 'c1' })
    return 'error' in answer ? answer.error : null
  }
  expect(await asked([])).toBe(null)
  expect(await asked([cast.hash])).toBe('reportGone')
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

test('a board that is published keeps no colour of a person, whose account would be named by it', async () => {
  const { world, tableId, board, ofTable, card, publishBoard, submitted, admin, stranger } = await buildBoards()
  const person = world.idOf('owner')
  const colors = [`"${person}"/y0`, '"S1"/y0'].map((series, color) => ({ series, color }))
  const tabs = [{ ...board.tabs[0], cards: [card('c1', { ...ofTable, options: { colors } })] }]
  const boardId = await publishBoard({ tabs, filters: [] }, 'Coloured')
  const { id } = await submitted({ tables: [tableId], boards: [boardId] })
  await world.services.tasks.drain()
  const { datasetId, number } = await admin.data(publications.approve, { id })
  const shown = JSON.stringify(await stranger.call(datasetBoards.board, { id: datasetId, number, board: boardId }))
  expect([shown.includes('S1'), shown.includes(person)]).toEqual([true, false])
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
