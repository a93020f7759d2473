import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FRAME_PATH } from '#contract/preview.ts'
import type { Config } from '#server/config.ts'
import { builtFiles } from './built-files.ts'
import { namedOrigin } from './origin.ts'

const built = new URL('../../dist/frame/', import.meta.url)

/**
 * Where the page that holds the frame may be: as the browser named it, and as the configuration does. A document
 * without an origin matches no 'self', so its policy spells them out; whoever lies in his Host header shuts out himself.
 */
function originsOf(request: FastifyRequest, { publicUrl }: Config): string[] {
  const named = namedOrigin(request)
  return [...new Set([...(named ? [named] : []), ...(publicUrl ? [new URL(publicUrl).origin] : [])])]
}

/**
 * The policy of a frame whose own files are below `path`: they and the bytes of tickets are all that it reaches.
 * Sandboxed, it has no origin: no cookie, no storage, no look at the page around it; opened by itself no more.
 */
export function framePolicy(request: FastifyRequest, config: Config, path: string): string {
  const origins = originsOf(request, config)
  const below = (...paths: string[]) => origins.flatMap((origin) => paths.map((one) => `${origin}${one}`)).join(' ')
  const own = below(path)
  const read = below(path, '/api/preview/bytes/')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval' blob:`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${read} data: blob:`,
    `media-src ${read} blob:`,
    `font-src ${own} data:`,
    `connect-src ${read}`,
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origins.join(' ') || "'none'"}`,
  ].join('; ')
}

/** What every answer of a frame says: others may read it, for it is no secret, and it says nothing of where it was. */
export const frameHeaders = (request: FastifyRequest, config: Config, path: string) => ({
  'content-security-policy': framePolicy(request, config, path),
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // Without an origin there is nothing to keep apart by; asking for it warns in the reader's console.
  'origin-agent-cluster': '?0',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=(), usb=(), fullscreen=()',
  'x-content-type-options': 'nosniff',
})

/** The page of the viewers that build a document from a file: apart from the console, so that nothing of it is ours. */
export async function frameRoutes(app: FastifyInstance, config: Config): Promise<void> {
  if (!existsSync(built)) return
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(frameHeaders(request, config, FRAME_PATH))
    })
    await builtFiles(scope, { from: built, prefix: FRAME_PATH, index: 'index.html' })
  })
}
