import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '#contract/journal.ts'
import { sentenceOf } from './words.ts'

const t = ((key: string, { item = '' } = {}) =>
  key === 'journal.untitled' ? 'Untitled' : `started publishing “${item}”`) as unknown as TFunction<'texts'>
const made = (name: string) =>
  ({ action: 'publicationMade', item: { name }, names: [], count: 1, details: {} }) as unknown as JournalEntry

describe('a sentence of the journal', () => {
  test('names its item', () => {
    const said = { before: 'started publishing “', item: 'Lake', after: '”' }
    expect(sentenceOf(t, made('Lake'), 'en', {})).toEqual(said)
  })

  test('says so when the item had no name yet', () => {
    expect(sentenceOf(t, made(''), 'en', {}).item).toBe('Untitled')
  })
})
