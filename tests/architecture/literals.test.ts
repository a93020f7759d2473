import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A spread of literal properties: `{ ...{ a, b }, c }`, or `<Row {...{ a, b }} />`. */
const PACKED = /\.\.\.\{/

test('no literal is spread into another to save lines', () => {
  const folders = 'client,contract,locales,providers,resources,scripts,server,src,tests'
  const paths = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root })
  const packed = paths.filter((path) => PACKED.test(readFileSync(`${root}${path}`, 'utf8').replace(/`[^`]*`/g, '')))
  expect(packed.filter((path) => path !== 'tests/architecture/literals.test.ts')).toEqual([])
})

test('a spread of either kind is seen', () => {
  for (const text of ['const a = { ...{ b, c }, d }', '<Row {...{ a, b }} />']) expect(text).toMatch(PACKED)
})
