import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import type { LinkKind, PersonRow } from '#server/modules/people/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Claim } from '#server/storage/schema.ts'
import type { RegistrationNeeds } from './needs.ts'

/** Mails a link that proves an address. */
export async function mailLink(
  { mails, people }: Pick<RegistrationNeeds, 'mails' | 'people'>,
  tx: Tx,
  person: PersonRow,
  kind: LinkKind & ('activation' | 'reset' | 'invitation'),
  language: Language,
  claim: Claim | null = null,
) {
  const url = await people.makeLink(tx, { kind, personId: person.id, email: person.email, claim })
  const details = {
    name: claim?.name ?? person.name,
    hours: people.hoursOf(kind),
    inviter: textOf(language, 'mails.administrator'),
  }
  await mails.queue(tx, { kind, ...toOwner(person), language, details, secrets: { url } })
}

/** Notifies the owner of a registered address that someone signed up with it; visitors learn nothing. */
export const mailKnownPerson = (
  { mails, origin }: Pick<RegistrationNeeds, 'mails' | 'origin'>,
  tx: Tx,
  person: PersonRow,
) =>
  mails.queue(tx, {
    kind: 'alreadyRegistered',
    ...toOwner(person),
    details: { name: person.name, loginUrl: `${origin()}/login`, resetUrl: `${origin()}/retrieve-password` },
  })
