import { expect, test } from 'vitest'
import { advice, wrong } from '#contract/publications/check.ts'
import { unfinishedSteps } from './steps.ts'

const CHOSEN = { template: 'dataset', files: ['0b5f59e3-0000-4000-8000-000000000000'] }

test('a step in which something required is missing is unfinished; suggestions leave it finished', () => {
  const of = (...given: Parameters<typeof unfinishedSteps>) => [...unfinishedSteps(...given)].sort()
  const missing = [wrong('required', 'title.zh'), wrong('licenceMissing', 'licence')]
  expect(of({}, missing, 1)).toEqual(['access', 'content', 'metadata', 'type'])
  expect(of(CHOSEN, missing, 1)).toEqual(['access', 'metadata'])
  expect(of(CHOSEN, [advice('noEnglishTitle', 'title.en')], 1)).toEqual([])
  expect(of({ ...CHOSEN, changes: ' ' }, [], 2)).toEqual(['type'])
  expect(of({ ...CHOSEN, changes: 'Later samples' }, [], 2)).toEqual([])
})
