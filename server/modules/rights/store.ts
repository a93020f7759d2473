import { sql } from 'kysely'
import type { SpaceRole } from '#contract/core/policy.ts'
import type { RoleFlags } from '#contract/rights.ts'
import type { Role } from '#contract/session.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type PersonRow = { id: string; name: string; systemRole: Role; role: SpaceRole | null }

export const sqlRightsStore = (db: Db) => ({
  ofSpace: (spaceId: string): Promise<RoleFlags> => read(db, spaceId, sql``),

  /** As read, kept from others until the transaction ends. */
  lock: (tx: Tx, spaceId: string): Promise<RoleFlags> => read(tx, spaceId, sql`order by role for update`),

  write: (tx: Tx, spaceId: string, { senior, normal }: RoleFlags) =>
    sql`update space_flags set flags = case role when 'senior' then ${senior}::text[] else ${normal}::text[] end
      where space_id = ${spaceId}::uuid`.execute(tx),

  /** A person with an account, and their role in a space. */
  async person(spaceId: string, personId: string): Promise<PersonRow | undefined> {
    const { rows } = await sql<PersonRow>`
      select p.id, p.name, p.role as "systemRole", m.role
      from person p left join member m on m.person_id = p.id and m.space_id = ${spaceId}::uuid
      where p.id = ${personId}::uuid`.execute(db)
    return rows[0]
  },

  async owns(spaceId: string, personId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from space where id = ${spaceId}::uuid and owner_id = ${personId}::uuid and status = 'normal'`.execute(
      db,
    )
    return rows.length > 0
  },
})
export type RightsStore = ReturnType<typeof sqlRightsStore>

async function read(from: Db | Tx, spaceId: string, end: ReturnType<typeof sql>): Promise<RoleFlags> {
  const { rows } = await sql<{ role: 'senior' | 'normal'; flags: RoleFlags['senior'] }>`
    select role, flags from space_flags where space_id = ${spaceId}::uuid ${end}`.execute(from)
  const flagsOf = (role: 'senior' | 'normal') => rows.find((row) => row.role === role)?.flags ?? []
  return { senior: flagsOf('senior'), normal: flagsOf('normal') }
}
