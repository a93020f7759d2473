import { expect, test } from 'vitest'
import { isSuggestible, suggestedChange } from './suggestions.ts'

test.each([
  ['title.zh', '湖', { title: { zh: '湖', en: 'Lake' } }],
  ['description.en', 'A lake.', { description: { zh: '', en: 'A lake.' } }],
  ['keywords.zh', ' 湖泊\n\n水温 ', { keywords: { zh: ['湖泊', '水温'], en: [] } }],
  ['licence', 'CC0-1.0', { licence: 'CC0-1.0' }],
  ['extra.depth', '0\n5', { extra: { depth: ['0', '5'] } }],
])('a text that is suggested for %s changes that alone', (place, text, change) => {
  expect(suggestedChange({ title: { zh: '', en: 'Lake' } }, place, text)).toEqual(change)
})

test.each(['authors', 'files', 'title', 'title.fr', 'extra.', '', '__proto__.zh'])(
  'no text is suggested for %j',
  (place) => {
    expect(isSuggestible(place)).toBe(false)
    expect(suggestedChange({}, place, 'x')).toBeNull()
  },
)
