import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const STATEMENT = /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
/** What keeps rows, looks at all of them or fills them: statements are what these are made of. */
const STORAGE = ['server/storage/', 'server/doctor/', 'server/backup/', 'server/demo/']
/** Each with why. */
const ALLOWED: Record<string, string> = {
  'server/http/health.ts': 'asks whether the database answers at all',
  'server/setup.ts': 'runs before the modules are there, and for the command line',
}

/** What a capability gives to doctor, backup, sweeps and search: conditions and rules in SQL, declared in these files alone. */
const GIVEN = /\/(part|doctor|search)\.ts$/

const isStore = (path: string) =>
  /(^|\/|-)store\.ts$/.test(path) || GIVEN.test(path) || STORAGE.some((folder) => path.startsWith(folder))
const withStatements = globSync('server/**/*.ts', { cwd: root }).filter(
  (path) => !path.includes('.test.') && !isStore(path) && STATEMENT.test(readFileSync(`${root}${path}`, 'utf8')),
)

test('statements of SQL stand in stores', () => {
  expect(withStatements.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})

test('a statement of either kind is seen', () => {
  for (const text of ['sql`select 1`', 'sql<Row>`select 1`', "db.selectFrom('node')", "tx.deleteFrom('node')"])
    expect(text).toMatch(STATEMENT)
})
