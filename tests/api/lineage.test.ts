import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildPublication } from '../support/publication.ts'

const { dataViews, publications, reports, tableFiles, tables } = contract
const number = { type: 'number', channels: { y: [{ field: 'f1', aggregate: 'greatest' }] } }

/** A file that was imported into a table, a view of the table, a chart of the view, and a board with the chart and one of the file. */
async function buildFlow() {
  const built = await buildPublication()
  const { world, owner, spaceId, cast } = built
  const columns = ['depth', 'temperature'].map((name, index) => ({ index, name, type: 'number' as const }))
  await owner.data(tableFiles.import, {
    spaceId,
    source: { from: 'file', hash: cast.hash },
    hasHeader: true,
    mode: 'new',
    name: 'Imported',
    headings: ['depth', 'temperature'],
    columns,
    misfits: 'refuse',
  })
  await world.services.tasks.drain()
  const [table] = (await owner.data(tables.list, { spaceId })).list
  const { columnList } = await owner.data(tables.show, { spaceId, id: table?.id ?? '' })
  const base = { kind: 'table' as const, id: table?.id ?? '' }
  const column = (key: string | number) => ({ kind: 'column' as const, source: 0, column: String(key) })
  const query = { base, fields: [{ key: 'f1', name: 'Depth', from: column(columnList[0]?.id ?? 0) }] }
  const { id: view } = await owner.data(dataViews.create, { spaceId, name: 'Depths', definition: { query } })
  const published = async (name: string, content: object) => {
    const { id, version } = await owner.data(reports.create, { spaceId, name, content: content as never })
    await owner.data(reports.publish, { spaceId, id, version })
    return id
  }
  const over = (from: object, key: string) => ({
    ...number,
    query: { base: from, fields: [{ key: 'f1', name: 'Depth', from: column(key) }] },
  })
  const chart = await published('Deepest', { kind: 'chart', definition: over({ kind: 'view', id: view }, 'f1') })
  const ofFile = over({ kind: 'file', hash: cast.hash }, 'depth')
  const place = { x: 0, y: 0, w: 6, h: 6 }
  const cards = [
    { key: 'c1', ...place, content: { kind: 'saved', id: chart } },
    { key: 'c2', ...place, content: { kind: 'chart', definition: ofFile } },
  ]
  const board = await published('Lake', {
    kind: 'board',
    board: { filters: [], tabs: [{ key: 't1', name: '', cards }] },
  })
  return { ...built, table: table?.id ?? '', view, chart, board }
}

test('the way of data is told from a file over its table, a view, a chart and a board to a dataset', async () => {
  const { world, admin, owner, spaceId, cast, submitted, table, view, chart, board } = await buildFlow()
  const { id } = await submitted({ tables: [table], boards: [board] })
  await world.services.tasks.drain()
  const { datasetId } = await admin.data(publications.approve, { id })
  const { nodes, edges } = await owner.data(dataViews.lineage, { spaceId })
  expect(nodes.map(({ kind, name, id, isHidden }) => [kind, name, id, isHidden]).sort()).toEqual([
    ['board', 'Lake', board, false],
    ['chart', 'Deepest', chart, false],
    ['dataset', '高山湖泊水温', datasetId, false],
    ['file', 'cast-1.csv', cast.hash, false],
    ['table', 'Imported', table, false],
    ['view', 'Depths', view, false],
  ])
  const byText = (one: { from: string; to: string }) => `${one.from} ${one.to}`
  expect(edges.map(byText).sort()).toEqual(
    [
      { from: cast.hash, to: table },
      { from: table, to: view },
      { from: view, to: chart },
      { from: chart, to: board },
      { from: cast.hash, to: board },
      { from: board, to: datasetId },
      { from: table, to: datasetId },
      { from: cast.hash, to: datasetId },
    ]
      .map(byText)
      .sort(),
  )
})

test('what somebody may not see has no name, and a draft of somebody else is not there', async () => {
  const { owner, senior, spaceId, table, view, chart, board } = await buildFlow()
  await owner.data(tables.edit, { spaceId, id: table, isShared: false })
  const fields = [{ key: 'f1', name: 'Rows', from: { kind: 'formula', formula: '1' } }]
  const draft = { kind: 'chart', definition: { ...number, query: { base: { kind: 'table', id: table }, fields } } }
  await owner.data(reports.create, { spaceId, name: 'Draft', content: draft as never })
  const seen = await senior.data(dataViews.lineage, { spaceId })
  expect(seen.nodes.find(({ id }) => id === table)).toEqual({ id: table, kind: 'table', name: '', isHidden: true })
  expect(seen.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([view, chart, board]))
  expect(seen.nodes.map(({ name }) => name)).not.toContain('Draft')
  expect(seen.edges.filter(({ to }) => to === table)).toEqual([])
})

test('an import that was taken back is no way of data', async () => {
  const { owner, spaceId, table } = await buildFlow()
  const into = async () => (await owner.data(dataViews.lineage, { spaceId })).edges.filter(({ to }) => to === table)
  expect(await into()).toHaveLength(1)
  await owner.data(tables.undo, { spaceId, id: table })
  expect(await into()).toEqual([])
})
