import { MAIL_KEEP_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { lettersOf } from './letter.ts'
import { mailServers } from './mail-server.ts'
import type { MailNeeds } from './needs.ts'
import { outbox } from './outbox.ts'
import { outboxList } from './outbox-list.ts'
import { mailTemplates } from './templates.ts'

export function mailService(needs: MailNeeds) {
  const { store, now } = needs
  const letters = lettersOf(needs)
  const { current, ...servers } = mailServers(needs, letters)
  const sending = outbox(needs, letters, current)
  return {
    ...sending,
    ...servers,
    ...outboxList(needs, letters, { kick: sending.kick, currentServer: current }),
    ...mailTemplates(needs, letters),
    /** For `/readyz`: undelivered mails are reported, but take no node out of service. */
    weakParts: async () =>
      (await servers.isSending()) ? [] : [{ part: 'mail', reason: 'no mail server is set: mails stay on this site' }],
    sweep: () => store.sweep(new Date(now().getTime() - MAIL_KEEP_DAYS * DAY_MS)),
  }
}
export type MailService = ReturnType<typeof mailService>
