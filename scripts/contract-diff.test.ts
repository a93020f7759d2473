import { describe, expect, test } from 'vitest'
import { breaksBetween, namedBreaks, type Schema, type Surface } from './contract-diff.ts'

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const text: Schema = { type: 'string' }
const surface = (change: Partial<Surface> = {}): Surface => ({
  call: 'GET /api/lakes',
  name: 'lakes.list',
  isOpen: true,
  group: 'readLakes',
  input: object({ q: { type: 'string', maxLength: 10 }, sort: { type: 'string', enum: ['name', 'depth'] } }),
  answer: object({ list: { type: 'array', items: object({ id: text, depth: { type: 'number' } }, ['id']) } }, ['list']),
  ...change,
})
const told = (now: Surface[]) => breaksBetween([surface()], now).map(({ what }) => what)
const listOf = (item: Schema) => object({ list: { type: 'array', items: item } }, ['list'])

describe('a change that breaks callers is told:', () => {
  const { q, sort } = surface().input.properties as Record<string, Schema>
  test.each<[string, Surface[], RegExp]>([
    ['an operation removed', [], /was removed/],
    ['another path', [surface({ call: 'GET /api/waters' })], /was removed/],
    ['another name', [surface({ name: 'lakes.all' })], /lakes\.all/],
    ['closed to programs', [surface({ isOpen: false })], /closed/],
    ['another grant', [surface({ group: 'readWaters' })], /readWaters/],
    [
      'a new required input',
      [surface({ input: object({ q: q as Schema, sort: sort as Schema, near: text }, ['near']) })],
      /near is required/,
    ],
    ['an input removed', [surface({ input: object({ q: q as Schema }) })], /sort was removed/],
    [
      'a shorter input',
      [surface({ input: object({ q: { type: 'string', maxLength: 5 }, sort: sort as Schema }) })],
      /narrower maxLength/,
    ],
    [
      'another type of input',
      [surface({ input: object({ q: { type: 'number' }, sort: sort as Schema }) })],
      /another type/,
    ],
    [
      'a value less',
      [surface({ input: object({ q: q as Schema, sort: { type: 'string', enum: ['name'] } }) })],
      /fewer values/,
    ],
    [
      'a field of the answer removed',
      [surface({ answer: listOf(object({ depth: { type: 'number' } })) })],
      /id was removed/,
    ],
    [
      'a field that may be missing',
      [surface({ answer: listOf(object({ id: text, depth: { type: 'number' } })) })],
      /id may be missing/,
    ],
    [
      'a field that may be null',
      [
        surface({
          answer: listOf(object({ id: { anyOf: [text, { type: 'null' }] }, depth: { type: 'number' } }, ['id'])),
        }),
      ],
      /another form/,
    ],
  ])('%s', (_what, now, sentence) => {
    expect(told(now).join()).toMatch(sentence)
  })
})

test('what callers need not notice is not told', () => {
  const wider = surface({
    input: object({
      q: { type: 'string', maxLength: 20 },
      sort: { type: 'string', enum: ['name', 'depth', 'age'] },
      near: text,
    }),
    answer: listOf(object({ id: text, depth: { type: 'number' }, name: text }, ['id', 'name'])),
  })
  expect(told([wider, surface({ call: 'POST /api/lakes', name: 'lakes.create' })])).toEqual([])
})

test('the changelog names breaking changes of its newest section alone', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- Breaking: `lakes.list` has no depth.\n- `lakes.show` is fast.\n\n## 1.0\n\n- Breaking: `lakes.old` went.\n'
  expect([...namedBreaks(changelog)]).toEqual(['lakes.list'])
})
