import { type ErrorName, errors } from '#contract/core/errors.ts'
import type { Flag, SpaceStatus } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import type { MessageKind } from '#contract/messages.ts'
import { textOf } from '#server/http/texts.ts'
import { newId } from '#server/storage/id.ts'
import { Client } from './client.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

const { joining } = contract
export const open = { type: 'restricted' } as const
export const asks = { reason: '做湖泊遥感的' }

/** Somebody more, with an account that works unless stated otherwise. */
export async function person(world: World, email: string, change: Record<string, unknown> = {}): Promise<string> {
  const { password_hash } = await world.db
    .selectFrom('person')
    .select('password_hash')
    .where('email', '=', 'owner@lab.test')
    .executeTakeFirstOrThrow()
  const id = newId()
  const row = {
    id,
    email,
    name: 'Nell New',
    role: 'role_general' as const,
    password_hash,
    disabled_at: null,
    ...change,
  }
  await world.db.insertInto('person').values(row).execute()
  return id
}
export const signedIn = (world: World, email: string) => new Client(world.origin).login(email, PASSWORD)
export const setFlags = (world: World, spaceId: string, role: 'senior' | 'normal', flags: Flag[]) =>
  world.db.updateTable('space_flags').set({ flags }).where('space_id', '=', spaceId).where('role', '=', role).execute()
export const setStatus = (world: World, spaceId: string, status: SpaceStatus) =>
  world.db.updateTable('space').set({ status }).where('id', '=', spaceId).execute()
/** Kinds of the messages that somebody got, oldest first. */
export async function messagesOf(world: World, who: string): Promise<MessageKind[]> {
  const rows = await world.db
    .selectFrom('message')
    .innerJoin('person', 'person.id', 'message.person_id')
    .select('message.kind')
    .where('person.email', '=', `${who}@lab.test`)
    .orderBy('message.created_at')
    .orderBy('message.id')
    .execute()
  return rows.map(({ kind }) => kind)
}
/** What a refusal says to whoever did several things at once. */
export const said = (name: ErrorName, language: 'zh' | 'en' = 'en', values: Record<string, number> = {}) =>
  textOf(language, errors[name].text, values)
export const journal = async (world: World, spaceId: string) => {
  const rows = await world.db
    .selectFrom('journal')
    .select('action')
    .where('space_id', '=', spaceId)
    .where('group', '=', 'member')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
export const roleOf = async (world: World, spaceId: string, personId: string) => {
  const row = await world.db
    .selectFrom('member')
    .select('role')
    .where('space_id', '=', spaceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.role ?? null
}
/** Keeps somebody's row until it is let go: what has to do with them waits. */
export async function holdPerson(world: World, id: string): Promise<() => Promise<void>> {
  const tx = await world.db.startTransaction().execute()
  await tx.selectFrom('person').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return () => tx.rollback().execute()
}
export const errorOf = (answer: object) => ('error' in answer ? answer.error : 'done')

/** A restricted space where the ordinary user waits for an answer. */
export async function asked() {
  const world = await buildWorld()
  const space = await world.space(open)
  const applicant = await world.as('ordinary')
  const owner = await world.as('owner')
  await applicant.data(joining.apply, { id: space.id, ...asks })
  const { list } = await owner.data(joining.requests, { id: space.id })
  return { world, space, applicant, owner, requestIds: list.map(({ id }) => id) }
}
