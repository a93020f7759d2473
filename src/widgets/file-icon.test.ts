import { expect, test } from 'vitest'
import { builtInViewers } from '#contract/preview.ts'
import { familyOf } from './file-icon.tsx'

test('every suffix that can be looked at has an icon of its kind', () => {
  const suffixes = builtInViewers.flatMap((viewer) => [...viewer.suffixes] as string[])
  expect(suffixes.filter((suffix) => !familyOf.has(suffix))).toEqual([])
})
