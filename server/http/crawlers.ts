import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Id } from '#contract/core/shapes.ts'
import { Failure } from '#server/failure.ts'

/** Most addresses in one site map; the format allows 50,000 (our choice). */
const SITEMAP_SPACES = 10_000

type OpenSpace = { id: string; identifier: string }
type Needs = {
  origin: () => string
  spaces: {
    catalogue: {
      /** Public spaces in the order of their ids, starting with the given id. */
      from: (id: string | null, most: number) => Promise<OpenSpace[]>
      /** Ids of every n-th space, where the site maps begin. */
      starts: (every: number) => Promise<string[]>
    }
  }
}

const PIECE = 1000
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const escaped = (address: string) => address.replace(/[&<>'"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Serves `robots.txt` and the site maps for web crawlers. */
export function crawlerRoutes(app: FastifyInstance, { origin, spaces: { catalogue } }: Needs): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nAllow: /api/pictures/\nDisallow: /api/\nDisallow: /space/*/details\nSitemap: ${origin()}/sitemap.xml\n`,
      ),
  )

  /** Yields at most SITEMAP_SPACES addresses, read in pages. */
  async function* addresses(from: string | null): AsyncGenerator<string> {
    yield `${HEAD}<urlset ${SPACE}>\n`
    if (!from) yield `<url><loc>${escaped(origin())}/</loc></url>\n`
    let id = from
    for (let listed = 0; listed < SITEMAP_SPACES; ) {
      const most = Math.min(PIECE, SITEMAP_SPACES - listed)
      const found = await catalogue.from(id, most + 1)
      const piece = found.slice(0, most)
      yield piece.map((one) => `<url><loc>${escaped(`${origin()}/space/${one.identifier}`)}</loc></url>\n`).join('')
      listed += piece.length
      const next = found[most]
      if (!next) break
      id = next.id
    }
    yield '</urlset>\n'
  }
  const indexOf = (starts: string[]) => {
    const maps = starts.map((id, at) => `${origin()}/sitemap.xml?from=${at ? id : 'first'}`)
    const lines = maps.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`)
    return `${HEAD}<sitemapindex ${SPACE}>\n${lines.join('')}</sitemapindex>\n`
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const { from } = request.query as { from?: unknown }
    const isKnown = from === undefined || from === 'first' || Id.safeParse(from).success
    if (!isKnown) throw new Failure('notFound')
    reply.type('application/xml; charset=utf-8')
    const starts = from === undefined ? await catalogue.starts(SITEMAP_SPACES) : []
    if (starts.length > 1) return reply.send(indexOf(starts))
    const first = typeof from === 'string' && from !== 'first' ? from : null
    return reply.send(Readable.from(addresses(first)))
  })
}
