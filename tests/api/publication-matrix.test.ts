import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { buildPublication } from '../support/publication.ts'
import { PASSWORD } from '../support/world.ts'

const { publications, datasetAccess } = contract

const states = ['draft', 'pending', 'rejected', 'open', 'embargo', 'restricted', 'closed', 'withdrawn'] as const
type State = (typeof states)[number]
/** `granted`: somebody who was let in to the restricted dataset; the administrator decides each version. */
const roles = ['nobody', 'stranger', 'granted', 'normal', 'senior', 'owner', 'reviewer', 'admin'] as const
type Role = (typeof roles)[number]
/** A line of the file that each version has: nobody meets it who may not have the file. */
const PLANTED = 'temperature\n0,8.5'

const isPublic = (state: State) => !['draft', 'pending', 'rejected'].includes(state)
const publishes = (role: Role) => role === 'senior' || role === 'owner'
/** Who may have the files of a version by the addresses of its dataset. */
const readsFiles = (state: State, role: Role) =>
  state === 'open' || (state === 'restricted' && (role === 'granted' || publishes(role) || role === 'admin'))
/** Who may know of a version in the console. */
const knows = (state: State, role: Role) =>
  role !== 'nobody' &&
  (isPublic(state) ||
    publishes(role) ||
    (state === 'pending' && (role === 'reviewer' || role === 'admin')) ||
    (state === 'rejected' && role === 'admin'))
/** Who reads the frozen files in the console: who publishes, who reviews meanwhile, and who decided. */
const readsFrozen = (state: State, role: Role) =>
  state !== 'draft' &&
  state !== 'rejected' &&
  (publishes(role) || role === 'admin' || (role === 'reviewer' && state === 'pending'))

type Version = { id: string; datasetId: string }
/** Each address, the verbs that it is asked by, and the status that is expected; 0: any refusal. */
type Address = { path: string; verbs: readonly string[]; expected: (state: State, role: Role) => number }
const READING = ['GET', 'HEAD'] as const
const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

function addressesOf({ id, datasetId }: Version, ark: string): Address[] {
  const page = `/dataset/${datasetId}/1`
  const told = (state: State) => (isPublic(state) ? 200 : 404)
  const asPage = (state: State) => (state === 'withdrawn' ? 410 : told(state))
  const asFiles = (state: State, role: Role) => (readsFiles(state, role) ? 200 : 0)
  return [
    { path: page, verbs: READING, expected: asPage },
    { path: page, verbs: CHANGING, expected: () => 0 },
    { path: `${page}/export/datacite-json`, verbs: READING, expected: told },
    { path: `${page}/linkset`, verbs: READING, expected: told },
    { path: `${page}/files/casts/cast-1.csv`, verbs: READING, expected: asFiles },
    { path: `${page}/files/casts/cast-1.csv`, verbs: CHANGING, expected: () => 0 },
    { path: `${page}/zip`, verbs: READING, expected: asFiles },
    { path: `${page}/manifest-sha256.txt`, verbs: READING, expected: asFiles },
    { path: `/${ark}`, verbs: READING, expected: (state) => (isPublic(state) ? 302 : 404) },
    {
      path: `/api/publications/${id}`,
      verbs: ['GET'],
      expected: (state, role) => (knows(state, role) ? 200 : 0),
    },
    {
      path: `/api/publications/${id}/content?path=casts/cast-1.csv`,
      verbs: ['GET'],
      expected: (state, role) => (readsFrozen(state, role) ? 200 : 0),
    },
  ]
}

/** One version in each state, and everybody who may meet it. */
async function scene() {
  const built = await buildPublication()
  const { world, owner, admin, complete, submitted, published } = built
  /** Somebody with an account and no part in anything. */
  const person = async (email: string) => {
    const other = { id: crypto.randomUUID(), email }
    await sql`insert into person select (jsonb_populate_record(p, ${JSON.stringify(other)}::jsonb)).*
      from person p where email = 'ordinary@lab.test'`.execute(world.db)
    return new Client(world.origin).login(email, PASSWORD)
  }
  const access = (kind: 'embargo' | 'restricted' | 'closed') => ({
    access: { kind, until: kind === 'embargo' ? '2099-01-01' : null, terms: { zh: '按约定', en: '' } },
  })
  await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
  const rejected = await submitted()
  await admin.data(publications.reject, { id: rejected.id, reason: 'More' })
  const withdrawn = await published()
  await admin.data(publications.withdraw, { id: withdrawn.id, reason: 'Wrong' })
  const versions: Record<State, Version> = {
    draft: await complete(),
    pending: await submitted(),
    rejected,
    open: await published(),
    embargo: await published(access('embargo')),
    restricted: await published(access('restricted')),
    closed: await published(access('closed')),
    withdrawn,
  }
  const granted = await person('granted@lab.test')
  const { datasetId } = versions.restricted
  const { id } = await granted.data(datasetAccess.ask, { datasetId, purpose: 'A study', agreesToTerms: true })
  await owner.data(datasetAccess.answer, { datasetId, id, isGranted: true })
  const clients: Record<Role, Client> = {
    nobody: await world.as('stranger'),
    stranger: await person('other@lab.test'),
    granted,
    normal: await world.as('normal'),
    senior: built.senior,
    owner,
    reviewer: await world.as('ordinary'),
    admin,
  }
  const arks = new Map(
    (await world.db.selectFrom('identifier').selectAll().execute()).map(({ dataset_id, value }) => [dataset_id, value]),
  )
  return { world, versions, clients, arkOf: (version: Version) => `${arks.get(version.datasetId)}.v1` }
}

test('each state shows each person, at each address and by each verb, what it shows and nothing else', async () => {
  const { versions, clients, arkOf } = await scene()
  const wrong: unknown[] = []
  for (const state of states)
    for (const role of roles)
      for (const { path, verbs, expected } of addressesOf(versions[state], arkOf(versions[state])))
        for (const method of verbs) {
          const init = { method, redirect: 'manual' as const, headers: { accept: '*/*', 'user-agent': 'Firefox' } }
          const response = await clients[role].fetch(path, init)
          const said = Buffer.from(await response.arrayBuffer()).toString()
          const wanted = expected(state, role)
          const isRight = wanted === 0 ? response.status >= 400 : response.status === wanted
          const isKept = wanted === 200 && method === 'GET' && path.includes('cast-1.csv') && !said.includes(PLANTED)
          if (isKept || !isRight || (wanted === 0 && said.includes(PLANTED)) || (method === 'HEAD' && said !== ''))
            wrong.push([state, role, method, path.replace(/[0-9a-f-]{36}/, 'x'), wanted, response.status])
        }
  expect(wrong).toEqual([])
})

test('harvesters are told of each state the same, whoever asks: records, a deleted one, and nothing of what is not public', async () => {
  const { world, versions, clients } = await scene()
  const host = new URL(world.origin).hostname
  for (const state of states)
    for (const role of ['nobody', 'owner', 'admin'] as const) {
      const identifier = `oai:${host}:${versions[state].id}`
      const path = `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`
      const said = await (await clients[role].fetch(path, {})).text()
      const told = said.includes('idDoesNotExist') ? 'none' : said.includes('status="deleted"') ? 'deleted' : 'record'
      expect([state, role, told]).toEqual([
        state,
        role,
        state === 'withdrawn' ? 'deleted' : isPublic(state) ? 'record' : 'none',
      ])
    }
})
