import { PERSON_NAME_MAX, UNIT_MAX } from '#contract/core/limits.ts'
import { NewPassword, PersonName, Unit } from '#contract/people.ts'
import { Email } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import { type By, byToken, type SignedIn } from '#server/http/context.ts'
import type { People, PersonRow } from '#server/modules/people/index.ts'
import type { UserService } from '#server/modules/users/index.ts'
import { isStorable } from '#server/storage/storable.ts'
import { problem } from './answers.ts'
import { checked, type Parameters, wanted } from './parameters.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL_MAX = 254
const PASSWORD_MAX = 200
/** Roles that an application may assign; administrator is not among them. */
const ROLES = ['role_general', 'role_senior'] as const

/** Accounts by the old form. */
export function legacyAccounts({ users, people }: { users: Pick<UserService, 'register'>; people: People }) {
  /** Somebody who has an account and may use it. Throws userNotFound, accountDisabled, accountInactive. */
  function able(person: PersonRow | undefined): PersonRow {
    if (!person || person.state === 'application') throw new Failure('userNotFound')
    if (person.disabled_at || person.locked_at) throw new Failure('accountDisabled')
    if (person.state !== 'active') throw new Failure('accountInactive')
    return person
  }

  /** The person that a parameter names. */
  async function personOf(parameters: Parameters, name: string): Promise<PersonRow> {
    const id = wanted(parameters, name)
    return able(UUID.test(id) ? await people.byId(id) : undefined)
  }

  /** A person as somebody who acts, through an application. */
  const actingFor = ({ id, role, email, name, avatar }: PersonRow, application: SignedIn): SignedIn =>
    byToken({ id, role, email, name, avatar, scope: 'write', through: { name: application.name } })

  function emailOf(parameters: Parameters): string {
    return checked('emailAccounts', wanted(parameters, 'emailAccounts'), {
      schema: Email,
      max: EMAIL_MAX,
      otherwise: 'email',
    })
  }

  /** A given password is judged and not kept: people set their own by the mail that they get. */
  async function register(parameters: Parameters, by: By) {
    const emailAccounts = emailOf(parameters)
    const name = checked('name', wanted(parameters, 'name'), {
      schema: PersonName,
      max: PERSON_NAME_MAX,
      otherwise: 'characters',
    })
    const org = checked('org', wanted(parameters, 'org'), { schema: Unit, max: UNIT_MAX, otherwise: 'characters' })
    const { password, role: given = 'role_general' } = parameters
    if (password && !NewPassword.safeParse(password.slice(0, PASSWORD_MAX)).success) throw problem('password')
    const role = ROLES.find((one) => one === given)
    if (!role) throw new Failure('forbidden')
    const { id } = await users.register({ emailAccounts, name, orgChineseName: org, role }, by)
    return { userId: id }
  }

  async function userInfo(parameters: Parameters) {
    const email = emailOf(parameters)
    const { id, name, role, unit } = able(isStorable(email) ? await people.byEmail(email) : undefined)
    return { userId: id, emailAccounts: email, name, role, org: unit }
  }

  return { register, userInfo, personOf, actingFor }
}
export type LegacyAccounts = ReturnType<typeof legacyAccounts>
