import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import type { SiteInfo } from '#contract/settings.ts'
import type { Language } from '#server/http/context.ts'
import { maintenancePage } from '#server/http/maintenance.ts'
import { storedLanguageOf } from '#server/http/texts.ts'
import type { NoticeService } from './service.ts'

/** Calls that stay open, so that administrators can sign in and everyone can read the message. */
const OPEN =
  /^\/(login[\w-]*|ldap-login|healthz|readyz|metrics|api\/(login|logout|get\.u|ldap-login|getCode|sign-in\/.*|notices(\/.*)?|common\/(language|getVersion)|setting\/(basic|set\.accQuery)|pictures\/\w+))\/?$/
/** Built files; nothing of people is among them. */
const FILE = /\.\w+$/
/** Routes that serve no files, whatever the spelling of their address. */
const NO_FILES = /^\/(api|dav|dataset|package|sitemap\.xml)(\/|$)/
/** Programs with app passwords are judged where they are known. */
const ELSEWHERE = /^\/dav(\/|$)/
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
/** Calls of strangers that change nothing, though they are no GET. */
const PUBLIC_READS = /^\/(share\/enter|files\/(badges|zip)|oauth\/token)$/

const keyOf = (method: string, url: string | undefined) => `${method} ${url}`
const isReading = ({ method, gate, changes, path }: Operation): boolean =>
  READS.includes(method) || (!changes && (gate !== 'public' || PUBLIC_READS.test(path)))
const known = new Map(operations.map(([, operation]) => [keyOf(operation.method, `/api${operation.path}`), operation]))

function isWriting({ method, routeOptions, url }: FastifyRequest): boolean {
  const operation = known.get(keyOf(method, routeOptions.url))
  if (operation) return !isReading(operation)
  // The archive of a dataset may be asked for by a form.
  return !READS.includes(method) && !url.startsWith('/dataset/')
}

/** Refuses requests during maintenance, with its message: as a page for requests of pages. */
export function maintenanceGate(
  app: FastifyInstance,
  service: NoticeService,
  siteOf: (language: Language) => Promise<SiteInfo>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const isFile = FILE.test(path) && !NO_FILES.test(request.routeOptions.url ?? path)
    if (OPEN.test(path) || isFile || ELSEWHERE.test(path)) return
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith('/api/') &&
      request.headers.accept?.includes('text/html')
    const isClosed = isPage && request.actor?.role !== 'role_admin' && (await service.modeNow()) === 'closed'
    if (!isClosed) return service.demandOpen(request.actor?.role ?? null, isWriting(request))
    const lang = storedLanguageOf(request)
    const [zh, en, message] = await Promise.all([siteOf('zh'), siteOf('en'), service.messageNow()])
    const page = maintenancePage({ lang, site: { zh, en }, message })
    return reply.status(503).headers(page.headers).send(page.html)
  })
}
