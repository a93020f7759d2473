import { describe, expect, test } from 'vitest'
import { SAVED_FILTERS_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { newId } from '#server/storage/id.ts'
import { buildWorld } from '../support/world.ts'

const { savedFilters } = contract
const locked = { list: 'users', name: 'Locked', query: 'status=locked&sort=name' } as const

describe('saved filters', () => {
  test.each([
    ['without a name', { ...locked, name: '  ' }],
    ['of nothing', { ...locked, query: '' }],
    ['of a list that there is not', { ...locked, list: 'files' as 'users' }],
  ])('%s are refused', async (_what, draft) => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(savedFilters.save, draft)).toMatchObject({ error: 'invalid' })
  })

  test('have each name once for a list, in capitals or not; two at once too', async () => {
    const admin = await (await buildWorld()).as('admin')
    const answers = await Promise.all(
      ['Locked', 'LOCKED'].map((name) => admin.call(savedFilters.save, { ...locked, name })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      error: 'savedFilterNameTaken',
      fields: [{ field: 'name' }],
    })
    expect(await admin.call(savedFilters.save, { ...locked, list: 'audit' })).toMatchObject({ code: 0 })
  })

  test('have an end, also when many are saved at once', async () => {
    const world = await buildWorld()
    const rows = Array.from({ length: SAVED_FILTERS_MAX - 1 }, (_, i) => ({
      id: newId(),
      person_id: world.idOf('admin'),
      ...locked,
      name: `filter ${i}`,
      created_at: world.clock.now(),
    }))
    await world.db.insertInto('saved_filter').values(rows).execute()
    const admin = await world.as('admin')
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => admin.call(savedFilters.save, { ...locked, name })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({ error: 'savedFiltersTooMany' })
  })

  test('are seen, and removed, by nobody else', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const saved = await admin.data(savedFilters.save, locked)
    await admin.data(savedFilters.save, { ...locked, name: 'All', list: 'spaces' })
    await world.db.updateTable('person').set({ role: 'role_admin' }).where('id', '=', world.idOf('owner')).execute()
    const other = await world.as('owner')
    expect(await other.data(savedFilters.list, { list: 'users' })).toEqual([])
    await other.data(savedFilters.remove, { id: saved.id })
    expect(await admin.data(savedFilters.list, { list: 'users' })).toEqual([saved])
    await admin.data(savedFilters.remove, { id: saved.id })
    expect(await admin.data(savedFilters.list, { list: 'users' })).toEqual([])
  })
})
