import { expect, test } from 'vitest'
import { isConsolePath } from '#contract/pages/paths.ts'
import { resources } from './index.ts'

test('every page of a resource is one that the server knows', () => {
  const paths = resources.flatMap(({ routes }) => routes.map(({ path }) => path))
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !isConsolePath(path))).toEqual([])
})
