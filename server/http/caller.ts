import type { FastifyRequest } from 'fastify'
import type { AuditChannel } from '#contract/audit.ts'
import type { Language, SignedIn, SignedInCall } from './context.ts'

/** Where a call comes from, as far as the audit log and the list of devices keep it. */
export type Caller = { address: string; agent: string; channel: AuditChannel }

/** Who does something, from where, and in which language they are answered. */
export type By = { actor: SignedIn; caller: Caller; language: Language }

const AGENT_MAX = 300

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, AGENT_MAX),
  channel: request.actor?.scope ? 'token' : 'web',
})

export const byOf = ({ actor, language, request }: SignedInCall): By => ({
  actor,
  language,
  caller: callerOf(request),
})
