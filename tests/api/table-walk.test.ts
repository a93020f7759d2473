import { expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { isFull } from '../support/full.ts'
import { drawing } from '../support/random.ts'
import { sentTable } from '../support/table-file.ts'
import { asType, TableModel } from '../support/table-model.ts'
import { buildWorld } from '../support/world.ts'

const { tableFiles, tables, tasks } = contract
type Wish = InputOf<typeof tables.change>['change']
/** Walks by their seeds, and the steps of each. */
const SEEDS = Array.from({ length: isFull ? 25 : 1 }, (_, at) => at + 1)
const STEPS = 200
const writers = ['owner', 'senior'] as const
type Writer = (typeof writers)[number]
const WORDS = ['a', 'b', 'Lake', '湖', '007', '12', '3', '-4', '0', 'x y', '=1+1']

/** What a walk may do; what comes more than once is done more often. */
const moves = [
  'cells',
  'cells',
  'cells',
  'seen',
  'seen',
  'atOnce',
  'addRows',
  'addRows',
  'duplicateRows',
  'removeRows',
  'moveRows',
  'addColumn',
  'duplicateColumn',
  'removeColumn',
  'rename',
  'setType',
  'setType',
  'upper',
  'fill',
  'clear',
  'restore',
  'import',
  'undo',
  'undo',
  'undo',
  'undo',
  'redo',
  'redo',
  'force',
  'refused',
] as const
type Move = (typeof moves)[number]

async function scene() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const clients = { owner: await world.as('owner'), senior: await world.as('senior') }
  const columns = [
    { name: 'Station', type: 'text' as const },
    { name: 'Depth', type: 'number' as const },
    { name: 'Note', type: 'text' as const },
  ]
  const { id } = await clients.owner.data(tables.create, { spaceId, name: 'Walked', columns })
  return { world, clients, one: { spaceId, id }, model: new TableModel(columns) }
}
type Scene = Awaited<ReturnType<typeof scene>>

function walk({ world, clients, one, model }: Scene, seed: number) {
  const draw = drawing(seed)
  const below = (most: number) => Math.floor(draw() * most)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const some = (from: readonly number[], most: number) => [
    ...new Set(Array.from({ length: 1 + below(most) }, () => pick(from))),
  ]
  const valueFor = (column: number): Cell =>
    draw() < 0.15 ? null : asType(model.state.columns.get(column)?.type ?? 'text', pick(WORDS))
  const change = (who: Writer, wish: Wish) => clients[who].data(tables.change, { ...one, change: wish })
  /** Does a change that must be done; answers its number and the ids of the rows that it made. */
  const done = async (who: Writer, wish: Wish): Promise<{ id: number; rows: number[] }> => {
    const outcome = await change(who, wish)
    expect(outcome).toMatchObject({ change: expect.any(Number), conflictCount: 0 })
    return { id: outcome.change ?? 0, rows: outcome.rows }
  }
  const columnIds = () => model.columns.map(({ id }) => id)
  const textColumns = () => model.columns.flatMap(({ id, type }) => (type === 'text' ? [id] : []))
  const newName = (() => {
    let count = 0
    return () => `Column ${(count += 1)}`
  })()
  const behind = (ids: readonly number[]) => pick([null, undefined, pick(ids), pick(ids)])
  const wishCells = (rows: readonly number[]) => {
    const columns = some(columnIds(), 2)
    return { columns, rows: rows.map((id) => ({ id, values: columns.map(valueFor) })) }
  }

  async function writeSeen(who: Writer) {
    const wish = wishCells(some(model.ids, 3))
    // What somebody saw who looked a while ago.
    const rows = wish.rows.map(({ id, values }) => {
      const before = wish.columns.map((column) => (draw() < 0.85 ? model.cell(id, column) : valueFor(column)))
      return { id, values, before }
    })
    const inTheWay = rows.flatMap(({ id, values, before }) =>
      wish.columns.filter((column, at) => {
        const present = model.cell(id, column)
        return present !== before[at] && present !== values[at]
      }),
    )
    const outcome = await change(who, { kind: 'cells', columns: wish.columns, rows })
    expect(outcome.conflictCount).toBe(inTheWay.length)
    if (inTheWay.length) expect(outcome.change).toBeNull()
    else model.cells(outcome.change ?? 0, who, wish.columns, rows)
  }
  async function writeAtOnce() {
    if (model.ids.length < 2) return
    const rows = model.ids
    const first = below(rows.length)
    const wishes = writers.map((who, at) => ({ who, ...wishCells([rows[(first + at) % rows.length] ?? 0]) }))
    const outcomes = await Promise.all(
      wishes.map(async ({ who, ...wish }) => ({ who, wish, ...(await done(who, { kind: 'cells', ...wish })) })),
    )
    for (const { id, who, wish } of outcomes.toSorted((a, b) => a.id - b.id))
      model.cells(id, who, wish.columns, wish.rows)
  }
  async function bringIn(who: Writer) {
    const columns = some(columnIds(), 2)
    const mode = pick(['append', 'append', 'upsert', 'upsert', 'replace'] as const)
    const keys = new Set<Cell>()
    const rows = Array.from({ length: 1 + below(4) }, () => columns.map(valueFor)).filter(([key = null, ...rest]) => {
      const isAgain = mode === 'upsert' && key !== null && keys.has(key)
      keys.add(key)
      return !isAgain && [key, ...rest].some((value) => value !== null)
    })
    if (!rows.length) return
    const headings = columns.map((column) => `c${column}`)
    const text = rows.map((row) => JSON.stringify(Object.fromEntries(headings.map((key, at) => [key, row[at]]))))
    const source = await sentTable(clients[who], one.spaceId, text.join('\n'), 'more.jsonl')
    const { id: taskId } = await clients[who].data(tableFiles.import, {
      spaceId: one.spaceId,
      source,
      mode,
      tableId: one.id,
      headings,
      columns: columns.map((target, index) => ({
        index,
        type: model.state.columns.get(target)?.type ?? 'text',
        target,
      })),
      keys: mode === 'upsert' ? columns.slice(0, 1) : [],
      misfits: 'refuse',
    })
    await world.services.tasks.drain()
    expect(await clients[who].data(tasks.show, { id: taskId })).toMatchObject({ state: 'completed' })
    const present = await clients[who].data(tables.rows, { ...one, count: 1000 })
    const known = new Set(model.ids)
    const ids = () => present.rows.map(({ id }) => id).filter((id) => !known.has(id))
    model.import(present.change, who, { mode, columns, rows, ids })
  }
  async function reverse(who: Writer, way: 'undo' | 'redo', isForced: boolean) {
    const expected = model.reverse(who, way, isForced)
    const answer = await clients[who].call(tables[way], { ...one, isForced })
    if ('nothing' in expected) {
      expect(answer).toMatchObject({ error: way === 'undo' ? 'tableNothingToUndo' : 'tableNothingToRedo' })
      return
    }
    const { data } = answer as { data: ChangeOutcome }
    expect(data).toMatchObject({ conflictCount: expected.conflicts })
    if (!expected.conflicts) expected.apply(data.change ?? 0)
    else if (draw() < 0.4) await reverse(who, way, true)
  }

  const make: Record<Move, (who: Writer) => Promise<void>> = {
    cells: async (who) => {
      const wish = wishCells(some(model.ids, 4))
      model.cells((await done(who, { kind: 'cells', ...wish })).id, who, wish.columns, wish.rows)
    },
    seen: writeSeen,
    atOnce: writeAtOnce,
    addRows: async (who) => {
      const columns = some(columnIds(), 3)
      const rows = Array.from({ length: 1 + below(4) }, () => columns.map(valueFor))
      const place = behind(model.ids)
      const made = await done(who, { kind: 'addRows', columns, rows, behind: place })
      model.addRows(made.id, who, { columns, rows, ids: made.rows, behind: place })
    },
    duplicateRows: async (who) => {
      const rows = some(model.ids, 3)
      const made = await done(who, { kind: 'duplicateRows', rows })
      model.duplicateRows(made.id, who, rows, made.rows)
    },
    removeRows: async (who) => {
      const rows = some(model.ids, model.ids.length > 30 ? 15 : 4)
      model.removeRows((await done(who, { kind: 'removeRows', rows })).id, who, rows)
    },
    moveRows: async (who) => {
      const rows = some(model.ids, 3)
      const others = model.ids.filter((id) => !rows.includes(id))
      if (!others.length) return
      const place = behind(others)
      model.moveRows((await done(who, { kind: 'moveRows', rows, behind: place })).id, who, rows, place)
    },
    addColumn: async (who) => {
      const column = { name: newName(), type: pick(['text', 'number'] as const) }
      const place = behind(columnIds())
      const { id } = await done(who, { kind: 'addColumn', column, behind: place })
      model.addColumn(id, who, column.name, column.type, place)
    },
    duplicateColumn: async (who) => {
      if (model.columns.length > 7) return make.removeColumn(who)
      const [column, name] = [pick(columnIds()), newName()]
      const { id } = await done(who, { kind: 'duplicateColumn', column, name })
      model.duplicateColumn(id, who, column, name)
    },
    removeColumn: async (who) => {
      if (model.columns.length < 3) return make.addColumn(who)
      const column = pick(columnIds())
      model.removeColumn((await done(who, { kind: 'removeColumns', columns: [column] })).id, who, column)
    },
    rename: async (who) => {
      const [column, name] = [pick(columnIds()), newName()]
      model.rename((await done(who, { kind: 'editColumn', column, set: { name } })).id, who, column, name)
    },
    setType: async (who) => {
      const column = pick(columnIds())
      const type = model.state.columns.get(column)?.type === 'text' ? 'number' : 'text'
      const isLossy = draw() < 0.5
      const wish = { kind: 'setType' as const, column, type, isLossy } as const
      const lost = model.lost(column, type)
      if (lost && !isLossy) {
        expect(await clients[who].call(tables.change, { ...one, change: wish })).toMatchObject({
          error: 'tableValuesLost',
        })
        return
      }
      model.setType((await done(who, wish)).id, who, column, type)
    },
    upper: async (who) => {
      if (!textColumns().length) return
      const column = pick(textColumns())
      const { id } = await done(who, { kind: 'transform', columns: [column], how: { what: 'upper' } })
      model.rewrite(id, who, 'transform', column, (value) => (value === null ? null : String(value).toUpperCase()))
    },
    fill: async (who) => {
      const column = pick(columnIds())
      const value = valueFor(column)
      const { id } = await done(who, { kind: 'fill', columns: [column], how: { what: 'value', value } })
      model.rewrite(id, who, 'fill', column, (present) => present ?? value)
    },
    clear: async (who) => {
      const column = pick(columnIds())
      model.rewrite((await done(who, { kind: 'clear', columns: [column] })).id, who, 'clear', column, () => null)
    },
    restore: async (who) => {
      const at = pick(model.changes).id
      model.restore((await done(who, { kind: 'restore', at })).id, who, at)
    },
    import: bringIn,
    undo: (who) => reverse(who, 'undo', false),
    redo: (who) => reverse(who, 'redo', false),
    force: (who) => reverse(who, pick(['undo', 'redo'] as const), true),
    refused: async (who) => {
      const wish = pick<Wish>([
        { kind: 'removeRows', rows: [999_999] },
        { kind: 'cells', columns: [999], rows: [{ id: 1, values: ['x'] }] },
        { kind: 'cells', columns: columnIds().slice(0, 1), rows: [{ id: 999_999, values: ['1'] }] },
        { kind: 'restore', at: 999_999_999 },
      ])
      expect(await clients[who].call(tables.change, { ...one, change: wish })).toHaveProperty('error')
    },
  }

  async function compare() {
    const [page, ...looks] = await Promise.all([
      clients.owner.data(tables.rows, { ...one, count: 1000 }),
      ...writers.map((who) => clients[who].data(tables.show, one)),
    ])
    const columns = looks[0]?.columnList.map(({ name, type }) => `${name}: ${type}`)
    const rows = page.rows.map(({ id, cells }) => ({ id, cells }))
    expect({ columns, rows }).toEqual(model.shown())
    expect(looks.map(({ undo: { undo, redo } }) => ({ undo, redo }))).toEqual(writers.map((who) => model.pointers(who)))
    expect(page).toMatchObject({ total: rows.length, change: model.changes.at(-1)?.id })
  }
  async function comparePast() {
    const { id } = pick(model.changes)
    const { rows } = await clients.senior.data(tables.rows, { ...one, count: 1000, at: id })
    expect(
      rows.map((row) => ({ id: row.id, cells: row.cells })),
      `as of ${id}`,
    ).toEqual(model.shown(id).rows)
    const { list } = await clients.senior.data(tables.history, { ...one, size: 10 })
    const told = list.map((entry) => [entry.id, entry.kind, entry.by.personId, entry.of, entry.isUndone])
    const noted = model.changes.slice(-10).reverse()
    expect(told).toEqual(
      noted.map((entry) => [entry.id, entry.kind, world.idOf(entry.who as Writer), entry.of, entry.isUndone]),
    )
  }

  /** One step; answers what it was. */
  return async function step(): Promise<Move> {
    const who = pick(writers)
    const move = model.ids.length < 3 ? 'addRows' : pick(moves)
    await make[move](who)
    await compare()
    await comparePast()
    return move
  }
}

test.each(SEEDS)(
  `walk %i: ${STEPS} random edits, undos and imports of two writers go as a model in memory says`,
  {
    timeout: STEPS * 2000,
  },
  async (seed) => {
    const found = await scene()
    const step = walk(found, seed)
    const made = new Set<Move>()
    for (let at = 0; at < STEPS; at += 1) {
      try {
        made.add(await step())
      } catch (cause) {
        const last = found.model.changes.slice(-12).map(({ id, who, kind, of }) => `${id} ${who} ${kind} ${of ?? ''}`)
        throw new Error(`step ${at}, after ${last.join('; ')}\n${(cause as Error).message}`, { cause })
      }
    }
    expect(moves.filter((move) => !made.has(move))).toEqual([])
  },
)
