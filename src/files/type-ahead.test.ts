import { expect, test } from 'vitest'
import { NOTHING_TYPED, rowOf, typedWith } from './type-ahead.ts'

const names = [
  '.config',
  'README.md',
  'survey plan.md',
  'survey-final.md',
  'survey.pptx',
  'survey.zip',
  'survey_2.csv',
  'temperature.nc',
  'tone.wav',
]
const items = names.map((name) => ({ name }))
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

/** The name that the keys lead to, pressed every `everyMs`; keys that are no part of a name are told in brackets. */
function typed(keys: string, everyMs = 50, held: Partial<typeof none> = {}): string {
  let text = NOTHING_TYPED
  let focus = -1
  let refused = ''
  for (const [at, key] of [...keys].entries()) {
    const shiftKey = key !== key.toLowerCase() || '_?'.includes(key)
    const next = typedWith(text, { ...none, shiftKey, key, timeStamp: at * everyMs, ...held }, items)
    if (!next) refused += `[${key}]`
    else {
      text = next
      const row = rowOf(text, items, focus)
      if (row >= 0) focus = row
    }
  }
  return refused || (names[focus] ?? '')
}

test.each([
  ['tone', 'tone.wav'],
  ['survey.z', 'survey.zip'],
  ['survey_', 'survey_2.csv'],
  ['survey-', 'survey-final.md'],
  ['survey p', 'survey plan.md'],
  ['.', '.config'],
  ['rEADME', 'README.md'],
  ['tt', 'tone.wav'],
  ['ttt', 'temperature.nc'],
  ['x', ''],
])('%s leads to %s', (keys, name) => {
  expect(typed(keys)).toBe(name)
})

test.each([
  ['what was typed long ago is forgotten', 'st', 900, 'temperature.nc'],
  ['keys pressed one after the other are one text, whenever the page gets to them', 'to', 700, 'tone.wav'],
])('%s', (_rule, keys, everyMs, name) => {
  expect(typed(keys, everyMs)).toBe(name)
})

test.each([' ', '/', '?', 'N', 'Enter', 't '])(
  '%j starts no text, and a space that no name has continues none',
  (keys) => {
    const parts = keys === 'Enter' ? [keys] : [...keys]
    const first =
      parts.length > 1 ? typedWith(NOTHING_TYPED, { ...none, key: 't', timeStamp: 0 }, items) : NOTHING_TYPED
    const key = parts.at(-1) ?? ''
    expect(typedWith(first ?? NOTHING_TYPED, { ...none, shiftKey: key === 'N', key, timeStamp: 9 }, items)).toBeNull()
  },
)

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('a key with %s is a shortcut', (held) => {
  expect(typed('t', 50, { [held]: true })).toBe('[t]')
})
