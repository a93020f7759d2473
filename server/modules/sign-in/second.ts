import type { ParsedOf } from '#contract/core/operation.ts'
import type { SecondWay } from '#contract/session.ts'
import type { signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import { targetOf } from '#server/modules/people/index.ts'
import type { Admission, Attempt, From, SecondData } from '#server/modules/session/index.ts'
import { transact } from '#server/storage/database.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'

/** Wrong codes of an account after which the next ones wait by the clock. */
const SECOND_MISSES_FREE = 10

/** The second step of a sign-in, and passkeys, which need no first one. */
export function secondRules(
  { db, audit, people, secondStep, session }: SignInNeeds,
  { bindNoted }: Pick<Identities, 'bindNoted'>,
) {
  const { attempts } = session

  async function findSecond(cookie: string | undefined): Promise<Attempt<SecondData> & { personId: string }> {
    const attempt = await attempts.find<SecondData>(cookie, ['second'])
    if (!attempt?.personId) throw new Failure('secondGone')
    return { ...attempt, personId: attempt.personId }
  }

  /** The second step is taken: what waited for it happens, and the session opens. */
  async function passSecond(
    attempt: Attempt<SecondData> & { personId: string },
    from: From,
    way: SecondWay,
  ): Promise<Admission> {
    const person = await people.byId(attempt.personId)
    if (!person || !(await attempts.end(attempt.key))) throw new Failure('secondGone')
    const entry = { ...from, person, method: attempt.data.method, isSecondPassed: true }
    const refusal = session.refusalOf(person)
    if (refusal) await session.refuse(entry, refusal)
    const then = attempt.data.then as Arrival | null
    if (then) await transact(db, (tx) => bindNoted(tx, person, then, from.caller))
    if (way === 'recovery')
      await audit.note({
        action: 'confirm',
        actor: person,
        caller: from.caller,
        target: targetOf(person),
        after: { way },
      })
    return session.open(entry)
  }

  async function second({ way, code }: ParsedOf<typeof signIn.second>, cookie: string | undefined, from: From) {
    const attempt = await findSecond(cookie)
    if (!(await attempts.count(attempt.key))) throw new Failure('secondGone')
    // Somebody with the password can start again and again, so failures count for the account.
    const keys = [{ key: `second ${attempt.personId}`, free: SECOND_MISSES_FREE }]
    const isRight = await session.tryThrottled({ address: from.caller.address, name: '', keys }, async () => {
      const isOne = await secondStep.isCode(attempt.personId, way, code)
      if (isOne) return true
      const person = await people.byId(attempt.personId)
      await session.noteRefusal({ ...from, method: attempt.data.method }, 'codeWrong', person ?? null)
      return null
    })
    if (!isRight) throw new Failure('codeWrong')
    return passSecond(attempt, from, way)
  }

  /** A challenge, kept with the second step that is under way, else begun. */
  async function passkeyOptions(
    cookie: string | undefined,
  ): Promise<{ options: { challenge: string }; secret: string | null }> {
    const attempt = await attempts.find<SecondData>(cookie, ['second'])
    const options = await secondStep.ask(attempt?.personId ?? null)
    if (attempt) {
      await attempts.change(attempt.key, { ...attempt.data, challenge: options.challenge })
      return { options, secret: null }
    }
    return { options, secret: await attempts.begin('passkey', { data: { challenge: options.challenge } }) }
  }

  async function passkey(
    { response }: ParsedOf<typeof signIn.passkey>,
    cookie: string | undefined,
    from: From,
  ): Promise<Admission> {
    const waiting = await attempts.find<SecondData>(cookie, ['second'])
    if (waiting?.personId) {
      if (!(await attempts.count(waiting.key))) throw new Failure('secondGone')
      await secondStep.checkPasskey(response, waiting.data.challenge ?? '', waiting.personId)
      return passSecond({ ...waiting, personId: waiting.personId }, from, 'passkey')
    }
    const attempt = await attempts.find<{ challenge: string }>(cookie, ['passkey'])
    // A challenge is answered once.
    if (!attempt || !(await attempts.end(attempt.key))) throw new Failure('secondGone')
    const person = await people.byId(await secondStep.checkPasskey(response, attempt.data.challenge, null))
    if (!person) throw new Failure('passkeyRefused')
    return session.admit({ ...from, person, method: 'passkey' })
  }

  return { second, passkeyOptions, passkey }
}
