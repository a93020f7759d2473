import { expect, test } from 'vitest'
import { isLicenceMeant } from './licence-text.ts'

test.each(['cc by sa', 'CC-BY-SA', 'sharealike'])('a licence is found by its id or its name: %j', (typed) => {
  expect(isLicenceMeant('Creative Commons Attribution-ShareAlike 4.0 (CC-BY-SA-4.0)', typed)).toBe(true)
  expect(isLicenceMeant('MIT License (MIT)', typed)).toBe(false)
})
