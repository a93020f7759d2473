import { sql } from 'kysely'
import type { ReportContent } from '#contract/reports.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { VersionRow } from './store.ts'

type NewVersion = { reportId: string; number: number; name: string; makerId: string; at: Date }

export const sqlReportVersions = (db: Db | Tx) => ({
  /** The versions of a report, the newest first; there are never many. */
  async all(reportId: string): Promise<VersionRow[]> {
    const { rows } = await sql<VersionRow>`
      select v.report_id, v.number, v.name, v.maker_id, v.at, p.name as maker_name
      from report_version v join person p on p.id = v.maker_id
      where v.report_id = ${reportId}::uuid order by v.number desc`.execute(db)
    return rows
  },

  async content(reportId: string, number: number, tx: Db | Tx = db): Promise<ReportContent | undefined> {
    const row = await tx
      .selectFrom('report_version')
      .select('content')
      .where('report_id', '=', reportId)
      .where('number', '=', number)
      .executeTakeFirst()
    return row?.content
  },

  /** Keeps the draft of a report as a version. */
  insert: (tx: Tx, { reportId, number, name, makerId, at }: NewVersion) =>
    sql`
      insert into report_version (report_id, number, name, content, maker_id, at)
      select id, ${number}, ${name}, draft, ${makerId}::uuid, ${at} from report
      where id = ${reportId}::uuid`.execute(tx),

  /** False when there is no such version. */
  async rename(tx: Tx, { reportId, number, name }: Pick<NewVersion, 'reportId' | 'number' | 'name'>): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('report_version')
      .set({ name })
      .where('report_id', '=', reportId)
      .where('number', '=', number)
      .executeTakeFirst()
    return numUpdatedRows > 0
  },

  /** Removes the oldest versions without a name until there are fewer than `most`; how many are left. */
  async makeRoom(tx: Tx, reportId: string, most: number): Promise<number> {
    await sql`
      delete from report_version v using (
        select number, row_number() over (order by number) as place
        from report_version where report_id = ${reportId}::uuid and name = '') as old
      where v.report_id = ${reportId}::uuid and v.number = old.number and old.place <=
        (select count(*) from report_version where report_id = ${reportId}::uuid) - ${most - 1}::int`.execute(tx)
    const { count } = await tx
      .selectFrom('report_version')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('report_id', '=', reportId)
      .executeTakeFirstOrThrow()
    return count
  },
})
export type ReportVersionStore = ReturnType<typeof sqlReportVersions>
