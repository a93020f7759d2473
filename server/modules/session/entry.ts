import type { ErrorName } from '#contract/core/errors.ts'
import type { Role, SecondWay } from '#contract/session.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import type { PersonRow } from '#server/modules/people/index.ts'

/** A sign-in: the person, the method and the origin. */
export type Entry = {
  person: PersonRow
  /** `password`, `passkey`, or the kind of an outside method. */
  method: string
  caller: Caller
  /** The other site's id of its session. */
  ticket?: string | null
  /** The role by the rules of the method. */
  role?: Role | null
  /** Device cookie of the browser, if any; sign-ins from new browsers are reported by mail. */
  device: string | undefined
  /** Language of mails from now on. */
  language: Language
  /** True when the second step was passed. */
  isSecondPassed?: boolean
}
/** Request data that every sign-in method needs. */
export type From = Pick<Entry, 'caller' | 'device' | 'language'>
/** Stored data of an unfinished second step. */
export type SecondData = { method: string; ways: SecondWay[]; then: unknown; challenge?: string }
/** A session, or the second step before it. */
export type Admission =
  | { kind: 'done'; secret: string; signedIn: SignedIn; device: string }
  | { kind: 'second'; secret: string; ways: SecondWay[] }

/** Why an account may not sign in now, or null. */
export function refusalOf(
  person: Pick<PersonRow, 'disabled_at' | 'locked_at' | 'state' | 'merged_into'>,
): ErrorName | null {
  if (person.merged_into) return 'accountMerged'
  if (person.disabled_at) return 'accountDisabled'
  if (person.locked_at) return 'accountLocked'
  return person.state === 'active' ? null : 'accountInactive'
}
