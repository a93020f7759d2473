import { type RawBuilder, sql } from 'kysely'
import type { User, UserState } from '#contract/users.ts'
import { columnOf, fields, type Given, type PersonRow, personFieldsOf } from '#server/modules/people/index.ts'

/** An account, with values from other tables. */
export type UserRow = Omit<PersonRow, 'password_hash' | 'state'> & {
  state: UserState
  has_password: boolean
  has_second_step: boolean
  is_online: boolean
  methods: User['methods']
  owned_spaces: number
}

/** The fields of an account as they are recorded in the audit log. */
export const auditValuesOf = (person: Partial<PersonRow>): Given =>
  Object.fromEntries(
    fields.filter((field) => columnOf[field] in person).map((field) => [field, person[columnOf[field]]]),
  )

/** The columns of a UserRow for the person `p`; who was seen after `seenSince` is online. */
export const userColumns = (seenSince: Date): RawBuilder<unknown> => sql`
  p.id, p.email, p.name, p.avatar, p.role, p.disabled_at, p.created_at, p.english_name, p.unit, p.english_unit, p.phone,
  p.orcid, p.introduction, p.role_source, p.state, p.locked_at, p.join_method, p.backup_email, p.last_sign_in_at,
  p.agreement,
  p.password_hash is not null as has_password,
  exists (select from totp where totp.person_id = p.id) or exists (select from passkey where passkey.person_id = p.id)
    as has_second_step,
  exists (select from session where session.person_id = p.id and session.seen_at >= ${seenSince}) as is_online,
  array(select distinct m.kind from identity i join method m on m.id = i.method_id where i.person_id = p.id order by 1)
    as methods,
  (select count(*)::int from space where space.owner_id = p.id) as owned_spaces`

export const userOf = (row: UserRow): User => ({
  id: row.id,
  ...personFieldsOf(row),
  role: row.role,
  roleSource: row.role_source,
  state: row.state,
  isDisabled: row.disabled_at !== null,
  isLocked: row.locked_at !== null,
  isOnline: row.is_online,
  joinMethod: row.join_method,
  methods: row.methods,
  hasPassword: row.has_password,
  hasSecondStep: row.has_second_step,
  backupEmail: row.backup_email,
  ownedSpaces: row.owned_spaces,
  createTime: row.created_at.toISOString(),
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  agreement: row.agreement,
})
