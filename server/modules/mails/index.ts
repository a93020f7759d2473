import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/mails.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type MailService, mailService } from './service.ts'
import { sqlMailStore } from './store.ts'

export { occasionOf, toOwner } from './occasion.ts'
export type { MailService } from './service.ts'

/** The operations with which other modules send mail. */
export type Mails = Pick<MailService, 'queue' | 'queueAll' | 'kick'>

type Needs = Deps & { audit: Audit; settings: SettingService; people: People; origin: () => string }

/** Mail: an outbox that survives a crash, the mail server, and the texts of all mails. */
export function mailsModule(app: FastifyInstance, needs: Needs): MailService {
  const service = mailService({ ...needs, store: sqlMailStore(needs.db) })
  mount(app, mails.list, service.list)
  mount(app, mails.show, service.show)
  mountBytes(app, mails.links, async (_input, call) => {
    const { headings, pages } = await service.links(call)
    return sendCsv(call.reply, 'links.csv', headings, pages)
  })
  mount(app, mails.retry, service.retry)
  mount(app, mails.kept, service.kept)
  mount(app, mails.sendKept, service.sendKept)
  mount(app, mails.server, service.server)
  mount(app, mails.setServer, service.setServer)
  mount(app, mails.test, service.test)
  mount(app, mails.check, service.check)
  mount(app, mails.templates, service.templates)
  mount(app, mails.setTemplate, service.setTemplate)
  mount(app, mails.resetTemplate, service.resetTemplate)
  mount(app, mails.preview, service.preview)
  // Published when the transaction that queued the mails commits; the first server that reacts sends them.
  needs.bus.on('mail', service.kick)
  app.addHook('onClose', () => service.flushed().then(() => {}))
  return service
}
