import { expect, test } from 'vitest'
import { IMPORT_IDS_CHARS, imports } from './imports.ts'

const place = { spaceId: '019aa000-0000-7000-8000-000000000000', drive: { kind: 's3', server: 'https://a.example/' } }
const isTaken = (paths: string[]) => imports.fromDrive.input.safeParse({ ...place, paths }).success

test('what is chosen of a drive may not weigh more than a task keeps', () => {
  const long = 'a'.repeat(4000)
  const fitting = Math.floor(IMPORT_IDS_CHARS / long.length)
  expect(isTaken([`${long}a`])).toBe(false)
  expect(isTaken(Array(fitting + 1).fill(long))).toBe(false)
  expect(isTaken(Array(fitting).fill(long))).toBe(true)
})
