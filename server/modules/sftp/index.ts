import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PROTOCOL_SESSIONS, SFTP_HELD_BYTES } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import type { Deps } from '#server/deps.ts'
import type { ProtocolMeters, Protocols } from '#server/modules/protocols/index.ts'
import { fingerprintOf, hostKeyOf } from './host-key.ts'
import { sftpServer } from './server.ts'

type Needs = Deps & { protocols: Protocols; protocolMeters: ProtocolMeters }

/** SFTP over the spaces of a client session. `open` begins to listen; closing the app stops it. */
export function sftpModule(app: FastifyInstance, { db, seal, config, protocols, protocolMeters, now, log }: Needs) {
  let close: (() => Promise<void>) | null = null
  let fingerprint: string | null = null
  app.addHook('preClose', async () => close?.())

  /** Listens as configured; returns the port, null when the protocol is off. Throws ConfigError. */
  async function open(): Promise<number | null> {
    if (!config.sftp) return null
    const { host, port, hostKey: given } = config.sftp
    // Loaded on first use, to save memory where SFTP is off.
    const { default: library } = await import('ssh2')
    const hostKey = await hostKeyOf(library.utils, { db, seal, given })
    fingerprint = fingerprintOf(library.utils, hostKey)
    const places = inFlightLimit({ each: PROTOCOL_SESSIONS.person, all: PROTOCOL_SESSIONS.all })
    const takePlace = (personId: string) => places.take(personId, 1)
    const hold = inFlightLimit(SFTP_HELD_BYTES).take
    const server = sftpServer({
      library,
      hostKey,
      meter: protocolMeters.of('sftp'),
      protocols,
      takePlace,
      hold,
      folder: join(config.ownDir, 'sftp'),
      now,
      log,
    })
    const listening = await server.listen(port, host)
    close = server.close
    log.info({ protocol: 'sftp', host, port: listening, hostKey: fingerprint }, 'listening')
    return listening
  }

  /** `hostKey`: the fingerprint; null until it listens. */
  return { open, hostKey: () => fingerprint }
}
