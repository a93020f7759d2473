import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { Features } from '#contract/settings.ts'
import type { Services } from '#server/app.ts'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import type { Deps } from '#server/deps.ts'
import { placeFiles } from '#server/modules/files/index.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import { hashPassword } from '#server/modules/session/index.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import { spaceParts } from '#server/space-parts.ts'
import type { Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Calendar } from './calendar.ts'
import { colleagues, DEMO_PASSWORD, type PersonKey, type people } from './people.ts'
import type { DemoFile, DemoSpace, SampleSpace, StoredFile, Tools } from './sample.ts'

const CAPACITY_GB = 10
/** Past spaces are created this long before their first file, and their members join one after another in between. */
const [LEAD_MS, APART_MS] = [4 * DAY_MS, DAY_MS / 2]
const PICTURES = '/api/pictures/'

export type Needs = Pick<Deps, 'db' | 'blobs' | 'now' | 'newId' | 'seal'> & {
  services: Pick<Services, 'files' | 'spaces'>
  calendar: Calendar
  tools: Tools
}
type Sample = {
  people: readonly (typeof people)[number][]
  spaces: readonly DemoSpace[]
  /** How many days ago the first users signed up. 0: users and spaces are new. */
  sinceDays: number
  /** Makes the content of a file of a space. */
  make: (space: DemoSpace, file: DemoFile, index: number) => Buffer | Promise<Buffer>
}

/** Creates the people and spaces of a sample that are not there yet. */
export async function seedSample(needs: Needs, { people: some, spaces, sinceDays, make }: Sample): Promise<void> {
  const ids = await addPeople(needs, some, sinceDays)
  await turnFeaturesOn(needs)
  const person = (key: PersonKey) => ({ id: ids.get(key) ?? '', name: some.find((one) => one.key === key)?.name ?? '' })
  const added: Promise<void>[] = []
  // One after another: while the files of a space are made, the one before it is filled.
  for (const space of spaces) {
    const stored = await storeFiles(needs, space, make)
    // All or nothing: after an interrupted start, the next one fills the space.
    const adding = needs.db.transaction().execute((tx) => addSpace(tx, needs, { space, stored, person, sinceDays }))
    // The error is thrown where all are awaited.
    adding.catch(() => {})
    added.push(adding)
  }
  await Promise.all(added)
}

/** A sample has every optional capability, unless somebody has decided about them. */
async function turnFeaturesOn({ db }: Needs): Promise<void> {
  const features = Object.fromEntries(Object.keys(Features.shape).map((feature) => [feature, true]))
  await db
    .insertInto('setting')
    .values({ key: 'features', value: JSON.stringify(features) })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Makes and stores the files of a space, a few at a time: what is ahead fills no memory. */
async function storeFiles(
  { blobs, calendar, tools }: Needs,
  space: DemoSpace,
  make: Sample['make'],
): Promise<StoredFile[]> {
  const files = space.files(calendar, tools)
  const stored: StoredFile[] = []
  const each = mapConcurrently(asyncOf(files.entries()), async ([index, file]): Promise<StoredFile> => {
    const { make: _, ...named } = file
    return { ...named, blob: await blobs.put(await make(space, file, index)) }
  })
  for await (const [, file] of each) stored.push(file)
  return stored
}
async function* asyncOf<T>(some: Iterable<T>): AsyncGenerator<T> {
  yield* some
}

/** The ids of the users; missing ones are created. */
async function addPeople(
  { db, newId, calendar }: Needs,
  some: Sample['people'],
  sinceDays: number,
): Promise<Map<PersonKey, string>> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const others = (sinceDays ? colleagues : []).map(({ email, name, unit, daysAgo }, i) => ({
    id: newId(),
    email,
    name,
    role: 'role_general' as const,
    unit,
    password_hash,
    disabled_at: null,
    created_at: calendar.at(daysAgo, 9, i * 2),
    last_sign_in_at: calendar.at(Math.min(daysAgo, 1 + ((i * 5) % 19)), 10, i),
  }))
  const rows = some.map(({ email, name, role, unit }, i) => ({
    id: newId(),
    email,
    name,
    role,
    unit,
    password_hash,
    disabled_at: null,
    created_at: calendar.at(Math.max(0, sinceDays - i * 3), 8, 15),
    last_sign_in_at: sinceDays ? calendar.at(i % 4, 7, i * 5) : null,
  }))
  await db
    .insertInto('person')
    .values([...rows, ...others])
    .onConflict((known) => known.doNothing())
    .execute()
  const emails = some.map(({ email }) => email)
  const known = await db.selectFrom('person').select(['id', 'email']).where('email', 'in', emails).execute()
  return new Map(some.map(({ key, email }) => [key, known.find((row) => row.email === email)?.id ?? '']))
}

type Filled = { space: DemoSpace; stored: readonly StoredFile[]; person: SampleSpace['person']; sinceDays: number }

async function addSpace(tx: Tx, needs: Needs, filled: Filled): Promise<void> {
  const { space, person, sinceDays } = filled
  const [id, rootId] = [needs.newId(), needs.newId()]
  const first = Math.min(...filled.stored.map(({ at }) => at.getTime()))
  const createdAt = sinceDays ? new Date(first - LEAD_MS) : needs.calendar.now
  const joinOf = (i: number) => new Date(Math.min(needs.now().getTime(), createdAt.getTime() + (i + 1) * APART_MS))
  const joins = Object.keys(space.members).map((key, i) => [key as PersonKey, joinOf(i)] as const)
  const { name, identifier, introduction, tags, type, members } = space
  await insertSpace(tx, {
    id,
    rootId,
    name,
    identifier,
    introduction,
    tags,
    type,
    createdAt,
    status: 'normal',
    capacityBytes: CAPACITY_GB * BYTES_PER_GB,
    ownerId: person(space.owner).id,
    cover: space.cover && (await keepCover(tx, space.cover())),
  })
  const rows = joins.map(([key, joined_at]) => ({
    space_id: id,
    person_id: person(key).id,
    role: members[key] ?? 'normal',
    joined_at,
  }))
  await tx.insertInto('member').values(rows).execute()
  await tx
    .updateTable('space_usage')
    .set({ member_count: rows.length + 1 })
    .where('space_id', '=', id)
    .execute()
  const made = sampleSpace(needs, filled, { id, rootId, createdAt, joinedAt: new Map(joins) })
  for (const { demo } of spaceParts) await (await demo?.())?.(tx, made)
}

/** A new space for the parts that fill it. */
function sampleSpace(
  { services, seal, now, newId, calendar }: Needs,
  { space, stored, person }: Filled,
  made: Pick<SampleSpace, 'id' | 'rootId' | 'createdAt' | 'joinedAt'>,
): SampleSpace {
  const { createFolders } = services.files
  const placeAt: SampleSpace['files']['placeAt'] = (tx, spaceId, entries, at) =>
    placeFiles(tx, spaceId, entries, { now: at, newId, record: (on, happenings) => recordAt(on, happenings, at) })
  const ids = new Map<string, string>()
  const itemId = (path: string) => {
    const id = ids.get(path)
    if (!id) throw new Error(`the demo has no ${path} in ${space.identifier}`)
    return id
  }
  const placed = (path: string, id: string) => void ids.set(path, id)
  return {
    ...space,
    ...made,
    person,
    files: { createFolders, placeAt },
    stored,
    itemId,
    placed,
    seal,
    calendar,
    now,
    newId,
  }
}

/** The address of a cover. */
async function keepCover(tx: Tx, png: Buffer): Promise<string> {
  const hash = sha256(png)
  await tx
    .insertInto('picture')
    .values({ hash, png })
    .onConflict((known) => known.doNothing())
    .execute()
  return `${PICTURES}${hash.toString('hex')}`
}
