import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { nameProblem } from './name-problem.ts'

const t = ((key: string, { characters = '' } = {}) => `${key} ${characters}`.trim()) as unknown as TFunction

test.each([
  ['a.csv', null],
  ['', 'files.nameNeeded'],
  ['a:b*c:d', 'files.nameForbidden : *'],
  ['.hidden', 'files.nameInvalid'],
  ['a\u200bb/c', 'files.nameInvalid'],
])('the name %j is answered with %s', (name, problem) => {
  expect(nameProblem(t, name)).toBe(problem)
})
