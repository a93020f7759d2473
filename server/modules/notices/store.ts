import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

export const sqlNoticeStore = (db: Db) => ({
  async dismissedBy(personId: string): Promise<Set<string>> {
    const rows = await db.selectFrom('dismissed_notice').select('notice_id').where('person_id', '=', personId).execute()
    return new Set(rows.map(({ notice_id }) => notice_id))
  },
  dismiss: (personId: string, noticeId: string) =>
    sql`insert into dismissed_notice (person_id, notice_id) values (${personId}::uuid, ${noticeId}::uuid)
      on conflict do nothing`.execute(db),
  /** Deletes the dismissals of announcements that no longer exist. */
  keepOnly: (noticeIds: readonly string[]) =>
    sql`delete from dismissed_notice where notice_id <> all(${[...noticeIds]}::uuid[])`.execute(db),
})
export type NoticeStore = ReturnType<typeof sqlNoticeStore>
