import { describe, expect, test } from 'vitest'
import type { SpaceStatus } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import { drawing } from '../support/random.ts'
import { buildWorld, type World } from '../support/world.ts'

const { approvals, settings, spaces } = contract

/** What a space is by the rules alone; null: it is not there. `requests` are the states of its requests, in order. */
type Model = { status: SpaceStatus; reason: string; requests: ('pending' | 'passed' | 'rejected')[] } | null
const actions = ['create', 'switch', 'pass', 'reject', 'resend', 'withdraw', 'offline', 'online', 'remove'] as const
type Action = (typeof actions)[number]

const answered = (requests: NonNullable<Model>['requests'], state: 'passed' | 'rejected') => [
  ...requests.slice(0, -1),
  state,
]

/** The reference: what an action makes of a space, or that it is refused. */
function next(
  model: Model,
  action: Action,
  { isAsked, reason }: { isAsked: boolean; reason: string },
): Model | 'refused' {
  const fresh = isAsked ? (['pending'] as const) : []
  const status = isAsked ? 'pending' : 'normal'
  if (action === 'create') return model ? 'refused' : { status, reason: '', requests: [...fresh] }
  if (!model) return 'refused'
  const { requests } = model
  switch (action) {
    case 'pass':
      return model.status === 'pending'
        ? { status: 'normal', reason: '', requests: answered(requests, 'passed') }
        : 'refused'
    case 'reject':
      return model.status === 'pending'
        ? { status: 'failed', reason, requests: answered(requests, 'rejected') }
        : 'refused'
    case 'resend':
      return model.status === 'failed' ? { status, reason: '', requests: [...requests, ...fresh] } : 'refused'
    case 'withdraw':
      return model.status === 'pending' ? null : 'refused'
    case 'offline':
      return model.status === 'normal' ? { ...model, status: 'offline' } : 'refused'
    case 'online':
      return model.status === 'offline' ? { ...model, status: 'normal' } : 'refused'
    case 'remove':
      return null
    case 'switch':
      return model
  }
}

/** Every second action is one that the rules allow; deleting is rare, or the walk would never get far. */
function chosen(model: Model, random: () => number): Action {
  const one = (from: readonly Action[]) => from[Math.floor(random() * from.length)] ?? 'switch'
  const context = { isAsked: true, reason: '' }
  const allowed = actions.filter((action) => action !== 'remove' && next(model, action, context) !== 'refused')
  return one(random() < 0.5 ? allowed : actions)
}

/** The real thing, driven through its API; answers whether the action was refused. */
function player(world: World, identifier: string) {
  let id = ''
  const requests = async () =>
    (await (await world.as('owner')).data(approvals.mine, {})).list
      .filter((mine) => mine.space.id === id)
      .toReversed()
      .map((mine) => ({ id: mine.id, state: mine.state }))
  const lastRequest = async () => (await requests()).at(-1)?.id ?? id
  const answer = async (isPassed: boolean, opinion: string) => {
    const admin = await world.as('admin')
    const [outcome] = await admin.data(approvals.answer, { ids: [await lastRequest()], isPassed, opinion })
    return outcome?.isDone === true
  }
  /** Administrators take a space down and up; who may, is the business of space management. */
  const move = async (from: SpaceStatus, to: SpaceStatus) => {
    const moved = await world.db
      .updateTable('space')
      .set({ status: to })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst()
    return moved.numUpdatedRows === 1n
  }

  async function play(action: Action, { isAsked, reason }: { isAsked: boolean; reason: string }): Promise<boolean> {
    const owner = await world.as('owner')
    switch (action) {
      case 'create': {
        const made = await owner.call(spaces.create, { name: 'Walk', identifier, type: 'restricted' })
        if (made.code === 0) id = (made as { data: { id: string } }).data.id
        return made.code === 0
      }
      case 'switch':
        await (await world.as('admin')).data(settings.setApprovalSwitches, { space: isAsked })
        return true
      case 'pass':
        return id !== '' && answer(true, '')
      case 'reject':
        return id !== '' && answer(false, reason)
      case 'resend':
        return id !== '' && (await owner.call(spaces.resend, { id })).code === 0
      case 'withdraw':
        return id !== '' && (await owner.call(approvals.withdraw, { id: await lastRequest() })).code === 0
      case 'offline':
        return id !== '' && move('normal', 'offline')
      case 'online':
        return id !== '' && move('offline', 'normal')
      case 'remove':
        return id !== '' && (await owner.call(spaces.remove, { id, identifier })).code === 0
    }
  }

  async function look(): Promise<Model> {
    const shown = await (await world.as('owner')).call(spaces.show, { id: identifier })
    if (shown.code !== 0) return null
    const { status, reason } = (shown as { data: { status: SpaceStatus; reason: string } }).data
    return { status, reason, requests: (await requests()).map(({ state }) => state) as NonNullable<Model>['requests'] }
  }

  /** A space is in the open, can be entered and takes requests only while it is normal. */
  async function isOpen(): Promise<boolean> {
    const stranger = await world.as('stranger')
    const { list } = await stranger.data(spaces.list, { q: identifier })
    const seen = (await stranger.call(spaces.show, { id: identifier })).code === 0
    expect(list.length === 1).toBe(seen)
    return seen
  }
  return { play, look, isOpen }
}

describe('the states of a space', () => {
  test.each([20261121, 42, 7])('follow the rules on a random walk from seed %i', async (seed) => {
    const world = await buildWorld()
    const random = drawing(seed)
    const walker = player(world, `walk${seed}`.slice(0, 20))
    let model: Model = null
    let isAsked = true
    await walker.play('switch', { isAsked, reason: '' })
    const visited = new Set<string>()
    for (let step = 0; step < 150; step += 1) {
      // What a new request of the same moment would be ordered by is its time.
      world.clock.advance(1000)
      const action = chosen(model, random)
      if (action === 'switch') isAsked = !isAsked
      const context = { isAsked, reason: `reason ${step}` }
      const expected: Model | 'refused' = action === 'switch' ? model : next(model, action, context)
      const isDone = await walker.play(action, context)
      expect(isDone, `step ${step}: ${action} on ${JSON.stringify(model)}`).toBe(expected !== 'refused')
      if (expected !== 'refused') model = expected
      expect(await walker.look(), `step ${step}: after ${action}`).toEqual(model)
      expect(await walker.isOpen(), `step ${step}: after ${action}`).toBe(model?.status === 'normal')
      visited.add(model?.status ?? 'none')
    }
    expect([...visited].sort()).toEqual(['failed', 'none', 'normal', 'offline', 'pending'])
  })
})
