import type { ReportContent } from '#contract/reports.ts'
import type { Tx } from '#server/storage/database.ts'
import { sqlReports } from './store.ts'
import { sqlReportVersions } from './version-store.ts'

type Placed = {
  id: string
  spaceId: string
  makerId: string
  name: string
  description: string
  content: ReportContent
}

/** Saves and publishes a report of sample data. */
export async function placeReport(tx: Tx, { spaceId, makerId, content, ...report }: Placed, at: Date): Promise<void> {
  await sqlReports(tx).insert(tx, {
    ...report,
    space_id: spaceId,
    kind: content.kind,
    maker_id: makerId,
    created_at: at,
    changed_at: at,
    changed_by: makerId,
    draft: content,
    published: 1,
    last_number: 1,
  })
  await sqlReportVersions(tx).insert(tx, { reportId: report.id, number: 1, name: '', makerId, at })
}

/** The reports of a space of sample data by their names. */
export async function reportsByName(tx: Tx, spaceId: string): Promise<Map<string, { id: string }>> {
  const rows = await tx.selectFrom('report').select(['id', 'name']).where('space_id', '=', spaceId).execute()
  return new Map(rows.map(({ id, name }) => [name, { id }]))
}
