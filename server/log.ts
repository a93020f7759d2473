import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'

/** Fields of a request without personal data: no address, no names in paths, no search words. */
const requestFields = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' })

/** The log: one JSON line per entry, with the request id; at info level nothing tells who did what. */
export const openLog = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino({ level, serializers: { req: requestFields } }, destination)

/** Logs one line for each answer, in place of the framework's two. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = { ...requestFields(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    request.log.info(fields, 'answered')
  })
}
