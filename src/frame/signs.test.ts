import { expect, test } from 'vitest'
import { plainSigns } from './signs.ts'

test('the bullets of symbol fonts are bullets in any font, and all else stays', () => {
  expect(plainSigns('\uf0b7 first \uf0a7 second 第二')).toBe('• first ▪ second 第二')
  expect(plainSigns('\ue999')).toBe('\ue999')
})
