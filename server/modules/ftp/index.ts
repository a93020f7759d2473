import type { FastifyInstance } from 'fastify'
import { PROTOCOL_SESSIONS } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import type { Deps } from '#server/deps.ts'
import { certificateOf } from '#server/http/certificate.ts'
import type { ProtocolMeters, Protocols } from '#server/modules/protocols/index.ts'
import type { Submissions } from './login.ts'
import { passivePorts } from './passive.ts'
import { ftpServer } from './server.ts'

export type { FtpRoot, Login, Submissions } from './login.ts'
export { Refusal } from './refusal.ts'

type Needs = Deps & { protocols: Protocols; protocolMeters: ProtocolMeters; submissions: Submissions }

/**
 * FTP with TLS for the spaces of a client session, and for the files of submissions. Returns a function that starts listening; closing the app stops it.
 */
export function ftpModule(app: FastifyInstance, { config, protocols, protocolMeters, submissions, now, log }: Needs) {
  let close: (() => Promise<void>) | null = null
  app.addHook('preClose', async () => close?.())

  /** Listens on the configured port; returns the port, null when the protocol is off. */
  return async function open(): Promise<number | null> {
    if (!config.ftp) return null
    const { host, port, publicAddress, passivePorts: range, certificate } = config.ftp
    const places = inFlightLimit({ each: PROTOCOL_SESSIONS.person, all: PROTOCOL_SESSIONS.all })
    const meter = protocolMeters.of('ftp')
    const server = ftpServer(
      {
        protocols,
        submissions,
        publicAddress,
        now,
        log,
        openPassive: passivePorts(host, range),
        certificate: certificate && certificateOf(certificate, log),
        takePlace: (personId) => places.take(personId, 1),
        moved: meter.moved,
      },
      meter,
    )
    const listening = await server.listen(port, host)
    close = server.close
    log.info({ protocol: 'ftp', host, port: listening, tls: certificate !== null, passive: range }, 'listening')
    return listening
  }
}
