import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { settings } from '#contract/settings.ts'
import type { Deps } from '#server/app.ts'
import { callerOf } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { texts } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type SettingService, settingService } from './service.ts'
import { sqlSettingStore } from './store.ts'

export type { SettingService } from './service.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Brand, texts, numbers and the site-wide guard. */
export function settingsModule(
  app: FastifyInstance,
  { db, bus, now, newId, audit }: Deps & { audit: Audit },
): SettingService {
  const service = settingService({ db, bus, audit, store: sqlSettingStore(db), now, newId, version })
  mount(app, settings.accountRules, service.accountRules)
  mount(app, settings.setAccountRules, (rules, { actor, request }) =>
    service.setAccountRules(rules, actor, callerOf(request)),
  )
  mount(app, settings.basic, async (_input, { language }) => service.basic(language))
  mount(app, settings.guard, service.guard)
  mount(app, settings.numbers, service.numbers)
  mount(app, settings.language, async ({ lang }) => texts[lang === 'en_US' ? 'en' : 'zh'])
  mount(app, settings.version, service.notice)
  // Messages come with their own capability; until somebody can send one, nobody has an unread one.
  mount(app, settings.unread, async () => 0)
  return service
}
