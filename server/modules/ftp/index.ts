import type { FastifyInstance } from 'fastify'
import { DOOR_SESSIONS } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { certificateOf } from '#server/http/certificate.ts'
import { underWayOf } from '#server/http/under-way.ts'
import type { DoorMeters, Doors } from '#server/modules/doors/index.ts'
import { passivePorts } from './passive.ts'
import { ftpServer } from './server.ts'

type Needs = Deps & { doors: Doors; doorMeters: DoorMeters }

/** FTP with TLS over the spaces of a guest. Answers what begins to listen; the end of the app ends it. */
export function ftpModule(app: FastifyInstance, { config, doors, doorMeters, now, log }: Needs) {
  let close: (() => Promise<void>) | null = null
  app.addHook('preClose', async () => close?.())

  /** Listens where the configuration says; answers the port, null when the door is shut. */
  return async function open(): Promise<number | null> {
    if (!config.ftp) return null
    const { host, port, publicAddress, passivePorts: range, certificate } = config.ftp
    const places = underWayOf({ each: DOOR_SESSIONS.person, all: DOOR_SESSIONS.all })
    const meter = doorMeters.of('ftp')
    const server = ftpServer(
      {
        ...{ doors, publicAddress, now, log },
        openPassive: passivePorts(host, range),
        certificate: certificate && certificateOf(certificate, log),
        takePlace: (personId) => places.take(personId, 1),
        moved: meter.moved,
      },
      meter,
    )
    const listening = await server.listen(port, host)
    close = server.close
    log.info({ door: 'ftp', host, port: listening, tls: certificate !== null, passive: range }, 'listening')
    return listening
  }
}
