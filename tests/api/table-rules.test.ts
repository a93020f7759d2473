import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildTable, type Cells, type Wish } from '../support/data-table.ts'

const { tables } = contract

test.each<[string, number, object, string]>([
  ['a pattern that is none', 0, { pattern: '(' }, 'tablePatternInvalid'],
  ['a pattern that is none within another', 0, { pattern: '(?i)s\\d' }, 'tablePatternInvalid'],
  ['a pattern that closes what it did not open', 0, { pattern: 's)|(t' }, 'tablePatternInvalid'],
  ['a limit that is no value of the column', 1, { least: 'deep' }, 'tableCellInvalid'],
  ['a limit of texts', 0, { greatest: 'z' }, 'tableCellInvalid'],
])('%s is refused as a rule', async (_what, at, rules, error) => {
  const { ids, one, owner, refusal } = await buildTable()
  expect(await refusal({ kind: 'editColumn', column: ids[at] ?? 0, set: { rules } })).toMatchObject({ error })
  const column = { name: 'X', type: at ? ('number' as const) : ('text' as const), rules }
  expect(await refusal({ kind: 'addColumn', column })).toMatchObject({ error })
  const draft = { spaceId: one.spaceId, name: 'Other', columns: [column] }
  expect(await owner.call(tables.create, draft)).toMatchObject({ error })
})

test('a vocabulary that is not of the space is refused', async () => {
  const { ids, one, refusal } = await buildTable()
  const set = { vocabularyId: one.id }
  expect(await refusal({ kind: 'editColumn', column: ids[0] ?? 0, set })).toMatchObject({ error: 'invalid' })
})

test('a column that becomes a choice takes its terms from a vocabulary, or from itself again', async () => {
  const { ids, one, owner, change, columnList, add, read } = await buildTable()
  const { id: vocabularyId } = await owner.data(contract.metadata.saveVocabulary, {
    spaceId: one.spaceId,
    name: 'Stations',
    terms: ['S1', 'S2'],
  })
  const [station = 0] = ids
  await add([['S1'], ['S3']])
  const setType = { kind: 'setType', column: station, type: 'choice' } as const
  await change({ ...setType, vocabularyId })
  expect((await columnList())[0]).toMatchObject({ type: 'choice', vocabularyId, options: [] })
  expect((await read({ columns: [station] })).rows.map(({ broken = [] }) => broken)).toEqual([[], [station]])
  await change({ ...setType, options: ['S3'] })
  expect((await columnList())[0]).toMatchObject({ vocabularyId, options: ['S3'] })
  await change({ ...setType, vocabularyId: null, options: ['S3'] })
  expect((await columnList())[0]).toMatchObject({ vocabularyId: null })
})

test.each<[string, number, object, Cells, number[]]>([
  ['required', 0, { rules: { isRequired: true } }, ['a', null, ''], [1, 2]],
  ['unique', 0, { rules: { isUnique: true } }, ['a', 'b', 'a', null, null], [0, 2]],
  ['within limits', 1, { rules: { least: '0', greatest: '10' } }, ['-0.1', '0', '10', '10.01', null], [0, 3]],
  ['of a length', 0, { rules: { lengthMin: 2, lengthMax: 3 } }, ['a', 'ab', 'abcd', '湖水😀'], [0, 2]],
  ['of a pattern, whole', 0, { rules: { pattern: 'S\\d+|T' } }, ['S1', 'T', 'xS1', 'S1x', null], [2, 3]],
  ['among the terms', 5, { options: ['a', 'b'] }, [['a'], ['a', 'c'], []], [1]],
])('a value that is not %s is kept, and told with its row', async (_what, at, set, values, broken) => {
  const { ids, change, read } = await buildTable()
  const column = ids[at] ?? 0
  await change({ kind: 'editColumn', column, set } as Wish)
  await change({ kind: 'addRows', columns: [column], rows: values.map((value) => [value]) })
  const { rows } = await read({ columns: [column] })
  expect(rows.flatMap((row, index) => (row.broken?.includes(column) ? [index] : []))).toEqual(broken)
  const listed = await read({ filter: [{ match: 'all', conditions: [{ column, operator: 'broken' }] }] })
  expect([listed.matching, listed.rows.map(({ id }) => id)]).toEqual([broken.length, broken.map((at) => rows[at]?.id)])
})

test('a column that refuses what breaks its rules refuses every change that would write it; undoing and restoring are free', async () => {
  const { ids, change, refusal, undo, redo, add, valuesOf } = await buildTable()
  const [station = 0, depth = 0] = ids
  const { rows, change: before } = await add([
    ['S1', '1'],
    ['s2', '2'],
  ])
  const strict = (column: number, rules: object): Wish => ({
    kind: 'editColumn',
    column,
    set: { rules: { ...rules, isStrict: true } },
  })
  await change(strict(station, { pattern: 'S\\d', isUnique: true }))
  const [row = 0] = rows
  for (const wish of [
    { kind: 'cells', columns: [station], rows: [{ id: row, values: ['x'] }] },
    { kind: 'cells', columns: [station], rows: [{ id: row, values: ['s2'] }] },
    { kind: 'addRows', columns: [station], rows: [['S1']] },
    { kind: 'duplicateRows', rows: [row] },
    { kind: 'transform', columns: [station], how: { what: 'lower' } },
  ] as Wish[])
    expect(await refusal(wish)).toMatchObject({ error: 'tableRuleBroken' })
  await change({ kind: 'cells', columns: [depth], rows: [{ id: rows[1] ?? 0, values: ['3'] }] })
  await change({ kind: 'transform', columns: [station], how: { what: 'upper' } })
  await undo()
  expect(await valuesOf(station)).toEqual(['S1', 's2'])
  await redo()
  expect(await valuesOf(station)).toEqual(['S1', 'S2'])
  await change({ kind: 'restore', at: before ?? 0 })
  const write = (value: string) => change({ kind: 'cells', columns: [station], rows: [{ id: row, values: [value] }] })
  await write('free')
  const { change: ruled } = await change(strict(station, { pattern: 'S\\d' }))
  await write('S9')
  await change({ kind: 'restore', at: ruled ?? 0 })
  expect(await valuesOf(station)).toEqual(['free', 's2'])
})

test('a pattern that takes too long holds up no page: what it can’t judge in time counts as broken', async () => {
  const { world, ids, change, refusal, read, owner, one } = await buildTable()
  const [station = 0, depth = 0] = ids
  // It has to try each way to cut the text in three.
  const text = `${'a'.repeat(3000)}x${'a'.repeat(2999)}bx`
  await change({
    kind: 'addRows',
    columns: [station, depth],
    rows: [
      [text, '7'],
      ['', '1'],
    ],
  })
  const rules = { pattern: '(.*)(.*)(.*)x\\1\\2\\3x' }
  await change({ kind: 'editColumn', column: station, set: { rules } })
  await change({ kind: 'editColumn', column: depth, set: { rules: { least: '5' } } })
  const { rows } = await read()
  expect(rows.map(({ broken }) => broken)).toEqual([[station], [depth]])
  const filter = [{ match: 'all' as const, conditions: [{ column: station, operator: 'broken' as const }] }]
  const question = { filter, sort: [], q: '' }
  const exported = new URLSearchParams({
    spaceId: one.spaceId,
    format: 'jsonl',
    question: JSON.stringify(question),
  })
  const asked = await Promise.all([
    owner.call(tables.rows, { ...one, filter }),
    owner.call(tables.groups, { ...one, question }),
    owner.call(tables.statistics, { ...one, column: depth, question }),
    owner.fetch(`/api/data/space/tables/${one.id}/export?${exported}`).then((answer) => answer.json()),
  ])
  for (const answer of asked) expect(answer).toMatchObject({ error: 'tablePatternSlow' })

  // What would be written under a limit of time is refused at once here.
  await change({ kind: 'editColumn', column: station, set: { rules: { pattern: 'a' } } })
  await sql`create function hurried() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then raise exception 'slow' using errcode = '57014'; end if;
    return null; end $$`.execute(world.db)
  await sql`create trigger hurried before update on ${sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)}
    execute function hurried()`.execute(world.db)
  const wishes: Wish[] = [
    { kind: 'clear', columns: [depth] },
    { kind: 'fill', columns: [depth], how: { what: 'value', value: '3' } },
    { kind: 'transform', columns: [station], how: { what: 'upper' } },
  ]
  for (const wish of wishes) {
    expect(await refusal({ ...wish, scope: { filter } } as Wish)).toMatchObject({ error: 'tablePatternSlow' })
    expect(await change(wish)).toMatchObject({ conflictCount: 0 })
  }
})

test('a change of type is refused when the column refuses what would come of it', async () => {
  const { ids, change, refusal, add } = await buildTable()
  const [station = 0] = ids
  await add([['1'], ['1.0']])
  const rules = { isUnique: true, isStrict: true }
  await change({ kind: 'editColumn', column: station, set: { rules } })
  expect(await refusal({ kind: 'setType', column: station, type: 'number' })).toMatchObject({
    error: 'tableRuleBroken',
  })
})
