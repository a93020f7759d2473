import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Length of the queues of the whole installation; ages in seconds, 0 when nothing waits. */
export type QueueFigures = {
  uploads: number
  uploadBytes: number
  tasksWaiting: number
  taskAge: number
  mailAge: number
  mailsFailed: number
  contentAge: number
  jobAge: number
}

const ageOf = (column: string) => sql.raw<number>(`coalesce(extract(epoch from now() - min(${column})), 0)::float8`)

/** Reads the queues for operators; each is found by an index. */
export async function queueFigures(db: Db): Promise<QueueFigures> {
  const { rows } = await sql<Omit<QueueFigures, 'jobAge'>>`
    select
      (select count(*)::int from upload where node_id is null) as uploads,
      (select coalesce(sum(size), 0)::float8 from upload where node_id is null) as "uploadBytes",
      (select count(*)::int from task where finished_at is null and lease_by is null) as "tasksWaiting",
      (select ${ageOf('created_at')} from task where finished_at is null and lease_by is null) as "taskAge",
      (select ${ageOf('next_at')} from mail where state = 'waiting' and next_at < now()) as "mailAge",
      (select count(*)::int from mail where state = 'failed' and created_at > now() - interval '1 day') as "mailsFailed",
      (select ${ageOf('due_at')} from rendition where state = 'due' and due_at < now()) as "contentAge"`.execute(db)
  const [first] = rows
  if (!first) throw new Error('no figures')
  return { ...first, jobAge: await jobAgeOf(db) }
}

/** Age of the oldest scheduled job that has not started; its tables exist once the first server has started. */
async function jobAgeOf(db: Db): Promise<number> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('jobs.job') is not null as is_there`.execute(db)
  if (!tables[0]?.is_there) return 0
  const { rows } = await sql<{ age: number }>`
    select ${ageOf('start_after')} as age from jobs.job
    where state in ('created', 'retry') and start_after < now() and name not like '\\_\\_pgboss%'`.execute(db)
  return rows[0]?.age ?? 0
}
