import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Channel } from '#contract/journal.ts'
import type { Role } from '#contract/session.ts'
import type { ViewAs } from '#contract/view-as.ts'
import type { Caller } from './caller.ts'

/** The signed-in caller as every handler sees them; a subset serves as `Actor` of the policy. */
export type SignedIn = {
  id: string
  role: Role
  email: string
  name: string
  avatar: string
  /** What changing calls repeat; '' for a program, which sends no cookies. */
  token: string
  /** The session; null for a program. */
  sessionId: string | null
  /** The way by which the call came in, for journals. */
  channel: Channel
  /** What a program's access token may do; null for a person. */
  scope: 'read' | 'write' | null
  /** The person proved who they are not long ago. */
  isConfirmed: boolean
  /** The role asks for a second step that is not set up yet. */
  mustSetUp: boolean
  /** The owner of this space looks at it as somebody else; such a call changes nothing. */
  viewAs?: ViewAs
}
export type Language = 'zh' | 'en'
/** What a handler may know of the call besides its input. */
export type Call = {
  actor: SignedIn | null
  caller: Caller
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}
/** The call of an operation whose gate turned strangers away. */
export type SignedInCall = Call & { actor: SignedIn }
/** Who does something, from where, and in which language they are answered. */
export type By = Pick<SignedInCall, 'actor' | 'caller' | 'language'>
/** Who does something, as far as a service asks that looks at nothing else of the call. */
export type ByActor = Pick<SignedInCall, 'actor'>

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedIn | null
    /** True when a session cookie came along, valid or not: it tells an expired session from none. */
    hadSession: boolean
    /** Who is behind the request now. */
    identify: () => Promise<SignedIn | null>
  }
}
