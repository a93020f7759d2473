import type { FastifyInstance } from 'fastify'
import { mails } from '#contract/mails.ts'
import type { Deps } from '#server/app.ts'
import { callerOf } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type MailService, mailService } from './service.ts'
import { sqlMailStore } from './store.ts'

export { occasionOf } from './occasion.ts'

/** What other modules send with. */
export type Mails = Pick<MailService, 'queue' | 'queueAll' | 'kick'>

type Needs = Deps & { audit: Audit; settings: SettingService; origin: () => string }

/** Mail: an outbox that survives a crash, the server it leaves by, and the words of every mail. */
export function mailsModule(app: FastifyInstance, needs: Needs): MailService {
  const service = mailService({ ...needs, store: sqlMailStore(needs.db) })
  mount(app, mails.list, service.list)
  mount(app, mails.show, (input, { actor, request }) => service.show(input, { actor, caller: callerOf(request) }))
  mount(app, mails.retry, service.retry)
  mount(app, mails.server, service.server)
  mount(app, mails.setServer, (given, { actor, request }) => service.setServer(given, actor, callerOf(request)))
  mount(app, mails.test, (given, { actor, language, request }) =>
    service.test(given, language, { actor, caller: callerOf(request) }),
  )
  mount(app, mails.templates, service.templates)
  mount(app, mails.setTemplate, (given, { actor, request }) => service.setTemplate(given, actor, callerOf(request)))
  mount(app, mails.resetTemplate, (given, { actor, request }) => service.resetTemplate(given, actor, callerOf(request)))
  mount(app, mails.preview, service.preview)
  app.addHook('onClose', () => service.settled().then(() => {}))
  return service
}
