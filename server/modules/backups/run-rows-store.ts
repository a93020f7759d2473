import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { BackupCopy, BackupRun } from '#contract/backups.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import type { IntoSpace, Schema } from '#server/storage/schema.ts'

export type RunRow = Selectable<Schema['backup_run']> & {
  spaces_total: number
  spaces_done: number
  spaces_failed: number
}
export type CopyRow = Selectable<Schema['backup_copy']>
type ListedCopy = CopyRow & { is_deleted: boolean }
/** Whether the space of a copy `c` is no longer there. */
const isDeleted = sql`not exists (select 1 from space s where s.id = c.space_id)`

const counted = (states: RawBuilder<unknown>) =>
  sql`(select count(*) from backup_copy c where c.run_id = r.id and ${states})`
/** The columns of a run `r`, with how many spaces it is about. */
export const runColumns = sql`r.*, ${counted(sql`true`)} as spaces_total,
  ${counted(sql`c.state in ('completed', 'removed')`)} as spaces_done, ${counted(sql`c.state = 'failed'`)} as spaces_failed`

const said = (error: ErrorName | '', language: Language) => ({
  error,
  message: error === '' ? '' : textOf(language, errors[error].text),
})
const timeOf = (at: Date | null) => at?.toISOString() ?? null

export const runOf = (row: RunRow, language: Language): BackupRun => ({
  id: row.id,
  kind: row.kind,
  isScheduled: row.is_scheduled,
  state: row.state,
  spacesTotal: row.spaces_total,
  spacesDone: row.spaces_done,
  spacesFailed: row.spaces_failed,
  bytes: row.bytes,
  sentBytes: row.sent_bytes,
  createTime: row.created_at.toISOString(),
  startTime: timeOf(row.started_at),
  endTime: timeOf(row.finished_at),
  ...said(row.error, language),
})
export const copyOf = (row: ListedCopy, language: Language): BackupCopy => ({
  id: row.id,
  runId: row.run_id,
  space: { id: row.space_id, name: row.space_name, isDeleted: row.is_deleted },
  state: row.state,
  files: row.files,
  rows: row.rows,
  bytes: row.bytes,
  sentBytes: row.sent_bytes,
  startTime: timeOf(row.started_at),
  endTime: timeOf(row.finished_at),
  ...said(row.error, language),
})

type Page = { after?: string | undefined; size: number }

/** Runs and copies as people read them. */
export const sqlRunRows = (db: Db) => ({
  async runs(policyId: string, { after, size }: Page, language: Language) {
    const below = after ? decodeCursor(after, z.tuple([part.count])) : null
    const { rows } = await sql<RunRow>`
      select ${runColumns} from backup_run r where r.policy_id = ${policyId}::uuid and r.kind <> 'restore'
        ${below ? sql`and r.number < ${below[0]}` : sql``} order by r.number desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => runOf(row, language), key: ({ number }) => [number] })
  },

  async run(id: string): Promise<RunRow | undefined> {
    const { rows } = await sql<RunRow>`select ${runColumns} from backup_run r where r.id = ${id}::uuid`.execute(db)
    return rows[0]
  },

  /** The copies of a space that exist at their targets, newest first. */
  async ofSpace(spaceId: string, { after, size }: Page, language: Language) {
    const below = after ? decodeCursor(after, z.tuple([part.timestamp, part.id])) : null
    const { rows } = await sql<ListedCopy & { key: string }>`
      select c.*, ${exactly(sql`c.started_at`)} as key, ${isDeleted} as is_deleted from backup_copy c
      where space_id = ${spaceId}::uuid and state = 'completed' and source_id is null
        ${below ? sql`and (started_at, id) < (${below[0]}::timestamptz, ${below[1]}::uuid)` : sql``}
      order by started_at desc, id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => copyOf(row, language), key: ({ key, id }) => [key, id] })
  },

  /** The restores of copies of a space, newest first, with the space that each makes. */
  async restores(spaceId: string, { after, size }: Page, language: Language) {
    const below = after ? decodeCursor(after, z.tuple([part.timestamp, part.id])) : null
    const { rows } = await sql<RunRow & { key: string; into_space: IntoSpace; cause: ErrorName | '' }>`
      select ${runColumns}, ${exactly(sql`r.created_at`)} as key, c.into_space, c.error as cause
      from backup_copy c join backup_run r on r.id = c.run_id
      where c.space_id = ${spaceId}::uuid and c.into_space is not null
        ${below ? sql`and (r.created_at, r.id) < (${below[0]}::timestamptz, ${below[1]}::uuid)` : sql``}
      order by r.created_at desc, r.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, {
      toItem: ({ into_space: { way, spaceId: id, name }, cause, ...row }) => ({
        ...runOf({ ...row, error: row.error || cause }, language),
        target: { way, id, name },
      }),
      key: ({ key, id }) => [key, id],
    })
  },

  async copies(
    runId: string,
    { after, size, isFailed }: Page & { isFailed?: boolean | undefined },
    language: Language,
  ) {
    const below = after ? decodeCursor(after, z.tuple([part.id])) : null
    const { rows } = await sql<ListedCopy>`
      select c.*, ${isDeleted} as is_deleted from backup_copy c where run_id = ${runId}::uuid ${below ? sql`and id > ${below[0]}::uuid` : sql``}
        ${isFailed === undefined ? sql`` : sql`and (error <> '') = ${isFailed}`}
      order by id limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => copyOf(row, language), key: ({ id }) => [id] })
  },
})
export type RunRows = ReturnType<typeof sqlRunRows>
