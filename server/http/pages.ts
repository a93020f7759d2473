import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#contract/core/html.ts'
import type { DrawnPage, MachineData, PageData, RenderPage } from '#contract/pages/data.ts'
import { isConsolePath, isPublicPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import { fail } from './answer.ts'
import { builtFiles } from './built-files.ts'
import { type Manifest, pageLinks } from './page-links.ts'

type Needs = {
  /** Collects the data of a public page for this caller, and what it says to machines alone. */
  pageData: (request: FastifyRequest) => Promise<{ data: PageData; machine: MachineData | null }>
}

const built = new URL('../../dist/', import.meta.url)

/**
 * Scripts and workers only from our origin and never inline; the component library writes inline styles; no site may
 * frame us.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  // Files unpacked from an archive are read from blob URLs.
  "connect-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
/** A board whose link allows it is shown in frames of other sites. */
const EMBEDDABLE = POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *')

/** JSON for a script element: escaped so that nothing in it closes the element. */
const inline = (data: unknown) => JSON.stringify(data).replace(/</g, '\\u003c')

/** The console renders in the browser; its chunks are linked in the page, and the title is set from the start. */
const consoleOf = ({ site, isMissing }: PageData): DrawnPage => ({
  html: '',
  head: `<title>${escapeHtml(site.dataSpaceName)}</title>`,
  status: isMissing ? 404 : 200,
  source: 'src/App.tsx',
})

type Shell = { template: string; render: RenderPage; linksOf: (source: string) => string }
async function loadShell(): Promise<Shell | null> {
  const template = new URL('console/index.html', built)
  const bundle = new URL('server/render.js', built)
  if (!existsSync(template) || !existsSync(bundle)) return null
  const { render } = (await import(bundle.href)) as { render: RenderPage }
  const manifest = JSON.parse(readFileSync(new URL('console/manifest.json', built), 'utf8')) as Manifest
  const links = new Map<string, string>()
  const linksOf = (source: string) => {
    const known = links.get(source) ?? pageLinks(manifest, source)
    links.set(source, known)
    return known
  }
  return { template: readFileSync(template, 'utf8'), render, linksOf }
}

function send(reply: FastifyReply, shell: Shell, data: PageData, { html, head, status, source }: DrawnPage) {
  const { lang } = data
  const page = shell.template
    .replace(/__LANG__/g, lang === 'zh' ? 'zh-CN' : 'en')
    // The data is replaced first: what people wrote in the page may look like our placeholders.
    .replace('__SITE__', () => inline(data))
    .replace('<!--head-->', () => head)
    // After the entry's own links, so that the page's styles override them.
    .replace('</head>', () => `${shell.linksOf(source)}</head>`)
    .replace('<!--page-->', () => html)
  const mayEmbed = data.share?.mayEmbed === true
  if (mayEmbed) reply.removeHeader('x-frame-options')
  return reply
    .status(status)
    .header('content-security-policy', mayEmbed ? EMBEDDABLE : POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Serves the console and the public pages: one HTML shell, with rendered content where scripts may be off. */
export async function pageRoutes(app: FastifyInstance, { pageData }: Needs): Promise<void> {
  const shell = await loadShell()
  if (shell) await builtFiles(app, { from: new URL('console/', built), prefix: '/' })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isForPrograms = /^\/(?:api|\.well-known)\/|\.\w+$/.test(path)
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && !isForPrograms
    if (!wantsPage) return fail(new Failure('notFound'), request, reply)
    return page(request, reply, path)
  })
  app.get('/', async (request, reply) => page(request, reply, '/'))

  async function page(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (!shell)
      return reply.status(503).type('text/plain; charset=utf-8').send('The console is not built: npm run build')
    const { data, machine } = await pageData(request)
    if (machine) reply.header('link', machine.links)
    const drawn =
      isConsolePath(path) && !data.board
        ? consoleOf(data)
        : await shell.render(isPublicPath(path) || data.board ? request.url : '/404', data, machine?.thing)
    return send(reply, shell, data, drawn)
  }
}
