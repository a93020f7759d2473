import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { buildWorld } from '../support/world.ts'

const { tables } = contract
type Wish = InputOf<typeof tables.change>['change']
type Draft = NonNullable<InputOf<typeof tables.create>['columns']>[number]

const COLUMNS: Draft[] = [
  { name: 'Mass', type: 'number' },
  { name: 'Volume', type: 'number' },
  { name: 'Label', type: 'text' },
]
const ROWS: Cell[][] = [
  ['10', '4', 'a'],
  ['3', '0', 'b'],
  ['5', null, null],
]
const computed = (name: string, formula: string): Draft => ({ name, type: 'text', formula })

/** A table with masses and volumes, and these columns besides. */
async function buildTable(...more: Draft[]) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const made = await owner.data(tables.create, { spaceId, name: 'Density', columns: [...COLUMNS, ...more] })
  const one = { spaceId, id: made.id }
  const [mass = 0, volume = 0, label = 0] = made.columnList.map(({ id }) => id)
  const tryTo = (change: Wish) => owner.call(tables.change, { ...one, change })
  const change = (wish: Wish) => owner.data(tables.change, { ...one, change: wish })
  const columns = async () => (await owner.data(tables.show, one)).columnList
  const column = async (name: string) => {
    const found = (await columns()).find((one) => one.name === name)
    if (!found) throw new Error(`no column ${name}`)
    return found
  }
  /** The cells of a column, and instead of an empty one why it is. */
  const cells = async (name: string) => {
    const { id } = await column(name)
    const { rows } = await owner.data(tables.rows, { ...one, columns: [id] })
    return rows.map(({ cells: [cell], errors }) => cell ?? errors?.[id] ?? null)
  }
  const add = (name: string, formula: string) => change({ kind: 'addColumn', column: computed(name, formula) })
  const setFormula = async (name: string, formula: string | null) =>
    change({ kind: 'setFormula', column: (await column(name)).id, formula })
  const undo = () => owner.data(tables.undo, one)
  const redo = () => owner.data(tables.redo, one)
  await change({ kind: 'addRows', columns: [mass, volume, label], rows: ROWS })
  return { world, owner, one, mass, volume, label, tryTo, change, columns, column, cells, add, setFormula, undo, redo }
}

describe('refusals', () => {
  test('a formula that cannot be computed says why, beside the characters', async () => {
    const { tryTo, columns } = await buildTable()
    const answer = await tryTo({ kind: 'addColumn', column: computed('X', '[Mass] + [Label]') })
    expect(answer).toMatchObject({
      error: 'tableFormulaInvalid',
      data: [{ at: 0, length: 16, reason: 'differ', values: { expected: 'number', found: 'text' } }],
    })
    expect(await columns()).toHaveLength(3)
  })

  test.each([
    ['[Weight]', 'columnUnknown'],
    ['TODAY()', 'changing'],
    ['[X] + 1', 'cycle'],
    ['{1}', 'character'],
    ['pg_sleep(9)', 'function'],
  ])('%s is no formula', async (formula, reason) => {
    const { tryTo } = await buildTable()
    expect(await tryTo({ kind: 'addColumn', column: computed('X', formula) })).toMatchObject({
      error: 'tableFormulaInvalid',
      data: [{ reason }],
    })
  })

  test('a table is not made with a formula that cannot be computed', async () => {
    const { owner, one } = await buildTable()
    const columns = [computed('A', '[B] + 1'), computed('B', '[A] + 1')]
    expect(await owner.call(tables.create, { spaceId: one.spaceId, name: 'Circle', columns })).toMatchObject({
      error: 'tableFormulaInvalid',
    })
    expect((await owner.data(tables.list, { spaceId: one.spaceId })).list).toHaveLength(1)
  })

  test('a column does not read itself through another one', async () => {
    const { tryTo, column, cells } = await buildTable(computed('A', '[Mass] + 1'), computed('B', '[A] + 1'))
    const { id } = await column('A')
    expect(await tryTo({ kind: 'setFormula', column: id, formula: '[B] + 1' })).toMatchObject({
      error: 'tableFormulaInvalid',
      data: [{ reason: 'cycle' }],
    })
    expect(await cells('B')).toEqual(['12', '5', '7'])
  })

  test('a computed cell is not edited, added or cleared by hand', async () => {
    const { tryTo, column, owner, one } = await buildTable(computed('A', '[Mass] + 1'))
    const { id } = await column('A')
    const [row] = (await owner.data(tables.rows, one)).rows
    expect(await tryTo({ kind: 'cells', columns: [id], rows: [{ id: row?.id ?? 0, values: ['7'] }] })).toMatchObject({
      error: 'tableComputed',
    })
    expect(await tryTo({ kind: 'addRows', columns: [id], rows: [['7']] })).toMatchObject({ error: 'tableComputed' })
  })

  test('a column that a formula reads is not removed while the formula stays', async () => {
    const { tryTo, change, mass, column, columns } = await buildTable(computed('A', '[Mass] + 1'))
    expect(await tryTo({ kind: 'removeColumns', columns: [mass] })).toMatchObject({ error: 'tableColumnNeeded' })
    await change({ kind: 'removeColumns', columns: [mass, (await column('A')).id] })
    expect((await columns()).map(({ name }) => name)).toEqual(['Volume', 'Label'])
  })

  test('a formula does not come back without the column that it reads', async () => {
    const { world, owner, one, mass, change, column } = await buildTable(computed('A', '[Mass] + 1'))
    const senior = await world.as('senior')
    await change({ kind: 'removeColumns', columns: [(await column('A')).id] })
    await senior.data(tables.change, { ...one, change: { kind: 'removeColumns', columns: [mass] } })
    expect(await owner.call(tables.undo, one)).toMatchObject({ error: 'tableColumnNeeded' })
    await senior.data(tables.undo, one)
    await owner.data(tables.undo, one)
    expect((await column('A')).formula).toBe('[Mass] + 1')
  })
})

describe('a computed column', () => {
  test('has the type of its formula, and a value or a reason in each cell', async () => {
    const { add, column, cells, volume } = await buildTable()
    await add('Density', '=ROUND([mass] / [Volume], 2)')
    expect(await column('Density')).toMatchObject({ type: 'number', formula: '=ROUND([Mass] / [Volume], 2)' })
    expect(await cells('Density')).toEqual(['2.5', 'division', `missing:${volume}`])
  })

  test('is made with its table, whatever the order of the columns', async () => {
    const { cells, column } = await buildTable(computed('B', '[A] * 2'), computed('A', '[Mass] + 1'))
    expect(await cells('B')).toEqual(['22', '8', '12'])
    expect((await column('B')).type).toBe('number')
  })

  test('follows its cells at once', async () => {
    const { add, cells, change, owner, one, volume } = await buildTable()
    await add('Density', '[Mass] / [Volume]')
    const { rows } = await owner.data(tables.rows, one)
    const written = rows.map(({ id }) => ({ id, values: ['2'] }))
    await change({ kind: 'cells', columns: [volume], rows: written })
    expect(await cells('Density')).toEqual(['5', '1.5', '2.5'])
  })

  test('keeps its formula when a column that it reads has a new name', async () => {
    const { add, column, change, mass, cells } = await buildTable()
    await add('Twice', '[Mass] * 2')
    await change({ kind: 'editColumn', column: mass, set: { name: 'Mass [g]' } })
    expect((await column('Twice')).formula).toBe('[Mass [g]]] * 2')
    expect(await cells('Twice')).toEqual(['20', '6', '10'])
  })

  test('is filtered and sorted like any other', async () => {
    const { add, owner, one, column, mass } = await buildTable()
    await add('Twice', '[Mass] * 2')
    const { id } = await column('Twice')
    const found = await owner.data(tables.rows, {
      ...one,
      columns: [mass],
      filter: [{ match: 'all', conditions: [{ column: id, operator: 'greater', values: ['6'] }] }],
      sort: [{ column: id, order: 'asc' }],
    })
    expect(found.rows.map(({ cells }) => cells[0])).toEqual(['5', '10'])
  })

  test('changes its formula, and so do those that read it; undone and done again', async () => {
    const { add, setFormula, column, cells, undo, redo } = await buildTable()
    await add('A', '[Mass] + 1')
    await add('B', '[A] & "!"')
    await setFormula('A', '[Label]')
    expect(await column('A')).toMatchObject({ type: 'text', formula: '[Label]' })
    expect(await cells('B')).toEqual(['a!', 'b!', expect.stringMatching(/^missing:/)])
    for (const _ of [1, 2]) {
      await undo()
      expect(await column('A')).toMatchObject({ type: 'number', formula: '[Mass] + 1' })
      expect(await cells('B')).toEqual(['11!', '4!', '6!'])
      await redo()
      expect(await cells('A')).toEqual(['a', 'b', expect.stringMatching(/^missing:/)])
    }
  })

  test('is removed and comes back with what its cells give by now', async () => {
    const { add, column, cells, change, undo, owner, one, world, mass } = await buildTable()
    await add('Twice', '[Mass] * 2')
    await change({ kind: 'removeColumns', columns: [(await column('Twice')).id] })
    const { rows } = await owner.data(tables.rows, one)
    const senior = await world.as('senior')
    const written = rows.map(({ id }) => ({ id, values: ['1'] }))
    await senior.data(tables.change, { ...one, change: { kind: 'cells', columns: [mass], rows: written } })
    await undo()
    expect(await cells('Twice')).toEqual(['2', '2', '2'])
  })

  test('becomes values, and values become a formula; undone and done again', async () => {
    const { add, setFormula, column, cells, undo, redo, change, owner, one, mass } = await buildTable()
    await add('Twice', '[Mass] * 2')
    await setFormula('Twice', null)
    expect(await column('Twice')).toMatchObject({ type: 'number', formula: null })
    const { rows } = await owner.data(tables.rows, one)
    await change({ kind: 'cells', columns: [mass], rows: rows.map(({ id }) => ({ id, values: ['1'] })) })
    expect(await cells('Twice')).toEqual(['20', '6', '10'])
    for (const _ of [1, 2]) {
      await undo()
      await undo()
      expect(await column('Twice')).toMatchObject({ formula: '[Mass] * 2' })
      expect(await cells('Twice')).toEqual(['20', '6', '10'])
      await redo()
      await redo()
      expect(await column('Twice')).toMatchObject({ formula: null })
      expect(await cells('Twice')).toEqual(['20', '6', '10'])
    }
    await setFormula('Twice', '[Mass] * 3')
    expect(await cells('Twice')).toEqual(['3', '3', '3'])
    await undo()
    expect(await cells('Twice')).toEqual(['20', '6', '10'])
  })

  test('leaves no trace in the history of rows', async () => {
    const { add, cells, owner, one, change, undo } = await buildTable()
    await add('Twice', '[Mass] * 2')
    const { rows } = await owner.data(tables.rows, one)
    await change({ kind: 'removeRows', rows: rows.map(({ id }) => id) })
    expect(await cells('Twice')).toEqual([])
    await undo()
    expect(await cells('Twice')).toEqual(['20', '6', '10'])
  })

  test('follows a column that it reads to another type, and back', async () => {
    const { add, column, cells, change, tryTo, undo, redo, mass, volume } = await buildTable()
    await add('Note', '"m=" & [Mass]')
    await add('Half', '[Volume] / 2')
    await change({ kind: 'setType', column: mass, type: 'text' })
    expect(await cells('Note')).toEqual(['m=10', 'm=3', 'm=5'])
    expect(await tryTo({ kind: 'setType', column: volume, type: 'text' })).toMatchObject({ error: 'tableColumnNeeded' })
    for (const _ of [1, 2]) {
      await undo()
      expect((await column('Mass')).type).toBe('number')
      expect(await cells('Note')).toEqual(['m=10', 'm=3', 'm=5'])
      await redo()
      expect((await column('Mass')).type).toBe('text')
      expect(await cells('Note')).toEqual(['m=10', 'm=3', 'm=5'])
    }
  })

  test('is duplicated with its formula', async () => {
    const { add, column, cells, change, setFormula } = await buildTable()
    await add('Twice', '[Mass] * 2')
    await change({ kind: 'duplicateColumn', column: (await column('Twice')).id, name: 'Copy' })
    await setFormula('Twice', '[Mass] * 3')
    expect(await column('Copy')).toMatchObject({ formula: '[Mass] * 2', type: 'number' })
    expect(await cells('Copy')).toEqual(['20', '6', '10'])
  })

  test.each<[string, (id: number) => Wish]>([
    ['given another type', (column) => ({ kind: 'setType', column, type: 'text' })],
    ['cleared', (column) => ({ kind: 'clear', columns: [column] })],
    ['filled', (column) => ({ kind: 'fill', columns: [column], how: { what: 'above' } })],
    ['transformed', (column) => ({ kind: 'transform', columns: [column], how: { what: 'upper' } })],
  ])('is not %s', async (_what, wishOf) => {
    const { add, column, tryTo } = await buildTable()
    await add('Note', '[Label] & "!"')
    expect(await tryTo(wishOf((await column('Note')).id))).toMatchObject({ error: 'tableComputed' })
  })

  test('is copied with its table, without what earlier formulas left', async () => {
    const { add, setFormula, column, owner, one, change, mass } = await buildTable()
    await add('Twice', '[Mass] * 2')
    await setFormula('Twice', '[Volume] * 2')
    await change({ kind: 'removeColumns', columns: [mass] })
    const copy = await owner.data(tables.copy, { ...one, toSpaceId: one.spaceId, name: 'Copy' })
    const { columnList } = await owner.data(tables.show, { spaceId: one.spaceId, id: copy.id })
    expect(columnList.at(-1)?.formula).toBe('[Volume] * 2')
    const { id } = await column('Twice')
    const { rows } = await owner.data(tables.rows, { spaceId: one.spaceId, id: copy.id, columns: [id] })
    expect(rows.map(({ cells: [cell] }) => cell)).toEqual(['8', '0', null])
  })

  test('has its statistics, over the cells that have a value', async () => {
    const { add, owner, one, column } = await buildTable()
    await add('Density', '[Mass] / [Volume]')
    const { id } = await column('Density')
    expect(await owner.data(tables.statistics, { ...one, column: id })).toMatchObject({
      rows: 3,
      missing: 1,
      failed: 1,
      mean: '2.5',
    })
  })

  test('has at most one physical column besides its own, however often its formula changes', async () => {
    const { world, add, setFormula } = await buildTable()
    await add('Twice', '[Mass] * 1')
    for (const factor of [2, 3, 4, 5]) await setFormula('Twice', `[Mass] * ${factor}`)
    const { rows } = await sql`
      select 1 from pg_attribute where attgenerated <> '' and not attisdropped and attname ~ '^c[0-9]+$'`.execute(
      world.db,
    )
    expect(rows).toHaveLength(2)
  })
})
