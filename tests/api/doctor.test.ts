import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { newId } from '#server/storage/id.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const look = ({ db, blobs }: World, repair: boolean) => examine(db, blobs, { repair, deep: false })

test.each([
  ['folder', sql`update node set items = items + 1 where parent_id is null`],
  [
    'space',
    sql`update space_usage set used_bytes = used_bytes + 1, member_count = member_count - 1, dataset_count = dataset_count + 1`,
  ],
  ['version', sql`update node set version_bytes = version_bytes + 5 where not is_folder`],
])(
  'a wrong %s counter is reported, set right when that is asked for, and never reported again',
  async (what, corrupt) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'a.txt' }, new TextEncoder().encode('one'))
    await upload(owner, { spaceId, name: 'a.txt', conflict: 'replace' }, new TextEncoder().encode('three'))
    await corrupt.execute(world.db)
    const before = await owner.data(contract.spaces.show, { id: spaceId })
    expect(await look(world, false)).toEqual({
      lines: [`1 ${what} counters wrong (--repair sets them right)`],
      isHealthy: false,
    })
    expect(await owner.data(contract.spaces.show, { id: spaceId })).toEqual(before)
    expect(await look(world, true)).toEqual({ lines: [`1 ${what} counters set right`], isHealthy: true })
    expect(await look(world, false)).toEqual({ lines: [], isHealthy: true })
  },
)

const inStatus = (status: 'pending' | 'normal') => sql`update space set status = ${status}`

test.each([
  ['has no owner among its members', sql`update member set role = 'senior' where role = 'owner'`],
  [
    'belongs to somebody who is not its owner among the members',
    sql`update space s set owner_id = m.person_id from member m where m.space_id = s.id and m.role = 'senior'`,
  ],
  ['is pending, and no request for it waits', inStatus('pending')],
])('a space that %s is reported, and left for people to decide', async (said, corrupt) => {
  const world = await buildWorld()
  const { identifier } = await world.space()
  await corrupt.execute(world.db)
  const findings = { lines: [`space ${identifier} ${said}`], isHealthy: false }
  expect(await look(world, true)).toEqual(findings)
  expect(await look(world, false)).toEqual(findings)
})

test('a request that waits for a space that is not pending is reported', async () => {
  const world = await buildWorld()
  await (await world.as('admin')).data(contract.settings.setApprovalSwitches, { space: true })
  const draft = { name: 'Ice', identifier: 'icecores', type: 'private' as const }
  const { identifier } = await (await world.as('owner')).data(contract.spaces.create, draft)
  expect(await look(world, false)).toEqual({ lines: [], isHealthy: true })
  await inStatus('normal').execute(world.db)
  const lines = [`space ${identifier} is normal, and a request for it still waits`]
  expect(await look(world, true)).toEqual({ lines, isHealthy: false })
})

test('room that an open task has reserved is reserved; what an ended one left behind is reported', async () => {
  const world = await buildWorld()
  const { id: space_id } = await world.space()
  const at = world.clock.now()
  const person_id = world.idOf('owner')
  const task = { id: newId(), kind: 'extract' as const, space_id, person_id, reserved_bytes: 9, created_at: at }
  await world.db.insertInto('task').values(task).execute()
  await world.db.updateTable('space_usage').set({ reserved_bytes: 9 }).where('space_id', '=', space_id).execute()
  expect(await look(world, false)).toEqual({ lines: [], isHealthy: true })
  await world.db.updateTable('task').set({ state: 'completed', finished_at: at }).execute()
  const held = '1 tasks that are over are still held by a node or hold room (extract): their people can begin no other'
  expect(await look(world, false)).toMatchObject({
    lines: [`${held} (--repair)`, '1 space counters wrong (--repair sets them right)'],
  })
  expect(await look(world, true)).toMatchObject({ isHealthy: true })
  expect(await world.db.selectFrom('space_usage').select('reserved_bytes').execute()).toEqual([{ reserved_bytes: 0 }])
})
