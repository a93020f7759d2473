import type { FastifyBaseLogger } from 'fastify'
import type { ErrorName } from '#contract/core/errors.ts'
import { can } from '#contract/core/policy.ts'
import type { GivenRole } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db } from '#server/storage/database.ts'

export type JoiningNeeds = {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  audit: Audit
  journal: Journal
  mails: Mails
  messages: Messages
  people: People
  settings: Pick<SettingService, 'accountRules'>
  spaces: Pick<SpaceService, 'see' | 'demand' | 'hold' | 'judge' | 'change' | 'admit'>
  origin: () => string
  now: () => Date
  newId: () => string
}
export type SeenSpace = Awaited<ReturnType<SpaceService['see']>>

/** An error with a reason in both languages; `why` is a key of `joining.why`. */
export const because = (refusal: ErrorName, why: Why): Failure =>
  new Failure(refusal, {
    values: { why: { zh: textOf('zh', `joining.why.${why}`), en: textOf('en', `joining.why.${why}`) } },
    data: { why },
  })
export type Why = 'unknown' | 'expired' | 'revoked' | 'accepted' | 'declined' | 'closed'

/** Nobody may grant a role above their own permissions: the senior role requires the permission to change roles. */
export function refuseHigherRole(actor: SignedIn, space: SeenSpace, role: GivenRole): void {
  if (role === 'senior' && !can(actor, 'member.edit', policyContextOf(space))) throw new Failure('spaceRightMissing')
}
