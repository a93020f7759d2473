import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { buildTable, type Cells, type Wish } from '../support/data-table.ts'
import { heldUpIn } from '../support/locks.ts'
import { physicalOf } from '../support/tables.ts'
import { upload } from '../support/upload.ts'

const { files, tables } = contract
const STATIONS: Cells[] = [[' s07 '], ['S07b'], [null], ['ä/湖'], ['']]

describe('refusals', () => {
  test('a change of texts or a line of values wants columns of such a type', async () => {
    const { ids, refusal } = await buildTable()
    const [station = 0, depth = 0] = ids
    expect(await refusal({ kind: 'transform', columns: [depth], how: { what: 'upper' } })).toMatchObject({
      error: 'tableTypeUnfit',
    })
    expect(await refusal({ kind: 'fill', columns: [depth], how: { what: 'above', groupBy: 999 } })).toMatchObject({
      error: 'tableColumnGone',
    })
    expect(await refusal({ kind: 'fill', columns: [station], how: { what: 'linear' } })).toMatchObject({
      error: 'tableTypeUnfit',
    })
    expect(await refusal({ kind: 'fill', columns: [depth], how: { what: 'value', value: 'deep' } })).toMatchObject({
      error: 'tableCellInvalid',
    })
  })

  test('a pattern that is none is refused, and what it would have written is not there', async () => {
    const { ids, refusal, add, valuesOf } = await buildTable()
    await add(STATIONS)
    const how = { what: 'replace' as const, search: '(', text: '', isPattern: true }
    expect(await refusal({ kind: 'transform', columns: [ids[0] ?? 0], how })).toMatchObject({
      error: 'tablePatternInvalid',
    })
    expect(await valuesOf(ids[0] ?? 0)).toEqual(STATIONS.flat())
  })

  test.each<[string, object]>([
    ['a column', {}],
    ['a formula', { formula: '[Depth] * 2' }],
  ])('%s is not added while somebody reads the table for long, and nobody waits behind it', async (_what, how) => {
    const { world, one, refusal, change, read, add, columnList } = await buildTable()
    await add(STATIONS)
    const wish: Wish = { kind: 'addColumn', column: { name: 'Twice', type: 'number', ...how } }
    await world.db.transaction().execute(async (tx) => {
      await sql`select from ${physicalOf(one.id).rows} limit 1`.execute(tx)
      const refused = refusal(wish)
      await expect.poll(() => heldUpIn(world)).toBe(1)
      const [{ total }, answer] = await Promise.all([read(), refused])
      expect([total, answer]).toEqual([STATIONS.length, expect.objectContaining({ error: 'tableInUse' })])
    })
    expect((await columnList()).map(({ name }) => name)).not.toContain('Twice')
    await change(wish)
  })

  test('a text that becomes longer than a cell holds refuses the change', async () => {
    const { ids, refusal, add, valuesOf } = await buildTable()
    await add([['a'.repeat(60_000)]])
    const how = { what: 'replace' as const, search: 'a', text: 'bb' }
    expect(await refusal({ kind: 'transform', columns: [ids[0] ?? 0], how })).toMatchObject({
      error: 'tableTextTooLong',
    })
    expect(String((await valuesOf(ids[0] ?? 0))[0]).length).toBe(60_000)
  })

  test('rows that are gone are neither copied nor moved, nor is anything moved behind one', async () => {
    const { refusal, add } = await buildTable()
    const { rows } = await add([['a']])
    const [row = 0] = rows
    for (const change of [
      { kind: 'duplicateRows', rows: [row, 99] },
      { kind: 'moveRows', rows: [99], behind: null },
      { kind: 'moveRows', rows: [row], behind: 99 },
    ] as Wish[])
      expect(await refusal(change)).toMatchObject({ error: 'tableRowGone' })
    expect(await refusal({ kind: 'moveRows', rows: [row], behind: row })).toMatchObject({ error: 'invalid' })
  })

  test('values that do not convert are counted, and the type stays', async () => {
    const { ids, refusal, add, columnList } = await buildTable()
    await add([['1'], ['two'], ['3 m'], [null], [' ']])
    expect(await refusal({ kind: 'setType', column: ids[0] ?? 0, type: 'number' })).toMatchObject({
      error: 'tableValuesLost',
      message: expect.stringContaining('2'),
    })
    expect((await columnList())[0]).toMatchObject({ type: 'text' })
  })
})

describe('transform', () => {
  const replace = (search: string, text: string, set: object = {}) => ({ what: 'replace', search, text, ...set })
  test.each<[string, object, Cells]>([
    ['upper case', { what: 'upper' }, [' S07 ', 'S07B', null, 'Ä/湖', '']],
    ['lower case', { what: 'lower' }, [' s07 ', 's07b', null, 'ä/湖', '']],
    ['blanks around', { what: 'trim' }, ['s07', 'S07b', null, 'ä/湖', '']],
    ['a prefix, empty cells stay empty', { what: 'prefix', text: '%_' }, ['%_ s07 ', '%_S07b', null, '%_ä/湖', '']],
    ['a suffix', { what: 'suffix', text: '\\1' }, [' s07 \\1', 'S07b\\1', null, 'ä/湖\\1', '']],
    ['a text whatever its case', replace('s', '$1'), [' $107 ', '$107b', null, 'ä/湖', '']],
    ['a text in this case', replace('s', '\\0', { isCaseSensitive: true }), [' \\007 ', 'S07b', null, 'ä/湖', '']],
    ['a whole cell', replace('s07B', 'x', { isWhole: true }), [' s07 ', 'x', null, 'ä/湖', '']],
    ['signs of patterns as they are', replace('/', '.*', { isWhole: false }), [' s07 ', 'S07b', null, 'ä.*湖', '']],
    [
      'a pattern with groups',
      replace('([a-z])0?(\\d)', '\\2\\1', { isPattern: true }),
      [' 7s ', '7Sb', null, 'ä/湖', ''],
    ],
  ])('changes %s, and is undone and done again', async (_what, how, expected) => {
    const { ids, change, undo, redo, add, valuesOf } = await buildTable()
    const [station = 0] = ids
    await add(STATIONS)
    const { touched } = await change({ kind: 'transform', columns: [station], how } as Wish)
    expect(await valuesOf(station)).toEqual(expected)
    expect(touched).toBe(expected.filter((value, at) => value !== STATIONS[at]?.[0]).length)
    await undo()
    expect(await valuesOf(station)).toEqual(STATIONS.flat())
    await redo()
    expect(await valuesOf(station)).toEqual(expected)
  })

  test('changes the rows of a question only', async () => {
    const { ids, change, add, valuesOf } = await buildTable()
    const [station = 0, depth = 0] = ids
    await add([
      ['a', '1'],
      ['b', '2'],
    ])
    const filter = [
      { match: 'all' as const, conditions: [{ column: depth, operator: 'greater' as const, values: ['1'] }] },
    ]
    await change({ kind: 'transform', columns: [station], scope: { filter }, how: { what: 'upper' } })
    expect(await valuesOf(station)).toEqual(['a', 'B'])
  })
})

describe('fill and clear', () => {
  test.each<[string, number, object, Cells, Cells]>([
    ['a value', 0, { what: 'value', value: 'S' }, [null, 'a', '', 'b'], ['S', 'a', 'S', 'b']],
    ['choices', 5, { what: 'value', value: ['x', 'y'] }, [null, ['a']], [['x', 'y'], ['a']]],
    ['the value above', 0, { what: 'above' }, [null, 'a', null, '', 'b', null], [null, 'a', 'a', 'a', 'b', 'b']],
    [
      'the choices above',
      5,
      { what: 'above' },
      [['a', 'b'], null],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    ],
    [
      'a line of numbers',
      1,
      { what: 'linear' },
      [null, '1', null, null, '2.5', null, '2', null],
      [null, '1', '1.5', '2', '2.5', '2.25', '2', null],
    ],
    [
      'a line of days',
      2,
      { what: 'linear' },
      ['2026-01-30', null, null, '2026-02-02'],
      ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'],
    ],
    [
      'a line of times',
      3,
      { what: 'linear' },
      ['2026-01-01T00:00:00.000Z', null, '2026-01-01T00:00:01.000Z'],
      ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01.000Z'],
    ],
  ])('fill empty cells with %s', async (_what, at, how, given, expected) => {
    const { ids, change, undo, valuesOf } = await buildTable()
    const [column = 0] = [ids[at]]
    await change({ kind: 'addRows', columns: [column], rows: given.map((value) => [value]) })
    await change({ kind: 'fill', columns: [column], how } as Wish)
    expect(await valuesOf(column)).toEqual(expected)
    await undo()
    expect(await valuesOf(column)).toEqual(given)
  })

  test('the value above is that of the order of the question', async () => {
    const { ids, change, add, cellsOf } = await buildTable()
    const [station = 0, depth = 0] = ids
    await add([
      [null, '3'],
      ['a', '1'],
      ['b', '4'],
    ])
    await change({
      kind: 'fill',
      columns: [station],
      scope: { sort: [{ column: depth, order: 'desc' }] },
      how: { what: 'above' },
    })
    expect((await cellsOf({ columns: [station] })).flat()).toEqual(['b', 'a', 'b'])
  })

  test('of a grouped table are filled from their own group alone', async () => {
    const { ids, change, add, cellsOf } = await buildTable()
    const [station = 0, depth = 0] = ids
    const filled = async (what: 'above' | 'linear') => {
      await change({ kind: 'fill', columns: [depth], how: { what, groupBy: station } })
      return (await cellsOf({ columns: [depth] })).flat()
    }
    await add([
      ['a', '1'],
      ['b', '10'],
      ['a', null],
      ['a', '3'],
      ['b', null],
      ['a', null],
      ['b', '30'],
    ])
    expect(await filled('linear')).toEqual(['1', '10', '2', '3', '20', null, '30'])
    expect(await filled('above')).toEqual(['1', '10', '2', '3', '20', '3', '30'])
  })

  test('clear empties columns of every type and brings them back', async () => {
    const { ids, change, undo, cellsOf } = await buildTable()
    const row: Cells = ['S07', '10.50', '2026-08-04', '2026-08-04T06:30:00.000Z', false, ['Ceratium']]
    await change({ kind: 'addRows', columns: ids, rows: [row, [null, null, null, null, null, null]] })
    expect(await change({ kind: 'clear', columns: ids })).toMatchObject({ touched: 1 })
    expect((await cellsOf()).flat()).toEqual(Array(12).fill(null))
    await undo()
    expect((await cellsOf())[0]).toEqual(row)
  })
})

describe('rows', () => {
  test('are copied behind the last of them, whole and in their order', async () => {
    const { ids, change, undo, redo, add, cellsOf } = await buildTable()
    const { rows } = await add([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ])
    await change({ kind: 'duplicateRows', rows: [rows[1] ?? 0, rows[0] ?? 0] })
    const two = { columns: ids.slice(0, 2) }
    const expected = [
      ['a', '1'],
      ['b', '2'],
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]
    expect(await cellsOf(two)).toEqual(expected)
    await undo()
    expect(await cellsOf(two)).toHaveLength(3)
    await redo()
    expect(await cellsOf(two)).toEqual(expected)
  })

  test.each<[string, number[], number | null | undefined, string]>([
    ['first', [2, 3], null, 'cdab'],
    ['last', [0], undefined, 'bcda'],
    ['between others', [3, 0], 1, 'badc'],
    ['where they stand', [1], 0, 'abcd'],
  ])('are moved %s, and back', async (_where, moving, behind, expected) => {
    const { ids, change, undo, redo, add, valuesOf } = await buildTable()
    const { rows } = await add([['a'], ['b'], ['c'], ['d']])
    const target = typeof behind === 'number' ? { behind: rows[behind] ?? 0 } : behind === null ? { behind: null } : {}
    await change({ kind: 'moveRows', rows: moving.map((at) => rows[at] ?? 0), ...target })
    expect((await valuesOf(ids[0] ?? 0)).join('')).toBe(expected)
    await undo()
    expect((await valuesOf(ids[0] ?? 0)).join('')).toBe('abcd')
    await redo()
    expect((await valuesOf(ids[0] ?? 0)).join('')).toBe(expected)
  })

  test('that somebody changed since are not taken away by undoing without asking', async () => {
    const { world, ids, change, undo, add, read } = await buildTable()
    const { rows } = await add([['a']])
    const theirs: Wish = { kind: 'cells', columns: [ids[1] ?? 0], rows: [{ id: rows[0] ?? 0, values: ['7'] }] }
    await change(theirs, await world.as('senior'))
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1, conflicts: [{ row: rows[0], present: '7' }] })
    expect((await read()).total).toBe(1)
  })
})

test('a cell that holds a file says its name as it is now, wherever it was moved, and none of one that was deleted', async () => {
  const { owner, one, change, read, idOf } = await buildTable()
  const { spaceId } = one
  const { hash } = await upload(owner, { spaceId, name: 'net.png' }, Buffer.from('net'))
  await change({ kind: 'addColumn', column: { name: 'Photo', type: 'file' } })
  const photo = await idOf('Photo')
  await change({ kind: 'addRows', columns: [photo], rows: [[hash]] })
  const shown = async () => {
    const { rows, names } = await read({ columns: [photo] })
    return rows.map(({ cells: [cell] }) => names[String(cell)] ?? null)
  }
  expect(await shown()).toEqual(['net.png'])
  await owner.data(files.rename, { spaceId, hash, name: 'haul.png' })
  const target = await owner.data(files.create, { spaceId, path: 'photos' })
  await owner.data(files.move, { spaceId, hash, target })
  expect(await shown()).toEqual(['haul.png'])
  await owner.data(files.remove, { spaceId, hashList: [hash] })
  expect(await shown()).toEqual([null])
})

describe('what is pasted beyond the table', () => {
  const bottle = { name: 'Bottle', type: 'number' as const }
  async function scene() {
    const table = await buildTable()
    const { ids, add } = table
    const { rows } = await add([
      ['a', '1'],
      ['b', '2'],
    ])
    const wish = (how: object = {}): Wish => ({
      kind: 'paste',
      columns: [ids[1] ?? 0],
      newColumns: [bottle],
      rows: [{ id: rows[1] ?? 0, values: ['20', '7'], before: ['2'] }],
      added: [
        ['30', '8'],
        [null, '9'],
      ],
      ...how,
    })
    return { ...table, wish, last: rows[1] ?? 0 }
  }

  test('is refused whole: a value that does not fit, a formula, a name that is taken, a row that is gone, nothing', async () => {
    const { wish, refusal, read, columnList } = await scene()
    const refused = (how: object) => refusal(wish(how))
    expect(await refused({ added: [['30', 'deep']] })).toMatchObject({ error: 'tableCellInvalid' })
    expect(await refused({ newColumns: [{ ...bottle, formula: '1' }] })).toMatchObject({ error: 'tableComputed' })
    expect(await refused({ newColumns: [{ ...bottle, name: 'depth' }] })).toMatchObject({
      error: 'tableColumnNameTaken',
    })
    expect(await refused({ rows: [{ id: 999, values: ['1', '1'] }] })).toMatchObject({ error: 'tableRowGone' })
    expect(await refused({ added: [['30']] })).toMatchObject({ error: 'invalid' })
    expect(await refused({ rows: [], added: [] })).toMatchObject({ error: 'invalid' })
    expect([(await read()).total, (await columnList()).length]).toEqual([2, 6])
  })

  test('is held back by a cell that somebody else changed since', async () => {
    const { wish, change, read, last } = await scene()
    expect(await change(wish({ rows: [{ id: last, values: ['20', '7'], before: ['1'] }] }))).toMatchObject({
      change: null,
      conflicts: [{ row: last, wanted: '20', present: '2' }],
    })
    expect((await read()).total).toBe(2)
  })

  test('is one step with its rows and columns, undone and done again', async () => {
    const { wish, change, undo, redo, cellsOf, idOf, ids, one, owner, columnList } = await scene()
    const outcome = await change(wish())
    expect(outcome).toMatchObject({ touched: 3, rows: [expect.any(Number), expect.any(Number)] })
    const shown = async () => cellsOf({ columns: [ids[0] ?? 0, ids[1] ?? 0, await idOf('Bottle')] })
    const expected = [
      ['a', '1', null],
      ['b', '20', '7'],
      [null, '30', '8'],
      [null, null, '9'],
    ]
    expect(await shown()).toEqual(expected)
    expect((await owner.data(tables.history, one)).list[0]).toMatchObject({
      kind: 'paste',
      touched: 3,
      details: { columns: 'Depth, Bottle' },
    })
    await undo()
    expect((await columnList()).map(({ name }) => name)).not.toContain('Bottle')
    expect(await cellsOf({ columns: ids.slice(0, 2) })).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    await redo()
    expect(await shown()).toEqual(expected)
  })
})

describe('columns', () => {
  const rows: Cells[] = [
    ['S07', '1.50'],
    ['S, 9, x', null],
    [null, '2'],
  ]
  test('are copied with their values and what is said of them', async () => {
    const { ids, change, undo, redo, add, valuesOf, columnList, idOf } = await buildTable()
    await add(rows)
    await change({ kind: 'duplicateColumn', column: ids[1] ?? 0, name: 'Depth 2' })
    expect((await columnList()).slice(1, 3)).toMatchObject([
      { name: 'Depth' },
      { name: 'Depth 2', unit: 'm', type: 'number' },
    ])
    const copy = await idOf('Depth 2')
    expect(await valuesOf(copy)).toEqual(['1.50', null, '2'])
    await undo()
    await redo()
    expect(await valuesOf(copy)).toEqual(['1.50', null, '2'])
  })

  test('are joined into a new one', async () => {
    const { ids, change, add, valuesOf, idOf } = await buildTable()
    await add(rows)
    await change({ kind: 'merge', columns: ids.slice(0, 2), separator: ' / ', name: 'Both' })
    expect(await valuesOf(await idOf('Both'))).toEqual(['S07 / 1.50', 'S, 9, x', '2'])
  })

  test('are cut into new ones, the last of which takes what is left', async () => {
    const { ids, change, undo, add, cellsOf, idOf, columnList } = await buildTable()
    await add(rows)
    await change({ kind: 'split', column: ids[0] ?? 0, separator: ', ', names: ['First', 'Others'] })
    const made = [await idOf('First'), await idOf('Others')]
    expect(await cellsOf({ columns: made })).toEqual([
      ['S07', null],
      ['S', '9, x'],
      [null, null],
    ])
    await undo()
    expect(await columnList()).toHaveLength(6)
  })

  test('that a new one would be named as are refused', async () => {
    const { ids, refusal } = await buildTable()
    const [column = 0] = ids
    for (const change of [
      { kind: 'duplicateColumn', column, name: 'DEPTH' },
      { kind: 'merge', columns: ids.slice(0, 2), separator: '', name: 'depth' },
      { kind: 'split', column, separator: ',', names: ['x', 'X'] },
    ] as Wish[])
      expect(await refusal(change)).toMatchObject({ error: 'tableColumnNameTaken' })
  })
})

describe('a change of type', () => {
  const moment = '2026-08-04T06:30:00.000Z'
  test.each<[CellType, CellType, Cells, Cells]>([
    [
      'text',
      'number',
      [' 1,234.50 ', '-0', '+7', '1e3', '0.10', '12,34', '0x1', 'NaN', '１', '1.', '', null],
      ['1234.50', '0', '7', '1000', '0.10', null, null, null, '1', '1', null, null],
    ],
    [
      'text',
      'date',
      [
        '2026-08-04',
        '2026/8/4',
        '2026年8月4日',
        '2024-02-29',
        '2026-02-29',
        '0000-01-01',
        '2026-08-04 00:00:00',
        '4.8.2026',
        'today',
      ],
      ['2026-08-04', '2026-08-04', '2026-08-04', '2024-02-29', null, null, '2026-08-04', '2026-08-04', null],
    ],
    [
      'text',
      'datetime',
      [moment, '2026-08-04 08:30+02:00', '2026/8/4 6:30', '2026-08-04', '2026-08-04 24:00', 'now'],
      [moment, moment, moment, '2026-08-04T00:00:00.000Z', null, null],
    ],
    ['text', 'boolean', ['Yes', 'no', '是', '否', '1', 'perhaps'], [true, false, true, false, true, null]],
    ['text', 'boolean', ['有', '无', 'ON', '✘'], [true, false, true, false]],
    ['text', 'choice', [' a ', 'b,c', ' '], ['a', 'b,c', null]],
    ['text', 'choices', ['a, b；c', 'b,b', ' '], [['a', 'b', 'c'], ['b'], null]],
    ['text', 'file', ['x'], [null]],
    ['number', 'text', ['1.50', null], ['1.50', null]],
    ['number', 'boolean', ['1', '0.0', '2'], [true, false, null]],
    ['number', 'date', ['20260804', '2026'], ['2026-08-04', null]],
    ['date', 'text', ['2026-08-04'], ['2026-08-04']],
    ['date', 'datetime', ['2026-08-04'], ['2026-08-04T00:00:00.000Z']],
    ['datetime', 'date', [moment], ['2026-08-04']],
    ['datetime', 'text', [moment], [moment]],
    ['boolean', 'number', [true, false, null], ['1', '0', null]],
    ['boolean', 'text', [true, false, null], ['true', 'false', null]],
    ['choices', 'text', [['a', 'b'], []], ['a, b', null]],
    ['choices', 'choice', [['a'], ['a', 'b']], ['a', null]],
  ])('from %s to %s', async (from, to, given, expected) => {
    const { change, undo, redo, valuesOf, idOf } = await buildTable()
    await change({ kind: 'addColumn', column: { name: 'X', type: from } })
    const column = await idOf('X')
    await change({ kind: 'addRows', columns: [column], rows: given.map((value) => [value]) })
    const before = await valuesOf(column)
    await change({ kind: 'setType', column, type: to, isLossy: true })
    expect(await valuesOf(column)).toEqual(expected)
    await undo()
    expect(await valuesOf(column)).toEqual(before)
    await redo()
    expect(await valuesOf(column)).toEqual(expected)
  })

  test('reads times and days in the zone of the column', async () => {
    const { change, ids, add, valuesOf } = await buildTable()
    const [station = 0] = ids
    await add([['2026-08-04 06:30'], ['2026-08-04T06:30Z']])
    await change({ kind: 'setType', column: station, type: 'datetime', format: { offsetMinutes: 480 } })
    expect(await valuesOf(station)).toEqual(['2026-08-03T22:30:00.000Z', '2026-08-04T06:30:00.000Z'])
    await change({ kind: 'setType', column: station, type: 'date' })
    expect(await valuesOf(station)).toEqual(['2026-08-04', '2026-08-04'])
  })

  test('keeps what is said of a column as far as it fits the new type', async () => {
    const { change, ids, columnList } = await buildTable()
    const [, depth = 0] = ids
    const rules = { isRequired: true, least: '0', greatest: '100' }
    await change({ kind: 'editColumn', column: depth, set: { rules, description: 'Below the surface' } })
    await change({ kind: 'setType', column: depth, type: 'text' })
    expect((await columnList())[1]).toMatchObject({
      unit: 'm',
      description: 'Below the surface',
      rules: { isRequired: true },
    })
    expect((await columnList())[1]?.rules).not.toHaveProperty('least')
  })
})
