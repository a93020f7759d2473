import type { FastifyInstance } from 'fastify'
import { type ProtocolAddresses, protocols } from '#contract/protocols.ts'
import { mount } from '#server/http/mount.ts'
import { namedOrigin } from '#server/http/origin.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'

/** The parts of the configuration that people need. */
type Open = {
  ftp: { port: number; certificate: unknown } | null
  sftp: { port: number } | null
  publicUrl: string | null
}
type Needs = { open: Open; hostKey: () => string | null; origin: () => string; spaces: Pick<SpaceService, 'see'> }

function addressesOf(
  identifier: string,
  origin: string,
  { open: { ftp, sftp }, hostKey }: Pick<Needs, 'open' | 'hostKey'>,
): ProtocolAddresses {
  const { hostname: host } = new URL(origin)
  return {
    webdav: `${origin}/dav/${identifier}/`,
    ftp: ftp && { host, port: ftp.port, isEncrypted: ftp.certificate !== null },
    sftp: sftp && { host, port: sftp.port, hostKey: hostKey() },
  }
}

/**
 * Serves the protocol addresses of a space to those who may see it: with the site's configured host, else the host of
 * the request.
 */
export function mountAddresses(app: FastifyInstance, { spaces, origin, ...site }: Needs): void {
  mount(app, protocols.addresses, async ({ spaceId }, { actor, request }) => {
    const { identifier } = await spaces.see(spaceId, actor)
    const reached = site.open.publicUrl ? null : namedOrigin(request)
    return addressesOf(identifier, reached ?? origin(), site)
  })
}
