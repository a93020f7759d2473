import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The first column of the table below "Retired words". */
const [, table = ''] = read('docs/architecture.md').split('### Retired words')
const retired = new Set([...table.matchAll(/^\| ([\w, ]+) \|/gm)].flatMap(([, words = '']) => words.split(', ')))
retired.delete('retired')

/** What others named, what users read by this name, and what the hashes of old audit entries were made of. */
const ALLOWED = new Set([
  'getDerivedStateFromError',
  'max_parallel_workers_per_gather',
  'highWaterMark',
  'readableHighWaterMark',
  'requiredMark',
  'labelRequiredMarkColor',
  'server/modules/audit/chain.ts door',
  // A relation of DataCite.
  'IsDerivedFrom',
  // CSS and HTML: the background that all pages lie on, and the element of what was found.
  'ground',
  'mark',
])
/** Words that prose may use in a title: a verb, a place. */
const PROSE = new Set([
  'turns',
  'ground',
  'mark',
  'marks',
  'marked',
  'settle',
  'standing',
  'fact',
  'landing',
  'moments',
])

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}]*</g
const TITLE = /\b(?:test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*['`](?:(?:GET|POST|PUT|DELETE|PATCH) \S+)?([^'`]*)/g
const partsOf = (name: string) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
const isRetired = (name: string) => partsOf(name).some((part) => retired.has(part.toLowerCase()))

/** Names of a source that hold a retired word: its path, identifiers and titles of tests, or keys of texts. */
function retiredIn(path: string, text: string): string[] {
  const isTexts = path.endsWith('.json')
  const code = isTexts ? '' : text.replace(COMMENT, ' ')
  const names = isTexts
    ? [...text.matchAll(/"([\w-]+)":/g)].map(([, key = '']) => key)
    : (code.replace(TEXT, ' ').match(/[A-Za-z_$][\w$]*/g) ?? [])
  const words = [...code.matchAll(TITLE)].flatMap(([, title = '']) => title.toLowerCase().match(/[a-z]+/g) ?? [])
  const found = [
    ...names.filter((name) => isRetired(name) && !ALLOWED.has(name) && !ALLOWED.has(`${path} ${name}`)),
    ...words.filter((word) => retired.has(word) && !PROSE.has(word)),
    ...(isRetired(path) ? ['its path'] : []),
  ]
  return [...new Set(found)].map((name) => `${path}: ${name}`)
}

test('no name has a retired word', () => {
  const paths = globSync(
    ['{client,contract,providers,resources,scripts,server,src,tests}/**/*.{ts,tsx}', 'locales/*/*.json'],
    { cwd: root },
  ).filter((path) => !path.startsWith('server/storage/migrations/'))
  expect(paths.length).toBeGreaterThan(1000)
  expect(paths.flatMap((path) => retiredIn(path, read(path)))).toEqual([])
})

test.each([
  ['an identifier', 'server/x.ts', 'const lanesLeft = 1', 'lanesLeft'],
  ['a constant', 'server/x.ts', 'const PATIENCE_MS = 1', 'PATIENCE_MS'],
  ['a file name', 'server/lanes.ts', '', 'its path'],
  ['a part of a file name', 'server/password-desk.ts', '', 'its path'],
  ['a key of a text', 'locales/en/files.json', '{ "doorTop": "Top" }', 'doorTop'],
  ['a title', 'server/x.test.ts', "test('a guest is let in', () => {})", 'guest'],
])('%s with a retired word is told', (_what, path, text, name) => {
  expect(retiredIn(path, text)).toEqual([`${path}: ${name}`])
})

test.each([
  ['a word that only contains one', 'const background = benchmark + bookmarks + outdoors'],
  ['a comment', '// the lanes of a pool, /** a desk */'],
  ['what users read', "const text = 'the door'"],
])('%s may stay', (_what, text) => {
  expect(retiredIn('server/x.ts', text)).toEqual([])
})
