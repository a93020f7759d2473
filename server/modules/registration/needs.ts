import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Draw } from './captcha.ts'
import type { RegistrationStore } from './store.ts'

export type RegistrationNeeds = {
  db: Db
  store: RegistrationStore
  now: () => Date
  newId: () => string
  draw: Draw
  origin: () => string
  audit: Audit
  mails: Mails
  people: People
  settings: Pick<SettingService, 'accountRules' | 'agreement'>
  tryThrottled: SessionService['tryThrottled']
}
export type Ask = { language: Language; caller: Caller }
