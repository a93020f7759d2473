import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { PersonRow } from './store.ts'

/** Somebody who acts, as their request came in. */
type Acting = { id: string; sessionId: string | null }

/** Somebody who can do an administrator's work now. */
export const isWorkingAdministrator = (person: PersonRow): boolean =>
  person.role === 'role_admin' && person.state === 'active' && !person.disabled_at && !person.locked_at

const rowOf = (tx: Tx, { id }: Acting) => tx.selectFrom('person').selectAll().where('id', '=', id)
const sessionOf = (tx: Tx, id: string) => tx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()

/** The request was let in a moment ago; here is decided whether its change still counts. */
async function stillIn(tx: Tx, person: PersonRow | undefined, { sessionId }: Acting): Promise<PersonRow> {
  const isOut = !person || person.disabled_at || person.locked_at || person.state !== 'active'
  if (isOut || (sessionId !== null && !(await sessionOf(tx, sessionId)))) throw new Failure('sessionExpired')
  return person
}

/**
 * Keeps an administrator who changes something as they are until the transaction ends. Throws sessionExpired and
 * forbidden when they were disabled, signed out or lost the role since their request came in.
 */
export async function holdAdministrator(tx: Tx, actor: Acting): Promise<void> {
  const person = await stillIn(tx, await rowOf(tx, actor).forShare().executeTakeFirst(), actor)
  if (!isWorkingAdministrator(person)) throw new Failure('forbidden')
}

/**
 * The own account of somebody who changes it: nobody else does until the transaction ends, so what is looked at here
 * (the password, what is left) stays true. Throws sessionExpired when they were disabled or signed out meanwhile.
 */
export async function lockOwn(tx: Tx, actor: Acting): Promise<PersonRow> {
  return stillIn(tx, await rowOf(tx, actor).forNoKeyUpdate().executeTakeFirst(), actor)
}

/**
 * The administrators who can work now, kept as they are until the transaction ends. Whoever may take one of them away
 * comes through here first, one after another, so that two can't take away each other.
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

/** Whom to tell what concerns administrators. */
export async function administratorIds(tx: Db | Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'role_admin')
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
