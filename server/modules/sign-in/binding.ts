import { randomInt } from 'node:crypto'
import { BIND_CODE_DIGITS, BIND_CODE_MINUTES } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import type { PersonRow } from '#server/modules/people/index.ts'
import type { Admission, Attempt, From } from '#server/modules/session/index.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Identities, SignInNeeds } from './identities.ts'
import type { Newcomers, PendingData } from './newcomers.ts'

/** Binds an identity of another site to an existing account, which its owner proves by password or by a mailed code. */
export function bindingRules(
  { db, now, mails, people, secondStep, session, methods }: SignInNeeds,
  { admitBy, bindNoted }: Identities,
  { findPending }: Pick<Newcomers, 'findPending'>,
) {
  const { attempts } = session

  /** Binds by the account's password, after its second step if there is one. */
  async function bind(
    { emailAccounts: email, password }: ParsedOf<typeof signIn.bind>,
    cookie: string | undefined,
    from: From,
  ) {
    const attempt = await findPending(cookie)
    const way = { ...from, method: 'password' }
    const person = await session.prove({ email, password }, way)
    // If sign-in by password is off, an account can't be linked by password either.
    if (!(await session.opensByPassword(person))) await session.refuse({ ...way, person }, 'passwordSignInOff')
    return bindAndEnter(attempt, person, from)
  }

  async function bindAndEnter(attempt: Attempt<PendingData>, person: PersonRow, from: From): Promise<Admission> {
    const { arrival } = attempt.data
    const refusal = session.refusalOf(person)
    if (refusal) await session.refuse({ ...from, person, method: arrival.kind }, refusal)
    const ways = await secondStep.waysOf(person.id)
    // A stolen password must not create a way to sign in without a second step.
    if (!ways.length && (await session.asksForSecond(person.role))) throw new Failure('mustSetUp')
    if (!(await attempts.end(attempt.key))) throw new Failure('pendingGone')
    // The identity is linked only after the second step, which it would otherwise bypass from then on.
    if (ways.length) return session.admit({ ...from, person, method: 'password' }, arrival)
    await transact(db, (tx) => bindNoted(tx, person, arrival, from.caller))
    return admitBy(person, arrival, from)
  }

  async function bindByMail({ emailAccounts }: { emailAccounts: string }, cookie: string | undefined): Promise<null> {
    const { key, data } = await findPending(cookie)
    await people.limitMails('bindCode', emailAccounts)
    const person = await people.byEmail(emailAccounts)
    if (!person || session.refusalOf(person)) return null
    const code = String(randomInt(10 ** BIND_CODE_DIGITS)).padStart(BIND_CODE_DIGITS, '0')
    const untilMs = now().getTime() + BIND_CODE_MINUTES * MINUTE_MS
    const mailed = { hash: sha256(`${key.toString('hex')} ${code}`).toString('hex'), personId: person.id, untilMs }
    const { name } = await methods.summary(data.arrival.methodId)
    await attempts.change(key, { ...data, mailed } satisfies PendingData)
    const details = { name: person.name, method: name[person.language], minutes: BIND_CODE_MINUTES }
    await mails.queue(db, {
      kind: 'bindCode',
      ...toOwner(person),
      details,
      secrets: { code },
    })
    mails.kick()
    return null
  }

  async function confirmBind({ code }: { code: string }, cookie: string | undefined, from: From): Promise<Admission> {
    const attempt = await findPending(cookie)
    if (!(await attempts.count(attempt.key))) throw new Failure('pendingGone')
    const { mailed } = attempt.data
    const isRight = mailed && mailed.hash === sha256(`${attempt.key.toString('hex')} ${code}`).toString('hex')
    if (!mailed || !isRight || mailed.untilMs < now().getTime()) throw new Failure('codeWrong')
    const person = await people.byId(mailed.personId)
    if (!person) throw new Failure('codeWrong')
    return bindAndEnter(attempt, person, from)
  }

  return { bind, bindByMail, confirmBind }
}
