import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { element, xmlDocument } from '#server/write-xml.ts'
import { OPEN_TO_ALL } from '../routes.ts'
import { type Arguments, OaiError, readArguments } from './arguments.ts'
import { stampOf } from './records.ts'
import { type OaiNeeds, oaiVerbs } from './verbs.ts'

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/'

/** The arguments of a request, GET or a form that was posted, with those that are repeated. */
function pairsOf({ method, body, url }: FastifyRequest): [string, string][] {
  if (method !== 'POST') return [...new URL(url, 'http://localhost').searchParams]
  return Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === 'string' ? one : '']),
  )
}

/** Harvesting by OAI-PMH 2.0 at `/oai`. Source: openarchives.org, protocol version 2.0. */
export function oaiRoutes(app: FastifyInstance, needs: OaiNeeds): void {
  const { origin, now } = needs
  const answerTo = oaiVerbs(needs)

  const rootOf = (asked: Record<string, string>) =>
    element(
      'OAI-PMH',
      {
        xmlns: NAMESPACE,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd`,
      },
      element('responseDate', {}, stampOf(now().toISOString())),
      element('request', asked, `${origin()}/oai`),
    )

  async function answer(request: FastifyRequest): Promise<Iterable<string>> {
    let asked: Record<string, string> = {}
    try {
      const read: Arguments = readArguments(pairsOf(request))
      asked = { verb: read.verb, ...Object.fromEntries(read.given) }
      return xmlDocument([rootOf(asked), element(read.verb)], await answerTo(read))
    } catch (error) {
      if (!(error instanceof OaiError)) throw error
      // For these errors the arguments are not repeated, because the response would violate its schema.
      const isRepeated = error.code !== 'badVerb' && error.code !== 'badArgument'
      return xmlDocument([rootOf(isRepeated ? asked : {})], [element('error', { code: error.code }, error.message)])
    }
  }

  app.route({
    method: ['GET', 'POST'],
    url: '/oai',
    handler: async (request, reply) =>
      reply
        .headers(OPEN_TO_ALL)
        .header('cache-control', 'no-store')
        .type('text/xml; charset=utf-8')
        // In pieces: a page of records as one text would be freed late, and a harvest asks for page after page.
        .send(Readable.from(await answer(request))),
  })
}
