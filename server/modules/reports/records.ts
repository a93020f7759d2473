import type { OutlineCard, ReportDetails, ReportRecord, ReportVersion } from '#contract/reports.ts'
import type { ListedReport, ReportRow, VersionRow } from './store.ts'

type Named = Pick<ListedReport, 'id' | 'space_id' | 'kind' | 'name' | 'description' | 'maker_id' | 'maker_name'> &
  Pick<ListedReport, 'created_at' | 'published_at' | 'is_changed'>
type Shown = Pick<ReportRecord, 'usedBy'> & { at: Date; chartType: string | null; outline: OutlineCard[] | null }

const recordWith = (row: Named, { at, chartType, outline, usedBy }: Shown): ReportRecord => ({
  id: row.id,
  spaceId: row.space_id,
  kind: row.kind,
  name: row.name,
  description: row.description,
  maker: { personId: row.maker_id, personName: row.maker_name },
  createdAt: row.created_at.toISOString(),
  changedAt: at.toISOString(),
  publishedAt: row.published_at?.toISOString() ?? null,
  isChanged: row.is_changed,
  chartType: chartType ?? '',
  outline: outline ?? [],
  usedBy,
})

export const recordOf = (row: ListedReport, usedBy: ReportRecord['usedBy']): ReportRecord =>
  recordWith(row, { at: row.seen_at, chartType: row.chart_type, outline: row.outline, usedBy })

/** A report with its draft for those who may change it. */
export function detailsOf(
  row: ReportRow,
  mayEdit: boolean,
  { charts, usedBy }: Pick<ReportDetails, 'charts' | 'usedBy'>,
): ReportDetails {
  const seen = mayEdit ? row.draft : row.shown
  const chartType = seen?.kind === 'chart' ? seen.definition.type : ''
  const at = mayEdit ? row.changed_at : (row.published_at ?? row.changed_at)
  return {
    ...recordWith(row, { at, chartType, outline: [], usedBy }),
    version: row.version,
    published: row.shown,
    draft: mayEdit ? row.draft : null,
    charts,
  }
}

export const versionOf = (row: VersionRow, published: number | null): ReportVersion => ({
  number: row.number,
  name: row.name,
  madeBy: { personId: row.maker_id, personName: row.maker_name },
  at: row.at.toISOString(),
  isPublished: row.number === published,
})
