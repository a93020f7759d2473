import type { FastifyInstance } from 'fastify'
import { notices } from '#contract/notices.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { maintenanceGate } from './gate.ts'
import { type NoticeService, noticeService } from './service.ts'
import { sqlNoticeStore } from './store.ts'

export type { NoticeService } from './service.ts'

/** Announcements and maintenance mode. */
export function noticesModule(
  app: FastifyInstance,
  { db, now, settings }: Pick<Deps, 'db' | 'now'> & { settings: SettingService },
): NoticeService {
  const service = noticeService({ store: sqlNoticeStore(db), settings, now })
  maintenanceGate(app, service, settings.basic)
  mount(app, notices.current, (_input, { actor, language }) => service.current(actor, language))
  mount(app, notices.dismiss, service.dismiss)
  mount(app, notices.maintenance, settings.maintenance)
  mount(app, notices.setMaintenance, settings.setMaintenance)
  mount(app, notices.announcements, settings.announcements)
  mount(app, notices.setAnnouncements, service.setAnnouncements)
  return service
}
