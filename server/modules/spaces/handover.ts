import { sql } from 'kysely'
import type { Handover } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { tellSpaceChange } from '#server/storage/space-changes.ts'
import type { By, SpaceNeeds } from './needs.ts'

type Space = { id: string; name: string }
type Person = { id: string; name: string; email: string }
type Moved = { space: Space; to: Person }

/** Spaces of a leaving person, kept from being removed meanwhile. */
async function ownedBy(tx: Tx, personId: string): Promise<Space[]> {
  return tx
    .selectFrom('space')
    .select(['id', 'name'])
    .where('owner_id', '=', personId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Those of the people who can take a space: enabled and active, and kept so until the transaction ends. */
async function receiversOf(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('state', '=', 'active')
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The leaving person stays as a senior member, so that nothing of theirs loses its author's place. */
async function giveAway(tx: Tx, leaving: string, moved: Moved[], at: Date): Promise<void> {
  const spaces = sql`${moved.map(({ space }) => space.id)}::uuid[]`
  const people = sql`${moved.map(({ to }) => to.id)}::uuid[]`
  await sql`
    update member set role = 'senior' where person_id = ${leaving}::uuid and role = 'owner' and space_id = any(${spaces})`.execute(
    tx,
  )
  await sql`
    with placed as (
      insert into member (space_id, person_id, role, joined_at)
      select given.space_id, given.person_id, 'owner', ${at} from unnest(${spaces}, ${people}) as given(space_id, person_id)
      on conflict (space_id, person_id) do update set role = 'owner' returning space_id, xmax = 0 as is_new
    ) update space_usage u set member_count = u.member_count + 1 from placed p where p.space_id = u.space_id and p.is_new`.execute(
    tx,
  )
  await sql`
    update space s set owner_id = given.person_id from unnest(${spaces}, ${people}) as given(space_id, person_id)
    where s.id = given.space_id`.execute(tx)
}

/** Somebody named for every space: who takes it. Throws handoverNeeded with the number of spaces without, or handoverWrong. */
async function movesOf(tx: Tx, leaving: string, plan: Handover): Promise<Moved[]> {
  const spaces = await ownedBy(tx, leaving)
  const named = new Map(plan.spaces?.map(({ spaceId, personId }) => [spaceId, personId]))
  const wishes = spaces.map((space) => ({ space, personId: named.get(space.id) ?? plan.all }))
  const chosen = wishes.flatMap(({ personId }) => personId ?? [])
  const count = wishes.length - chosen.length
  if (count) throw new Failure('handoverNeeded', { values: { count }, data: { count } })
  const others = [...new Set(chosen)].filter((id) => id !== leaving)
  const receivers = await receiversOf(tx, others)
  return wishes.map(({ space, personId }): Moved => {
    const to = receivers.get(personId ?? '')
    if (!to) throw new Failure('handoverWrong')
    return { space, to }
  })
}

export function spaceHandover({ bus, journal, messages, audit, now }: SpaceNeeds) {
  async function tell(tx: Tx, leaving: Person, { space, to }: Moved, { actor, caller }: By): Promise<void> {
    const values = { space: space.name, person: actor.name }
    await messages.tell(tx, { kind: 'ownerGiven', to: [to.id], values, link: `/space/${space.id}/details` })
    const owners = { before: { owner: leaving.email }, after: { owner: to.email } }
    audit.record(tx, { action: 'spaceHandedOver', actor, caller, target: space, ...owners })
    await tellSpaceChange(bus, space.id, tx)
  }

  /**
   * Gives every space of a leaving person to somebody else, all or none, within the transaction that ends the account.
   * Throws handoverNeeded with the number of spaces that nobody was named for, and handoverWrong when somebody named
   * can't take a space.
   */
  async function handOver(tx: Tx, leaving: Person, plan: Handover, by: By): Promise<void> {
    const moved = await movesOf(tx, leaving.id, plan)
    if (!moved.length) return
    await giveAway(tx, leaving.id, moved, now())
    const entries = moved.map(({ space, to }) => {
      const item = { id: to.id, name: to.name }
      const details = { from: leaving.name, to: to.name }
      return { spaceId: space.id, action: 'ownerChanged' as const, doer: by.actor, item, details }
    })
    await journal.record(tx, entries)
    for (const one of moved) await tell(tx, leaving, one, by)
  }

  return { handOver }
}
