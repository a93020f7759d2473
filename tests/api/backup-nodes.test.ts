import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { anotherNode } from '../support/another-node.ts'
import { buildBackups } from '../support/backups.ts'
import { isFull } from '../support/full.ts'

const { backups, spaces } = contract
/** Policies, and the spaces of each. */
const [POLICIES, SPACES] = isFull ? [100, 10] : [6, 5]

test('spaces with policies are copied once each, whichever of two nodes comes first', {
  timeout: isFull ? 1_200_000 : 60_000,
}, async () => {
  const { world, admin, owner, create, copiesOf } = await buildBackups()
  const node = await anotherNode(world)
  const policies: string[] = []
  const wanted: string[] = []
  for (let policy = 0; policy < POLICIES; policy += 1) {
    const spaceIds: string[] = []
    for (let space = 0; space < SPACES; space += 1) {
      const identifier = `lake${policy}x${space}`
      spaceIds.push((await owner.data(spaces.create, { name: `Lake ${identifier}`, identifier, type: 'private' })).id)
    }
    // What one person makes on a day is limited.
    await world.db.deleteFrom('rate_limit').execute()
    policies.push((await create({ name: `Nightly ${policy}`, scope: 'some', spaceIds })).id)
    wanted.push(...spaceIds)
  }
  await world.db.updateTable('backup_policy').set({ next_at: world.clock.now() }).execute()
  const nodes = [world.services.backups, node.services.backups]
  const begun = await Promise.all(nodes.map(({ runDue }) => runDue()))
  expect(begun.reduce((sum, count) => sum + count)).toBe(POLICIES)
  const held = await Promise.all(nodes.map(({ drain }) => drain()))
  expect(held.reduce((sum, count) => sum + count)).toBe(POLICIES)
  const copied: string[] = []
  for (const id of policies) {
    const { list: runs } = await admin.data(backups.runs, { id })
    expect(runs.map(({ state, isScheduled }) => [state, isScheduled])).toEqual([['completed', true]])
    for (const run of runs) copied.push(...(await copiesOf(run)).map(({ space }) => space.id))
  }
  expect(copied.toSorted()).toEqual(wanted.toSorted())
})
