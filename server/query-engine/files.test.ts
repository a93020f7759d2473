import { afterAll, expect, test } from 'vitest'
import type { Cell } from '#contract/tables/columns.ts'
import { xlsxBytes } from '#server/table-files/write/xlsx.ts'
import { asking, testEngine } from '../../tests/support/query-engine.ts'
import { type DataFile, fileSources } from './files.ts'
import { pseudonymOf } from './source-sql.ts'

const world = testEngine({ end: afterAll })
const { signal } = new AbortController()
/** Contents by their hash, which stand in the folder under it. */
const blobs = { withFile: <T>(sha256: string, run: (path: string) => Promise<T>) => run(world.path(sha256)) }
const sources = fileSources({ blobs, engine: world.engine, folder: world.path('cache') })

function file(sha256: string, name: string, bytes: string | Buffer): DataFile {
  world.file(sha256, bytes)
  return { sha256, name }
}
const rowsOf = (files: DataFile[], sql = 'from t') =>
  sources.withFiles(files, { ...asking, signal }, (source) => world.rows(sql, { sources: [{ ...source, name: 't' }] }))

test('a workbook is read with the types that all of its rows propose, and words for a missing value are empty', async () => {
  const columns = [
    { name: '编号', type: 'text' as const },
    { name: 'amount', type: 'number' as const },
    { name: 'day', type: 'date' as const },
  ]
  const rows: Cell[][] = [
    ['007', '0.1', '2026-11-21'],
    ['008', '12345678901234567890.5', '2026-11-22'],
  ]
  async function* pieces() {
    yield rows
  }
  const bytes = Buffer.concat(await Array.fromAsync(xlsxBytes('a', columns, pieces()), (piece) => Buffer.from(piece)))
  const book = file('a1', 'a.xlsx', bytes)
  expect(await rowsOf([book])).toEqual(rows)
  expect(await rowsOf([book], 'select sum(amount) from t')).toEqual([['12345678901234567890.6']])
})

test('a text in the Chinese encoding, with its own separator and without names of columns', async () => {
  // 湖泊;1 and 河流;2 in GB18030.
  const bytes = Buffer.concat([
    ...[Buffer.from('bafeb2b4', 'hex'), Buffer.from(';1\n'), Buffer.from('bad3c1f7', 'hex'), Buffer.from(';2\n')],
  ])
  expect(await rowsOf([file('b1', 'a.csv', bytes)], 'from t order by 2')).toEqual([
    ['湖泊', '1'],
    ['河流', '2'],
  ])
})

test('a file of a table has the types of the table, whatever its values look like', async () => {
  const columns = [
    { name: 'Code', type: 'text' as const },
    { name: 'Depth', type: 'number' as const },
    { name: 'Day', type: 'date' as const },
  ]
  const coded = { ...file('t1', 'casts.csv', 'Code,Depth,Day\n1.50,2,\n2,0.125,\n'), columns }
  expect(await rowsOf([coded])).toEqual([
    ['1.50', '2', null],
    ['2', '0.125', null],
  ])
  const empty = { ...file('t2', 'none.csv', 'Code,Depth,Day\n'), columns }
  expect(await rowsOf([empty], 'select count(*), sum(Depth) from t')).toEqual([['0', null]])
  expect((await sources.shapeOfAll([empty], { ...asking, signal })).columns.map(({ type }) => type)).toEqual([
    'text',
    'number',
    'date',
  ])
})

test('a column of people is read as pseudonyms: equal ones of equal names, none of nobody, others with another key', async () => {
  const columns = (pseudonyms: string) => [
    { name: 'Observer', type: 'text' as const, pseudonyms },
    { name: 'Depth', type: 'number' as const },
  ]
  const watches = file('p1', 'watches.csv', 'Observer,Depth\n李伟,1\n"O\'Neil, A.",2\n李伟,3\n,4\n')
  const [wei, neil] = [pseudonymOf("a'b", '李伟'), pseudonymOf("a'b", "O'Neil, A.")]
  expect(await rowsOf([{ ...watches, columns: columns("a'b") }])).toEqual([
    [wei, '1'],
    [neil, '2'],
    [wei, '3'],
    [null, '4'],
  ])
  expect(await rowsOf([{ ...watches, columns: columns('c') }], 'select Observer from t limit 1')).not.toEqual([[wei]])
})

test('equal files are one source, wide enough for all of them', async () => {
  const files = [
    file('c1', 'a.csv', 'x,y\n1,a\n'),
    file('c2', 'b.csv', 'x,y\n2.25,b\n'),
    file('c3', 'c.csv', 'x,y\nNA,3\n'),
  ]
  expect(await rowsOf(files, 'select sum(x), count(*), max(y) from t')).toEqual([['3.25', '3', 'b']])
})

test('files that differ are put together by the names of their columns, and what differs is told', async () => {
  const files = [
    file('d1', 'a.csv', 'x,y\n1.5,a\n'),
    file('d2', 'b.jsonl', '{"Y":7,"x":123456789012}\n'),
    file('d3', 'c.tsv', 'z\tx\n2026-01-02\t-1\n'),
    file('d4', 'd.csv', 'y,x\nb,\n'),
  ]
  expect(await rowsOf(files, 'select x, y, z from t')).toEqual([
    ['1.5', 'a', null],
    ['123456789012', '7', null],
    ['-1', null, '2026-01-02'],
    [null, 'b', null],
  ])
  const { columns, rows, differences } = await sources.shapeOfAll(files, { ...asking, signal })
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['x', 'number'],
    ['y', 'text'],
    ['z', 'date'],
  ])
  expect(rows).toBe(4)
  expect(differences).toEqual([
    { column: 'y', kind: 'missing', files: 1 },
    { column: 'y', kind: 'otherType', files: 1 },
    { column: 'z', kind: 'missing', files: 3 },
  ])
})

test('what is known of a content is looked at once', async () => {
  const one = file('e1', 'a.jsonl', '{"a":1}\n{"a":2}\n')
  const { rows, columns } = await sources.shapeOfAll([one], { ...asking, signal })
  world.file('e1', 'something else')
  expect([rows, columns]).toEqual([2, [{ name: 'a', type: 'number', digits: 1, decimals: 0 }]])
  expect(await sources.shapeOfAll([one], { ...asking, signal })).toMatchObject({ rows, columns })
})

test('a look at several files tells its beginning, and how far it is over all of them', async () => {
  const files = [file('p1', 'a.csv', 'x\n1\n'), file('p2', 'b.csv', 'x\n2\n')]
  const shares: number[] = []
  await sources.shapeOfAll(files, { ...asking, signal, onProgress: (share) => void shares.push(share) })
  expect(shares[0]).toBe(0)
  expect(shares).toContain(0.5)
  expect(shares).toEqual(shares.toSorted())
})
