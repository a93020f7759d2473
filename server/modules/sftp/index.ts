import type { FastifyInstance } from 'fastify'
import { DOOR_SESSIONS, SFTP_HELD_BYTES } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { underWayOf } from '#server/http/under-way.ts'
import type { DoorMeters, Doors } from '#server/modules/doors/index.ts'
import { fingerprintOf, hostKeyOf } from './host-key.ts'
import { sftpServer } from './server.ts'

type Needs = Deps & { doors: Doors; doorMeters: DoorMeters }

/** SFTP over the spaces of a guest. `open` begins to listen; the end of the app ends it. */
export function sftpModule(app: FastifyInstance, { db, seal, config, doors, doorMeters, now, log }: Needs) {
  let close: (() => Promise<void>) | null = null
  let fingerprint: string | null = null
  app.addHook('preClose', async () => close?.())

  /** Listens where the configuration says; answers the port, null when the door is shut. Throws ConfigError. */
  async function open(): Promise<number | null> {
    if (!config.sftp) return null
    const { host, port, hostKey: given } = config.sftp
    // Not before it is needed: an idle server holds no library that nobody uses.
    const { default: library } = await import('ssh2')
    const hostKey = await hostKeyOf(library.utils, { db, seal, given })
    fingerprint = fingerprintOf(library.utils, hostKey)
    const places = underWayOf({ each: DOOR_SESSIONS.person, all: DOOR_SESSIONS.all })
    const takePlace = (personId: string) => places.take(personId, 1)
    const hold = underWayOf(SFTP_HELD_BYTES).take
    const server = sftpServer({ library, hostKey, meter: doorMeters.of('sftp'), doors, takePlace, hold, now, log })
    const listening = await server.listen(port, host)
    close = server.close
    log.info({ door: 'sftp', host, port: listening, hostKey: fingerprint }, 'listening')
    return listening
  }

  /** `hostKey`: how its key is recognised; null until it listens. */
  return { open, hostKey: () => fingerprint }
}
