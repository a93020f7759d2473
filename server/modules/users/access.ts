import type { Handover, User } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { type AccountChanges, type By, everyLink, targetOf, type UserNeeds } from './change.ts'
import { handOver, type Moved } from './handover.ts'

type One = { id: string }

/** Who may come in: enabling and disabling, locking, sessions and the second step. */
export function accessRules(
  { bus, store, audit, mails, people, secondStep, now }: UserNeeds,
  { alter }: AccountChanges,
) {
  const enable = ({ id }: One, { actor, caller }: By): Promise<User> =>
    alter(id, async ({ tx, person }) => {
      if (!person.disabled_at) return
      await store.update(tx, id, { disabled_at: null })
      await audit.record(tx, { action: 'userEnabled', actor, caller, target: targetOf(person) })
    })

  /** Hands the spaces over first; then everything that opens a door ends at once. */
  async function disable({ id, ...plan }: Handover & One, { actor, caller }: By): Promise<User> {
    if (id === actor.id) throw new Failure('notYourself')
    let moved: Moved[] = []
    const user = await alter(id, async ({ tx, person, isLastAdministrator }) => {
      if (isLastAdministrator) throw new Failure('lastAdministrator')
      moved = await handOver(tx, id, plan, now())
      if (!person.disabled_at) await shutOut(tx, person)
      for (const { space, to } of moved)
        await audit.record(tx, {
          action: 'spaceHandedOver',
          actor,
          caller,
          target: space,
          before: { owner: person.email },
          after: { owner: to.email },
        })
      if (!person.disabled_at)
        await audit.record(tx, { action: 'userDisabled', actor, caller, target: targetOf(person) })
    })
    for (const { space } of moved) await tellOfSpace(space.id)
    return user
  }
  async function shutOut(tx: Tx, person: PersonRow): Promise<void> {
    const { id: personId, name } = person
    await store.update(tx, personId, { disabled_at: now() })
    await people.endSessions(tx, personId)
    await people.endLinks(tx, personId, everyLink)
    await people.endKeys(tx, personId)
    await mails.queue(tx, { kind: 'accountDisabled', ...toOwner(person), details: { name } })
  }
  async function tellOfSpace(spaceId: string): Promise<void> {
    await bus.publish('space', { id: spaceId })
    await bus.publish('realtime', { spaceId, event: { mark: 'space', type: 'space', spaceId, folders: [] } })
  }

  async function lock({ id }: One, { actor, caller }: By): Promise<User> {
    if (id === actor.id) throw new Failure('notYourself')
    return alter(id, async ({ tx, person, isLastAdministrator }) => {
      if (isLastAdministrator) throw new Failure('lastAdministrator')
      if (person.locked_at) return
      await store.update(tx, id, { locked_at: now() })
      await people.endSessions(tx, id)
      await audit.record(tx, { action: 'userLocked', actor, caller, target: targetOf(person) })
    })
  }

  const unlock = ({ id }: One, { actor, caller }: By): Promise<User> =>
    alter(id, async ({ tx, person }) => {
      await people.forgetDelays(tx, person.email)
      await store.update(tx, id, { locked_at: null })
      await audit.record(tx, { action: 'userUnlocked', actor, caller, target: targetOf(person) })
    })

  async function endSessions({ id }: One, { actor, caller }: By): Promise<number> {
    let ended = 0
    await alter(id, async ({ tx, person }) => {
      ended = await people.endSessions(tx, id)
      await audit.record(tx, { action: 'userSessionsEnded', actor, caller, target: targetOf(person), after: { ended } })
    })
    return ended
  }

  const resetSecondStep = ({ id }: One, { actor, caller }: By): Promise<User> =>
    alter(id, async ({ tx, person }) => {
      await secondStep.reset(tx, id)
      const what = textOf(person.language, 'users.secondStepReset')
      const details = { name: person.name, what, time: now().toISOString(), address: caller.address }
      await mails.queue(tx, { kind: 'secondStepChanged', ...toOwner(person), details })
      await audit.record(tx, { action: 'secondStepReset', actor, caller, target: targetOf(person) })
    })

  return { enable, disable, lock, unlock, endSessions, resetSecondStep }
}
