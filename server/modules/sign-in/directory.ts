import type { ParsedOf } from '#contract/core/operation.ts'
import type { signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Outsider } from '#server/modules/methods/index.ts'
import type { From } from '#server/modules/session/index.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'
import type { Newcomers } from './newcomers.ts'
import { type Ending, places } from './places.ts'

/** Names and passwords that a directory knows. */
export function directoryRules(
  { store, now, session, methods }: SignInNeeds,
  { admitBy }: Identities,
  { becomeKnown }: Pick<Newcomers, 'becomeKnown'>,
) {
  async function directory({ methodId, username, password }: ParsedOf<typeof signIn.directory>, from: From) {
    const id = methodId ?? (await methods.firstDirectory())
    if (!id) throw new Failure('methodOff')
    const { kind } = await methods.summary(id)
    const outsider = await verifyDirectory(id, username, password, from)
    const ending = await arriveByDirectory({ methodId: id, kind, outsider }, from)
    return { ...ending, isPending: ending.attempt !== undefined }
  }

  async function arriveByDirectory(arrival: Arrival, from: From): Promise<Ending> {
    const person = await store.personOf(arrival.methodId, arrival.outsider.subject)
    if (!person) return becomeKnown(arrival, null)
    const admission = await admitBy(person, arrival, from)
    await store.used(arrival.methodId, arrival.outsider.subject, arrival.outsider.label, now())
    return { to: places.done(null), admission }
  }

  /** Throws directoryRefused; wrong passwords are delayed as for local passwords. */
  async function verifyDirectory(methodId: string, username: string, password: string, from: From): Promise<Outsider> {
    const name = `${methodId} ${username}`
    const outsider = await session.tryDirectory({ address: from.caller.address, name }, async () => {
      const found = await methods.verify(methodId, username, password)
      if (!found) await session.noteRefusal({ ...from, method: 'ldap' }, 'directoryRefused', null, username)
      return found
    })
    if (!outsider) throw new Failure('directoryRefused')
    return outsider
  }

  return { directory, verifyDirectory }
}
