import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const GUIDE = 'docs/adding-a-resource.md'
/** The word of the example: every file of it has it in its path or its text. */
const WORD = /instrument/i
/** Prose and names of disciplines may use the word for anything, and this test has it by trade. */
const isApart = (path: string) =>
  path.endsWith('.md') ||
  ['contract/publications/lower-subjects.ts', 'tests/architecture/adding-a-resource.test.ts'].includes(path)

type Files = ReadonlyMap<string, string>
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})
const TEXT = /\.(ts|tsx|json|css|sql|md|html|yml|yaml|cjs|mjs)$/
const repository: Files = new Map(
  tracked
    .split('\0')
    .filter((path) => TEXT.test(path) && !path.startsWith('tests/samples/') && path !== 'package-lock.json')
    .map((path) => [path, readFileSync(root + path, 'utf8')]),
)
const guide = repository.get(GUIDE) ?? ''

/** First column of the tables. */
const filesIn = (text: string) => [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path)
/** Fenced blocks, each with the file that it is taken from. */
const excerptsIn = (text: string) =>
  [...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', code = '']) => ({ path, code }))
const mentions = (path: string, text = '') => WORD.test(path) || WORD.test(text)

/** What guide and example say differently, one line each. */
function differences(text: string, files: Files): string[] {
  const named = filesIn(text)
  const ofExample = [...files].filter(([path, content]) => !isApart(path) && mentions(path, content))
  return [
    ...named.filter((path) => !files.has(path)).map((path) => `${path} is named and not there`),
    ...named
      .filter((path) => files.has(path) && !mentions(path, files.get(path)))
      .map((path) => `${path} is named and has nothing of the example`),
    ...named.filter((path, at) => named.indexOf(path) !== at).map((path) => `${path} is named twice`),
    ...ofExample.filter(([path]) => !named.includes(path)).map(([path]) => `${path} is of the example and not named`),
    ...excerptsIn(text)
      .filter(({ path, code }) => !files.get(path)?.includes(code))
      .map(({ path }) => `${path} has no such excerpt`),
  ]
}

test('the guide names every file of its example, and nothing else', () => {
  expect(filesIn(guide).length).toBeGreaterThan(30)
  expect(excerptsIn(guide).length).toBeGreaterThan(5)
  expect(differences(guide, repository)).toEqual([])
})

test('files and commands that the guide speaks of in passing are there', () => {
  const spoken = [...guide.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].flatMap(
    ([, code = '']) => code.match(/[\w.-]+(\/[\w.-]+)+\.\w+/g) ?? [],
  )
  expect(spoken.length).toBeGreaterThan(40)
  expect(spoken.filter((path) => !repository.has(path))).toEqual([])
})

describe('a fault is told:', () => {
  const word = 'export const INSTRUMENTS = 1'
  const line = '| `contract/instruments.ts` | draft'
  const withFile = (path: string, text: string) => new Map([...repository, [path, text]])
  const without = (path: string) => new Map([...repository].filter(([one]) => one !== path))

  test.each<[string, string, Files, string]>([
    [
      'a file that is not named',
      guide,
      withFile('server/new.ts', word),
      'server/new.ts is of the example and not named',
    ],
    [
      'a file whose path has the word',
      guide,
      withFile('src/instrument.css', ''),
      'src/instrument.css is of the example and not named',
    ],
    ['a file that went away', guide, without('server/app.ts'), 'server/app.ts is named and not there'],
    [
      'a file that has nothing of it any more',
      guide,
      withFile('server/app.ts', ''),
      'server/app.ts is named and has nothing of the example',
    ],
    [
      'a row that was deleted',
      guide.replace(line, '| draft'),
      repository,
      'contract/instruments.ts is of the example and not named',
    ],
    ['a row that stands twice', `${guide}\n${line} |`, repository, 'contract/instruments.ts is named twice'],
    [
      'an excerpt that is not real any more',
      guide.replace('order: 25', 'order: 26'),
      repository,
      'resources/instruments/index.tsx has no such excerpt',
    ],
  ])('%s', (_what, text, files, difference) => {
    expect(differences(text, files)).toContain(difference)
  })

  test('prose with the word is none', () => {
    expect(differences(guide, withFile('docs/other.md', word))).toEqual([])
  })
})
