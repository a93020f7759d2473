import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Channel } from '#contract/journal.ts'
import type { Role } from '#contract/session.ts'
import type { ViewAs } from '#contract/view-as.ts'
import type { Caller } from './caller.ts'

/** The signed-in caller, as handlers see it; a subset serves as `Actor` of the policy. */
export type SignedIn = {
  id: string
  role: Role
  email: string
  name: string
  avatar: string
  /** CSRF token that changing calls repeat; '' for a program, which sends no cookies. */
  token: string
  /** Id of the session; null for a program. */
  sessionId: string | null
  /** The channel of the call, for journals. */
  channel: Channel
  /** Scope of a program's access token; null for a person. */
  scope: 'read' | 'write' | null
  /** True when the person has recently confirmed their identity. */
  isConfirmed: boolean
  /** True when the role requires a second step that is not set up yet. */
  mustSetUp: boolean
  /** The application that acts for the person. */
  through?: { name: string }
  /** Set when the owner of this space views it as somebody else; such a call changes nothing. */
  viewAs?: ViewAs
}
/** A user whose program calls with a token: there is no session and no recent confirmation. */
export const byToken = (
  person: Pick<SignedIn, 'id' | 'role' | 'email' | 'name' | 'avatar' | 'scope' | 'through'>,
): SignedIn => ({ ...person, token: '', sessionId: null, channel: 'token', isConfirmed: false, mustSetUp: false })

export type Language = 'zh' | 'en'
/** Data about the call for handlers, in addition to its input. */
export type Call = {
  actor: SignedIn | null
  caller: Caller
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}
/** The call of an operation whose gate admits only signed-in callers. */
export type SignedInCall = Call & { actor: SignedIn }
/** The actor, the origin of the call, and the language of the answer. */
export type By = Pick<SignedInCall, 'actor' | 'caller' | 'language'>
/** The actor alone, for services that need nothing else of the call. */
export type ByActor = Pick<SignedInCall, 'actor'>

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells the pages of a person how far a long read is. */
    tellProgress: (personId: string, reqId: string, share: number) => void
  }
  interface FastifyRequest {
    actor: SignedIn | null
    /** True if the request had a session cookie, valid or not: distinguishes an expired session from none. */
    hadSession: boolean
    /** Identifies the current caller of the request. */
    identify: () => Promise<SignedIn | null>
  }
}
