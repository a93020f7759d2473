import type { FastifyInstance, FastifyRequest } from 'fastify'
import { components } from '#contract/components.ts'
import { COMPONENT_ZIP_BYTES } from '#contract/core/limits.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { readForm } from '#server/http/form.ts'
import { frameHeaders } from '#server/http/frames.ts'
import { mount, mountUpload } from '#server/http/mount.ts'
import { outsideGateway } from '#server/http/outside.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { sendBytes } from '#server/modules/files/index.ts'
import { wholeMarket } from './market.ts'
import { remoteMarket } from './remote-market.ts'
import { componentService } from './service.ts'
import { sqlComponentStore } from './store.ts'

export type ComponentsModule = ReturnType<typeof componentsModule>

/** Media types of package files; other suffixes are sent as bytes. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** Preview components that administrators install, and the files of those that are on. */
export function componentsModule(app: FastifyInstance, needs: Deps & { audit: Pick<Audit, 'record'> }) {
  const { db, blobs, config } = needs
  const store = sqlComponentStore(db)
  const service = componentService({ ...needs, store, market: marketOf(needs) })
  mount(app, components.list, service.list)
  mount(app, components.market, service.offered)
  mount(app, components.categories, service.categories)
  mount(app, components.install, service.install)
  mountUpload(app, components.installFile, packageOf, service.installFile)
  mount(app, components.edit, service.edit)
  mount(app, components.turn, service.turn)
  mount(app, components.remove, service.remove)

  app.get<{ Params: { id: string; '*': string } }>('/package/:id/*', { compress: false }, async (request, reply) => {
    const { id, '*': path } = request.params
    const file = await store.file(id, path)
    if (!file) throw new Failure('notFound')
    reply.headers({
      ...frameHeaders(request, config, `/package/${id}/`),
      'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // Revalidated on each use, so that a disabled component disappears at once.
      'cache-control': 'no-cache',
    })
    return sendBytes(request, reply, { ...file, accelPrefix: null, blobs, onBytes: () => {} })
  })
  const { showing, matching, rightsOf } = service
  return { showing, matching, rightsOf }
}

/**
 * The built-in market, with a remote market when one is configured; the administrator who configured it trusts that
 * site only.
 */
function marketOf({ config, now }: Deps) {
  if (!config.marketUrl) return wholeMarket(null)
  const allow = [...config.outside.allow, new URL(config.marketUrl).host]
  return wholeMarket(
    remoteMarket({
      url: config.marketUrl,
      outside: outsideGateway({ policy: { ...config.outside, isOn: true, allow } }),
      now,
    }),
  )
}

/** Reads the form fields and the package of an upload. */
async function packageOf(request: FastifyRequest): Promise<{ fields: Record<string, unknown>; bytes: Buffer }> {
  const limits = { fileSize: COMPONENT_ZIP_BYTES, files: 1, fields: 5 }
  const { fields, file: bytes } = await readForm(request, limits, (part) => part.toBuffer())
  if (!bytes) throw new Failure('invalid')
  return { fields, bytes }
}
