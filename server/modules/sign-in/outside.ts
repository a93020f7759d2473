import { sitesOf } from '#contract/pages/callback.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Journey, Outsider, Return } from '#server/modules/methods/index.ts'
import type { Attempt, From } from '#server/modules/session/index.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'
import type { Newcomers } from './newcomers.ts'
import { type Ending, places, safePath } from './places.ts'

type OutsideData = { journey: Journey; callback: string | null; sessionId: string | null; outsider?: Outsider }

/** The way to another site and back. */
export function outsideRules(
  needs: SignInNeeds,
  { admitBy, bindTo }: Identities,
  { becomeKnown }: Pick<Newcomers, 'becomeKnown'>,
) {
  const { store, now, origin, settings, session, methods } = needs
  const { attempts } = session

  /** Leads to the other side. With `actor` the identity is bound to that account, else it signs in. */
  async function start(methodId: string, { callback, actor = null }: { callback?: string; actor?: SignedIn | null }) {
    await methods.summary(methodId)
    const trusted = sitesOf((await settings.accountRules()).trustedSites)
    const data = { callback: safePath(callback, origin(), trusted), sessionId: actor?.sessionId ?? null }
    // The state is the secret in the browser's cookie: the response must match both.
    const secret = await attempts.begin('outside', { personId: actor?.id ?? null, methodId, data })
    const { url, journey } = await methods.begin(methodId, secret)
    await attempts.change(sha256(secret), { ...data, journey })
    return { url, secret }
  }

  /**
   * A POST from the provider: the end of one of its sessions, or its response, which waits until the browser returns.
   */
  async function post(methodId: string, given: Return): Promise<Ending | null> {
    const ticket = await methods.endedTicket(methodId, given.form)
    if (ticket) {
      await session.endTicket(`${methodId} ${ticket}`)
      return null
    }
    const state = await methods.stateOf(methodId, given)
    const attempt = await attempts.find<OutsideData>(state ?? undefined, ['outside'])
    if (!attempt || attempt.methodId !== methodId || attempt.data.outsider)
      return { to: places.problem('pendingGone', methodId) }
    const outcome = await fetchOutsider(needs, attempt, methodId, given)
    if ('to' in outcome) return outcome
    await attempts.change(attempt.key, { ...attempt.data, outsider: outcome.outsider })
    return { to: `/api/sign-in/${methodId}/callback?${new URLSearchParams({ state: state ?? '' })}` }
  }

  /** The way back of the browser. */
  async function finish(
    methodId: string,
    given: Return,
    cookie: string | undefined,
    from: From & { sessionId: string | null },
  ): Promise<Ending> {
    const { kind } = await methods.summary(methodId)
    const attempt = await attempts.find<OutsideData>(cookie, ['outside'])
    const state = given.url.searchParams.get('state') ?? (await methods.stateOf(methodId, given))
    if (!attempt || attempt.methodId !== methodId || state !== cookie)
      return { to: places.problem('pendingGone', methodId) }
    const outcome = attempt.data.outsider
      ? { outsider: attempt.data.outsider }
      : await fetchOutsider(needs, attempt, methodId, given)
    if (!(await attempts.end(attempt.key))) return { to: places.problem('pendingGone', methodId) }
    if ('to' in outcome) return outcome
    const arrival = { methodId, kind, outsider: outcome.outsider }
    if (!attempt.personId) return arrive(arrival, attempt.data.callback, from)
    // The person who started it must still be signed in here.
    if (from.sessionId !== attempt.data.sessionId) return { to: places.problem('pendingGone', methodId) }
    return { to: places.bound(await bindTo({ id: attempt.personId, sessionId: from.sessionId }, arrival, from.caller)) }
  }

  /**
   * Handles a person verified by the provider: signs them in, or leads to the page where they complete or link an
   * account.
   */
  async function arrive(arrival: Arrival, callback: string | null, from: From): Promise<Ending> {
    const { methodId, outsider } = arrival
    const person = await store.personOf(methodId, outsider.subject)
    if (!person) return becomeKnown(arrival, callback)
    try {
      const admission = await admitBy(person, arrival, from)
      await store.used(methodId, outsider.subject, outsider.label, now())
      return { to: places.done(callback), admission }
    } catch (error) {
      if (error instanceof Failure) return { to: places.problem(error.refusal, methodId) }
      throw error
    }
  }

  return { start, post, finish }
}

/** The identity according to the provider, or where the browser goes without one. */
async function fetchOutsider(
  { methods }: Pick<SignInNeeds, 'methods'>,
  attempt: Attempt<OutsideData>,
  methodId: string,
  given: Return,
): Promise<{ outsider: Outsider } | Ending> {
  // A sign-in started from My account returns there, whatever happened.
  const end = (problem: string) => ({
    to: attempt.personId ? places.bound(problem) : places.problem(problem, methodId),
  })
  try {
    const outsider = await methods.finish(methodId, attempt.data.journey, given)
    return outsider ? { outsider } : end('refused')
  } catch (error) {
    if (error instanceof Failure) return end(error.refusal)
    throw error
  }
}
