import type { FastifyInstance } from 'fastify'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Incoming, senders } from '#contract/senders.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import type { WatchOutgoing } from '#server/http/outgoing.ts'
import { outsideGateway } from '#server/http/outside.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { ReceivedPublications } from '#server/modules/publications/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { pageOf } from '#server/storage/cursor.ts'
import { transact } from '#server/storage/database.ts'
import { admission } from './admission.ts'
import { announcing } from './announcing.ts'
import { arriving } from './arriving.ts'
import { submissionLogins } from './ftp-login.ts'
import { type ListedIncoming, sqlIncomingStore } from './incoming-store.ts'
import { senderRoutes } from './routes.ts'
import { senderService } from './service.ts'
import { sqlSenderStore } from './store.ts'
import { receivedTables } from './tables.ts'
import { telling } from './telling.ts'
import { uploadRoutes } from './upload-routes.ts'

/** How long a submission may be idle before it is cancelled, and how many are processed at once (our choice). */
const UNFINISHED_MS = 14 * DAY_MS
const ROUND = 100

type Needs = Deps & {
  audit: Audit
  settings: SettingService
  publications: ReceivedPublications
  watchOutgoing: WatchOutgoing
  origin: () => string
}

/** This installation as a receiver of datasets, by the protocol of InstDB. */
export function sendersModule(app: FastifyInstance, needs: Needs) {
  const { db, config, settings, publications, now } = needs
  const store = sqlSenderStore(db)
  const incoming = sqlIncomingStore(db)
  const service = senderService({ ...needs, store, hasFtp: config.ftp !== null })
  const shared = { ...needs, senders: store, incoming }
  const admits = admission({ ...needs, store })
  const arrives = arriving(shared)
  const announces = announcing({ ...shared, arriving: arrives, ftp: config.ftp })
  senderRoutes(app, { ...needs, admission: admits, announcing: announces })
  uploadRoutes(app, { settings, arriving: arrives })

  async function list(query: ParsedOf<typeof senders.incoming>, { language }: Pick<By, 'language'>) {
    const toItem = (row: ListedIncoming): Incoming => ({
      id: row.id,
      publicationId: row.publication_id,
      title: row.title,
      sender: { id: row.sender_id, name: row.sender_name },
      person: row.person,
      organisation: row.organisation,
      state: row.state,
      decision: row.decision ?? '',
      message: row.error && textOf(language, errors[row.error as ErrorName].text),
      fileCount: row.file_count,
      sizeBytes: row.size_bytes,
      createdAt: row.created_at.toISOString(),
      receivedAt: row.received_at?.toISOString() ?? null,
    })
    return pageOf(await incoming.page(query), query.size, { toItem, key: ({ key, id }) => [key, id] })
  }

  const tell = ({ id }: { id: string }, { actor }: By): Promise<null> =>
    transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      if (!(await incoming.tellAgain(tx, id, now()))) throw new Failure('incomingGone')
      return null
    })

  /** Cancels submissions that were idle for long. */
  async function sweep(): Promise<number> {
    let swept = 0
    for (const { id } of await incoming.idle(new Date(now().getTime() - UNFINISHED_MS), ROUND)) {
      const isGone = await transact(db, async (tx) => {
        const row = await incoming.held(tx, id)
        return row?.state === 'receiving' && publications.giveBack(tx, row.publication_id)
      })
      if (isGone) swept += 1
    }
    return swept
  }

  const whileOn = settings.whileOn
  mount(app, senders.list, whileOn('senders', service.list))
  mount(app, senders.create, whileOn('senders', service.create))
  mount(app, senders.edit, whileOn('senders', service.edit))
  mount(app, senders.renew, whileOn('senders', service.renew))
  mount(app, senders.revoke, whileOn('senders', service.revoke))
  mount(app, senders.remove, whileOn('senders', service.remove))
  mount(app, senders.incoming, whileOn('senders', list))
  mount(app, senders.tell, whileOn('senders', tell))

  // An administrator registered the address, so it is allowed whether or not members may import from other sites.
  const outside = outsideGateway({ policy: { ...config.outside, isOn: true }, watch: needs.watchOutgoing })
  return {
    handOver: receivedTables(shared),
    tellDecisions: telling({ ...needs, incoming, outside }),
    sweep,
    ftp: submissionLogins({ arriving: arrives, incoming, settings }),
  }
}
