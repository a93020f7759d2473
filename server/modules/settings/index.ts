import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { settings } from '#contract/settings.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { texts } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'

import { type Pictures, pictureStore } from './picture-store.ts'
import { type SettingService, settingService } from './service.ts'
import { sqlSettingStore } from './store.ts'

export type { Pictures } from './picture-store.ts'
export type { SettingService } from './service.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const YEAR_S = 31_536_000

/** The settings of the site: brand, texts, rules for accounts, and the numbers of the home page. */
export function settingsModule(
  app: FastifyInstance,
  { db, bus, now, newId, audit }: Deps & { audit: Audit },
): SettingService & { pictures: Pictures; version: string } {
  const pictures = pictureStore(db, now)
  const service = settingService({ db, bus, audit, store: sqlSettingStore(db), pictures, now, newId, version })
  mount(app, settings.accountRules, service.accountRules)
  mount(app, settings.setAccountRules, service.setAccountRules)
  mount(app, settings.website, service.website)
  mount(app, settings.setWebsite, service.setWebsite)
  mount(app, settings.institution, service.institution)
  mount(app, settings.setInstitution, service.setInstitution)
  mount(app, settings.spaceDefaults, service.spaceDefaults)
  mount(app, settings.setSpaceDefaults, service.setSpaceDefaults)
  mount(app, settings.retention, service.retention)
  mount(app, settings.setRetention, service.setRetention)
  mount(app, settings.approvalSwitches, service.approvalSwitches)
  mount(app, settings.setApprovalSwitches, service.setApprovalSwitches)
  mount(app, settings.features, service.features)
  mount(app, settings.setFeatures, service.setFeatures)
  mountBytes(app, settings.picture, async ({ hash }, { reply }) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(await pictures.read(hash)),
  )
  mount(app, settings.basic, async (_input, { language }) => service.basic(language))
  mount(app, settings.guard, service.guard)
  mount(app, settings.numbers, service.numbers)
  mount(app, settings.language, async ({ lang }) => texts[lang === 'en_US' ? 'en' : 'zh'])
  mount(app, settings.version, (_input, { language }) => service.notice(language))
  return { ...service, pictures, version }
}
