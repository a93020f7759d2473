import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { type Task, TaskState, type tasks } from '#contract/tasks.ts'
import { nullIfRefused } from '#server/failure.ts'
import type { ByActor, SignedIn, SignedInCall } from '#server/http/context.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import type { EngineNeeds } from './needs.ts'
import { type ShownRow, taskOf } from './rows.ts'
import { partsFor, sightOf, taskFor } from './sight.ts'

type One = { id: string }

/** Tasks and their parts, for those who may see them. */
export function listingRules(needs: Pick<EngineNeeds, 'store' | 'spaces'>) {
  const { store, spaces } = needs
  const { judged } = sightOf(needs)

  async function mine(
    { state, ...paging }: ParsedOf<typeof tasks.mine>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const { list, ...rest } = await store.page(paging, { personId: actor.id, state })
    return { list: list.map((row) => taskOf(row, language)), ...rest }
  }

  async function ofSpace(
    { spaceId, state, kind, ...paging }: ParsedOf<typeof tasks.ofSpace>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const space = await spaces.see(spaceId, actor)
    const whose = can(actor, 'space.tasks', policyContextOf(space)) ? {} : { personId: actor.id }
    const { list, ...rest } = await store.page(paging, { spaceId: space.id, ...whose, state, kind })
    return { list: list.map((row) => taskFor(row, { actor, language })), ...rest }
  }

  async function counts({ spaceId }: ParsedOf<typeof tasks.counts>, { actor }: ByActor) {
    const space = await spaces.demand(spaceId, actor, 'space.countTasks')
    const known = new Map((await store.counts(space.id)).map(({ state, count }) => [state, count]))
    const all = TaskState.options.map((state) => [state, known.get(state) ?? 0])
    return Object.fromEntries(all) as Record<TaskState, number>
  }

  async function show({ id }: One, { actor, language }: Pick<SignedInCall, 'actor' | 'language'>): Promise<Task> {
    return taskFor(await judged(await store.byId(id), actor), { actor, language })
  }

  /** Whether `actor` may read the source of failed parts: they must be a member of the space that it is in. */
  async function readsSource({ id, kind, person_id: personId }: ShownRow, actor: SignedIn): Promise<boolean> {
    if (kind !== 'importSpace') return true
    const source = personId === actor.id && (await store.sourceSpace(id))
    if (!source) return false
    return (await nullIfRefused(spaces.enter(source, actor))) !== null
  }

  async function parts(
    asked: ParsedOf<typeof tasks.parts>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const { id, after, size } = asked
    const key = store.keyOf(after)
    const row = await judged(await store.byId(id), actor)
    const isWhole = await readsSource(row, actor)
    if (!isWhole && asked.state && asked.state !== 'completed') return { list: [] }
    const state = isWhole ? asked.state : 'completed'
    const { list, ...rest } = await store.parts(id, { after: key, size, state })
    return { list: partsFor(row, list, { actor, language }), ...rest }
  }

  return { mine, ofSpace, counts, show, parts }
}
