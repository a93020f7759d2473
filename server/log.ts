import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'

/** Fields of a request without personal data: no address, no names in paths, no search words. */
const requestFields = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' })

/**
 * An error with its type, message, code and stack, those of its causes included. Libraries attach clients, requests and
 * rows to their errors, with keys and data of people; none of that is logged.
 */
function errorFields(error: Error & { code?: unknown }) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, code: error.code, stack }
}
const withPlainErrors = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
  )

/** Warnings and errors that this process keeps for the support bundle. */
const KEPT_MAX = 200
const WARN = 40
const kept: { at: string; level: number; message: string; cause: string }[] = []
/** Matches addresses with a password, and values after a secret-like name: a quoted text or the following word. */
const SECRETS =
  /(:\/\/)[^/\s]*@|((?:password|secret|token|key|cookie|authorization)["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|(?:(?:bearer|basic)\s+)?\S+)/gi
/** Email addresses. */
const PEOPLE = /[^\s@<>"':/]+@[^\s@<>"',;:/]+\.[^\s@<>"',;:/]+/g
const withoutSecrets = (text: string) =>
  text.replace(SECRETS, (_whole, address = '', name = '') => `${address || name}…`).replace(PEOPLE, '…')

/** The last warnings and errors of this process, without secrets and without data of people, oldest first. */
export const recentErrors = () => [...kept]

function keep(level: number, [first, second]: readonly unknown[]): void {
  const { err } = (typeof first === 'object' && first !== null ? first : {}) as { err?: Error & { code?: string } }
  const message = String(typeof first === 'string' ? first : (second ?? ''))
  const cause = err ? [err.name, err.code, err.message].filter(Boolean).join(' ') : ''
  kept.push({ at: new Date().toISOString(), level, message: withoutSecrets(message), cause: withoutSecrets(cause) })
  if (kept.length > KEPT_MAX) kept.shift()
}

/** The log: one JSON line per entry, with the request id; at info level nothing tells who did what. */
export const openLog = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino(
    {
      level,
      // Errors are plain before this serializer sees them, whatever the name of their field.
      serializers: { req: requestFields, err: (plain) => plain },
      formatters: { log: withPlainErrors },
      hooks: {
        logMethod(given, method, number) {
          if (number >= WARN) keep(number, given)
          return method.apply(this, given)
        },
      },
    },
    destination,
  )

/** Logs one line for each answer, in place of the framework's two. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = { ...requestFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    request.log.info(fields, 'answered')
  })
}
