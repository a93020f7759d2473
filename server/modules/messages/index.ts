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
/** For modules that change roles at the site. */
export type RoleMessages = Pick<MessageService, 'notifyRole'>

type Needs = Deps & { mails: Mails; settings: SettingService; origin: () => string }

/** Messages to people: in their list, as a toast on their pages, by mail. */
export const messagesModule = (needs: Needs): MessageService =>
  messageService({ ...needs, store: sqlMessageStore(needs.db) })

/** The list of a person's messages. */
export function mountMessages(app: FastifyInstance, service: MessageService): void {
  mount(app, messages.list, (query, { actor, language }) => service.list(query, actor.id, language))
  mount(app, messages.unread, (_input, { actor }) => service.unread(actor.id))
  mount(app, messages.read, ({ ids }, { actor }) => service.read(actor.id, ids))
  mount(app, messages.readAll, (_input, { actor }) => service.read(actor.id, null))
  mount(app, messages.remove, ({ id }, { actor }) => service.remove(actor, id))
}
