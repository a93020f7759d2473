import type { FastifyInstance } from 'fastify'
import { messages } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type MessageService, messageService } from './service.ts'
import { sqlMessageStore } from './store.ts'

export { mountMuted } from './muted.ts'
export { type Values, wordsOf } from './words.ts'
/** The operation with which other modules notify people. */
export type Messages = Pick<MessageService, 'notify'>

/** Messages to people: in their list, as a toast on their pages, by mail. */
export function messagesModule(
  app: FastifyInstance,
  needs: Deps & { mails: Mails; settings: SettingService; origin: () => string },
): MessageService {
  const service = messageService({ ...needs, store: sqlMessageStore(needs.db) })
  mount(app, messages.list, (query, { actor, language }) => service.list(query, actor.id, language))
  mount(app, messages.unread, (_input, { actor }) => service.unread(actor.id))
  mount(app, messages.read, ({ ids }, { actor }) => service.read(actor.id, ids))
  mount(app, messages.readAll, (_input, { actor }) => service.read(actor.id, null))
  mount(app, messages.remove, ({ id }, { actor }) => service.remove(actor, id))
  return service
}
