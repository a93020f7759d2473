import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { childOf, type Element, parseXml } from '#server/xml.ts'
import { isFull } from '../support/full.ts'
import { buildPublication } from '../support/publication.ts'
import { drawing } from '../support/random.ts'
import { schemaProblems } from '../support/xsd.ts'

const { publications } = contract
const SCHEMA = new URL('../fixtures/schemas/oai-pmh.xsd', import.meta.url).pathname
type World = Awaited<ReturnType<typeof buildPublication>>['world']

/** Asks and reads an answer; every answer must be valid under the schema, its metadata too. */
async function ask(world: World, query: string, init: RequestInit = {}): Promise<Element> {
  const response = await fetch(`${world.origin}/oai${query}`, init)
  const text = await response.text()
  expect([query, response.status, schemaProblems(text, SCHEMA)]).toEqual([query, 200, []])
  const root = await parseXml(text)
  if (!root) throw new Error(`no XML: ${text.slice(0, 200)}`)
  return root
}
const errorOf = (root: Element) => childOf(root, 'error')?.attributes.code
const textIn = (element: Element | undefined, name: string) => childOf(element, name)?.text ?? ''
const children = (element: Element | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []

/** Everything that a harvester gets: status by identifier, the last answer winning. */
async function harvest(world: World, query: string, between: () => Promise<unknown> = async () => null) {
  const found = new Map<string, string>()
  let next = `?verb=ListIdentifiers&${query}`
  for (let answers = 0; next && answers < 50; answers += 1) {
    const list = childOf(await ask(world, next), 'ListIdentifiers')
    for (const header of children(list, 'header'))
      found.set(textIn(header, 'identifier'), header.attributes.status ?? 'there')
    const token = textIn(list, 'resumptionToken')
    next = token && `?verb=ListIdentifiers&resumptionToken=${token}`
    if (next) await between()
  }
  return found
}

/** Versions beside a published one, in the database alone. */
async function fill(
  { world, published }: Awaited<ReturnType<typeof buildPublication>>,
  count: number,
  spaceOf: (number: number) => Promise<string | null> = async () => null,
) {
  const { id } = await published()
  const row = await world.db.selectFrom('publication').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { words: _generated, ...rest } = row as typeof row & { words: string }
  const at = row.published_at?.getTime() ?? 0
  for (let number = 0; number < count; number += 1) {
    const [datasetId, publicationId] = [crypto.randomUUID(), crypto.randomUUID()]
    const moment = new Date(at + number * 10)
    await world.db
      .insertInto('dataset')
      .values({ id: datasetId, space_id: await spaceOf(number), created_at: moment })
      .execute()
    const json = (value: unknown) => JSON.stringify(value) as never
    await world.db
      .insertInto('publication')
      .values({
        ...rest,
        id: publicationId,
        dataset_id: datasetId,
        published_at: moment,
        changed_at: moment,
        fields: json(row.fields),
        revisions: json(row.revisions),
        metadata: json(row.metadata),
        publisher: json(row.publisher),
      })
      .execute()
  }
}

describe('a request that is refused', () => {
  test.each([
    ['', 'badVerb'],
    ['?verb=Nothing', 'badVerb'],
    ['?verb=Identify&verb=Identify', 'badVerb'],
    ['?verb=Identify&set=x', 'badArgument'],
    ['?verb=ListRecords', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&from=0000-01-01', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&until=9999-12-31', 'noRecordsMatch'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-02T00:00:00Z', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=marc21', 'cannotDisseminateFormat'],
    ['?verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['?verb=ListSets&resumptionToken=x', 'badResumptionToken'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&until=2000-01-01', 'noRecordsMatch'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&set=type-unknown', 'noRecordsMatch'],
    ['?verb=ListRecords&metadataPrefix=oai_dc&set=space-x', 'noRecordsMatch'],
    ['?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:y', 'idDoesNotExist'],
    ['?verb=ListMetadataFormats&identifier=oai:x:y', 'idDoesNotExist'],
  ])('%s is %s', async (query, code) => {
    const { world } = await buildPublication()
    const root = await ask(world, query)
    expect(errorOf(root)).toBe(code)
    const isTold = code !== 'badVerb' && code !== 'badArgument'
    expect('verb' in (childOf(root, 'request')?.attributes ?? {})).toBe(isTold)
  })
})

test('a form that holds no text names no verb', async () => {
  const { world } = await buildPublication()
  const body = JSON.stringify({ verb: { toString: 1 } })
  const root = await ask(world, '', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(errorOf(root)).toBe('badVerb')
})

test('a draft, and what waits for a review, is no record', async () => {
  const { world, submitted } = await buildPublication()
  const { id } = await submitted()
  expect(errorOf(await ask(world, '?verb=ListRecords&metadataPrefix=oai_dc'))).toBe('noRecordsMatch')
  const query = `?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:127.0.0.1:${id}`
  expect(errorOf(await ask(world, query))).toBe('idDoesNotExist')
})

test('a published version is told in both formats, by GET and by POST', async () => {
  const { world, published } = await buildPublication()
  const { id } = await published()
  for (const prefix of ['oai_dc', 'oai_datacite']) {
    const query = `verb=GetRecord&metadataPrefix=${prefix}&identifier=oai:127.0.0.1:${id}`
    const posted = { method: 'POST', body: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    for (const root of [await ask(world, `?${query}`), await ask(world, '', posted)])
      expect(JSON.stringify(childOf(childOf(root, 'GetRecord'), 'record'))).toContain('高山湖泊水温')
  }
})

test('Identify names the address that was asked, and no record is older than it says', async () => {
  const { world, published } = await buildPublication()
  await published()
  const identify = childOf(await ask(world, '?verb=Identify'), 'Identify')
  expect(textIn(identify, 'baseURL')).toBe(`${world.origin}/oai`)
  const list = childOf(await ask(world, '?verb=ListIdentifiers&metadataPrefix=oai_dc'), 'ListIdentifiers')
  const stamp = textIn(children(list, 'header')[0], 'datestamp')
  expect(textIn(identify, 'earliestDatestamp') <= stamp).toBe(true)
  expect(children(list, 'resumptionToken')).toEqual([])
  for (const query of [`from=${stamp}&until=${stamp}`, `from=${stamp.slice(0, 10)}&until=${stamp.slice(0, 10)}`])
    expect((await harvest(world, `metadataPrefix=oai_dc&${query}`)).size).toBe(1)
})

test('every set of a record is listed, and lists it', async () => {
  const { world, published } = await buildPublication()
  await published()
  const list = childOf(await ask(world, '?verb=ListIdentifiers&metadataPrefix=oai_dc'), 'ListIdentifiers')
  const spec = textIn(children(list, 'header')[0], 'setSpec')
  const sets = children(childOf(await ask(world, '?verb=ListSets'), 'ListSets'), 'set')
  expect(sets.map((set) => textIn(set, 'setSpec'))).toContain(spec)
  expect((await harvest(world, `metadataPrefix=oai_dc&set=${spec}`)).size).toBe(1)
  expect(errorOf(await ask(world, '?verb=ListIdentifiers&metadataPrefix=oai_dc&set=type-software'))).toBe(
    'noRecordsMatch',
  )
})

/** Names of all sets, whatever number of answers it takes, and that number. */
async function everySet(world: World) {
  const specs: string[] = []
  let answers = 0
  for (let next = '?verb=ListSets'; next; answers += 1) {
    const list = childOf(await ask(world, next), 'ListSets')
    specs.push(...children(list, 'set').map((set) => textIn(set, 'setSpec')))
    const token = textIn(list, 'resumptionToken')
    next = token && `?verb=ListSets&resumptionToken=${token}`
  }
  return { specs, answers }
}

test('a space that not everybody may see is no set; one that everybody may see is, and lists what it published', async () => {
  const { world, spaceId, published } = await buildPublication()
  await published()
  const spec = `space-${spaceId}`
  const setsTold = async () => {
    const list = childOf(await ask(world, '?verb=ListIdentifiers&metadataPrefix=oai_dc'), 'ListIdentifiers')
    return children(children(list, 'header')[0], 'setSpec').map(({ text }) => text)
  }
  const bySet = `?verb=ListRecords&metadataPrefix=oai_datacite&set=${spec}`
  expect(errorOf(await ask(world, bySet))).toBe('noRecordsMatch')
  expect([await setsTold(), (await everySet(world)).specs]).not.toContainEqual(expect.arrayContaining([spec]))

  await world.db.updateTable('space').set({ type: 'public' }).where('id', '=', spaceId).execute()
  expect(children(childOf(await ask(world, bySet), 'ListRecords'), 'record').length).toBe(1)
  expect(await setsTold()).toEqual(['type-dataset', spec])
  expect((await everySet(world)).specs).toContain(spec)
})

test('a space that closes or opens again is told with a new date on its records, a new name is not', async () => {
  const { world, spaceId, published } = await buildPublication()
  await world.db.updateTable('space').set({ type: 'public' }).where('id', '=', spaceId).execute()
  const { id } = await published()
  const headerNow = async () => {
    const list = childOf(await ask(world, '?verb=ListIdentifiers&metadataPrefix=oai_dc'), 'ListIdentifiers')
    return children(list, 'header')[0]
  }
  const setsOf = (header: Awaited<ReturnType<typeof headerNow>>) => children(header, 'setSpec').map(({ text }) => text)
  const dateBack = () =>
    world.db
      .updateTable('publication')
      .set({ changed_at: new Date(0) })
      .where('id', '=', id)
      .execute()
  for (const change of [
    { type: 'private' },
    { type: 'public' },
    { status: 'offline' },
    { status: 'normal' },
  ] as const) {
    await dateBack()
    await world.db.updateTable('space').set(change).where('id', '=', spaceId).execute()
    const header = await headerNow()
    const isThere = Object.values(change).some((value) => value === 'public' || value === 'normal')
    expect([change, setsOf(header).length]).toEqual([change, isThere ? 2 : 1])
    expect(header && textIn(header, 'datestamp') > '2000').toBe(true)
  }
  await dateBack()
  await world.db.updateTable('space').set({ name: 'Renamed' }).where('id', '=', spaceId).execute()
  expect(textIn((await headerNow()) as NonNullable<Awaited<ReturnType<typeof headerNow>>>, 'datestamp')).toMatch(
    /^1970/,
  )
})

test('the list of sets goes on by its token', async () => {
  const made = await buildPublication()
  await fill(made, 101, async (number) => {
    const id = crypto.randomUUID()
    await sql`
      insert into space (id, name, identifier, type, status, capacity_bytes, owner_id, root_id)
      select ${id}, name, ${`lake${number}`}, 'public', 'normal', capacity_bytes, owner_id, root_id
      from space where id = ${made.spaceId}`.execute(made.world.db)
    return id
  })
  const { specs, answers } = await everySet(made.world)
  expect([specs.filter((spec) => spec.startsWith('space-')).length, new Set(specs).size, answers]).toEqual([
    101,
    specs.length,
    2,
  ])
})

test('a withdrawn version stays as a deleted record without metadata', async () => {
  const { world, admin, published } = await buildPublication()
  const { id } = await published()
  world.clock.advance(5000)
  await admin.data(publications.withdraw, { id, reason: 'Wrong' })
  const record = childOf(
    childOf(await ask(world, `?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:127.0.0.1:${id}`), 'GetRecord'),
    'record',
  )
  expect([childOf(record, 'header')?.attributes.status, childOf(record, 'metadata')]).toEqual(['deleted', undefined])
})

test('the end of an embargo is a change that harvesters learn of, once', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { world, published } = await buildPublication()
  await published({ access: { kind: 'embargo', until: day, terms: { zh: '', en: '' } } })
  const stamps = async () => (await world.db.selectFrom('publication').select('changed_at').execute())[0]?.changed_at
  const before = await stamps()
  await world.services.datasets.noteEndedEmbargoes()
  expect(await stamps()).toEqual(before)
  world.clock.advance(3 * 86_400_000)
  await world.services.datasets.noteEndedEmbargoes()
  const after = await stamps()
  expect(after).not.toEqual(before)
  world.clock.advance(86_400_000)
  await world.services.datasets.noteEndedEmbargoes()
  expect(await stamps()).toEqual(after)
})

test('a harvest while others publish and withdraw ends with what is in the database', async () => {
  const built = await buildPublication()
  const { world, admin } = built
  await fill(built, 230)
  const rows = await world.db.selectFrom('publication').select('id').orderBy('changed_at').execute()
  const victims = [rows[3], rows[120], rows[225]].map((row) => row?.id ?? '')
  const between = async () => {
    world.clock.advance(1000)
    const id = victims.pop()
    if (id) await admin.data(publications.withdraw, { id, reason: 'While harvested' })
    await built.published()
  }
  const found = await harvest(world, 'metadataPrefix=oai_datacite', between)
  const expected = await world.db.selectFrom('publication').select(['id', 'state']).execute()
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      expected.map(({ id, state }) => [`oai:127.0.0.1:${id}`, state === 'withdrawn' ? 'deleted' : 'there']),
    ),
  )
})

test.each(isFull ? [7, 41] : [7])(
  'a harvest amid random publications and withdrawals equals the database, seed %i',
  async (seed) => {
    const built = await buildPublication()
    const { world, admin } = built
    await fill(built, 320)
    const draw = drawing(seed)
    const between = async () => {
      world.clock.advance(1000)
      const there = await world.db.selectFrom('publication').select('id').where('state', '=', 'published').execute()
      const some = there.filter(() => draw() < 0.03).slice(0, 5)
      const withdrawn = some.map(({ id }) => admin.data(publications.withdraw, { id, reason: 'Random' }))
      await Promise.all([...withdrawn, draw() < 0.7 && built.published()])
    }
    const found = await harvest(world, 'metadataPrefix=oai_dc', between)
    const rows = await world.db.selectFrom('publication').select(['id', 'state']).execute()
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        rows.map(({ id, state }) => [`oai:127.0.0.1:${id}`, state === 'withdrawn' ? 'deleted' : 'there']),
      ),
    )
  },
)

test('a list of several answers counts from 0 and ends with an empty token', async () => {
  const built = await buildPublication()
  await fill(built, 120)
  const first = childOf(await ask(built.world, '?verb=ListRecords&metadataPrefix=oai_dc'), 'ListRecords')
  const token = childOf(first, 'resumptionToken')
  expect(token?.attributes.cursor).toBe('0')
  const query = `?verb=ListRecords&resumptionToken=${token?.text}`
  const last = childOf(childOf(await ask(built.world, query), 'ListRecords'), 'resumptionToken')
  expect([last?.attributes.cursor, last?.text]).toEqual(['100', ''])
  const other = await ask(built.world, `?verb=ListIdentifiers&resumptionToken=${token?.text}`)
  expect(errorOf(other)).toBe('badResumptionToken')
})

/** The harvester of others that Debian has (libhttp-oai-perl): it goes on by tokens and reads each answer itself. */
const hasHarvester = spawnSync('perl', ['-MHTTP::OAI', '-e', '1']).status === 0
const HARVEST = `
  my ($base, $prefix) = @ARGV; my (%seen, $deleted, $told);
  my $answer = HTTP::OAI::Harvester->new(baseURL => $base, resume => 1)->ListRecords(
    metadataPrefix => $prefix,
    onRecord => sub { my $one = shift; $seen{$one->identifier}++;
      $one->is_deleted ? $deleted++ : $one->metadata && $told++ });
  print join ' ', scalar(keys %seen), $deleted, $told, $answer->is_error ? $answer->message : 'whole'`

test.skipIf(!hasHarvester)(
  'HTTP::OAI, a harvester of others, gets every record, by tokens, with what was deleted',
  async () => {
    const built = await buildPublication()
    await fill(built, 230)
    await built.world.db
      .updateTable('publication')
      .set({ state: 'withdrawn', is_current: false, withdrawn_at: new Date() })
      .where('id', 'in', (few) => few.selectFrom('publication').select('id').orderBy('id').limit(20))
      .execute()
    for (const prefix of ['oai_dc', 'oai_datacite']) {
      const given = ['-MHTTP::OAI', '-e', HARVEST, `${built.world.origin}/oai`, prefix]
      const { stdout } = await promisify(execFile)('perl', given)
      expect([prefix, stdout]).toEqual([prefix, '231 20 211 whole'])
    }
  },
)
