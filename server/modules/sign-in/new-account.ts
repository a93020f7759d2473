import type { ParsedOf } from '#contract/core/operation.ts'
import type { Agreement } from '#contract/people.ts'
import type { signIn } from '#contract/sign-in.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import { agreedTo, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import type { From } from '#server/modules/session/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'

type Creation = {
  arrival: Arrival
  form: ParsedOf<typeof signIn.complete>
  isVouched: boolean
  from: From
  agreement: Agreement | null
}

/** Creates an account; null if the address is taken: then only its owner is informed, by email. */
export async function createAccount(
  needs: SignInNeeds,
  { bindNoted }: Identities,
  tx: Tx,
  { arrival, form, isVouched, from, agreement }: Creation,
): Promise<PersonRow | null> {
  const { now, newId, audit, people } = needs
  const { kind, outsider } = arrival
  const { caller, language } = from
  const email = form.emailAccounts
  const bySuffix = await people.roleBySuffix({ email, role: 'role_general', role_source: 'suffix' })
  const person = await people.insert(tx, {
    id: newId(),
    email,
    name: form.name,
    english_name: outsider.englishName,
    unit: form.org,
    phone: outsider.phone,
    role: outsider.role ?? (isVouched ? bySuffix : 'role_general'),
    role_source: outsider.role ? 'method' : 'suffix',
    state: isVouched ? 'active' : 'pending',
    join_method: kind,
    language,
    agreement,
    created_at: now(),
  })
  if (!person) {
    await notifyOwner(needs, tx, email, arrival)
    return null
  }
  const after = { method: kind, state: person.state, role: person.role, ...agreedTo(agreement).after }
  audit.record(tx, { action: 'register', actor: null, caller, target: targetOf(person), after })
  if (isVouched) await bindNoted(tx, person, arrival, caller)
  else await mailActivation(needs, tx, person)
  return person
}

/** Mails the owner of a registered address that somebody used it through another site. */
async function notifyOwner(
  { people, methods, mails }: SignInNeeds,
  tx: Tx,
  email: string,
  { methodId }: Arrival,
): Promise<void> {
  const known = await people.byEmail(email, tx)
  if (!known) return
  const { name } = await methods.summary(methodId)
  const details = { name: known.name, method: name[known.language] }
  await mails.queue(tx, { kind: 'resetElsewhere', ...toOwner(known), details })
}

async function mailActivation({ people, mails }: SignInNeeds, tx: Tx, person: PersonRow): Promise<void> {
  const kind = 'activation'
  const url = await people.makeLink(tx, { kind, personId: person.id, email: person.email })
  const details = { name: person.name, hours: people.hoursOf(kind) }
  await mails.queue(tx, { kind, ...toOwner(person), details, secrets: { url } })
}
