import type { FastifyInstance } from 'fastify'
import { FEED_ROWS } from '#contract/core/limits.ts'
import { CATALOGUE_PATH, FEED_PATH } from '#contract/pages/paths.ts'
import { type CatalogueLine, type CatalogueSearch, catalogueAddress } from '#contract/publications/catalogue.ts'
import { storedLanguageOf, textOf } from '#server/http/texts.ts'
import { element, writeXml, XML_HEAD, type XmlElement } from '#server/write-xml.ts'
import type { Catalogue } from './catalogue.ts'
import { OPEN_TO_ALL } from './routes.ts'

type Needs = { origin: () => string; now: () => Date; catalogue: Catalogue; about: () => Promise<{ name: string }> }

/** Serves every search of the catalogue as a feed. Source: RFC 4287; its pages: RFC 5005. */
export function feedRoutes(app: FastifyInstance, { origin, now, catalogue, about }: Needs): void {
  const addressOf = (path: string, search: CatalogueSearch, after?: string) =>
    origin() + catalogueAddress(path, search, { after, sort: 'newest' })
  const link = (rel: string, href: string, type: string) => element('link', { rel, href, type })

  const entryOf = (line: CatalogueLine): XmlElement =>
    element(
      'entry',
      {},
      // An identifier may be registered later: the address of the dataset never changes.
      element('id', {}, origin() + line.page.replace(/\/\d+$/, '')),
      element('title', {}, line.title),
      element('updated', {}, line.changedAt),
      element('published', {}, line.publishedAt),
      ...line.authors.map((name) => element('author', {}, element('name', {}, name))),
      link('alternate', origin() + line.page, 'text/html'),
      element('category', { term: line.type, scheme: 'https://schema.datacite.org/meta/kernel-4' }),
      line.licence !== '' && element('link', { rel: 'license', href: `https://spdx.org/licenses/${line.licence}` }),
      line.description !== '' && element('summary', {}, line.description),
    )

  app.get(FEED_PATH, async (request, reply) => {
    const language = storedLanguageOf(request)
    const asked = { ...(request.query as object), sort: 'newest' }
    const [{ search, list, next }, { name }] = await Promise.all([catalogue.page(asked, FEED_ROWS, language), about()])
    const self = addressOf(FEED_PATH, search)
    const updated =
      list
        .map(({ changedAt }) => changedAt)
        .toSorted()
        .at(-1) ?? now().toISOString()
    const feed = element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
      element('id', {}, self),
      element('title', {}, [name, textOf(language, 'datasets.catalogue.title'), search.q].filter(Boolean).join(' · ')),
      element('updated', {}, updated),
      element('author', {}, element('name', {}, name)),
      link('self', self, 'application/atom+xml'),
      link('alternate', addressOf(CATALOGUE_PATH, search), 'text/html'),
      next !== undefined && link('next', addressOf(FEED_PATH, search, next), 'application/atom+xml'),
      ...list.map(entryOf),
    )
    return reply
      .headers(OPEN_TO_ALL)
      .header('cache-control', 'no-store')
      .type('application/atom+xml; charset=utf-8')
      .send(XML_HEAD + writeXml(feed))
  })
}
