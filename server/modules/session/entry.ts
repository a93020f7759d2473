import type { ErrorName } from '#contract/core/errors.ts'
import type { Role, SecondWay } from '#contract/session.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import type { PersonRow } from '#server/modules/people/index.ts'

/** How somebody signs in: who, by which method, from where. */
export type Entry = {
  person: PersonRow
  /** `password`, `passkey`, or the kind of an outside method. */
  method: string
  caller: Caller
  /** The other side's name for its session. */
  ticket?: string | null
  /** What the rules of the method say about the role. */
  role?: Role | null
  /** Cookie of the browser, if it has one; a new one is told by mail. */
  device: string | undefined
  /** Mails speak it from now on. */
  language: Language
  /** The second step was taken. */
  isSecondPassed?: boolean
}
/** What every way in knows of the request. */
export type From = Pick<Entry, 'caller' | 'device' | 'language'>
/** What a second step under way keeps. */
export type SecondData = { method: string; ways: SecondWay[]; then: unknown; challenge?: string }
/** A session, or the second step that comes before it. */
export type Admission =
  | { kind: 'done'; secret: string; signedIn: SignedIn; device: string }
  | { kind: 'second'; secret: string; ways: SecondWay[] }

/** Why an account may not come in now, or null. */
export function refusalOf(person: Pick<PersonRow, 'disabled_at' | 'locked_at' | 'state'>): ErrorName | null {
  if (person.disabled_at) return 'accountDisabled'
  if (person.locked_at) return 'accountLocked'
  return person.state === 'active' ? null : 'accountInactive'
}
