import { expect, test } from 'vitest'
import { NO_CHANGE, planNames, type RenamePlan, searchOf } from './rename-plan.ts'

const plan = (names: string[], change: Partial<RenamePlan>) =>
  planNames(
    names.map((name) => ({ hash: name, name, isFolder: name.endsWith('/') })),
    { ...NO_CHANGE, ...change },
  )

test.each<[title: string, names: string[], change: Partial<RenamePlan>, expected: string[]]>([
  ['nothing is asked: names stay', ['a.txt'], {}, ['a.txt']],
  ['a text gives way to another, everywhere in the name', ['aba.txt'], { find: 'a', replace: 'x' }, ['xbx.txt']],
  ['the suffix is left alone', ['txt.txt'], { find: 'txt', replace: 'x' }, ['x.txt']],
  ['unless it takes part', ['a.TXT'], { letters: 'lower', withSuffix: true }, ['a.txt']],
  ['signs of patterns are plain letters', ['a(1)+.txt'], { find: '(1)+', replace: '$&' }, ['a$&.txt']],
  [
    'a pattern finds groups',
    ['IMG_12.jpg'],
    { find: '^IMG_(\\d+)$', replace: '$1 lake', isRegular: true },
    ['12 lake.jpg'],
  ],
  ['half a pattern changes nothing', ['a.txt'], { find: '(', replace: 'x', isRegular: true }, ['a.txt']],
  ['letters become small', ['ÄB湖.Txt'], { letters: 'lower' }, ['äb湖.Txt']],
  ['letters become large', ['straße.txt'], { letters: 'upper' }, ['STRASSE.txt']],
  ['each word begins large', ['lake SURVEY_two.csv'], { letters: 'title' }, ['Lake Survey_Two.csv']],
  ['items are numbered in their order', ['b.jpg', 'a.jpg'], { pattern: '湖 {n}', from: 9 }, ['湖 09.jpg', '湖 10.jpg']],
  [
    'a pattern keeps the name that the other parts made',
    ['a b.c'],
    { find: ' ', replace: '_', pattern: '{n}-{name}', digits: 3 },
    ['001-a_b.c'],
  ],
  ['a name without a stem is no suffix', ['README'], { letters: 'lower' }, ['readme']],
  ['composed letters are kept composed', ['e.txt'], { find: 'e', replace: 'é'.normalize('NFD') }, ['é.txt']],
])('%s', (_title, names, change, expected) => {
  expect(plan(names, change).map(({ to }) => to)).toEqual(expected)
})

test('a folder has no suffix', () => {
  const folder = { hash: 'x', name: 'v1.2', isFolder: true }
  expect(planNames([folder], { ...NO_CHANGE, letters: 'upper' })[0]?.to).toBe('V1.2')
})

test.each<[names: string[], change: Partial<RenamePlan>, problems: (string | null)[]]>([
  [['a.txt', 'b.txt'], { pattern: 'same' }, ['twice', 'twice']],
  [['a.txt'], { find: 'a', replace: 'a/b' }, ['invalid']],
  [['a'], { find: 'a', replace: '' }, ['invalid']],
  [['a', 'b'], { find: 'a', replace: 'b' }, ['twice', 'twice']],
])('%j with %j has the problems %j', (names, change, problems) => {
  expect(plan(names, change).map(({ problem }) => problem)).toEqual(problems)
})

test('a pattern that is still being written is none', () => {
  expect(searchOf({ find: '[', isRegular: true })).toBeNull()
})
