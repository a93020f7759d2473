import type { Insertable } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'
import { metadataOf } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { tablesByName } from '#server/modules/data-views/index.ts'
import { builtInTemplates } from '#server/modules/publication-templates/index.ts'
import { reportsByName } from '#server/modules/reports/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { people } from '../people.ts'
import { random } from '../random.ts'
import type { DemoPublication, SampleSpace } from '../sample.ts'

const INSTITUTE = { zh: '高原湖泊研究所', en: 'Institute of Highland Lakes' }

type Freeze = (id: string, tops: { id: string; name: string }[]) => Promise<void>

/** Written as text: the driver takes an array for one of PostgreSQL's. */
const json = <Value>(value: Value) => JSON.stringify(value) as unknown as Value

/** Ids of tables and boards of the space by their names. Throws for a name that is not there. */
async function idsByName(tx: Tx, space: SampleSpace, { tables = [], boards = [] }: DemoPublication) {
  const known = tables.length ? await tablesByName(tx, space.id) : new Map<string, { id: string }>()
  const placed = boards.length ? await reportsByName(tx, space.id) : new Map<string, { id: string }>()
  const ids = (names: readonly string[], of: ReadonlyMap<string, { id: string }>) =>
    names.map((name) => {
      const found = of.get(name)
      if (!found) throw new Error(`there is no ${name}`)
      return found.id
    })
  return { tables: ids(tables, known), boards: ids(boards, placed) }
}

function fieldsOf({ fields, authors, template, chosen }: DemoPublication, space: SampleSpace) {
  const listed: DraftFields['authors'] = authors.map(({ key, family, given, orcid = '' }, place) => ({
    kind: 'person',
    name: space.person(key).name,
    family,
    given,
    orcid,
    email: people.find((one) => one.key === key)?.email ?? '',
    affiliations: [{ name: INSTITUTE.zh, ror: '' }],
    isContact: place === 0,
  }))
  return { ...fields, authors: listed, template, files: chosen.map((path) => space.itemId(path)) }
}

/** Views and downloads of each day since it was published, most of them on weekdays. */
async function addUsage(tx: Tx, id: string, publishedAt: Date, { calendar, identifier }: SampleSpace): Promise<void> {
  const draw = random(`usage ${identifier} ${publishedAt.toISOString()}`)
  const days = Math.floor((calendar.now.getTime() - publishedAt.getTime()) / DAY_MS)
  const rows = Array.from({ length: days }, (_, daysAgo) => {
    const isWeekend = [0, 6].includes(calendar.at(daysAgo + 1, 12).getDay())
    const views = draw.whole(0, isWeekend ? 4 : 14)
    return {
      publication_id: id,
      day: calendar.day(daysAgo + 1),
      views,
      downloads: Math.floor(views * draw.between(0, 0.4)),
    }
  })
  if (rows.length) await tx.insertInto('dataset_usage').values(rows).execute()
}

async function addPublication(tx: Tx, space: SampleSpace, draft: DemoPublication, freeze: Freeze): Promise<void> {
  const { maker, reviewer, madeAt, submittedAt, publishedAt, template, chosen } = draft
  const definition = builtInTemplates.get(template)
  if (!definition) throw new Error(`there is no template ${template}`)
  const fields = { ...fieldsOf(draft, space), ...(await idsByName(tx, space, draft)) }
  const metadata = metadataOf(definition, fields)
  const [datasetId, id, makerId] = [space.newId(), space.newId(), space.person(maker).id]
  const reviewerId = reviewer && space.person(reviewer).id
  await tx.insertInto('dataset').values({ id: datasetId, space_id: space.id, created_at: madeAt }).execute()
  const row: Insertable<Schema['publication']> = {
    id,
    dataset_id: datasetId,
    number: 1,
    state: publishedAt ? 'published' : 'pending',
    is_current: publishedAt !== null,
    fields: json(fields),
    revisions: json({}),
    title: metadata.title.zh,
    resource_type: metadata.resourceType,
    metadata: json(metadata),
    publisher: json(INSTITUTE),
    access_kind: metadata.access.kind,
    embargo_until: metadata.access.until,
    transfer: 'success',
    made_by: makerId,
    editors: [makerId],
    submitted_by: makerId,
    reviewer_id: reviewerId,
    created_at: madeAt,
    changed_at: publishedAt ?? submittedAt,
    submitted_at: submittedAt,
    published_at: publishedAt,
    round: 1,
  }
  await tx.insertInto('publication').values(row).execute()
  await freeze(
    id,
    (fields.files ?? []).map((file, place) => ({ id: file, name: chosen[place]?.split('/').at(-1) ?? file })),
  )
  const events: Pick<Insertable<Schema['publication_event']>, 'kind' | 'person_id' | 'at'>[] = [
    { kind: 'made', person_id: makerId, at: madeAt },
    { kind: 'submitted', person_id: makerId, at: submittedAt },
    ...(publishedAt ? [{ kind: 'published' as const, person_id: reviewerId, at: publishedAt }] : []),
  ]
  await tx
    .insertInto('publication_event')
    .values(events.map((event) => ({ ...event, id: space.newId(), publication_id: id, reason: '' })))
    .execute()
  if (publishedAt) await addUsage(tx, id, publishedAt, space)
  if (!reviewerId) return
  await tx
    .insertInto('publication_reviewer')
    .values({ person_id: reviewerId, added_at: madeAt })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Publishes and submits sample data, as if it had been done in the past. */
export async function publicationsOfPast(tx: Tx, space: SampleSpace, freeze: Freeze): Promise<void> {
  for (const draft of space.publications?.(space.calendar) ?? []) await addPublication(tx, space, draft, freeze)
}
