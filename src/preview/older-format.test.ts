import { expect, test } from 'vitest'
import { builtInViewers } from '#contract/preview.ts'
import { newerFormatOf } from './older-format.ts'

const isShown = (suffix: string) => builtInViewers.some(({ suffixes }) => suffixes.some((one) => one === suffix))

test.each(['doc', 'dot', 'ppt', 'pps', 'pot'])(
  'a .%s has no viewer, and is told what it can be saved as to have one',
  (suffix) => {
    expect(isShown(suffix)).toBe(false)
    expect(isShown(newerFormatOf(suffix) ?? '')).toBe(true)
  },
)
test.each(['docx', 'bin', '', 'constructor'])('%j is no older format', (suffix) => {
  expect(newerFormatOf(suffix)).toBeNull()
})
