import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FRAME_PATH } from '#contract/preview.ts'
import type { Config } from '#server/config.ts'
import { builtFiles } from './built-files.ts'
import { namedOrigin } from './origin.ts'

const built = new URL('../../dist/frame/', import.meta.url)

/**
 * Origins of the page that embeds the frame: the request's and the configured one. A sandboxed document matches no
 * 'self', so its policy lists them; a forged Host header locks out only its sender.
 */
function originsOf(request: FastifyRequest, { publicUrl }: Config): string[] {
  const named = namedOrigin(request)
  const configured = publicUrl && new URL(publicUrl).origin
  return [...new Set([named, configured])].filter((origin) => typeof origin === 'string')
}

/**
 * The Content-Security-Policy of a frame whose files are below `path`: it reaches only those and the bytes of tickets.
 * Sandboxed, it has no origin: no cookies, no storage, no access to the embedding page, also when opened directly.
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

/** Headers of every answer of a frame: other origins may read it, for it is public, and it sends no referrer. */
export const frameHeaders = (request: FastifyRequest, config: Config, path: string) => ({
  'content-security-policy': framePolicy(request, config, path),
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // A document without an origin can't be isolated by origin; requesting it logs a warning in the browser's console.
  'origin-agent-cluster': '?0',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=(), usb=(), fullscreen=()',
  'x-content-type-options': 'nosniff',
})

/** Serves the page of the viewers that render a document from a file, isolated from the console's origin. */
export async function frameRoutes(app: FastifyInstance, config: Config): Promise<void> {
  if (!existsSync(built)) return
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(frameHeaders(request, config, FRAME_PATH))
    })
    await builtFiles(scope, { from: built, prefix: FRAME_PATH, index: 'index.html' })
  })
}
