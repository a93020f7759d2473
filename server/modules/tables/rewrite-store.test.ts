import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { withPattern } from './rewrite-store.ts'

const tx = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Tx

describe('a statement with a pattern', () => {
  test.each([
    ['that takes too long', '57014', 'tablePatternSlow'],
    ['that is none', '2201B', 'tablePatternInvalid'],
  ])('%s is refused', async (_what, code, refusal) => {
    const failing = () => Promise.reject(Object.assign(new Error('from the database'), { code }))
    await expect(withPattern(tx, failing)).rejects.toMatchObject({ refusal })
  })

  test('that fails for another reason is a defect', async () => {
    const failing = () => Promise.reject(Object.assign(new Error('from the database'), { code: '42703' }))
    await expect(withPattern(tx, failing)).rejects.toMatchObject({ code: '42703' })
  })
})
