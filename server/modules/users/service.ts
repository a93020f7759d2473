import type { ParsedOf } from '#contract/core/operation.ts'
import type { User, users } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import { columnsOf, holdAdministrator, lockActing, type PersonRow } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { accessRules } from './access.ts'
import { accountChanges, everyLink, targetOf, type UserNeeds } from './change.ts'
import { changeNotes } from './change-notes.ts'
import { exportRules } from './export.ts'
import { importRules } from './import.ts'
import { invitationRules } from './invitations.ts'
import { auditValuesOf } from './row-store.ts'

type One = { id: string }
/**
 * The link that an administrator sends, by the state of the account. An account that is not active gets one to set a
 * password: an activation link would accept the password of whoever registered with that address.
 */
const linkFor = (state: PersonRow['state']) => (state === 'active' ? 'reset' : 'invitation')

export function userService(needs: UserNeeds) {
  const { db, store, audit, mails, messages, people, now, newId } = needs
  const changes = accountChanges(needs)
  const { seenSince, counts, recount, show, afterCommit, alter } = changes

  async function mailLink(tx: Tx, person: PersonRow, inviter: string): Promise<void> {
    const { id: personId, email, name } = person
    const kind = linkFor(person.state)
    await mails.queue(tx, {
      kind,
      ...toOwner(person),
      details: { name, hours: people.hoursOf(kind), ...(kind === 'invitation' && { inviter }) },
      secrets: { url: await people.makeLink(tx, { kind, personId, email }) },
    })
  }

  /** Creates an account whose owner sets a password by mail; `hold` checks the caller's permission again. */
  async function add(
    draft: ParsedOf<typeof users.create>,
    { actor, caller, language }: By,
    hold: (tx: Tx, actor: By['actor']) => Promise<void>,
  ): Promise<User> {
    const id = newId()
    await transact(db, async (tx) => {
      await hold(tx, actor)
      const { emailAccounts: email, name, role, language: given, ...rest } = draft
      const person = await store.insert(tx, {
        ...columnsOf(rest),
        id,
        email,
        name,
        role,
        language: given ?? language,
        state: 'invited',
        join_method: 'administrator',
        created_at: now(),
      })
      await mailLink(tx, person, actor.name)
      audit.record(tx, { action: 'userCreated', actor, caller, target: targetOf(person), after: auditValuesOf(person) })
    })
    await afterCommit([])
    return show({ id })
  }

  /**
   * A role set by an administrator is later changed by no suffix and no sign-in method. Nobody changes their own, so that
   * an administrator always remains.
   */
  const update = ({ id, ...given }: ParsedOf<typeof users.update>, by: By): Promise<User> =>
    alter(id, by, async ({ tx, note, person }) => {
      const change: Partial<PersonRow> = columnsOf(given)
      const isNewRole = change.role !== undefined && change.role !== person.role
      if (isNewRole && id === by.actor.id) throw new Failure('notYourself')
      if (isNewRole) change.role_source = 'administrator'
      const changed = Object.keys(change).length ? await store.update(tx, id, change) : person
      // Links mailed to the old address stop working.
      if (changed.email !== person.email) await people.endLinks(tx, id, everyLink)
      for (const said of changeNotes(person, changed)) note(said)
      await messages.notifyRole(tx, [{ before: person, after: changed }])
    })

  async function invite({ id }: One, by: By): Promise<null> {
    const known = await people.byId(id)
    if (!known) throw new Failure('userNotFound')
    await people.limitMails(linkFor(known.state), known.email)
    await alter(id, by, async ({ tx, note, person }) => {
      await mailLink(tx, person, by.actor.name)
      note({ action: 'userInvited' })
    })
    return null
  }

  /**
   * Confirms the address in place of the mail. A password given at registration is dropped: the owner sets one by a
   * link.
   */
  const activate = ({ id }: One, by: By): Promise<User> =>
    alter(id, by, async ({ tx, note, person }) => {
      if (person.state === 'active') return
      await people.endLinks(tx, id, ['activation', 'invitation'])
      await mailLink(tx, person, by.actor.name)
      await store.update(tx, id, { state: 'active', password_hash: null })
      note({ action: 'userActivated' })
    })

  async function owned(query: ParsedOf<typeof users.owned>) {
    const page = await store.owned(query)
    if (!page.list.length) await show(query)
    return page
  }

  return {
    list: (query: ParsedOf<typeof users.list>) => store.page(query, seenSince()),
    counts,
    recount,
    show,
    create: (draft: ParsedOf<typeof users.create>, by: By) => add(draft, by, holdAdministrator),
    /** Creates an account for an application. */
    register: (draft: ParsedOf<typeof users.create>, by: By) => add(draft, by, lockActing),
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
