import type { FastifyInstance, FastifyReply } from 'fastify'
import { preview } from '#contract/preview.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { ComponentsModule } from '#server/modules/components/index.ts'
import { type FilesModule, inlineTypeOf, SANDBOX, sendBytes } from '#server/modules/files/index.ts'
import type { OfficeService } from '#server/modules/renditions/index.ts'
import { previewService } from './service.ts'
import { type TicketNeeds, ticketService } from './tickets.ts'

/** For frames without an origin: any origin may read the answers, because requests carry no credentials. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
const EXPOSED = 'content-range, accept-ranges, content-length, etag'
const DAY_S = 86_400

/** Preview components of a file, and how a frame without a session gets its bytes. */
export function previewModule(
  app: FastifyInstance,
  needs: Deps & TicketNeeds & { files: FilesModule; components: ComponentsModule; office: OfficeService },
) {
  const { files, components, blobs, spaces, config, office } = needs
  const tickets = ticketService(needs)
  const service = previewService({ files, components, tickets, office, marketPage: config.marketPage })
  const fitting = async (spaceId: string, hash: string, { actor, language }: Call) =>
    service.components((await files.find(spaceId, hash, actor)).record, language)
  const idOf = async (url: string, { actor }: Call) => (await spaces.see(url, actor)).id
  mount(app, preview.components, async ({ spaceId, hash }, call) => fitting(spaceId, hash, call))
  mount(app, preview.componentsPublic, async ({ url, hash }, call) => fitting(await idOf(url, call), hash, call))
  mount(app, preview.data, service.data)
  mount(app, preview.dataPublic, async ({ url, ...query }, call) =>
    service.data({ ...query, spaceId: await idOf(url, call) }, call),
  )
  mount(app, preview.siblings, service.siblings)

  mountBytes(app, preview.bytes, async ({ ticket }, { request, reply }): Promise<FastifyReply> => {
    const { sha256, size, mime } = await tickets.read(ticket)
    reply.headers({
      ...OPEN,
      'access-control-expose-headers': EXPOSED,
      'cache-control': 'private, no-store',
      'content-type': inlineTypeOf(mime) ?? 'application/octet-stream',
      'content-security-policy': SANDBOX,
    })
    // Not sent through nginx, which would drop the headers set here.
    return sendBytes(request, reply, { sha256, size, accelPrefix: null, blobs, onBytes: () => {} })
  })
  // Range requests for the end of a file have a CORS preflight.
  app.options('/api/preview/bytes/*', async (_request, reply) =>
    reply
      .headers({
        ...OPEN,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'range, if-range, if-none-match',
        'access-control-max-age': DAY_S,
      })
      .status(204)
      .send(),
  )
  const { dataOf, components: fittingOf, siblingsOf } = service
  return { dataOf, components: fittingOf, siblingsOf, judgeShares: tickets.judgeShares }
}
