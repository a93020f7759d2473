import { sql } from 'kysely'
import type { Invitation } from '#contract/users.ts'
import { exactly } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'

type Row = Awaited<ReturnType<ReturnType<typeof sqlInvitationStore>['one']>>

export const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  emailAccounts: row.email,
  role: row.role,
  usesLeft: row.uses_left,
  createdBy: row.inviter,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/** Invitations, with the name of the person who made them. */
export function sqlInvitationStore(db: Db) {
  const rows = () =>
    db
      .selectFrom('invitation')
      .innerJoin('person', 'person.id', 'invitation.created_by')
      .select(['invitation.id', 'invitation.email', 'invitation.role', 'uses_left', 'invitation.created_at'])
      .select(['expires_at', 'person.name as inviter', exactly(sql`invitation.created_at`).as('key')])

  return {
    one: (id: string) => rows().where('invitation.id', '=', id).executeTakeFirstOrThrow(),
    /** At most `most` invitations that can still be used at `at`, newest first. */
    page: ({ after, most, at }: { after: readonly [string, string] | null; most: number; at: Date }) =>
      rows()
        .where('expires_at', '>', at)
        .where('uses_left', '>', 0)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(invitation.created_at, invitation.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
          ),
        )
        .orderBy('invitation.created_at', 'desc')
        .orderBy('invitation.id', 'desc')
        .limit(most)
        .execute(),
    remove: (tx: Tx, id: string) =>
      tx.deleteFrom('invitation').where('id', '=', id).returning(['email', 'role']).executeTakeFirst(),
  }
}
