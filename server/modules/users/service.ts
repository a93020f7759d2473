import type { ParsedOf } from '#contract/operation.ts'
import type { User, users } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import { columnsOf, fields, type PersonRow } from '#server/modules/people/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { accessRules } from './access.ts'
import { accountChanges, type By, everyLink, targetOf, type UserNeeds } from './change.ts'
import { exportRules } from './export.ts'
import { importRules } from './import.ts'
import { invitationRules } from './invitations.ts'
import { factsOf } from './rows.ts'

type One = { id: string }
/** The mail that leads somebody in, by how far the account has come. */
const linkFor = { pending: 'activation', invited: 'invitation', active: 'reset' } as const

export function userService(needs: UserNeeds) {
  const { db, store, audit, mails, people, now, newId } = needs
  const changes = accountChanges(needs)
  const { seenSince, counts, show, settle, alter } = changes

  async function mailLink(tx: Tx, person: PersonRow, inviter: string): Promise<void> {
    const { id: personId, email, name } = person
    const kind = linkFor[person.state]
    await mails.queue(tx, {
      kind,
      ...toOwner(person),
      details: { name, hours: people.hoursOf(kind), ...(kind === 'invitation' && { inviter }) },
      secrets: { url: await people.makeLink(tx, { kind, personId, email }) },
    })
  }

  async function create(draft: ParsedOf<typeof users.create>, { actor, caller, language }: By): Promise<User> {
    const id = newId()
    await db.transaction().execute(async (tx) => {
      const { emailAccounts: email, name, role, ...rest } = draft
      const person = await store.insert(tx, {
        ...columnsOf(rest),
        id,
        email,
        name,
        role,
        language,
        state: 'invited',
        join_method: 'administrator',
        created_at: now(),
      })
      await mailLink(tx, person, actor.name)
      await audit.record(tx, { action: 'userCreated', actor, caller, target: targetOf(person), after: factsOf(person) })
    })
    await settle([])
    return show({ id })
  }

  /** A role that an administrator sets is never taken back by an address or a sign-in method. */
  const update = ({ id, ...given }: ParsedOf<typeof users.update>, { actor, caller }: By): Promise<User> =>
    alter(id, async ({ tx, person, isLastAdministrator }) => {
      const change: Partial<PersonRow> = columnsOf(given)
      const isNewRole = change.role !== undefined && change.role !== person.role
      if (isNewRole && isLastAdministrator) throw new Failure('lastAdministrator')
      if (isNewRole) change.role_source = 'administrator'
      const changed = Object.keys(change).length ? await store.update(tx, id, change) : person
      // What was mailed to the old address opens nothing any more.
      if (changed.email !== person.email) await people.endLinks(tx, id, everyLink)
      const told = { actor, caller, target: targetOf(changed) }
      const [before, after] = [factsOf(person), factsOf(changed)]
      if (fields.some((field) => field !== 'role' && before[field] !== after[field]))
        await audit.record(tx, { ...told, action: 'userChanged', before: { ...before, role: after.role }, after })
      if (isNewRole)
        await audit.record(tx, {
          ...told,
          action: 'roleChanged',
          before: { role: person.role, roleSource: person.role_source },
          after: { role: changed.role, roleSource: changed.role_source },
        })
    })

  async function invite({ id }: One, { actor, caller }: By): Promise<null> {
    const known = await people.byId(id)
    if (!known) throw new Failure('userNotFound')
    await people.pace(linkFor[known.state], known.email)
    await alter(id, async ({ tx, person }) => {
      await mailLink(tx, person, actor.name)
      await audit.record(tx, { action: 'userInvited', actor, caller, target: targetOf(person) })
    })
    return null
  }

  const activate = ({ id }: One, { actor, caller }: By): Promise<User> =>
    alter(id, async ({ tx, person }) => {
      if (person.state === 'active') return
      await store.update(tx, id, { state: 'active' })
      await audit.record(tx, { action: 'userActivated', actor, caller, target: targetOf(person) })
    })

  async function owned(query: ParsedOf<typeof users.owned>) {
    const page = await store.owned(query)
    if (!page.list.length) await show(query)
    return page
  }

  return {
    list: (query: ParsedOf<typeof users.list>) => store.page(query, seenSince()),
    counts,
    show,
    create,
    update,
    invite,
    activate,
    owned,
    ...accessRules(needs, changes),
    ...invitationRules(needs),
    ...importRules(needs, changes),
    ...exportRules(needs, changes),
  }
}
export type UserService = ReturnType<typeof userService>
