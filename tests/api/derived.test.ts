import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files } = contract
const text = (content: string) => new TextEncoder().encode(content)

/** What is made of contents: `png thumb due`. */
async function dueIn({ db }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('derived')
    .select(['suffix', 'kind', 'state'])
    .orderBy('suffix')
    .orderBy('kind')
    .execute()
  return rows.map(({ suffix, kind, state }) => `${suffix} ${kind} ${state}`)
}
const keysIn = async ({ db }: World, spaceId: string) =>
  (await db.selectFrom('content_key').select('sha256').where('space_id', '=', spaceId).execute()).length

describe('what is made of a content', () => {
  test('is due once it is placed: a picture of an image, picture and text of a PDF, nothing of other files', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    for (const name of ['a.png', 'b.PDF', 'c.zip', 'd']) await upload(owner, { spaceId, name }, text(name))
    await upload(owner, { spaceId, name: 'empty.png' }, text(''))
    await owner.data(files.create, { spaceId, path: 'folder.png' })
    expect(await dueIn(world)).toEqual(['pdf text due', 'pdf thumb due', 'png thumb due'])
    expect(await keysIn(world, spaceId)).toBe(1)
  })

  test('is not due again by another name with the suffix, a move or a copy; another suffix makes it due', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const target = await owner.data(files.create, { spaceId, path: 'a' })
    const { hash } = await upload(owner, { spaceId, name: 'a.png' }, text('picture'))
    await world.db.updateTable('derived').set({ state: 'done' }).execute()
    await owner.data(files.rename, { spaceId, hash, name: 'b.png' })
    await owner.data(files.move, { spaceId, hash, target })
    await owner.data(files.copy, { spaceId, hash, target: root })
    expect(await dueIn(world)).toEqual(['png thumb done'])
    await owner.data(files.rename, { spaceId, hash, name: 'b.txt' })
    expect(await dueIn(world)).toEqual(['png thumb done', 'txt text due'])
    expect(await keysIn(world, spaceId)).toBe(1)
  })

  test('is due for a content that replaces another', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'a.txt' }, text('one'))
    await upload(owner, { spaceId, name: 'a.txt', conflict: 'replace' }, text('two'))
    expect(await dueIn(world)).toEqual(['txt text due', 'txt text due'])
    expect(await keysIn(world, spaceId)).toBe(2)
  })

  test('is due once for all who bring the same contents into nine spaces at once, and nobody waits in a circle', async () => {
    const world = await buildWorld()
    const spaces = await Promise.all(Array.from({ length: 9 }, () => world.space()))
    const names = Array.from({ length: 9 }, (_, at) => `${at}.${['png', 'pdf', 'txt'][at % 3]}`)
    const owner = await world.as('owner')
    const placed = spaces.flatMap(({ id: spaceId }, at) =>
      [...names.slice(at), ...names.slice(0, at)].map((name) => upload(owner, { spaceId, name }, text(name))),
    )
    expect((await Promise.all(placed)).length).toBe(81)
    expect((await dueIn(world)).length).toBe(12)
    for (const { id } of spaces) expect(await keysIn(world, id)).toBe(6)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(world.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
