import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { TimestampInput } from '#contract/core/shapes.ts'
import type { OutlineCard, ReportContent, ReportKind } from '#contract/reports.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

type Stored = Selectable<Schema['report']>
type Known = { maker_name: string; published_at: Date | null; is_changed: boolean }
/** `shown` is what is published. */
export type ReportRow = Stored & Known & { shown: ReportContent | null }
/** `outline` and `chart_type` are of what the reader sees. */
export type ListedReport = Omit<Stored, 'draft' | 'version'> &
  Known & { seen_at: Date; outline: OutlineCard[] | null; chart_type: string | null }
export type NewReport = Insertable<Schema['report']>
export type VersionRow = Omit<Selectable<Schema['report_version']>, 'content'> & { maker_name: string }
/** `mayEdit`: the reader may change reports of others, and so sees their drafts once they are published. */
export type Reader = { id: string | null; mayEdit: boolean }
type Query = { kind?: ReportKind | undefined; q?: string | undefined; after?: string | undefined; size: number }

/** Cards in the small picture of a board (our choice). */
const OUTLINE_MAX = 12

/** Maximum number of boards listed for the charts of a page (our choice). */
const USES_MAX = 500
/** The boards that show a chart, by its id. */
type UsedBy = Map<string, { id: string; name: string }[]>

/** Boards that the page of a public space lists (our choice). */
const PUBLIC_MAX = 20

/** A report that was never published is visible only to its creator. */
const visibleTo = ({ id }: Pick<Reader, 'id'>) => sql`(r.published is not null or r.maker_id = ${id}::uuid)`
/** Whether the reader sees the draft. */
const seesDraft = ({ id, mayEdit }: Reader) => (mayEdit ? sql`true` : sql`r.maker_id = ${id}::uuid`)
const joined = sql`
  from report r join person p on p.id = r.maker_id
  left join report_version v on v.report_id = r.id and v.number = r.published`
const known = sql`
  p.name as maker_name, v.at as published_at, coalesce(v.content <> r.draft, true) as is_changed`
const whole = sql`r.*, v.content as shown, ${known} ${joined}`
const listed = (reader: Reader) => sql`
  r.id, r.space_id, r.kind, r.name, r.description, r.maker_id, r.created_at, r.changed_at, r.changed_by, r.published,
  r.last_number, ${known}, seen.at as seen_at, seen.content #>> '{definition,type}' as chart_type, (
    select jsonb_agg(jsonb_build_object('x', card -> 'x', 'y', card -> 'y', 'w', card -> 'w', 'h', card -> 'h',
      'type', coalesce(card #> '{content,definition,type}', card #> '{content,kind}')))
    from (select card from jsonb_array_elements(seen.content #> '{board,tabs,0,cards}') as card
      limit ${OUTLINE_MAX}) as first) as outline
  ${joined} cross join lateral (select
    case when ${seesDraft(reader)} then r.draft else v.content end as content,
    case when ${seesDraft(reader)} then r.changed_at else v.at end as at) as seen`
const json = (content: ReportContent) => sql<ReportContent>`${JSON.stringify(content)}::jsonb`
const stored = (row: Partial<NewReport>) => ({ ...row, ...(row.draft && { draft: json(row.draft as ReportContent) }) })

export const sqlReports = (db: Db | Tx) => ({
  /** A page of the reports of a space that the reader may see, the latest changed first. */
  async page(spaceId: string, reader: Reader, { kind, q, after, size }: Query) {
    const where: RawBuilder<unknown>[] = [sql`r.space_id = ${spaceId}::uuid`, visibleTo(reader)]
    if (kind) where.push(sql`r.kind = ${kind}`)
    if (q) where.push(sql`concat_ws(' ', r.name, r.description, p.name) ilike ${`%${literal(q)}%`}`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([TimestampInput, part.id]))
      where.push(sql`(seen.at, r.id) < (${key}::timestamptz, ${id}::uuid)`)
    }
    const { rows } = await sql<ListedReport & { key: string }>`
      select ${exactly(sql`seen.at`)} as key, ${listed(reader)} where ${sql.join(where, sql` and `)}
      order by seen.at desc, r.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },

  /** The space of a report. */
  async spaceOf(id: string): Promise<string | undefined> {
    const row = await db.selectFrom('report').select('space_id').where('id', '=', id).executeTakeFirst()
    return row?.space_id
  },

  /** Reports of a space that the reader may see, by their ids. */
  async some(spaceId: string, ids: readonly string[], reader: Pick<Reader, 'id'>): Promise<ReportRow[]> {
    if (!ids.length) return []
    const { rows } = await sql<ReportRow>`
      select ${whole} where r.space_id = ${spaceId}::uuid and r.id = any(${[...ids]}::uuid[])
        and ${visibleTo(reader)}`.execute(db)
    return rows
  },

  /** The latest published boards of a space, without their contents. */
  async publicBoards(spaceId: string) {
    const { rows } = await sql<{ id: string; name: string; description: string }>`
      select r.id, r.name, r.description
      from report r join report_version v on v.report_id = r.id and v.number = r.published
      where r.space_id = ${spaceId}::uuid and r.kind = 'board' order by v.at desc, r.id desc limit ${PUBLIC_MAX}`.execute(
      db,
    )
    return rows
  },

  /** The published content of boards of a space, by their names. */
  async publishedBoards(spaceId: string, ids: readonly string[] | null, most: number) {
    const which = ids ? sql`and r.id = any(${[...ids]}::uuid[])` : sql``
    const { rows } = await sql<{ id: string; name: string; description: string; content: ReportContent }>`
      select r.id, r.name, r.description, v.content
      from report r join report_version v on v.report_id = r.id and v.number = r.published
      where r.space_id = ${spaceId}::uuid and r.kind = 'board' ${which}
      order by r.name collate natural_order, r.id limit ${most}`.execute(db)
    return rows
  },

  /** Reports of a space as the reader sees them, by their names; at most so many. */
  async seen(spaceId: string, reader: Reader, most: number) {
    const { rows } = await sql<Pick<Stored, 'id' | 'kind' | 'name'> & { content: ReportContent }>`
      select r.id, r.kind, r.name, case when ${seesDraft(reader)} then r.draft else v.content end as content ${joined}
      where r.space_id = ${spaceId}::uuid and ${visibleTo(reader)}
      order by r.name collate natural_order, r.id limit ${most}`.execute(db)
    return rows
  },

  /** A report that the reader may see, held for a change. */
  async held(tx: Tx, spaceId: string, id: string, reader: Pick<Reader, 'id'>): Promise<Stored | undefined> {
    const { rows } = await sql<Stored>`
      select r.* from report r where r.id = ${id}::uuid and r.space_id = ${spaceId}::uuid
        and ${visibleTo(reader)} for update`.execute(tx)
    return rows[0]
  },

  /** Boards that contain charts, by the chart, as far as the reader may see them. */
  async boardsWith(spaceId: string, chartIds: readonly string[], reader: Pick<Reader, 'id'>): Promise<UsedBy> {
    if (!chartIds.length) return new Map()
    const { rows } = await sql<{ id: string; name: string; chart_id: string }>`
      select r.id, r.name, used.chart_id
      from report r left join report_version v on v.report_id = r.id and v.number = r.published
      cross join lateral (select distinct one #>> '{}' as chart_id from jsonb_path_query(
        jsonb_build_array(r.draft, v.content), '$.**.content ? (@.kind == "saved").id') as one) as used
      where r.space_id = ${spaceId}::uuid and r.kind = 'board' and ${visibleTo(reader)}
        and used.chart_id = any(${[...chartIds]}::text[])
      order by r.name collate natural_order, r.id limit ${USES_MAX}`.execute(db)
    const found: UsedBy = new Map()
    for (const { chart_id, ...board } of rows) found.set(chart_id, [...(found.get(chart_id) ?? []), board])
    return found
  },

  /** Reports of these spaces whose names contain a text. */
  async named(spaceIds: readonly string[], q: string, reader: Pick<Reader, 'id'>, most: number) {
    const { rows } = await sql<{ id: string; kind: ReportKind; name: string; space_id: string; space_name: string }>`
      select r.id, r.kind, r.name, s.id as space_id, s.name as space_name from report r join space s on s.id = r.space_id
      where r.space_id = any(${[...spaceIds]}::uuid[]) and ${visibleTo(reader)} and r.name ilike ${`%${literal(q)}%`}
      order by r.name collate natural_order, r.id limit ${most}`.execute(db)
    return rows
  },

  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('report')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return count
  },

  insert: (tx: Tx, row: NewReport) =>
    tx
      .insertInto('report')
      .values({ ...row, draft: json(row.draft as ReportContent) })
      .execute(),
  update: (tx: Tx, id: string, set: Partial<NewReport>) =>
    tx.updateTable('report').set(stored(set)).where('id', '=', id).execute(),
  remove: (tx: Tx, id: string) => tx.deleteFrom('report').where('id', '=', id).execute(),

  /** The name of a person. */
  async nameOf(tx: Tx, personId: string): Promise<string> {
    const row = await tx.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst()
    return row?.name ?? ''
  },
})
export type ReportStore = ReturnType<typeof sqlReports>

/** The reports of a person who leaves a space belong to its owner. */
export const giveReportsToOwner = async (tx: Tx, { spaceId, personId }: { spaceId: string; personId: string }) => {
  await sql`
    update report r set maker_id = s.owner_id from space s
    where s.id = r.space_id and r.space_id = ${spaceId}::uuid and r.maker_id = ${personId}::uuid`.execute(tx)
}
