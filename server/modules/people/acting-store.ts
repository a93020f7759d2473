import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { PersonRow } from './store.ts'

/** The acting person, as identified when the request arrived. */
type Acting = { id: string; sessionId: string | null }

/** True for an administrator who can act now. */
const isWorkingAdministrator = (person: PersonRow): boolean =>
  person.role === 'role_admin' && person.state === 'active' && !person.disabled_at && !person.locked_at

const rowOf = (tx: Tx, { id }: Acting) => tx.selectFrom('person').selectAll().where('id', '=', id)
const sessionOf = (tx: Tx, id: string) => tx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()

/** The request was admitted earlier; this checks again whether its change is still allowed. */
async function stillIn(
  tx: Tx,
  person: PersonRow | undefined,
  { sessionId }: Acting,
  states: readonly PersonRow['state'][] = ['active'],
): Promise<PersonRow> {
  const isOut = !person || person.disabled_at || person.locked_at || !states.includes(person.state)
  if (isOut || (sessionId !== null && !(await sessionOf(tx, sessionId)))) throw new Failure('sessionExpired')
  return person
}

/**
 * Locks the row of an acting administrator until the transaction ends. Throws sessionExpired and forbidden when they
 * were disabled, signed out or lost the role since their request arrived.
 */
export async function holdAdministrator(tx: Tx, actor: Acting): Promise<void> {
  const person = await stillIn(tx, await rowOf(tx, actor).forShare().executeTakeFirst(), actor)
  if (!isWorkingAdministrator(person)) throw new Failure('forbidden')
}

/**
 * Locks somebody's own account until the transaction ends, so that checks here (the password, what remains) stay true.
 * Throws sessionExpired when they were disabled or signed out meanwhile.
 */
export async function lockOwn(tx: Tx, actor: Acting): Promise<PersonRow> {
  return stillIn(tx, await rowOf(tx, actor).forNoKeyUpdate().executeTakeFirst(), actor)
}

/**
 * Locks the acting user or application until the transaction ends. Throws sessionExpired if they were disabled or
 * signed out meanwhile.
 */
export async function lockActing(tx: Tx, actor: Acting): Promise<void> {
  const row = await rowOf(tx, actor).forNoKeyUpdate().executeTakeFirst()
  await stillIn(tx, row, actor, ['active', 'application'])
}

/**
 * Locks the active administrators until the transaction ends. Every change that may remove one calls this first, so
 * that two administrators can't remove each other at once.
 */
export async function lockAdministrators(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('person')
    .selectAll()
    .where('role', '=', 'role_admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.filter(isWorkingAdministrator).map(({ id }) => id))
}

/** Ids of the administrators, for messages to them. */
export async function administratorIds(tx: Db | Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'role_admin')
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
