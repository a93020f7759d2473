import type { MethodConfigs, TestStep } from '#contract/methods.ts'
import type { Role } from '#contract/session.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Language } from '#server/http/context.ts'
import type { Advice } from './advice.ts'

/** Whom the other side vouches for, in our words. `role` is what the rules of the method say, or null. */
export type Outsider = {
  /** Stable and unique at the other side; never an address that may move to somebody else. */
  subject: string
  /** How the person is called there: a login name or an address. */
  label: string
  email: string
  isEmailVerified: boolean
  name: string
  englishName: string
  org: string
  phone: string
  role: Role | null
  /** The other side's name for its session, by which it can end ours; null when it has none. */
  ticket: string | null
}

/** What an adapter works with: checked settings and opened secrets, and where the other side comes back to. */
export type Setup<K extends MethodKind = MethodKind> = {
  id: string
  config: MethodConfigs[K]
  secrets: Record<string, string>
  callbackUrl: string
  /** Of the site, for names that the other side knows us by. */
  origin: string
}

/** Kept between the way there and the way back, sealed; `state` is in the address and bound to the browser's cookie. */
export type Journey = { state: string; memory: Record<string, string> }

/** What came back: the whole address with its query, or the posted form. */
export type Return = { url: URL; form: Record<string, string> }

/** Something that the other side, the network or a setting did wrong; the reason is for administrators. */
export class MethodError extends Error {
  /** Key below `methods.advice` in `locales`. */
  readonly advice: Advice

  constructor(reason: string, advice: Advice, cause?: unknown) {
    super(reason, { cause })
    this.advice = advice
  }
}

/**
 * What came back does not hold: a code used twice, another state, an altered response. It ends this one sign-in and says
 * nothing against the method, so that strangers who send nonsense can't make a method count as failing.
 */
export class ReturnError extends MethodError {}

/** A method that leads to the other side and back. */
export type RedirectAdapter<K extends MethodKind> = {
  begin(setup: Setup<K>, state: string): Promise<{ url: string; journey: Journey }>
  /** Answers whom the other side vouches for, or null when it (or the person) refused. Throws MethodError. */
  finish(setup: Setup<K>, journey: Journey, given: Return): Promise<Outsider | null>
  /** Finds the state in what came back, before the journey is known; null when there is none. */
  stateOf(given: Return): string | null
  /** The other side ends a session of its own: the ticket whose sessions end, or null when it asks nothing of the kind. */
  endedTicket?(setup: Setup<K>, form: Record<string, string>): Promise<string | null>
  /** XML that tells the other side about us (SAML). */
  metadata?(setup: Setup<K>): Promise<string>
  test(setup: Setup<K>, language: Language): Promise<{ steps: TestStep[]; person: null }>
}

/** A method that takes a name and a password here. */
export type DirectoryAdapter<K extends MethodKind> = {
  /** Answers who it is, or null for a wrong name or password. Throws MethodError. */
  verify(setup: Setup<K>, username: string, password: string): Promise<Outsider | null>
  test(
    setup: Setup<K>,
    language: Language,
    given: { username: string; password: string },
  ): Promise<{ steps: TestStep[]; person: Record<string, string> | null }>
}

/** Where the state stands in what comes back, by the other side's protocol. */
export const stateInQuery = ({ url }: Return): string | null => url.searchParams.get('state')
export const relayState = ({ form, url }: Return): string | null =>
  form.RelayState ?? url.searchParams.get('RelayState')

/** Throws ReturnError for an answer to another journey. */
export function demandState({ state }: Journey, given: Return): void {
  if (stateInQuery(given) !== state) throw new ReturnError('state', 'stateWrong')
}
