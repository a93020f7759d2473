import type { FastifyInstance } from 'fastify'
import { DATA_EXPORT_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { personalData } from '#contract/personal-data.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { sendBytes } from '#server/modules/files/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import { exportMaking } from './making.ts'
import { personalDataService } from './service.ts'
import { sqlPersonalDataStore } from './store.ts'

export { retryExport } from './store.ts'

type Needs = Deps & { audit: Audit; people: People; messages: Messages }

/** A person's data as a file: made in the background, for the person or an administrator to download for some days. */
export function personalDataModule(app: FastifyInstance, needs: Needs) {
  const { db, blobs, now } = needs
  const store = sqlPersonalDataStore(db)
  const making = exportMaking({ ...needs, store })
  const service = personalDataService({ ...needs, store, making })
  app.addHook('onClose', making.stop)

  type File = Awaited<ReturnType<typeof service.download>>
  const send = ({ sha256, size, madeAt }: File, { request, reply }: SignedInCall) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="personal-data-${madeAt.toISOString().slice(0, 10)}.zip"`,
    })
    return sendBytes(request, reply, { sha256, size, accelPrefix: null, blobs, onBytes: () => {} })
  }

  mount(app, personalData.show, (_input, { actor }) => service.show(actor))
  mount(app, personalData.begin, (_input, call) => service.begin(call))
  mountBytes(app, personalData.download, async (_input, call) => send(await service.download(call), call))
  mount(app, personalData.showFor, service.showFor)
  mount(app, personalData.beginFor, service.beginFor)
  mountBytes(app, personalData.downloadFor, async (one, call) => send(await service.downloadFor(one, call), call))

  return {
    start: making.start,
    drain: making.drain,
    /** Deletes expired exports and makes those that wait; answers how many. */
    async run(): Promise<number> {
      const at = now()
      return (await store.sweep(at, new Date(at.getTime() - DATA_EXPORT_DAYS * DAY_MS))) + (await making.drain())
    },
  }
}
