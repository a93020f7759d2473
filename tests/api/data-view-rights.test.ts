import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildViews, type QueryWish } from '../support/data-view.ts'

const { dataViews, spaces, tables } = contract
const over = (id: string): QueryWish => ({
  base: { kind: 'view', id },
  fields: [{ key: 'f1', name: 'Station', from: { kind: 'column', source: 0, column: 'f1' } }],
})

test('what somebody published who left is not read on behalf of the owner, who takes it over', async () => {
  const { world, owner, spaceId, casts, save, simple } = await buildViews()
  const normal = await world.as('normal')
  const { id } = await save(simple, { access: 'published' }, normal)
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
  const senior = await world.as('senior')
  expect(await senior.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
  expect(await owner.data(dataViews.show, { spaceId, id })).toMatchObject({
    access: 'sources',
    maker: { personId: world.idOf('owner') },
  })
})

test('what others put into a view behind a published one is handed out as far as they may see it', async () => {
  const { world, owner, spaceId, casts, stations, column, save, simple } = await buildViews()
  await owner.data(tables.edit, { spaceId, id: stations.id, isShared: false })
  const inner = await save(simple)
  const { id } = await save(over(inner.id), { name: 'Published', access: 'published' })
  const [senior, normal] = [await world.as('senior'), await world.as('normal')]
  expect((await normal.data(dataViews.rows, { spaceId, id })).rows).toHaveLength(5)
  const secret = {
    base: stations.ref,
    fields: [{ ...column('f1', 'Station', 1, 1), from: { ...column('f1', 'Station', 1, 1).from, source: 0 } }],
  }
  const wish = { spaceId, id: inner.id, version: inner.version, definition: { query: secret } }
  const { version } = await senior.data(dataViews.edit, wish)
  expect(await normal.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
  const back = { spaceId, id: inner.id, version, definition: { query: simple } }
  await senior.data(dataViews.edit, back)
  expect((await normal.data(dataViews.rows, { spaceId, id })).rows).toHaveLength(5)
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  expect(await normal.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
})

test('the names of sources are told to those who may see them, by no list, page or problem to others', async () => {
  const { world, owner, spaceId, casts, save, simple } = await buildViews()
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false, name: 'Secret casts' })
  const inner = await save(simple, { name: 'Secret view', isShared: false })
  const { id } = await save(over(inner.id), { name: 'Published', access: 'published' })
  await save(simple, { name: 'By sources' })
  const normal = await world.as('normal')
  const told = async () =>
    JSON.stringify([
      await normal.data(dataViews.list, { spaceId }),
      await normal.data(dataViews.show, { spaceId, id }),
      await normal.call(dataViews.rows, { spaceId, id }),
      await normal.data(dataViews.lineage, { spaceId }),
    ])
  expect(await told()).not.toContain('Secret')
  await owner.data(tables.remove, { spaceId, id: casts.id })
  expect(await told()).not.toContain('Secret')
  expect((await owner.data(dataViews.show, { spaceId, id })).sourceNames).toEqual(['Secret view'])
})
