import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import { ChartDefinition } from '#contract/charts/definition.ts'
import { contract } from '#contract/index.ts'
import { narrowed } from '#contract/reports/filtering.ts'
import { columnOfField, pickedGroups, rowsBehind } from '#contract/reports/picked.ts'
import type { Client } from '../support/client.ts'
import { buildReports } from '../support/reports.ts'

const { dataViews, reports, tables } = contract
/** Beyond the rows of a sheet, at which other systems cut without a word. */
const MANY = 1_048_575 + 25

/** The answer that a page would draw for somebody. */
const drawnFor = (client: Client, spaceId: string, definition: ChartDefinition): Promise<ChartAnswer> =>
  askChart(definition, (query, part) => client.data(dataViews.answer, { spaceId, definition: { query }, ...part }))
const asShown = (wish: unknown) => ChartDefinition.parse(wish)

test('a card shows its reader what that reader may read, and nothing of a table that is not theirs', async () => {
  const { world, owner, spaceId, casts, publish, chart } = await buildReports()
  const { id } = await publish()
  const senior = await world.as('senior')
  const { published } = await senior.data(reports.show, { id })
  const content = published?.kind === 'board' ? published.board.tabs[0]?.cards[0]?.content : undefined
  if (content?.kind !== 'chart') throw new Error('no chart')
  const before = await drawnFor(senior, spaceId, content.definition)
  expect([before.used, before.present]).toEqual([5, 5])
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  await expect(drawnFor(senior, spaceId, content.definition)).rejects.toThrow('dataViewBroken')
  expect((await drawnFor(owner, spaceId, asShown(chart))).present).toBe(5)
})

test('filters of a board and a mark narrow a card, and the card says of how many rows', async () => {
  const { owner, spaceId, casts, chart } = await buildReports()
  const definition = asShown(chart)
  const station = { source: casts.ref, column: String(casts.ids[0]) }
  const narrowing = { columns: [station], comparisons: [{ operator: 'oneOf' as const, values: ['S1'] }] }
  const { query } = narrowed(definition.query, [narrowing])
  const answer = await drawnFor(owner, spaceId, { ...definition, query })
  expect([answer.used, answer.present]).toEqual([2, 5])

  const whole = await drawnFor(owner, spaceId, definition)
  const row = whole.rows.find(({ cells }) => cells[0] === 'S2')
  if (!row) throw new Error('no mark')
  const parts = pickedGroups(whole, row)
  const behind = rowsBehind(definition.query, parts)
  const asked = { query: behind }
  const { rows } = await owner.data(dataViews.answer, { spaceId, definition: asked })
  expect(rows).toEqual([['S2', '9']])
  expect(columnOfField(definition.query, 'f1')).toEqual(station)
})

test(`a sum over more rows than a sheet has is whole: ${MANY}`, { timeout: 120_000 }, async () => {
  const { world, owner, spaceId } = await buildReports()
  const { id, columnList } = await owner.data(tables.create, {
    spaceId,
    name: 'Many',
    columns: [{ name: 'n', type: 'number' }],
  })
  const physical = sql.raw(`tables.t_${id.replaceAll('-', '')}`)
  await sql`insert into ${physical} (ord, c1) select n, n from generate_series(1, ${MANY}::int) n`.execute(world.db)
  await sql`update data_table set row_count = ${MANY} where id = ${id}`.execute(world.db)
  const from = { kind: 'column', source: 0, column: String(columnList[0]?.id) }
  const definition = asShown({
    type: 'number',
    query: { base: { kind: 'table', id }, fields: [{ key: 'f1', name: 'n', from }] },
    channels: { y: [{ field: 'f1', aggregate: 'sum' }] },
  })
  const answer = await drawnFor(owner, spaceId, definition)
  expect(answer.rows[0]?.cells[0]).toBe(String((MANY * (MANY + 1)) / 2))
  expect([answer.used, answer.present, answer.total]).toEqual([MANY, MANY, null])
})
