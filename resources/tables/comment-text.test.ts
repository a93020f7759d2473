import { describe, expect, test } from 'vitest'
import { fieldText, keptText, offer, partsOf } from './comment-text.ts'

const ANNA = '00000000-0000-7000-8000-00000000000a'
const ANNABEL = '00000000-0000-7000-8000-00000000000b'
const OTHER = '00000000-0000-7000-8000-00000000000c'
const names = { [ANNA]: 'Anna', [ANNABEL]: 'Anna Bel' }

describe('a comment', () => {
  test('shows mentions by their names, and people without one by what stands for them', () => {
    expect(partsOf(`Ask @{${ANNA}}, or @{${OTHER}}!`, names, 'somebody')).toEqual([
      { text: 'Ask ', isMention: false },
      { text: '@Anna', isMention: true },
      { text: ', or ', isMention: false },
      { text: '@somebody', isMention: true },
      { text: '!', isMention: false },
    ])
  })

  test('goes through its field unchanged', () => {
    const offered = new Map<string, string>()
    const kept = `@{${ANNABEL}} and @{${ANNA}} at a@b.org`
    const shown = fieldText(kept, names, offered)
    expect(shown).toBe('@Anna Bel and @Anna at a@b.org')
    expect(keptText(shown, offered)).toBe(kept)
  })

  test('tells two people of one name apart', () => {
    const offered = new Map<string, string>()
    expect([offer(offered, ANNA, 'Li'), offer(offered, OTHER, 'Li'), offer(offered, ANNA, 'Li')]).toEqual([
      'Li',
      'Li (2)',
      'Li',
    ])
    expect(keptText('@Li (2) or @Li', offered)).toBe(`@{${OTHER}} or @{${ANNA}}`)
  })

  test('mentions nobody who was not offered, and takes names as they are', () => {
    expect(keptText('@Anna $& @x', new Map())).toBe('@Anna $& @x')
    expect(keptText('@$& here', new Map([['$&', ANNA]]))).toBe(`@{${ANNA}} here`)
  })
})
