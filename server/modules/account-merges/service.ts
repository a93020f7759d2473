import type { accountMerges, MergedAccount, MergePlan } from '#contract/account-merges.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { noteHeld, refuseHeld } from '#server/modules/legal-holds/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { holdAdministrator, lockAdministrators, type People, type PersonRow } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { UserService } from '#server/modules/users/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { MergeStore } from './store.ts'

export type MergeNeeds = {
  db: Db
  store: MergeStore
  audit: Audit
  people: Pick<People, 'byId' | 'lock' | 'publishChange'>
  spaces: Pick<SpaceService, 'merge'>
  users: Pick<UserService, 'recount'>
  messages: Messages
  now: () => Date
}
type Pair = { id: string; intoId: string }

/** Throws unless the one account can be merged and the other one can be kept. */
function judged(from: PersonRow | undefined, to: PersonRow | undefined): [from: PersonRow, to: PersonRow] {
  const isAccount = (person: PersonRow | undefined): person is PersonRow =>
    person !== undefined && person.state !== 'application' && !person.removed_at && !person.merged_into
  if (!isAccount(from) || !isAccount(to)) throw new Failure('userNotFound')
  if (from.id === to.id) throw new Failure('mergeSame')
  if (to.disabled_at || to.locked_at || to.state !== 'active') throw new Failure('mergeIntoWrong')
  return [from, to]
}

/** Two accounts of one person become one. */
export function mergeService({ db, store, audit, people, spaces, users, messages, now }: MergeNeeds) {
  async function preview({ id, intoId }: Pair): Promise<MergePlan> {
    const [from, to] = judged(await people.byId(id), await people.byId(intoId))
    return store.plan({ from: from.id, to: to.id })
  }

  /** Both accounts, locked in the order of their ids. */
  async function hold(tx: Tx, { id, intoId }: Pair): Promise<[from: PersonRow, to: PersonRow]> {
    const held = new Map<string, PersonRow | undefined>()
    for (const one of [id, intoId].toSorted()) held.set(one, await people.lock(tx, one))
    return judged(held.get(id), held.get(intoId))
  }

  async function merge({ emailAccounts, ...pair }: ParsedOf<typeof accountMerges.merge>, by: By): Promise<MergePlan> {
    const { actor, caller } = by
    if (pair.id === actor.id) throw new Failure('notYourself')
    const known = await people.byId(pair.id)
    if (!known) throw new Failure('userNotFound')
    const target = { id: known.id, name: known.name, email: known.email }
    const work = async (tx: Tx) => {
      await lockAdministrators(tx)
      await holdAdministrator(tx, actor)
      const [from, to] = await hold(tx, pair)
      if (emailAccounts.toLowerCase() !== from.email.toLowerCase()) throw new Failure('accountConfirmWrong')
      await refuseHeld(tx, 'person', from.id)
      const ids = { from: from.id, to: to.id }
      const plan = await store.plan(ids, tx)
      await spaces.merge(tx, { from, to }, by)
      await store.moveRows(tx, ids)
      await store.close(tx, ids, to.name, now())
      const values = { title: from.email }
      await messages.notify(tx, { kind: 'accountMerged', to: [to.id], spaceId: null, values, link: '/space' })
      audit.record(tx, { action: 'userMerged', actor, caller, target, after: { into: to.email, ...plan } })
      return plan
    }
    const moved = await noteHeld(audit, { action: 'userMerged', actor, caller, target }, () => transact(db, work))
    for (const id of [pair.id, pair.intoId]) await people.publishChange(id)
    users.recount()
    return moved
  }

  async function list({ id }: { id: string }): Promise<MergedAccount[]> {
    const rows = await store.mergedInto(id)
    if (!rows.length && !(await people.byId(id))) throw new Failure('userNotFound')
    return rows.map(({ id: own, email, merged_at }) => ({
      id: own,
      emailAccounts: email,
      mergedAt: merged_at?.toISOString() ?? '',
    }))
  }

  return { preview, merge, list }
}
