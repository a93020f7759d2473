import type { FastifyInstance } from 'fastify'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import type { Identifiers } from '#server/modules/identifiers/index.ts'
import { addressesOf } from './addresses.ts'
import { inLanguage, languageOf } from './formats/words.ts'
import { OPEN_TO_ALL } from './routes.ts'
import type { DatasetService } from './service.ts'

type Needs = { identifiers: Identifiers; service: DatasetService; origin: () => string }

/** One line of an electronic resource citation: no line break gets into a value. */
const line = (label: string, value: string) => `${label}: ${value.replace(/\s+/g, ' ')}\n`

/**
 * Resolves ARKs on our own host, `/ark:99999/…` and `/ark:/99999/…`; `?info` tells what is named, and how long for.
 * Source: draft-kunze-ark, sections 5.1 and 5.2.
 */
export function arkRoutes(app: FastifyInstance, { identifiers, service, origin }: Needs): void {
  async function placeOf(text: string) {
    const named = await identifiers.find(text)
    const newest = named && (await service.newestPage(named.datasetId))
    if (!named || !newest) throw new Failure('notFound')
    const { datasetId, version } = named
    const dataset = await service.find(datasetId, version ?? Number(newest.split('/').at(-1)))
    if (!dataset) throw new Failure('notFound')
    return {
      dataset,
      to: version === null ? dataset.addresses.concept : addressesOf(origin(), datasetId, version).page,
    }
  }

  app.get('/ark::*', async (request, reply) => {
    const { dataset, to } = await placeOf(`ark:${(request.params as { '*': string })['*']}`)
    reply.headers(OPEN_TO_ALL).header('cache-control', 'no-store')
    if (!Object.hasOwn(request.query as object, 'info')) return reply.redirect(to, 302)
    const { metadata, publishedAt } = dataset.version
    const language = languageOf(metadata)
    const erc = [
      'erc:\n',
      line('who', metadata.authors.map(({ name }) => name).join('; ')),
      line('what', inLanguage(metadata.title, language)),
      line('when', publishedAt.slice(0, 10)),
      line('where', dataset.identifier.url),
      line('how', metadata.resourceType),
      line('support', textOf('en', 'datasets.persistence')),
    ]
    return reply.type('text/plain; charset=utf-8').send(erc.join(''))
  })
}
