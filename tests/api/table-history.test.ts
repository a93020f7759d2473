import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { CELLS_TOGETHER } from '#server/modules/tables/writing.ts'
import { buildTable, type Wish } from '../support/data-table.ts'
import { heldUpIn } from '../support/locks.ts'

const { tables } = contract

describe('undo of a change of type', () => {
  /** A text column becomes a number; then somebody else works in it. */
  async function scene() {
    const table = await buildTable()
    const { ids, change, add } = table
    const [column = 0] = ids
    const { rows } = await add([[' 1,000 '], ['2'], ['x'], ['4']])
    await change({ kind: 'setType', column, type: 'number', isLossy: true })
    const senior = await table.world.as('senior')
    const write = (row: number, value: string | null, who = senior) =>
      change({ kind: 'cells', columns: [column], rows: [{ id: rows[row] ?? 0, values: [value] }] }, who)
    return { ...table, column, senior, write, lines: rows }
  }

  test('brings what others wrote since into the old column, and leaves the rest as it was written', async () => {
    const { column, senior, write, change, undo, redo, valuesOf } = await scene()
    await write(1, '2.50')
    await write(3, null)
    await change({ kind: 'addRows', columns: [column], rows: [['7'], [null]] }, senior)
    await undo()
    expect(await valuesOf(column)).toEqual([' 1,000 ', '2.50', 'x', null, '7', null])
    await redo()
    expect(await valuesOf(column)).toEqual(['1000', '2.50', null, null, '7', null])
  })

  test('keeps what was written in between undoing and doing again', async () => {
    const { column, write, undo, redo, valuesOf } = await scene()
    await undo()
    await write(2, '30')
    await redo()
    expect(await valuesOf(column)).toEqual(['1000', '2', '30', '4'])
    await undo()
    expect(await valuesOf(column)).toEqual([' 1,000 ', '2', '30', '4'])
  })

  test('keeps the old texts of rows that were removed and came back', async () => {
    const { column, senior, change, undo, valuesOf, lines } = await scene()
    await change({ kind: 'removeRows', rows: [lines[0] ?? 0, lines[2] ?? 0] }, senior)
    await undo(false, senior)
    await undo()
    expect(await valuesOf(column)).toEqual([' 1,000 ', '2', 'x', '4'])
  })

  test('says which cells the old type cannot hold, and keeps them when they come back', async () => {
    const { ids, column, senior, change, undo, redo, valuesOf, lines, columnList } = await scene()
    await change({ kind: 'setType', column: ids[1] ?? 0, type: 'text' })
    await change({ kind: 'cells', columns: [ids[1] ?? 0], rows: [{ id: lines[0] ?? 0, values: ['deep'] }] }, senior)
    expect(await undo()).toMatchObject({
      change: null,
      conflictCount: 1,
      conflicts: [{ row: lines[0], column: ids[1], wanted: null, present: 'deep' }],
    })
    expect((await columnList())[1]).toMatchObject({ type: 'text' })
    await undo(true)
    expect(await valuesOf(ids[1] ?? 0)).toEqual([null, null, null, null])
    await redo()
    expect(await valuesOf(ids[1] ?? 0)).toEqual(['deep', null, null, null])
    expect(await valuesOf(column)).toEqual(['1000', '2', null, '4'])
  })

  test('leaves a column that somebody else gave another type since', async () => {
    const { column, senior, change, undo, valuesOf, columnList } = await scene()
    await change({ kind: 'setType', column, type: 'text' }, senior)
    await change({ kind: 'setType', column, type: 'number' }, senior)
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1, conflicts: [] })
    await undo(true)
    expect((await columnList())[0]).toMatchObject({ type: 'number' })
    expect(await valuesOf(column)).toEqual(['1000', '2', null, '4'])
  })
})

describe('the table as of a moment', () => {
  /** Five changes, with what the table showed after each. */
  async function scene() {
    const table = await buildTable()
    const { owner, one, ids, change, add, read, columnList, undo } = table
    const [station = 0, depth = 0] = ids
    const history: { at: number; rows: unknown; columns: unknown }[] = []
    const keep = async ({ change: at }: { change: number | null }) => {
      const { rows, columns, total, matching } = await read()
      history.push({ at: at ?? 0, rows: { rows, columns, total, matching }, columns: await columnList() })
    }
    const added = await add([
      ['a', '1.50'],
      ['b', '2'],
      ['3', null],
    ])
    const [first = 0, second = 0, third = 0] = added.rows
    await keep(added)
    await keep(await change({ kind: 'cells', columns: [station, depth], rows: [{ id: first, values: ['A', null] }] }))
    await keep(await change({ kind: 'setType', column: station, type: 'number', isLossy: true }))
    await keep(await change({ kind: 'removeRows', rows: [second] }))
    await keep(await change({ kind: 'moveRows', rows: [third], behind: null }))
    await keep(await change({ kind: 'addColumn', column: { name: 'New', type: 'text' }, behind: null }))
    await keep(await change({ kind: 'removeColumns', columns: [depth] }))
    await keep(await undo())
    await keep(await change({ kind: 'duplicateRows', rows: [first, third] }))
    const asOf = async (at: number) => {
      const { rows, columns, total, matching } = await owner.data(tables.rows, { ...one, at })
      return { rows, columns, total, matching }
    }
    return { ...table, history, asOf }
  }

  test('is what it was, after every change', async () => {
    const { owner, one, history, asOf, ids } = await scene()
    const momentOf = (wish: { change?: number; until?: string }) => owner.data(tables.moment, { ...one, ...wish })
    for (const { at, rows, columns } of history) {
      expect(await asOf(at)).toEqual(rows)
      const moment = await momentOf({ change: at })
      expect(moment).toMatchObject({ change: at, entry: { id: at }, columnList: columns })
      // Several changes may have the same millisecond: the last of them is the one.
      const { entry } = await momentOf({ until: moment.entry?.at ?? '' })
      expect(entry?.at).toBe(moment.entry?.at)
      expect(entry?.id).toBeGreaterThanOrEqual(at)
    }
    expect(await asOf(0)).toEqual({ rows: [], columns: ids, total: 0, matching: 0 })
    const beginning = await momentOf({ until: '2026-01-01T00:00:00Z' })
    expect(beginning).toMatchObject({ change: 0, entry: null })
    expect(beginning.columnList.map(({ id }) => id)).toEqual(ids)
  })

  test('is told by the order in which changes at the same time wrote a cell', async () => {
    const { world, one, ids, change, add, valuesOf } = await buildTable()
    const [column = 0] = ids
    // So many cells are written beside the rounds of other writers.
    const count = CELLS_TOGETHER + 1
    const { change: at, rows } = await add(Array.from({ length: count }, (_, n) => [String(n)]))
    const write = (value: string, lines: number[]) =>
      change({ kind: 'cells', columns: [column], rows: lines.map((id) => ({ id, values: [value] })) })
    const [first = 0, second = 0] = rows
    const waiting = await world.db.transaction().execute(async (tx) => {
      const physical = sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)
      await sql`select from ${physical} where id = ${first} for update`.execute(tx)
      const slow = write('slow', rows)
      await expect.poll(() => heldUpIn(world)).toBe(1)
      await write('quick', [second])
      return { slow }
    })
    await waiting.slow
    expect(await valuesOf(column, { count: 2 })).toEqual(['slow', 'slow'])
    expect(await valuesOf(column, { at, count: 2 })).toEqual(['0', '1'])
  })

  test('is filtered and sorted by what it was', async () => {
    const { history, read, ids } = await scene()
    const [station = 0] = ids
    const filter = [{ match: 'all', conditions: [{ column: station, operator: 'contains', values: ['A'] }] }]
    const sort = [{ column: station, order: 'desc' }]
    const page = await read({ at: history[1]?.at, filter, columns: [station] })
    expect(page).toMatchObject({ matching: 1, total: 3, rows: [{ cells: ['A'] }] })
    const sorted = await read({ at: history[1]?.at, sort, columns: [station], first: 1 })
    expect(sorted.rows.map(({ cells }) => cells[0])).toEqual(['A', '3'])
  })

  test('is brought back as one change, which is undone and done again', async () => {
    const { history, change, undo, redo, read, columnList } = await scene()
    const shown = async () => {
      const { rows, columns, total, matching } = await read()
      return { rows: { rows, columns, total, matching }, columns: await columnList() }
    }
    const last = await shown()
    for (const { at, rows, columns } of history) {
      await change({ kind: 'restore', at })
      expect(await shown()).toEqual({ rows, columns })
      await undo()
      expect(await shown()).toEqual(last)
      await redo()
      expect(await shown()).toEqual({ rows, columns })
      await undo()
    }
  })

  test('that is no change of this table is refused', async () => {
    const { owner, one, history, refusal } = await scene()
    const other = await buildTable()
    const { change: foreign } = await other.add([['x']])
    const later = (history.at(-1)?.at ?? 0) + 1000 + (foreign ?? 0)
    expect(await owner.call(tables.rows, { ...one, at: later })).toMatchObject({ error: 'tableChangeGone' })
    expect(await refusal({ kind: 'restore', at: later })).toMatchObject({ error: 'tableChangeGone' })
    expect(await owner.call(tables.changedCells, { ...one, change: later })).toMatchObject({ error: 'tableChangeGone' })
    expect(await owner.call(tables.nameChange, { ...one, change: later, name: 'x' })).toMatchObject({
      error: 'tableChangeGone',
    })
    const moment = (wish: object) => owner.call(tables.moment, { ...one, ...wish })
    expect(await moment({ change: later })).toMatchObject({ error: 'tableChangeGone' })
    const at = history[0]?.at ?? 0
    expect(await moment({ change: at, until: '2026-01-01T00:00:00Z' })).toMatchObject({ error: 'tableChangeGone' })
    expect(await moment({ until: 'yesterday' })).toMatchObject({ error: 'invalid' })
    expect(await owner.data(tables.moment, one)).toMatchObject({ change: history.at(-1)?.at })
  })
})

describe('history', () => {
  test('says who changed what, newest first, in pages, and for one row', async () => {
    const { world, owner, one, ids, change, add, undo } = await buildTable()
    const [station = 0, depth = 0] = ids
    const { rows } = await add([['a'], ['b']])
    const [first = 0, second = 0] = rows
    await change({ kind: 'cells', columns: [depth], rows: [{ id: second, values: ['2'] }] }, await world.as('senior'))
    const { change: upper } = await change({ kind: 'transform', columns: [station], how: { what: 'upper' } })
    await undo()
    const page = await owner.data(tables.history, { ...one, size: 2 })
    expect(page.list).toMatchObject([
      { kind: 'undo', of: upper, touched: 2, by: { personName: 'Olive Owner' } },
      { kind: 'transform', isUndone: true, details: { columns: 'Station', what: 'upper' } },
    ])
    const rest = await owner.data(tables.history, { ...one, size: 2, after: page.next ?? '' })
    expect(rest.list).toMatchObject([
      { kind: 'cells', by: { personName: '申大为' } },
      { kind: 'addRows', touched: 2 },
    ])
    expect(rest.next).toBeUndefined()
    const ofFirst = await owner.data(tables.history, { ...one, row: String(first) })
    expect(ofFirst.list.map(({ kind }) => kind)).toEqual(['undo', 'transform', 'addRows'])
  })

  test('shows from what to what the cells of a change went, under the columns of then', async () => {
    const { owner, one, ids, change, add } = await buildTable()
    const [station = 0, depth = 0, , logged = 0, good = 0, genera = 0] = ids
    const { rows, change: added } = await add([['a', '1.50', null, '2026-08-04T06:30:00.000Z', true, ['x', 'y']]])
    const [row = 0] = rows
    const { change: edit } = await change({
      kind: 'cells',
      columns: [station, depth],
      rows: [{ id: row, values: ['a', null] }],
    })
    await change({ kind: 'setType', column: depth, type: 'text' })
    await change({ kind: 'removeColumns', columns: [station] })
    const cells = async (id: number | null) =>
      (await owner.data(tables.changedCells, { ...one, change: String(id) })).cells
    expect(await cells(edit)).toEqual([{ row, column: depth, before: '1.50', after: null }])
    expect(await cells(added)).toEqual([
      { row, column: station, before: null, after: 'a' },
      { row, column: depth, before: null, after: '1.50' },
      { row, column: logged, before: null, after: '2026-08-04T06:30:00.000Z' },
      { row, column: good, before: null, after: true },
      { row, column: genera, before: null, after: ['x', 'y'] },
    ])
  })

  describe('of columns', () => {
    async function scene() {
      const table = await buildTable()
      const { owner, one, ids, change, add } = table
      const [station = 0, depth = 0] = ids
      const { rows } = await add([
        ['1,000', '1.50'],
        ['x-y', null],
      ])
      const [first = 0, second = 0] = rows
      /** What a change is told to have done; `after` stands for what others did since. */
      const told = async (done: Promise<{ change: number | null }>, of: object = {}) => {
        const { change: id } = await done
        return owner.data(tables.changedCells, { ...one, change: String(id), ...of })
      }
      const write = (column: number, value: string) =>
        change({ kind: 'cells', columns: [column], rows: [{ id: first, values: [value] }] })
      return { ...table, station, depth, first, second, told, write }
    }

    test('tells what a change of type made of each value, whoever wrote there since', async () => {
      const { owner, one, change, told, write, station, first, second, undo } = await scene()
      const { change: id } = await change({ kind: 'setType', column: station, type: 'number', isLossy: true })
      await write(station, '7')
      const details = await owner.data(tables.changedCells, { ...one, change: String(id) })
      expect(details).toMatchObject({
        columns: [{ id: station, before: { name: 'Station', type: 'text' }, after: { type: 'number' } }],
        cells: [
          { row: first, column: station, before: '1,000', after: '1000' },
          { row: second, column: station, before: 'x-y', after: null },
        ],
      })
      await undo()
      expect((await told(undo())).cells).toEqual([
        { row: first, column: station, before: '1000', after: '1,000' },
        { row: second, column: station, before: null, after: 'x-y' },
      ])
    })

    test('tells the values of a new column, and those that went with one', async () => {
      const { change, told, station, depth, first, second, idOf } = await scene()
      const merged = await told(change({ kind: 'merge', columns: [station, depth], separator: ' at ', name: 'Both' }))
      const both = await idOf('Both')
      expect(merged.columns).toMatchObject([{ id: both, before: null, after: { name: 'Both' } }])
      expect(merged.cells).toMatchObject([
        { row: first, column: both, before: null, after: '1,000 at 1.50' },
        { row: second, column: both, before: null, after: 'x-y' },
      ])
      const split = await told(change({ kind: 'split', column: station, separator: '-', names: ['L', 'R'] }))
      expect(split.cells.map(({ row, after }) => [row, after])).toEqual([
        [first, '1,000'],
        [second, 'x'],
        [second, 'y'],
      ])
      const copied = await told(change({ kind: 'duplicateColumn', column: depth, name: 'Copy' }))
      expect(copied.cells).toMatchObject([{ row: first, before: null, after: '1.50' }])
      const formula = await told(
        change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Depth] * 2' } }),
      )
      expect(formula.columns).toMatchObject([{ before: null, after: { formula: '[Depth] * 2' } }])
      expect(formula.cells).toMatchObject([{ row: first, before: null, after: '3' }])
      const gone = await told(change({ kind: 'removeColumns', columns: [both] }))
      expect(gone.columns).toMatchObject([{ id: both, before: { name: 'Both' }, after: null }])
      expect(gone.cells.map(({ before, after }) => [before, after])).toEqual([
        ['1,000 at 1.50', null],
        ['x-y', null],
      ])
    })

    test('tells what was changed of the settings of a column', async () => {
      const { change, told, depth } = await scene()
      const details = await told(
        change({ kind: 'editColumn', column: depth, set: { name: 'Tiefe', unit: 'cm', rules: { least: '0' } } }),
      )
      expect(details).toMatchObject({
        columns: [
          {
            id: depth,
            before: { name: 'Depth', unit: 'm', rules: {} },
            after: { name: 'Tiefe', unit: 'cm', rules: { least: '0' } },
          },
        ],
        cells: [],
      })
    })

    test('lists what concerned one column, or one cell of it', async () => {
      const { owner, one, change, write, station, depth, first, second } = await scene()
      await write(station, 'a')
      await write(depth, '2')
      await change({ kind: 'setType', column: depth, type: 'text' })
      await write(depth, '3')
      await change({ kind: 'editColumn', column: depth, set: { unit: 'cm' } })
      const kinds = async (of: object) =>
        (await owner.data(tables.history, { ...one, ...of })).list.map(({ kind, details }) => [kind, details.columns])
      expect(await kinds({ column: String(depth) })).toEqual([
        ['editColumn', 'Depth'],
        ['cells', 'Depth'],
        ['setType', 'Depth'],
        ['cells', 'Depth'],
        ['addRows', undefined],
      ])
      expect(await kinds({ column: String(depth), row: String(first) })).toEqual([
        ['cells', 'Depth'],
        ['setType', 'Depth'],
        ['cells', 'Depth'],
        ['addRows', undefined],
      ])
      expect(await kinds({ column: String(station), row: String(second) })).toEqual([['addRows', undefined]])
    })

    test('tells of one cell alone what a change did to it', async () => {
      const { change, told, station, second } = await scene()
      const upper = change({ kind: 'transform', columns: [station], how: { what: 'upper' } })
      expect((await told(upper, { row: String(second), column: String(station) })).cells).toEqual([
        { row: second, column: station, before: 'x-y', after: 'X-Y' },
      ])
      const typed = change({ kind: 'setType', column: station, type: 'number', isLossy: true })
      expect((await told(typed, { row: String(second) })).cells).toEqual([
        { row: second, column: station, before: 'X-Y', after: null },
      ])
    })
  })

  test('names a moment, and takes the name away', async () => {
    const { owner, one, add } = await buildTable()
    const { change } = await add([['a']])
    const name = async (text: string) => {
      await owner.data(tables.nameChange, { ...one, change: String(change), name: text })
      return (await owner.data(tables.history, one)).list[0]?.name
    }
    expect(await name('As sent to the journal')).toBe('As sent to the journal')
    expect(await name('')).toBe('')
  })

  test.each(['ordinary', 'stranger'] as const)('is hidden from %s', async (who) => {
    const { world, one } = await buildTable()
    const client = await world.as(who)
    const error = who === 'stranger' ? 'notSignedIn' : 'spaceNotFound'
    for (const answer of [
      client.call(tables.history, one),
      client.call(tables.changedCells, { ...one, change: '1' }),
      client.call(tables.nameChange, { ...one, change: '1', name: 'x' }),
      client.call(tables.preview, { ...one, change: { kind: 'clear', columns: [1] } }),
    ])
      expect(await answer).toMatchObject({ error })
  })
})

describe('preview', () => {
  test.each<[string, (ids: number[]) => Wish, object]>([
    [
      'a change of type, what gets lost first',
      ([column = 0]) => ({ kind: 'setType', column, type: 'number' }),
      {
        touched: 3,
        lost: 1,
        examples: [
          { from: 'x', to: null },
          { from: '1,000', to: '1000' },
          { from: ' ', to: null },
        ],
      },
    ],
    [
      'a change of texts',
      ([column = 0]) => ({ kind: 'transform', columns: [column], how: { what: 'upper' } }),
      { touched: 1, lost: 0, examples: [{ from: 'x', to: 'X' }] },
    ],
    [
      'filling',
      (ids) => ({ kind: 'fill', columns: ids.slice(1, 2), how: { what: 'value', value: '7' } }),
      { touched: 1, lost: 0, examples: [{ from: '', to: '7' }] },
    ],
    ['clearing', (ids) => ({ kind: 'clear', columns: ids.slice(0, 2) }), { touched: 3, lost: 4 }],
    ['removing columns', (ids) => ({ kind: 'removeColumns', columns: ids.slice(0, 2) }), { touched: 3, lost: 4 }],
    [
      'joining',
      (ids) => ({ kind: 'merge', columns: ids.slice(0, 2), separator: '-', name: 'Both' }),
      {
        touched: 3,
        lost: 0,
        examples: [{ from: '1,000 | 1', to: '1,000-1' }, { from: 'x | 2', to: 'x-2' }, { to: ' ' }],
      },
    ],
    [
      'splitting',
      ([column = 0]) => ({ kind: 'split', column, separator: ',', names: ['x', 'y'] }),
      { touched: 3, lost: 0, examples: [{ from: '1,000', to: '1 | 000' }, { to: 'x' }, { to: ' ' }] },
    ],
  ])('of %s', async (_what, wish, expected) => {
    const { owner, one, ids, add, read } = await buildTable()
    await add([
      ['1,000', '1'],
      ['x', '2'],
      [' ', null],
    ])
    const before = await read()
    expect(await owner.data(tables.preview, { ...one, change: wish(ids) })).toMatchObject(expected)
    expect(await read()).toEqual(before)
  })

  test('of a change that has none is refused, and so is one that could not be done', async () => {
    const { owner, one, ids, add } = await buildTable()
    await add([['a']])
    const look = (change: Wish) => owner.call(tables.preview, { ...one, change })
    expect(await look({ kind: 'removeRows', rows: [1] })).toMatchObject({ error: 'invalid' })
    const how = { what: 'replace' as const, search: '[', text: '', isPattern: true }
    expect(await look({ kind: 'transform', columns: ids.slice(0, 1), how })).toMatchObject({
      error: 'tablePatternInvalid',
    })
    expect(await look({ kind: 'transform', columns: ids.slice(1, 2), how })).toMatchObject({ error: 'tableTypeUnfit' })
    expect(await look({ kind: 'clear', columns: [99] })).toMatchObject({ error: 'tableColumnGone' })
  })
})

describe('a computed column', () => {
  async function scene() {
    const table = await buildTable()
    const { ids, change, add, idOf } = table
    const [, depth = 0] = ids
    const { rows, change: at } = await add([['a', '1']])
    await change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Depth] * 2' } })
    const twice = await idOf('Twice')
    const set = (column: number, value: string, who?: Awaited<ReturnType<typeof table.world.as>>) =>
      change({ kind: 'cells', columns: [column], rows: [{ id: rows[0] ?? 0, values: [value] }] }, who)
    return { ...table, at, depth, twice, set, row: rows[0] ?? 0 }
  }

  test('had the values of then', async () => {
    const { depth, twice, set, change, valuesOf } = await scene()
    const { change: first } = await set(depth, '3')
    await set(depth, '4')
    expect(await valuesOf(twice, { at: first })).toEqual(['6'])
    await change({ kind: 'restore', at: first ?? 0 })
    expect(await valuesOf(twice)).toEqual(['6'])
  })

  test('that became values is not computed again over what somebody wrote without asking', async () => {
    const { world, twice, set, change, undo, valuesOf } = await scene()
    await change({ kind: 'setFormula', column: twice, formula: null })
    await set(twice, '7', await world.as('senior'))
    expect(await undo()).toMatchObject({ conflictCount: 1, conflicts: [{ present: '7', wanted: null }] })
    await undo(true)
    expect(await valuesOf(twice)).toEqual(['2'])
  })
})
