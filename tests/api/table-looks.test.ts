import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TABLE_GROUPS_MAX, TABLE_VALUES_LISTED } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildTable } from '../support/data-table.ts'
import { heldUpIn } from '../support/locks.ts'
import { physicalOf } from '../support/tables.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { files, rights, spaces, tableFiles, tables, tasks } = contract

/** Five samples of two stations and one without. */
async function samples() {
  const built = await buildTable()
  const { rows } = await built.add([
    ['S1', '1.5', '2026-08-04'],
    ['S2', '10', null],
    ['S1', '2.5', '2026-08-01'],
    [null, null, null],
    ['S2', '0.1', '2026-08-03'],
  ])
  return { ...built, rows }
}

describe('the values of a column to choose from', () => {
  test('are refused without a column, with aggregates, and in a zone that is none', async () => {
    const { owner, one, ids } = await buildTable()
    const [station = 0] = ids
    const aggregates = [{ column: station, kind: 'filled' as const }]
    for (const wish of [
      { listing: {} },
      { listing: {}, groupBy: station, aggregates },
      { listing: { zone: '+08:00' }, groupBy: station },
    ])
      expect(await owner.call(tables.groups, { ...one, ...wish })).toMatchObject({ error: 'invalid' })
  })

  test('are counted over the rows of the other conditions, the empty one first, then the most frequent', async () => {
    const { owner, one, ids, add } = await buildTable()
    await add([
      ['North', '1.50', null, '2026-08-03T16:30:00.000Z', true, ['Ceratium', 'Oocystis']],
      ['north', '1.5', null, '2026-08-04T06:30:00.000Z', null, ['Ceratium']],
      ['', '2', null, '2026-08-04T16:00:00.000Z', null, []],
      [null, '10', null, null, null, null],
    ])
    const listed = async (at: number, listing = {}, filter: object[] = []) => {
      const asked = { groupBy: ids[at] ?? 0, listing, question: { filter: filter as [], sort: [], q: '' } }
      const { groups, more } = await owner.data(tables.groups, { ...one, ...asked })
      expect(more).toBe(0)
      return groups.map(({ value, count }) => [value, count])
    }
    expect(await listed(0)).toEqual([
      [null, 2],
      ['North', 2],
    ])
    expect(await listed(0, { q: 'ORT' })).toEqual([['North', 2]])
    expect(await listed(1)).toEqual([
      ['1.50', 2],
      ['2', 1],
      ['10', 1],
    ])
    expect(await listed(1, { q: '0' })).toEqual([
      ['1.50', 2],
      ['10', 1],
    ])
    expect(await listed(3)).toEqual([
      [null, 1],
      ['2026-08-04', 2],
      ['2026-08-03', 1],
    ])
    expect(await listed(3, { zone: 'Asia/Shanghai' })).toEqual([
      [null, 1],
      ['2026-08-04', 2],
      ['2026-08-05', 1],
    ])
    expect(await listed(4)).toEqual([
      [null, 3],
      [true, 1],
    ])
    expect(await listed(5)).toEqual([
      [null, 2],
      ['Ceratium', 2],
      ['Oocystis', 1],
    ])
    const deep = [{ match: 'all', conditions: [{ column: ids[1], operator: 'greater', values: ['1.5'] }] }]
    expect(await listed(0, {}, deep)).toEqual([[null, 2]])
  })

  test('are at most so many, and how many more there are is told', async () => {
    const { owner, one, ids, add } = await buildTable()
    await add(Array.from({ length: TABLE_VALUES_LISTED + 5 }, (_, at) => [`S${at}`]))
    const { groups, more } = await owner.data(tables.groups, { ...one, groupBy: ids[0] ?? 0, listing: {} })
    expect([groups.length, more, groups[2]?.value]).toEqual([TABLE_VALUES_LISTED, 5, 'S2'])
  })

  test('are found by name for files and people', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'net haul.txt' }, Buffer.from('a'))
    const columns = [
      { name: 'Log', type: 'file' as const },
      { name: 'By', type: 'person' as const },
    ]
    const { id } = await owner.data(tables.create, { spaceId, name: 'Log', columns })
    const senior = world.idOf('senior')
    const change = {
      kind: 'addRows' as const,
      columns: [1, 2],
      rows: [
        [hash, senior],
        [null, world.idOf('owner')],
      ],
    }
    await owner.data(tables.change, { spaceId, id, change })
    const listed = async (groupBy: number, q: string) => {
      const { groups, names } = await owner.data(tables.groups, { spaceId, id, groupBy, listing: { q } })
      return groups.map(({ value }) => names[String(value)])
    }
    expect(await listed(1, 'HAUL')).toEqual(['net haul.txt'])
    expect(await listed(1, 'cast')).toEqual([])
    expect(await listed(2, 'owner')).toEqual(['Olive Owner'])
  })
})

describe('rows in groups', () => {
  test('are refused by what a column does not have, and to strangers', async () => {
    const { world, owner, one, ids } = await samples()
    const [station = 0] = ids
    expect(await owner.call(tables.groups, { ...one, groupBy: 99 })).toMatchObject({ error: 'tableColumnGone' })
    const aggregates = [{ column: station, kind: 'sum' as const }]
    expect(await owner.call(tables.groups, { ...one, aggregates })).toMatchObject({ error: 'tableTypeUnfit' })
    const stranger = await world.as('ordinary')
    for (const [operation, wish] of [
      [tables.groups, {}],
      [tables.compare, { from: 0 }],
      [tables.tryFormula, { formula: '1' }],
    ] as const)
      expect(await stranger.call(operation as typeof tables.groups, { ...one, ...wish })).toMatchObject({
        error: 'spaceNotFound',
      })
  })

  test('are counted and summed up in the order of the column, exactly', async () => {
    const { owner, one, ids } = await samples()
    const [station = 0, depth = 0, taken = 0] = ids
    const aggregates = [
      { column: depth, kind: 'sum' as const },
      { column: depth, kind: 'mean' as const },
      { column: depth, kind: 'median' as const },
      { column: taken, kind: 'least' as const },
      { column: depth, kind: 'empty' as const },
    ]
    const { groups } = await owner.data(tables.groups, { ...one, groupBy: station, aggregates })
    expect(groups).toEqual([
      { value: 'S1', count: 2, aggregates: ['4', '2', '2', '2026-08-01', '0'] },
      { value: 'S2', count: 2, aggregates: ['10.1', '5.05', '5.05', '2026-08-03', '0'] },
      { value: null, count: 1, aggregates: [null, null, null, null, '1'] },
    ])
    const question = { filter: [], q: 'S1', sort: [{ column: station, order: 'desc' as const }] }
    const filtered = await owner.data(tables.groups, { ...one, groupBy: station, question })
    expect(filtered.groups.map(({ value, count }) => [value, count])).toEqual([['S1', 2]])
    const whole = await owner.data(tables.groups, { ...one, aggregates })
    expect(whole.groups).toEqual([{ value: null, count: 5, aggregates: ['14.1', '3.525', '2', '2026-08-01', '1'] }])
  })

  test('of which there are too many are refused', async () => {
    const { owner, one, ids, add } = await samples()
    await add(Array.from({ length: TABLE_GROUPS_MAX }, (_, at) => [`x${at}`]))
    expect(await owner.call(tables.groups, { ...one, groupBy: ids[0] ?? 0 })).toMatchObject({
      error: 'tableGroupsTooMany',
    })
  })

  test('come in the order in which the rows do', async () => {
    const { owner, one, ids, read } = await samples()
    const [station = 0] = ids
    const sort = [{ column: station, order: 'desc' as const }]
    const question = { filter: [], q: '', sort }
    const { groups } = await owner.data(tables.groups, { ...one, groupBy: station, question })
    const { rows } = await read({ sort, columns: [station] })
    expect(groups.flatMap(({ value, count }) => Array.from({ length: count }, () => value))).toEqual(
      rows.map(({ cells }) => cells[0]),
    )
  })
})

describe('two moments', () => {
  test('of which one is no change, or a key that is not there, are refused', async () => {
    const { owner, one } = await samples()
    expect(await owner.call(tables.compare, { ...one, from: 9999 })).toMatchObject({ error: 'tableChangeGone' })
    expect(await owner.call(tables.compare, { ...one, from: 0, key: [99] })).toMatchObject({ error: 'tableColumnGone' })
  })

  test('differ in the rows that were added, removed and changed, and in columns', async () => {
    const { owner, one, ids, rows, change } = await samples()
    const [station = 0, depth = 0] = ids
    const { change: from } = await owner.data(tables.show, one)
    await change({ kind: 'cells', columns: [depth], rows: [{ id: rows[0] ?? 0, values: ['1.50'] }] })
    await change({ kind: 'cells', columns: [depth], rows: [{ id: rows[1] ?? 0, values: ['11'] }] })
    await change({ kind: 'removeRows', rows: [rows[3] ?? 0] })
    await change({ kind: 'addRows', columns: [station], rows: [['S9']] })
    await change({ kind: 'addColumn', column: { name: 'Note', type: 'text' } })
    const told = await owner.data(tables.compare, { ...one, from })
    expect(told).toMatchObject({ added: 1, removed: 1, changed: 1, columnsAdded: ['Note'], columnsRemoved: [] })
    expect(told.rows.map(({ before, after }) => [before?.slice(0, 2), after?.slice(0, 2)])).toEqual([
      [
        ['S2', '10'],
        ['S2', '11'],
      ],
      [[null, null], undefined],
      [undefined, ['S9', null]],
    ])
    const back = await owner.data(tables.compare, { ...one, from, to: from })
    expect(back).toMatchObject({ added: 0, removed: 0, changed: 0, rows: [] })
  })

  test('are compared by a key when rows came anew; rows with the same key go by their order', async () => {
    const { owner, one, ids, rows, change } = await samples()
    const [station = 0, depth = 0] = ids
    const { change: from } = await owner.data(tables.show, one)
    await change({ kind: 'removeRows', rows })
    await change({
      kind: 'addRows',
      columns: [station, depth],
      rows: [
        ['S1', '1.5'],
        ['S2', '10'],
        ['S1', '3'],
        ['S3', '4'],
      ],
    })
    const told = await owner.data(tables.compare, { ...one, from, key: [station, depth] })
    expect(told).toMatchObject({ added: 2, removed: 3, changed: 1 })
    const byStation = await owner.data(tables.compare, { ...one, from, key: [station], count: 1 })
    expect(byStation).toMatchObject({ added: 1, removed: 2, changed: 2 })
    expect(byStation.rows).toHaveLength(1)
  })
})

describe('a formula', () => {
  test('that is wrong is refused with the reason, and one that would read itself', async () => {
    const { owner, one, ids } = await samples()
    const wish = { ...one, formula: '[Depth] +' }
    expect(await owner.call(tables.tryFormula, wish)).toMatchObject({ error: 'tableFormulaInvalid' })
    const circle = { ...one, formula: '[Depth] + 1', column: ids[1] ?? 0 }
    expect(await owner.call(tables.tryFormula, circle)).toMatchObject({ error: 'tableFormulaInvalid' })
  })

  test('is tried in the first rows without changing anything', async () => {
    const { owner, one, ids, rows } = await samples()
    const [, depth = 0] = ids
    const told = await owner.data(tables.tryFormula, { ...one, formula: '10 / [Depth]' })
    expect(told).toEqual({
      type: 'number',
      rows: [
        { id: rows[0], value: expect.stringMatching(/^6\.6666/), error: null },
        { id: rows[1], value: '1', error: null },
        { id: rows[2], value: '4', error: null },
        { id: rows[3], value: null, error: `missing:${depth}` },
        { id: rows[4], value: '100', error: null },
      ],
    })
    expect((await owner.data(tables.show, one)).columnList).toHaveLength(ids.length)
  })
})

describe('a table that is moved to another space', () => {
  test('is refused within its space, and to those who may not delete it there', async () => {
    const { world, owner, one } = await samples()
    const wish = { ...one, name: 'Samples 2', isMoved: true }
    expect(await owner.call(tables.copy, { ...wish, toSpaceId: one.spaceId })).toMatchObject({ error: 'invalid' })
    const senior = await world.as('senior')
    const { id: toSpaceId } = await world.space({ type: 'private' })
    await owner.data(rights.setOfSpace, { id: one.spaceId, senior: ['T_CREATE', 'T_EDIT'], normal: [] })
    expect(await senior.call(tables.copy, { ...wish, toSpaceId })).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('is there with its rows, and waits in the trash where it was', async () => {
    const { world, owner, one } = await samples()
    const { id: toSpaceId } = await world.space({ type: 'private' })
    const made = await owner.data(tables.copy, { ...one, toSpaceId, name: 'Samples', isMoved: true })
    expect(made).toMatchObject({ name: 'Samples', rows: 5 })
    expect((await owner.data(tables.list, { spaceId: one.spaceId })).list).toEqual([])
    expect((await owner.data(tables.list, { spaceId: one.spaceId, isTrashed: 'true' })).list).toMatchObject([
      { id: one.id },
    ])
  })
})

describe('an export into a space', () => {
  const wish = { format: 'csv' as const, name: 'out' }
  test('is refused without the permission to make files there, for a folder that is none, and for a name that is none', async () => {
    const { world, owner, one } = await samples()
    const root = (await owner.data(files.show, { spaceId: one.spaceId, hash: 'root' })).hash
    const into = { ...one, ...wish, toSpaceId: one.spaceId, folder: root }
    expect(await owner.call(tableFiles.exportInto, { ...into, folder: one.id })).toMatchObject({ error: 'folderGone' })
    expect(await owner.call(tableFiles.exportInto, { ...into, name: 'a/b' })).toMatchObject({
      error: 'fileNameInvalid',
    })
    expect(await owner.call(tableFiles.exportInto, { ...into, columns: [99] })).toMatchObject({
      error: 'tableColumnGone',
    })
    await owner.data(rights.setOfSpace, { id: one.spaceId, senior: [], normal: [] })
    const senior = await world.as('senior')
    expect(await senior.call(tableFiles.exportInto, into)).toMatchObject({ error: 'fileForbidden' })
    expect(await (await world.as('ordinary')).call(tableFiles.exportInto, into)).toMatchObject({
      error: 'spaceNotFound',
    })
  })

  test.each(['csv', 'xlsx', 'parquet'] as const)('writes %s as a task; a second one keeps both', async (format) => {
    const { world, owner, one, ids } = await samples()
    const root = (await owner.data(files.show, { spaceId: one.spaceId, hash: 'root' })).hash
    const question = { filter: [], sort: [], q: 'S1' }
    const into = { ...one, ...wish, format, toSpaceId: one.spaceId, folder: root, question, columns: ids.slice(0, 2) }
    const { id } = await owner.data(tableFiles.exportInto, into)
    await world.services.tasks.drain()
    const done = await owner.data(tasks.show, { id })
    expect(done).toMatchObject({ kind: 'tableExport', state: 'completed', title: `out.${format}` })
    const source = { from: 'file' as const, hash: String(done.result.file) }
    const scan = await owner.data(tableFiles.scan, { spaceId: one.spaceId, source })
    expect(scan).toMatchObject({ rows: 2, columns: [{ name: 'Station' }, { name: 'Depth' }] })
    await owner.data(tableFiles.exportInto, into)
    await world.services.tasks.drain()
    expect((await owner.data(files.list, { spaceId: one.spaceId })).list).toHaveLength(2)
  })

  test('of a text that no cell of .xlsx holds fails with that reason and leaves no file', async () => {
    const { world, owner, one, add } = await samples()
    await add([['x'.repeat(32_768)]])
    const root = (await owner.data(files.show, { spaceId: one.spaceId, hash: 'root' })).hash
    const into = { ...one, ...wish, format: 'xlsx' as const, toSpaceId: one.spaceId, folder: root }
    const { id } = await owner.data(tableFiles.exportInto, into)
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'tableTextTooLongForXlsx' })
    expect((await owner.data(files.list, { spaceId: one.spaceId })).list).toEqual([])
  })
})

test('many looks at whole tables at once wait for their turn, and leave connections for everybody else', async () => {
  const { world, owner, one, ids } = await samples()
  const ordinary = await world.as('ordinary')
  const begun = await world.db.transaction().execute(async (tx) => {
    await sql`lock table ${physicalOf(one.id).rows} in access exclusive mode`.execute(tx)
    const looks = Array.from({ length: 6 }, () => [
      owner.call(tables.groups, one),
      owner.call(tables.compare, { ...one, from: 0 }),
      owner.call(tables.statistics, { ...one, column: ids[1] ?? 0 }),
    ]).flat()
    await expect.poll(() => heldUpIn(world)).toBe(2)
    expect(await ordinary.call(spaces.list, {})).toMatchObject({ code: 0 })
    expect(await heldUpIn(world)).toBe(2)
    return looks
  })
  expect((await Promise.all(begun)).map(({ code }) => code)).toEqual(begun.map(() => 0))
})
