import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { datasetPath } from '#contract/pages/paths.ts'
import type {
  CatalogueFacet,
  CatalogueSearch,
  CatalogueSort,
  CatalogueValue,
} from '#contract/publications/catalogue.ts'
import type { AccessKind, Bilingual, ResourceType } from '#contract/publications/metadata.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { conceptDoi, conceptHandle } from './store.ts'

/** Characters of a description that a list shows, and authors that it names. */
const EXCERPT = 320
const AUTHORS = 5

/** A catalogue query on a day (UTC): an embargo that ends on it has ended. */
export type CatalogueWish = Omit<CatalogueSearch, 'isAsked' | 'space' | 'author' | 'at'> & {
  author: AuthorWish | null
  spaceId: string | null
  today: string
}
/** An author by an ORCID iD, or a person or an organisation by its names; with `at` a person who works there. */
export type AuthorWish = { orcid: string; names: readonly string[]; at: string }

/** The space `s` is visible to everyone. */
const isOpenSpace = sql`s.type = 'public' and s.status = 'normal'`
const accessOn = (today: string) => sql`case when e.embargo_until <= ${today}::date then 'open' else e.access_kind end`

/**
 * Whether the newest version `p` of a dataset names this author: by the ORCID iD, by a name that has no ORCID iD
 * beside it, or as where an author works.
 */
function isBy({ orcid, names, at }: AuthorWish): RawBuilder<unknown> {
  const forms = [
    ...(orcid ? [{ orcid }] : []),
    ...names.flatMap((name): object[] =>
      at ? [{ name, orcid: '', affiliations: [{ name: at }] }] : [{ name, orcid: '' }, { affiliations: [{ name }] }],
    ),
  ]
  const named = forms.map((form) => sql`p.metadata -> 'authors' @> ${JSON.stringify([form])}::jsonb`)
  return sql`p.is_current and (${sql.join(named, sql` or `)})`
}

function narrowed(wish: CatalogueWish): RawBuilder<unknown> {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (wish.q) where.push(sql`e.keys @@ search_query(${wish.q})`)
  if (wish.type) where.push(sql`e.resource_type = ${wish.type}`)
  if (wish.year) where.push(sql`e.year = ${Number(wish.year)}`)
  if (wish.licence) where.push(sql`e.licence = ${wish.licence}`)
  if (wish.institution) where.push(sql`e.publisher = ${wish.institution}`)
  if (wish.subject) where.push(sql`${wish.subject} = any(e.subjects)`)
  if (wish.access) where.push(sql`${accessOn(wish.today)} = ${wish.access}`)
  if (wish.author) where.push(sql`e.dataset_id in (select p.dataset_id from publication p where ${isBy(wish.author)})`)
  if (wish.spaceId) where.push(sql`e.space_id = ${wish.spaceId}::uuid`)
  return sql.join(where, sql` and `)
}

/** `name`: as people read it, where it is no text of ours. */
export type CountedValue = Pick<CatalogueValue, 'value' | 'count'> & { name?: string }
type Counts = { total: number; facets: Record<CatalogueFacet, CountedValue[]> }
type CountRow = Partial<Record<CatalogueFacet, string | null>> & { count: number; space_name?: string | null }

/** How many datasets match, and how many of them have each value of each facet, the most frequent first. */
export async function countCatalogue(db: Db, wish: CatalogueWish): Promise<Counts> {
  const [plain, bySubject] = await Promise.all([
    // Deduplicated first, so that each dataset is hashed once, and not once for each facet.
    sql<CountRow>`
      with found as materialized (
        select e.resource_type as type, ${accessOn(wish.today)} as access, e.year, e.licence, e.publisher as institution,
          e.space_id, count(*) as n
        from dataset_entry e where ${narrowed(wish)} group by 1, 2, 3, 4, 5, 6)
      select c.type, c.access, c.year::text, c.licence, c.institution, s.identifier as space, s.name as space_name, c.count
      from (
        select type, access, year, licence, institution, space_id, grouping(space_id) = 0 as is_space,
          coalesce(sum(n), 0)::int as count
        from found group by grouping sets ((type), (access), (year), (licence), (institution), (space_id), ())
      ) as c
      left join space s on s.id = c.space_id and ${isOpenSpace}
      where not c.is_space or s.id is not null
      order by c.count desc, c.year desc`.execute(db),
    sql<CountRow>`
      select subject, count(*)::int as count from dataset_entry e, unnest(e.subjects) as subject
      where ${narrowed(wish)} group by subject order by count desc, subject`.execute(db),
  ])
  const valuesOf = (rows: CountRow[], facet: CatalogueFacet) =>
    rows.flatMap((row): CountedValue[] => (row[facet] ? [{ value: row[facet], count: row.count }] : []))
  const facets = {
    type: valuesOf(plain.rows, 'type'),
    access: valuesOf(plain.rows, 'access'),
    year: valuesOf(plain.rows, 'year').toSorted((a, b) => Number(b.value) - Number(a.value)),
    subject: valuesOf(bySubject.rows, 'subject'),
    licence: valuesOf(plain.rows, 'licence'),
    institution: valuesOf(plain.rows, 'institution'),
    space: plain.rows.flatMap(({ space, space_name: name, count }) =>
      space && name ? [{ value: space, name, count }] : [],
    ),
  }
  const isSum = ({ count: _count, ...values }: CountRow) => Object.values(values).every((value) => value === null)
  return { total: plain.rows.find(isSum)?.count ?? 0, facets }
}

/** Names of disciplines below the first level of GB/T 13745, or of other classifications, as in a dataset's record. */
export async function subjectNamesOf(db: Db, codes: readonly string[]): Promise<Record<string, Bilingual>> {
  if (!codes.length) return {}
  const { rows } = await sql<{ code: string; name: Bilingual }>`
    select code, named.name from unnest(${[...codes]}::text[]) as code, lateral (
      select p.metadata -> 'subjectNames' -> code as name from publication p
      where p.is_current and p.metadata -> 'subjectNames' ? code limit 1) as named`.execute(db)
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
}

/** English names of institutions, by the names under which they are counted, each from one of their datasets. */
export async function englishPublishers(db: Db, publishers: readonly string[]): Promise<Map<string, string>> {
  if (!publishers.length) return new Map()
  const { rows } = await sql<{ publisher: string; name: string }>`
    select asked.publisher, named.name from unnest(${[...publishers]}::text[]) as asked (publisher), lateral (
      select p.publisher ->> 'en' as name from dataset_entry e join publication p on p.id = e.publication_id
      where e.publisher = asked.publisher limit 1) as named
    where named.name <> ''`.execute(db)
  return new Map(rows.map((row) => [row.publisher, row.name]))
}

/** A dataset of the catalogue: its newest version. */
export type CatalogueRow = {
  id: string
  dataset_id: string
  number: number
  title: Bilingual
  description: Bilingual
  authors: string[]
  author_count: number
  published_at: Date
  changed_at: Date
  resource_type: ResourceType
  access: AccessKind
  licence: string
  publisher: Bilingual
  ark: string | null
  doi: string | null
  handle: string | null
  file_count: number
  size_bytes: number
  views: number
  downloads: number
  /** Its place in the order. */
  key: string | number
}

const Key = z.tuple([part.text, part.id])
const TimeKey = z.tuple([part.timestamp, part.id])
type Order = {
  by: RawBuilder<unknown>
  /** The dataset, as the index of the order has it. */
  id: RawBuilder<unknown>
  /** A position in the order, as encoded in a cursor. */
  key: (place: RawBuilder<unknown>) => RawBuilder<unknown>
  isDown: boolean
  behind: (after: string) => RawBuilder<unknown>
}
const byTime = (isDown: boolean): Order => ({
  by: sql`e.published_at`,
  id: sql`e.dataset_id`,
  key: exactly,
  isDown,
  behind: (after) => {
    const [at, id] = decodeCursor(after, TimeKey)
    return sql`(e.published_at, e.dataset_id) ${isDown ? sql`<` : sql`>`} (${at}::timestamptz, ${id}::uuid)`
  },
})
const CountKey = z.tuple([part.count, part.id])
/** By what was counted of all versions, the most first. */
const byUsage = (place: RawBuilder<unknown>): Order => ({
  by: place,
  id: sql`u.dataset_id`,
  key: (counted) => counted,
  isDown: true,
  behind: (after) => {
    const [count, id] = decodeCursor(after, CountKey)
    return sql`(${place}, u.dataset_id) < (${count}::bigint, ${id}::uuid)`
  },
})
const orders: Record<CatalogueSort, Order> = {
  views: byUsage(sql`u.views`),
  downloads: byUsage(sql`u.downloads`),
  newest: byTime(true),
  oldest: byTime(false),
  title: {
    by: sql`e.title collate natural_order`,
    id: sql`e.dataset_id`,
    key: (place) => place,
    isDown: false,
    behind: (after) => {
      const [title, id] = decodeCursor(after, Key)
      return sql`(e.title collate natural_order, e.dataset_id) > (${title} collate natural_order, ${id}::uuid)`
    },
  },
}

/** Up to this many matches are sorted; with more, the list is read in its order until a page is full. */
const SORTED_MAX = 2000
/** `total` is how many match: the database can't estimate that of a word. */
export type CataloguePlace = { after: string | undefined; size: number; total: number }

/** A page of the matching datasets. Throws invalid for a cursor of another order. */
export async function cataloguePage(
  db: Db,
  wish: CatalogueWish,
  { after, size, total }: CataloguePlace,
): Promise<{ list: CatalogueRow[]; next?: string }> {
  const { by, id, key, isDown, behind } = orders[wish.sort]
  const direction = isDown ? sql`desc` : sql`asc`
  // With an offset the matches are found first, and then put in order.
  const fence = total <= SORTED_MAX ? sql`offset 0` : sql``
  // The other orders need no counts to find their page.
  const counted =
    wish.sort === 'views' || wish.sort === 'downloads' ? sql`join dataset_usage_total u using (dataset_id)` : sql``
  const rest = after === undefined ? sql`true` : behind(after)
  const { rows } = await sql<CatalogueRow>`
    with found as materialized (
      select e.dataset_id, e.publication_id, ${accessOn(wish.today)} as access, e.licence,
        ${by} as place
      from (select * from dataset_entry e where ${narrowed(wish)} ${fence}) as e ${counted} where ${rest}
      order by ${by} ${direction}, ${id} ${direction} limit ${size + 1}
    )
    select p.id, p.dataset_id, p.number, p.metadata->'title' as title,
      jsonb_build_object('zh', left(p.metadata->'description'->>'zh', ${EXCERPT}::int),
        'en', left(p.metadata->'description'->>'en', ${EXCERPT}::int)) as description,
      jsonb_path_query_array(p.metadata, ${sql.lit(`$.authors[0 to ${AUTHORS - 1}].name`)}) as authors,
      jsonb_array_length(p.metadata->'authors') as author_count, p.published_at, p.changed_at, p.resource_type,
      f.access, f.licence, p.publisher, i.value as ark, ${key(sql`f.place`)} as key,
      ${conceptDoi} as doi, ${conceptHandle} as handle, p.file_count, p.size_bytes, u.views, u.downloads
    from found f join publication p on p.id = f.publication_id
      join dataset_usage_total u on u.dataset_id = f.dataset_id
      left join identifier i on i.dataset_id = p.dataset_id
    order by f.place ${direction}, f.dataset_id ${direction}`.execute(db)
  return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.dataset_id] })
}

/** Changes with each version that is published or withdrawn: what was counted before holds no longer. */
export async function catalogueState(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select ${exactly(sql`p.changed_at`)} as at from publication p where p.state in ('published', 'withdrawn')
    order by p.changed_at desc, p.id desc limit 1`.execute(db)
  return rows[0]?.at ?? ''
}

type OpenSpace = { id: string; name: string; identifier: string }
/** A public space; null if there is none with this identifier. */
export async function openSpace(db: Db, identifier: string): Promise<OpenSpace | null> {
  const { rows } = await sql<OpenSpace>`
    select s.id, s.name, s.identifier from space s
    where lower(s.identifier) = lower(${identifier}) and ${isOpenSpace}`.execute(db)
  return rows[0] ?? null
}

/** The name of an author in their newest dataset; null if there is none. */
export async function authorNamed(db: Db, orcid: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select a ->> 'name' as name from publication p, jsonb_array_elements(p.metadata -> 'authors') as a
    where ${isBy({ orcid, names: [], at: '' })} and a ->> 'orcid' = ${orcid} order by p.published_at desc, p.id limit 1`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Whether a public dataset names this person or organisation. */
export async function isNamed(db: Db, wish: AuthorWish): Promise<boolean> {
  const { rows } = await sql`select from publication p where ${isBy(wish)} limit 1`.execute(db)
  return rows.length > 0
}

type Crawled = { id: string; path: string; changedOn: string }
/** Pages of the newest versions in the order of their datasets, starting with the given one. */
export async function crawledFrom(db: Db, id: string | null, most: number): Promise<Crawled[]> {
  const { rows } = await sql<{ id: string; number: number; changed_on: string }>`
    select e.dataset_id as id, p.number, to_char(p.changed_at at time zone 'UTC', 'YYYY-MM-DD') as changed_on
    from dataset_entry e join publication p on p.id = e.publication_id
    where e.dataset_id >= coalesce(${id}::uuid, e.dataset_id) order by e.dataset_id limit ${most}`.execute(db)
  return rows.map((row) => ({ id: row.id, path: datasetPath(row.id, row.number), changedOn: row.changed_on }))
}

/** Every n-th dataset in the order of their ids. */
export async function crawledStarts(db: Db, every: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select dataset_id as id, row_number() over (order by dataset_id) as place from dataset_entry) numbered
    where place % ${every}::bigint = 1 order by id`.execute(db)
  return rows.map((row) => row.id)
}
