import { sql } from 'kysely'
import type { Parameter } from '#contract/custom-parameters.ts'
import type { ComponentRight } from '#contract/preview.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'

type Translated = { zh: string; en: string }
export type ComponentRow = {
  id: string
  bundle: string
  name: Translated
  version: string
  category: string
  logo: string
  description: Translated
  author: string
  size: number
  sha256: string
  entry: string
  rights: ComponentRight[]
  suffixes: string[]
  parameters: Parameter[]
  is_on: boolean
  installed_at: Date
}
export type Draft = Omit<ComponentRow, 'is_on' | 'installed_at'>
export type InstalledPackage = Pick<ComponentRow, 'version' | 'parameters'>
export type PackageFile = { path: string; sha256: string; md5: string; size: number }

const columns = sql`id, bundle, name, version, category, logo, description, author, size, encode(sha256, 'hex') as sha256,
  entry, rights, suffixes, parameters, is_on, installed_at`
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

export const sqlComponentStore = (db: Db) => ({
  /** A page of installed components by package name; one extra row shows that more follow. */
  async page(query: { q?: string | undefined; size: number }, after: string | null): Promise<ComponentRow[]> {
    const pattern = `%${literal(query.q ?? '')}%`
    const words = query.q
      ? sql`and (bundle ilike ${pattern} or name::text ilike ${pattern} or ${query.q.toLowerCase()} = any(suffixes))`
      : sql``
    const { rows } = await sql<ComponentRow>`
      select ${columns} from component where bundle > ${after ?? ''} ${words} order by bundle limit ${query.size + 1}`.execute(
      db,
    )
    return rows
  },
  /** Enabled components for a suffix. */
  async showing(suffix: string): Promise<ComponentRow[]> {
    const { rows } = await sql<ComponentRow>`
      select ${columns} from component where suffixes @> array[${suffix}::text] and is_on order by bundle limit 50`.execute(
      db,
    )
    return rows
  },
  async byId(id: string, tx: Db | Tx = db): Promise<ComponentRow | undefined> {
    const { rows } = await sql<ComponentRow>`select ${columns} from component where id = ${id}`.execute(tx)
    return rows[0]
  },
  /** Locks a component's row for the following change. */
  async lock(tx: Tx, id: string): Promise<ComponentRow | undefined> {
    const { rows } = await sql<ComponentRow>`select ${columns} from component where id = ${id} for update`.execute(tx)
    return rows[0]
  },
  /** Which of these packages are installed, with version and parameters. */
  async installed(bundles: readonly string[]): Promise<Map<string, InstalledPackage>> {
    const { rows } = await sql<InstalledPackage & { bundle: string }>`
      select bundle, version, parameters from component where bundle = any(${bundles}::text[])`.execute(db)
    return new Map(rows.map((row) => [row.bundle, row]))
  },
  /** A file of an enabled component. */
  async file(id: string, path: string): Promise<{ sha256: string; size: number } | undefined> {
    const { rows } = await sql<{ sha256: string; size: number }>`
      select encode(f.blob_sha256, 'hex') as sha256, f.size from component_file f join component c on c.id = f.component_id
      where f.component_id = ${id} and f.path = ${path} and c.is_on`.execute(db)
    return rows[0]
  },
  /**
   * Inserts a component or replaces another version, which keeps its enabled state; false when this very package is
   * installed.
   */
  async put(tx: Tx, draft: Draft, by: string, now: Date): Promise<boolean> {
    const { rows } = await sql`
      insert into component (id, bundle, name, version, category, logo, description, author, size, sha256, entry, rights,
        suffixes, parameters, installed_at, installed_by, changed_at)
      values (${draft.id}, ${draft.bundle}, ${json(draft.name)}, ${draft.version}, ${draft.category}, ${draft.logo},
        ${json(draft.description)}, ${draft.author}, ${draft.size}, decode(${draft.sha256}, 'hex'), ${draft.entry},
        ${draft.rights}::text[], ${draft.suffixes}::text[], ${json(draft.parameters)}, ${now}, ${by}::uuid, ${now})
      on conflict (id) do update set bundle = excluded.bundle, name = excluded.name, version = excluded.version,
        category = excluded.category, logo = excluded.logo, description = excluded.description, author = excluded.author,
        size = excluded.size, sha256 = excluded.sha256, entry = excluded.entry, rights = excluded.rights,
        suffixes = excluded.suffixes, parameters = excluded.parameters, changed_at = excluded.changed_at
      where component.sha256 <> excluded.sha256 returning id`.execute(tx)
    return rows.length > 0
  },
  /** Replaces the files of a component; their contents are in the store. */
  async setFiles(tx: Tx, id: string, files: readonly PackageFile[], now: Date): Promise<void> {
    const ordered = files.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    const column = (pick: (file: PackageFile) => string | number) => ordered.map(pick)
    const given = sql`unnest(${column(({ path }) => path)}::text[], ${column(({ sha256 }) => sha256)}::text[],
      ${column(({ md5 }) => md5)}::text[], ${column(({ size }) => size)}::bigint[]) as f(path, sha256, md5, size)`
    await sql`
      insert into blob (sha256, md5, size, created_at, touched_at)
      select distinct on (sha256) decode(sha256, 'hex'), decode(md5, 'hex'), size, ${now}::timestamptz, ${now}::timestamptz
      from ${given} order by sha256
      on conflict (sha256) do update set touched_at = excluded.touched_at`.execute(tx)
    await sql`delete from component_file where component_id = ${id}`.execute(tx)
    await sql`
      insert into component_file (component_id, path, blob_sha256, size)
      select ${id}, path, decode(sha256, 'hex'), size from ${given}`.execute(tx)
  },
  edit: (tx: Tx, id: string, change: Pick<ComponentRow, 'parameters' | 'suffixes'>, now: Date) =>
    sql`update component set parameters = ${json(change.parameters)}, suffixes = ${change.suffixes}::text[], changed_at = ${now}
      where id = ${id}`.execute(tx),
  turn: (tx: Tx, id: string, isOn: boolean, now: Date) =>
    sql`update component set is_on = ${isOn}, changed_at = ${now} where id = ${id}`.execute(tx),
  remove: (tx: Tx, id: string) => sql`delete from component where id = ${id}`.execute(tx),
})
export type ComponentStore = ReturnType<typeof sqlComponentStore>
