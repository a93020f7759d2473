import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

/** A request without what belongs to people: no address, no names in paths, no search words. */
const requestFacts = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' })

/** The log: one JSON line each, with the request id; at info level nothing says who did what. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { req: requestFacts } }, destination)
