import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Cells } from './data-table.ts'
import { buildWorld } from './world.ts'

const { dataViews, tables } = contract
export type QueryWish = Extract<InputOf<typeof dataViews.answer>['definition'], { query: unknown }>['query']

const CASTS: Cells[] = [
  ['S1', '0', '8.5', '2026-06-03', '2026-06-03T06:10:00.000Z', true],
  ['S1', '10', '6.25', '2026-06-03', '2026-06-03T06:40:00.000Z', false],
  ['S2', '0', '9', '2026-07-14', '2026-07-14T05:00:00.000Z', true],
  ['s10', '5', null, '2026-07-15', null, null],
  [null, '2.5', '7', null, null, true],
]
const STATIONS: Cells[] = [
  ['S1', 'North bay', '46'],
  ['S2', 'Outlet', '12.5'],
  ['S2', 'Outlet, lower', '13'],
  ['S9', 'Deep hole', '81'],
]

/** A private space with a table of casts and one of the stations where they were made. */
export async function buildViews(env: Record<string, string> = {}) {
  const world = await buildWorld(env)
  const { id: spaceId, identifier } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const made = async (name: string, columns: InputOf<typeof tables.create>['columns'], rows: Cells[]) => {
    const { id, columnList } = await owner.data(tables.create, { spaceId, name, columns })
    const ids = columnList.map((column) => column.id)
    await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
    return { ref: { kind: 'table' as const, id }, id, ids }
  }
  const casts = await made(
    'Casts',
    [
      { name: 'Station', type: 'text' },
      { name: 'Depth', type: 'number', unit: 'm' },
      { name: 'Temperature', type: 'number', unit: '°C' },
      { name: 'Day', type: 'date' },
      { name: 'Logged', type: 'datetime' },
      { name: 'Good', type: 'boolean' },
    ],
    CASTS,
  )
  const stations = await made(
    'Stations',
    [
      { name: 'Code', type: 'text' },
      { name: 'Name', type: 'text' },
      { name: 'Bottom', type: 'number', unit: 'm' },
    ],
    STATIONS,
  )
  /** A field of a source by the place of the column, from 0. */
  const column = (key: string, name: string, source: 0 | 1, place: number) => ({
    key,
    name,
    from: { kind: 'column' as const, source, column: String((source ? stations : casts).ids[place]) },
  })
  const fields = [column('f1', 'Station', 0, 0), column('f2', 'Depth', 0, 1), column('f3', 'Temperature', 0, 2)]
  const simple: QueryWish = { base: casts.ref, fields }
  const joins = (type: 'left' | 'right' | 'inner'): QueryWish['joins'] => [
    {
      source: stations.ref,
      type,
      on: [{ left: { source: 0, column: String(casts.ids[0]) }, right: String(stations.ids[0]) }],
    },
  ]
  const answer = (query: QueryWish, more: object = {}, who = owner) =>
    who.data(dataViews.answer, { spaceId, definition: { query }, ...more })
  const rowsOf = async (query: QueryWish, more: object = {}) => (await answer(query, more)).rows
  const problemsOf = async (query: QueryWish) =>
    (await owner.data(dataViews.check, { spaceId, definition: { query } })).problems.map(({ reason, name }) => [
      reason,
      name,
    ])
  const save = (query: QueryWish, more: object = {}, who = owner) =>
    who.data(dataViews.create, { spaceId, name: 'Warm water', definition: { query }, ...more })
  return { world, owner, spaceId, identifier, casts, stations, column, simple, joins, answer, rowsOf, problemsOf, save }
}
