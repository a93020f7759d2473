import type { FastifyRequest } from 'fastify'
import type { AuditChannel } from '#contract/audit.ts'

/** Origin of a call, as stored in the audit log and the list of devices. */
export type Caller = { address: string; agent: string; channel: AuditChannel }

const AGENT_MAX = 300

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, AGENT_MAX),
  channel: request.actor?.scope ? 'token' : 'web',
})
