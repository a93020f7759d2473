import { sql } from 'kysely'
import { type Rule, trashedBefore } from '#server/doctor/rule.ts'

/** A table in readable form: the identifier of its space and its name. */
const table = sql`(select s.identifier from space s where s.id = d.space_id) || ':' || d.name as what`
/** The table of the rows (`t_`) or of the history (`h_`) of a table `d`; null when it is not there. */
const physical = (kind: 't_' | 'h_') => sql`to_regclass('tables.' || ${kind} || replace(d.id::text, '-', ''))`
const wrongRows = sql`coalesce(d.row_count <> count_table_rows(d.id), false)`

/** Types of the database by type of column. */
const TYPES = sql`(values ('text', 'text'), ('number', 'numeric'), ('date', 'date'), ('boolean', 'boolean'),
  ('datetime', 'timestamp with time zone'), ('choice', 'text'), ('choices', 'text[]'), ('file', 'uuid'), ('person', 'uuid'))
  as known (type, stored)`
/** Numbers of the physical columns that a table has. */
const present = sql`
  select substr(a.attname, 2)::int as number, format_type(a.atttypid, a.atttypmod) as stored, a.attgenerated <> '' as is_computed
  from pg_attribute a where a.attrelid = ${physical('t_')} and a.attname ~ '^c[0-9]+$' and not a.attisdropped`
/** Numbers of the physical columns that the history of a table remembers. */
const remembered = sql`
  select (side.row ->> 'physical')::int from table_change h, jsonb_array_elements(h.columns) as e (effect),
    lateral (values (e.effect -> 'before'), (e.effect -> 'after')) as side (row)
  where h.table_id = d.id and jsonb_typeof(side.row) = 'object'`

/** Tables of the schema `tables` that belong to no table of a space. */
const strays = sql`
  select c.oid, c.relname::text as what from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'tables'::regnamespace
    and not exists (select 1 from data_table d where substr(c.relname, 3) = replace(d.id::text, '-', ''))`
/** Drops some of them; those in use by a backup or a person are kept until the next run. */
const dropStrays = sql`select drop_stray_tables() as dropped`

const lockedByNobody = sql`d.lock is not null and not exists (
  select 1 from task t where t.id::text = d.lock ->> 'taskId' and t.finished_at is null)`

const LOST = 'their people cannot use them; restore them from a backup'
/** Checks of the tables of spaces: catalogue, rows and history must agree. */
export const tableRules: Rule[] = [
  {
    check: 'table-without-rows',
    level: 'grave',
    said: 'tables lack what holds their rows or their history',
    so: LOST,
    wrong: () => sql`
      select ${table} from data_table d where ${physical('t_')} is null or ${physical('h_')} is null`,
  },
  {
    check: 'table-column-gone',
    level: 'grave',
    said: 'columns of tables are not in the database, or of another type there',
    so: LOST,
    wrong: () => sql`
      select s.identifier || ':' || d.name || ' ' || c.name as what
      from data_table d join space s on s.id = d.space_id join data_column c on c.table_id = d.id
        join ${TYPES} on known.type = c.type
      where ${physical('t_')} is not null and not exists (
        select 1 from (${present}) as p
        where p.number = c.physical and p.stored = known.stored and p.is_computed = (c.formula is not null))`,
  },
  {
    check: 'table-column-stray',
    level: 'light',
    said: 'columns in the database belong to no column of their table, and its history does not know them',
    so: 'they take room; compare with a backup',
    wrong: () => sql`
      select s.identifier || ':' || d.name || ' c' || p.number as what
      from data_table d join space s on s.id = d.space_id, lateral (${present}) as p
      where not exists (select 1 from data_column c where c.table_id = d.id and c.physical = p.number)
        and p.number not in (${remembered})`,
  },
  {
    check: 'table-rows',
    level: 'light',
    isDeep: true,
    said: 'tables have another number of rows than they say',
    so: 'lists show a wrong number',
    wrong: () => sql`select ${table} from data_table d where ${wrongRows}`,
    mend: {
      run: () => sql`update data_table d set row_count = count_table_rows(d.id) where ${wrongRows}`,
      done: 'counted anew',
    },
  },
  {
    check: 'table-locked',
    level: 'light',
    said: 'tables are locked by an import that is over',
    so: 'nobody can change them',
    wrong: () => sql`select ${table} from data_table d where ${lockedByNobody}`,
    mend: { run: () => sql`update data_table d set lock = null where ${lockedByNobody}`, done: 'unlocked' },
  },
  {
    check: 'table-trash-stays',
    level: 'note',
    said: 'tables are in the trash for longer than the site keeps it',
    so: 'the nightly work does not remove them: is a server running?',
    wrong: (now) =>
      sql`select ${table} from data_table d where d.trashed_at < ${trashedBefore(now)} and d.space_id not in (select on_hold_now('space'))`,
  },
  {
    check: 'table-stray',
    level: 'note',
    said: 'tables in the database hold rows of tables that were deleted',
    so: 'the hourly work drops them',
    wrong: () => sql`select what from (${strays}) as stray`,
    mend: { run: () => dropStrays, done: 'dropped' },
  },
]
