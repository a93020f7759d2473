import type { FastifyInstance } from 'fastify'
import { type DoorAddresses, doors } from '#contract/doors.ts'
import { mount } from '#server/http/mount.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'

/** What of the configuration people have to know. */
type Open = { ftp: { port: number; certificate: unknown } | null; sftp: { port: number } | null }
type Needs = { open: Open; hostKey: () => string | null; origin: () => string; spaces: Pick<SpaceService, 'see'> }

function addressesOf(
  identifier: string,
  { open: { ftp, sftp }, hostKey, origin: site }: Omit<Needs, 'spaces'>,
): DoorAddresses {
  const origin = site()
  const { hostname: host } = new URL(origin)
  return {
    webdav: `${origin}/dav/${identifier}/`,
    ftp: ftp && { host, port: ftp.port, isEncrypted: ftp.certificate !== null },
    sftp: sftp && { host, port: sftp.port, hostKey: hostKey() },
  }
}

/** Tells whoever may know of a space where its doors are. */
export function mountAddresses(app: FastifyInstance, { spaces, ...site }: Needs): void {
  mount(app, doors.addresses, async ({ spaceId }, { actor }) => {
    const { identifier } = await spaces.see(spaceId, actor)
    return addressesOf(identifier, site)
  })
}
