import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '#contract/core/shapes.ts'
import { Failure } from '#server/failure.ts'

/** Most addresses in one site map; the format allows 50,000 (our choice). */
const SITEMAP_ADDRESSES = 10_000

/** An address listed for crawlers: its path, and the day of its last change if known. */
type Listed = { id: string; path: string; changedOn?: string }
export type CrawledList = {
  /** Addresses in the order of their ids, starting with the given id. */
  from: (id: string | null, most: number) => Promise<Listed[]>
  /** Ids of every n-th address, where the site maps begin. */
  starts: (every: number) => Promise<string[]>
}
type Needs = { origin: () => string; lists: { spaces: CrawledList; datasets: CrawledList } }
type Kind = keyof Needs['lists']

const PIECE = 1000
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const escaped = (address: string) => address.replace(/[&<>'"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Serves `robots.txt` and the site maps for web crawlers. */
export function crawlerRoutes(app: FastifyInstance, { origin, lists }: Needs): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(
      [
        'User-agent: *',
        'Allow: /api/pictures/',
        'Disallow: /api/',
        'Disallow: /space/*/details',
        // Endless views of one list, and the whole data.
        'Disallow: /datasets?',
        'Disallow: /dataset/*/zip',
        `Sitemap: ${origin()}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  )

  const line = ({ path, changedOn }: Pick<Listed, 'path' | 'changedOn'>) =>
    `<url><loc>${escaped(origin() + path)}</loc>${changedOn ? `<lastmod>${changedOn}</lastmod>` : ''}</url>\n`

  /** Yields at most SITEMAP_ADDRESSES lines, read in pages. */
  async function* linesOf(kind: Kind, from: string | null): AsyncGenerator<string> {
    let id = from
    for (let listed = 0; listed < SITEMAP_ADDRESSES; ) {
      const most = Math.min(PIECE, SITEMAP_ADDRESSES - listed)
      const found = await lists[kind].from(id, most + 1)
      const piece = found.slice(0, most)
      yield piece.map(line).join('')
      listed += piece.length
      const next = found[most]
      if (!next) break
      id = next.id
    }
  }
  async function* mapOf(kinds: readonly Kind[], from: string | null): AsyncGenerator<string> {
    yield `${HEAD}<urlset ${SPACE}>\n`
    if (!from && kinds.includes('spaces')) yield ['/', '/datasets'].map((path) => line({ path })).join('')
    for (const kind of kinds) yield* linesOf(kind, from)
    yield '</urlset>\n'
  }
  function indexOf(starts: Record<Kind, string[]>): string {
    const maps = KINDS.flatMap((kind) =>
      starts[kind].map((id, at) => `${origin()}/sitemap.xml?${kind}=${at ? id : 'first'}`),
    )
    const lines = maps.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`)
    return `${HEAD}<sitemapindex ${SPACE}>\n${lines.join('')}</sitemapindex>\n`
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const asked = Part.safeParse(request.query)
    if (!asked.success) throw new Failure('notFound')
    reply.type('application/xml; charset=utf-8')
    const kind = KINDS.find((one) => asked.data[one] !== undefined)
    const from = kind && asked.data[kind]
    if (kind) return reply.send(Readable.from(mapOf([kind], from && from !== 'first' ? from : null)))
    const [spaces, datasets] = await Promise.all(KINDS.map((kind) => lists[kind].starts(SITEMAP_ADDRESSES)))
    const starts = { spaces: spaces ?? [], datasets: datasets ?? [] }
    if (starts.spaces.length > 1 || starts.datasets.length > 1) return reply.send(indexOf(starts))
    return reply.send(Readable.from(mapOf(KINDS, null)))
  })
}

const KINDS = ['spaces', 'datasets'] as const
/** The first entry of a sitemap within the index. */
const Start = z.optional(z.union([z.literal('first'), Id]))
const Part = z.object({ spaces: Start, datasets: Start })
