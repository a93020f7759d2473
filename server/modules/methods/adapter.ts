import type { MethodConfigs, TestStep } from '#contract/methods.ts'
import type { Role } from '#contract/session.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { Language } from '#server/http/context.ts'
import type { Advice } from './advice.ts'

/**
 * The person that the identity provider authenticated, in our fields. `role` results from the method's role rules, or
 * is null.
 */
export type Outsider = {
  /** Stable and unique at the identity provider; never an e-mail address, which may be given to somebody else. */
  subject: string
  /** The person's name at the provider: a login name or an address. */
  label: string
  email: string
  isEmailVerified: boolean
  name: string
  englishName: string
  org: string
  phone: string
  role: Role | null
  /** The provider's session id, used for single logout; null when it has none. */
  ticket: string | null
}

/** Input of an adapter: checked settings, decrypted secrets, and the callback URL. */
export type Setup<K extends MethodKind = MethodKind> = {
  id: string
  config: MethodConfigs[K]
  secrets: Record<string, string>
  callbackUrl: string
  /** Origin of this site, for identifiers under which the provider knows it. */
  origin: string
}

/**
 * State of a sign-in between redirect and return, stored encrypted; `state` is in the URL and bound to the browser's
 * cookie.
 */
export type Journey = { state: string; memory: Record<string, string> }

/** The provider's response: the full callback URL with its query, or the posted form. */
export type Return = { url: URL; form: Record<string, string> }

/** A failure of the provider, the network or a setting; the reason is for administrators. */
export class MethodError extends Error {
  /** Key below `methods.advice` in `locales`. */
  readonly advice: Advice

  constructor(reason: string, advice: Advice, cause?: unknown) {
    super(reason, { cause })
    this.advice = advice
  }
}

/**
 * An invalid response: a code used twice, another state, an altered response. It fails only this sign-in and does not
 * count against the method, so that forged responses can't make the method count as failing.
 */
export class ReturnError extends MethodError {}

/** A method that redirects to the identity provider and back. */
export type RedirectAdapter<K extends MethodKind> = {
  begin(setup: Setup<K>, state: string): Promise<{ url: string; journey: Journey }>
  /** Returns the authenticated person, or null when the provider or the person refused. Throws MethodError. */
  finish(setup: Setup<K>, journey: Journey, given: Return): Promise<Outsider | null>
  /** Extracts the state from a response, before the stored journey is known; null when there is none. */
  stateOf(given: Return): string | null
  /** Single logout by the provider: the ticket whose sessions end, or null when the form is no logout request. */
  endedTicket?(setup: Setup<K>, form: Record<string, string>): Promise<string | null>
  /** SAML metadata of this site as XML. */
  metadata?(setup: Setup<K>): Promise<string>
  test(setup: Setup<K>, language: Language): Promise<{ steps: TestStep[]; person: null }>
}

/** A method that takes a user name and a password on our sign-in page. */
export type DirectoryAdapter<K extends MethodKind> = {
  /** Returns the person, or null for a wrong name or password. Throws MethodError. */
  verify(setup: Setup<K>, username: string, password: string): Promise<Outsider | null>
  /**
   * The people whom the settings admit and who match a filter of the directory, '' for all. Throws MethodError,
   * Failure('directoryFilterWrong') and, for more than `most`, Failure('directoryTooLong').
   */
  people(setup: Setup<K>, wish: { filter: string; most: number }): Promise<Outsider[]>
  test(
    setup: Setup<K>,
    language: Language,
    given: { username: string; password: string },
  ): Promise<{ steps: TestStep[]; person: Record<string, string> | null }>
}

/** Location of the state in a response, by protocol. */
export const stateInQuery = ({ url }: Return): string | null => url.searchParams.get('state')
export const relayState = ({ form, url }: Return): string | null =>
  form.RelayState ?? url.searchParams.get('RelayState')

/** Throws ReturnError when the response belongs to another sign-in. */
export function demandState({ state }: Journey, given: Return): void {
  if (stateInQuery(given) !== state) throw new ReturnError('state', 'stateWrong')
}
