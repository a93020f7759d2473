import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { languageOf } from './texts.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

let text: string | undefined
/** The document is built on the first request: building it takes longer than the rest of the start. */
const documentText = (): string => {
  text ??= JSON.stringify(openApiDocument(version))
  return text
}

/** Serves the contract for programs (`/api/openapi.json`) and for people (`/api/docs`). */
export function apiPages(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documentText()),
  )
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.get('/api/docs', async (request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(docsPage(languageOf(request))),
  )
}
