import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, toOwner } from '#server/modules/mails/index.ts'
import { type People, targetOf } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type SecondStepNeeds = {
  db: Db
  now: () => Date
  audit: Audit
  mails: Mails
  people: People
  session: Pick<SessionService, 'attempts' | 'asksForSecond' | 'passSecond'>
  secondStep: SecondStep
  settings: Pick<SettingService, 'basic'>
}
type Change = 'totpOn' | 'totpOff' | 'recoveryRenewed' | 'passkeyAdded' | 'passkeyRemoved'

/** The key of a setup in progress includes the session id, so the setup needs no separate cookie. */
export const setupKey = (actor: SignedIn, what: 'totp' | 'newPasskey') => `${what} ${actor.sessionId}`

/** Records the change in the audit log and emails the owner of the account, also if someone else made it. */
export async function noteChange(
  { audit, mails, people, now }: SecondStepNeeds,
  tx: Tx,
  action: Change,
  { actor, caller }: Pick<By, 'actor' | 'caller'>,
): Promise<void> {
  audit.record(tx, { action, actor, caller, target: targetOf(actor) })
  const person = await people.byId(actor.id, tx)
  if (!person) return
  const details = {
    name: person.name,
    time: now().toISOString(),
    what: textOf(person.language, `audit.actions.${action}.did`),
    address: caller.address,
  }
  await mails.queue(tx, {
    kind: 'secondStepChanged',
    ...toOwner(person),
    details,
  })
}

/** After the transaction: sends the email, and makes every node reload the account. */
export async function publishChanged({ mails, people }: SecondStepNeeds, actor: SignedIn): Promise<void> {
  mails.kick()
  await people.publishChange(actor.id)
}

/** Refuses to remove the last second step of an account whose role requires one. */
export function refuseLast(isRequired: boolean, rest: number): void {
  if (rest === 0 && isRequired) throw new Failure('secondRequired')
}
