import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { Methods } from '#server/modules/methods/index.ts'
import type { People, PersonRow } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SignInService } from '#server/modules/sign-in/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { AccountStore } from './store.ts'

export type AccountNeeds = {
  db: Db
  store: AccountStore
  now: () => Date
  audit: Audit
  mails: Mails
  people: People
  session: SessionService
  secondStep: SecondStep
  signIn: SignInService
  methods: Pick<Methods, 'publicMethods'>
}

/** The caller's own row. */
export async function ownRow(people: People, actor: SignedIn): Promise<PersonRow> {
  const row = await people.byId(actor.id)
  if (!row) throw new Failure('notSignedIn')
  return row
}
