import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { builtInViewers } from '#contract/preview.ts'
import { newerFormatOf, unopenedHint } from './older-format.ts'

const t = ((key: string, { newer = '' } = {}) => `${key} ${newer}`.trim()) as unknown as TFunction
const isShown = (suffix: string) => builtInViewers.some(({ suffixes }) => suffixes.some((one) => one === suffix))

test.each(['doc', 'dot', 'ppt', 'pps', 'pot'])(
  'a .%s that the server can’t convert is told what it can be saved as',
  (suffix) => {
    const newer = newerFormatOf(suffix) ?? ''
    expect(isShown(newer)).toBe(true)
    expect(unopenedHint(t, suffix)).toBe(`preview.saveAs ${newer}`)
  },
)
test.each(['rtf', 'odt', 'odp'])('a .%s that the server can’t convert is told what would convert it', (suffix) => {
  expect(unopenedHint(t, suffix)).toBe('preview.needsOffice')
})
test.each(['docx', 'bin', '', 'constructor'])('%j is no older format', (suffix) => {
  expect(newerFormatOf(suffix)).toBeNull()
  expect(unopenedHint(t, suffix)).toBe('preview.notexistHint')
})
