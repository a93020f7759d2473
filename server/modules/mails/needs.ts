import type { FastifyBaseLogger } from 'fastify'
import type { MailKind } from '#contract/mails.ts'
import type { Config } from '#server/config.ts'
import type { Language } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { MailStore } from './store.ts'

export type Outgoing = {
  kind: MailKind
  recipient: string
  language: Language
  personId?: string | null
  /** Values that administrators may read in the outbox. */
  details?: Record<string, string | number>
  /** Links and codes: stored encrypted, and deleted once the mail was sent. */
  secrets?: Record<string, string>
}
export type MailNeeds = {
  db: Db
  store: MailStore
  seal: Seal
  audit: Audit
  settings: Pick<SettingService, 'basic'>
  people: Pick<People, 'makeLinks' | 'lastClaims' | 'isLinkValid'>
  config: Config
  origin: () => string
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}

/** Encryption purpose of the secrets of mails. */
export const PURPOSE = 'mail'
/** Maximum characters kept of a mail server's answer. */
export const ERROR_MAX = 500
