import { createReadStream, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pythonClient } from './clients/python.ts'
import { typescriptClient } from './clients/typescript.ts'
import type { Language } from './context.ts'
import { docsPage, docsStyle, Q_MAX, type Reader } from './docs-page.ts'
import { docsScript } from './docs-try.ts'
import { openApiDocument } from './openapi.ts'
import { languageOf } from './texts.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The font of all other pages; theirs has an address that changes with each build. */
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

const documents: Partial<Record<Language, string>> = {}
/** The document is built on the first request: building it takes longer than the rest of the start. */
const documentText = (language: Language): string => {
  documents[language] ??= JSON.stringify(openApiDocument(language, version))
  return documents[language]
}

/** Clients are made on the first request, as the document is; they are in English. */
const clients = [
  { name: 'dataspace.py', make: pythonClient, text: '' },
  { name: 'dataspace.ts', make: typescriptClient, text: '' },
]

type Needs = { siteIn: (language: Language) => Promise<Reader['site']> }

/** The search text in the address; anything but a single text is ignored. */
function questionOf(query: unknown): string {
  const { q } = query as { q?: unknown }
  return typeof q === 'string' ? q.slice(0, Q_MAX) : ''
}

/** Serves the contract for programs (`/api/openapi.json`) and for people (`/api/docs`). */
export function apiPages(app: FastifyInstance, { siteIn }: Needs): void {
  app.get('/api/openapi.json', async (request, reply) =>
    reply
      .header('vary', 'cookie, accept-language')
      .type('application/json; charset=utf-8')
      .send(documentText(languageOf(request))),
  )
  for (const client of clients)
    app.get(`/api/clients/${client.name}`, async (_request, reply) => {
      client.text ||= client.make(openApiDocument('en', version))
      return reply
        .header('content-disposition', `attachment; filename="${client.name}"`)
        .type('text/plain; charset=utf-8')
        .send(client.text)
    })
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.get('/api/docs.woff2', async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(createReadStream(fileURLToPath(import.meta.resolve(FONT)))),
  )
  app.get('/api/docs.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript))
  app.get('/api/docs', async (request, reply) => {
    const language = languageOf(request)
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(docsPage({ language, q: questionOf(request.query), site: await siteIn(language) }))
  })
}
