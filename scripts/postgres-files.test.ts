import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postgresFiles } from './postgres-files.ts'

test('what is asked of another PostgreSQL is there', () => {
  expect(postgresFiles.filter((file) => !existsSync(file))).toEqual([])
})
