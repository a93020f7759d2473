import type { Handover, User } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { type AccountChanges, everyLink, type UserNeeds } from './change.ts'

type One = { id: string }

/** Access of accounts: enabling and disabling, locking, sessions and the second step. */
export function accessRules({ store, mails, people, secondStep, spaces, now }: UserNeeds, { alter }: AccountChanges) {
  const enable = ({ id }: One, by: By): Promise<User> =>
    alter(id, by, async ({ tx, note, person }) => {
      if (!person.disabled_at) return
      await store.update(tx, id, { disabled_at: null })
      note({ action: 'userEnabled' })
    })

  /** Hands over the person's spaces first; then all sessions, links, app passwords and invitations end at once. */
  async function disable({ id, ...plan }: Handover & One, by: By): Promise<User> {
    if (id === by.actor.id) throw new Failure('notYourself')
    return alter(id, by, async ({ tx, note, person }) => {
      await spaces.handOver(tx, person, plan, by)
      if (!person.disabled_at) await shutOut(tx, person)
      if (!person.disabled_at) note({ action: 'userDisabled' })
    })
  }
  async function shutOut(tx: Tx, person: PersonRow): Promise<void> {
    const { id: personId, name } = person
    await store.update(tx, personId, { disabled_at: now() })
    await people.endSessions(tx, personId)
    await people.endLinks(tx, personId, everyLink)
    await people.endKeys(tx, personId)
    await people.endInvitationsOf(tx, personId)
    await mails.queue(tx, { kind: 'accountDisabled', ...toOwner(person), details: { name } })
  }
  async function lock({ id }: One, by: By): Promise<User> {
    if (id === by.actor.id) throw new Failure('notYourself')
    return alter(id, by, async ({ tx, note, person }) => {
      if (person.locked_at) return
      await store.update(tx, id, { locked_at: now() })
      await people.endSessions(tx, id)
      note({ action: 'userLocked' })
    })
  }

  const unlock = ({ id }: One, by: By): Promise<User> =>
    alter(id, by, async ({ tx, note, person }) => {
      await people.forgetDelays(tx, person.email)
      await store.update(tx, id, { locked_at: null })
      note({ action: 'userUnlocked' })
    })

  async function endSessions({ id }: One, by: By): Promise<number> {
    let ended = 0
    await alter(id, by, async ({ tx, note }) => {
      ended = await people.endSessions(tx, id)
      note({ action: 'userSessionsEnded', after: { ended } })
    })
    return ended
  }

  const resetSecondStep = ({ id }: One, by: By): Promise<User> =>
    alter(id, by, async ({ tx, note, person }) => {
      await secondStep.reset(tx, id)
      const what = textOf(person.language, 'users.secondStepReset')
      const details = { name: person.name, what, time: now().toISOString(), address: by.caller.address }
      await mails.queue(tx, { kind: 'secondStepChanged', ...toOwner(person), details })
      note({ action: 'secondStepReset' })
    })

  return { enable, disable, lock, unlock, endSessions, resetSecondStep }
}
