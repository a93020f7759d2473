import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { TableChange } from '#contract/tables/changes.ts'
import { buildWorld } from './world.ts'

const { tables } = contract
export type Wish = InputOf<typeof tables.change>['change']
export type Cells = Extract<TableChange, { kind: 'addRows' }>['rows'][number]

/** A private space with a table of water samples. */
export async function buildTable() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const table = await owner.data(tables.create, {
    spaceId,
    name: 'Samples',
    columns: [
      { name: 'Station', type: 'text' },
      { name: 'Depth', type: 'number', unit: 'm' },
      { name: 'Taken', type: 'date' },
      { name: 'Logged', type: 'datetime' },
      { name: 'Good', type: 'boolean' },
      { name: 'Genera', type: 'choices' },
    ],
  })
  const one = { spaceId, id: table.id }
  const ids = table.columnList.map(({ id }) => id)
  const change = (change: Wish, who = owner) => who.data(tables.change, { ...one, change })
  /** The error that a change is refused with. */
  const refusal = async (change: Wish, who = owner) => (await who.call(tables.change, { ...one, change })) as unknown
  const undo = (isForced = false, who = owner) => who.data(tables.undo, { ...one, isForced })
  const redo = (isForced = false, who = owner) => who.data(tables.redo, { ...one, isForced })
  const read = (query: object = {}) => owner.data(tables.rows, { ...one, ...query })
  const cellsOf = async (query: object = {}) => (await read(query)).rows.map(({ cells }) => cells)
  /** All values of one column. */
  const valuesOf = async (column: number, query: object = {}) =>
    (await cellsOf({ columns: [column], ...query })).map(([value]) => value)
  const columnList = async () => (await owner.data(tables.show, one)).columnList
  const idOf = async (name: string) => (await columnList()).find((column) => column.name === name)?.id ?? 0
  const add = (rows: Cells[]) => change({ kind: 'addRows', columns: ids.slice(0, rows[0]?.length), rows })
  return { world, owner, one, ids, change, refusal, undo, redo, read, cellsOf, valuesOf, columnList, idOf, add }
}
