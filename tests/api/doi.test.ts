import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { PASSWORD, PREFIX, REPOSITORY, startDatacite } from '../services/datacite.ts'
import { HANDLE_PASSWORD, HANDLE_PREFIX, HANDLE_USER, startHandles } from '../services/handle.ts'
import { Client } from '../support/client.ts'
import { buildPublication } from '../support/publication.ts'
import { PASSWORD as OURS } from '../support/world.ts'

const { publications, jobs } = contract

async function scene(env: Record<string, string> = {}) {
  const account = { DATACITE_REPOSITORY: REPOSITORY, DATACITE_PASSWORD: PASSWORD, DATACITE_PREFIX: PREFIX }
  const built = await buildPublication({ ...account, DATACITE_TIMEOUT_MS: '300', ...env })
  const { world } = built
  const there = await startDatacite(world)
  const send = () => world.services.datasets.registerIdentifiers()
  const states = () =>
    Object.fromEntries(
      [...there.records].map(([doi, { state }]) => [doi.replace(/^.*?(\.v\d+)?$/, '$1') || 'all', state]),
    )
  const rows = () => world.db.selectFrom('identifier_registration').selectAll().orderBy('number').execute()
  return { ...built, there, send, states, rows }
}
const exported = async (origin: string, { datasetId, number }: { datasetId: string; number: number }) =>
  (await fetch(`${origin}/dataset/${datasetId}/${number}/export/datacite-json`)).json() as Promise<
    Record<string, unknown>
  >

describe('what DataCite does not take', () => {
  test('nothing is told of drafts and submissions, nor where no repository is set', async () => {
    const { submitted, send, there } = await scene()
    await submitted()
    expect([await send(), there.calls]).toEqual([0, []])
    const plain = await buildPublication()
    await plain.published()
    expect(await plain.world.services.datasets.registerIdentifiers()).toBe(0)
    expect(await plain.world.db.selectFrom('identifier_registration').selectAll().execute()).toEqual([])
  })

  test.each([
    ['a wrong password', { DATACITE_PASSWORD: 'wrong' }, 'HTTP 401 · Bad credentials.'],
    [
      'a prefix of somebody else',
      { DATACITE_PREFIX: '10.1234' },
      'HTTP 403 · You are not authorized to use this prefix',
    ],
  ])(
    '%s stands with its cause among the tasks of administrators, and is told anew by a retry',
    async (_why, env, cause) => {
      const { published, send, admin, world, there, rows } = await scene(env)
      await published()
      expect(await send()).toBe(0)
      const failed = (await admin.data(jobs.list, { state: 'failed', queue: 'doi' })).list
      expect(failed).toHaveLength(2)
      expect(failed[0]?.cause).toContain(cause)
      const calls = there.calls.length
      world.clock.advance(24 * HOUR_MS)
      await send()
      expect(there.calls).toHaveLength(calls)
      if (world.config.datacite) Object.assign(world.config.datacite, { password: PASSWORD })
      const { id, kind } = failed[0] ?? { id: '', kind: '' }
      const again = await new Client(world.origin).login('admin@lab.test', OURS)
      await again.data(jobs.retry, { queue: 'doi', kind, id })
      await send()
      expect((await rows()).map(({ attempts }) => attempts).toSorted()).toEqual([1, 1])
    },
  )
})

describe('a DOI', () => {
  test('is reserved with the draft, shown to those who prepare it alone, and the one that is registered', async () => {
    const { complete, owner, senior, admin, world, send, there } = await scene()
    const { id } = await complete({ changes: 'More' })
    const shown = async (who = owner, one = id) =>
      (await who.data(publications.show, { id: one })).identifiers.map(({ scheme, value, state }) => [
        scheme,
        value,
        state,
      ])
    const [doi = [], ark = []] = await shown()
    expect([doi[0], doi[2], ark[0], ark[2]]).toEqual(['DOI', 'reserved', 'ARK', 'reserved'])
    // The ARK of the trial number leads nowhere outside this site, which its authors are told.
    const { identifiers } = await owner.data(publications.show, { id })
    expect(identifiers.map(({ isTrial }) => isTrial)).toEqual([false, true])
    expect(doi[1]).toMatch(new RegExp(`^${PREFIX}/d1.{9}\\.v1$`))
    await owner.data(publications.submit, { id })
    await admin.data(publications.approve, { id })
    expect(await shown(senior)).toMatchObject([
      ['DOI', doi[1], 'registering'],
      ['ARK', ark[1], 'registered'],
    ])
    await send()
    expect((await shown())[0]).toEqual(['DOI', doi[1], 'registered'])
    expect([...there.records.keys()]).toContain(doi[1])
    expect(await shown(await world.as('normal'))).toEqual([])
    const next = await owner.data(publications.newVersion, { id })
    expect((await shown(owner, next.id))[0]).toEqual(['DOI', String(doi[1]).replace('.v1', '.v2'), 'reserved'])
    expect([await send(), there.records.size]).toEqual([0, 2])
    await owner.data(publications.save, { id: next.id, fields: { institution: world.idOf('owner') }, bases: {} })
    expect(await shown(owner, next.id)).toEqual([])
  })

  test('of a draft that has none, from before the setting or from a copy, is reserved by a job, once and for good', async () => {
    const { complete, published, owner, world } = await scene()
    const { id, datasetId } = await complete()
    const { datasetId: done } = await published()
    for (const table of ['identifier', 'identifier_registration'] as const)
      await world.db.deleteFrom(table).where('dataset_id', 'in', [datasetId, done]).execute()
    const named = async () => (await owner.data(publications.show, { id })).identifiers.map(({ value }) => value)
    expect(await named()).toEqual([])
    expect(await world.services.identifiers.reserveMissing()).toBe(1)
    const [doi, ark] = await named()
    expect([doi, ark]).toEqual([expect.stringMatching(/^10\..*\.v1$/), expect.stringMatching(/^ark:.*\.v1$/)])
    expect(await world.services.identifiers.reserveMissing()).toBe(0)
    expect(await named()).toEqual([doi, ark])
  })

  test('that is refused is told to its authors with the cause', async () => {
    const { published, owner, send } = await scene({ DATACITE_PREFIX: '10.1234' })
    const { id } = await published()
    await send()
    const [doi] = (await owner.data(publications.show, { id })).identifiers
    expect(doi).toMatchObject({ state: 'failed', cause: expect.stringContaining('HTTP 403') })
  })

  test('is findable after the publication, of the version and of all, and then names the dataset', async () => {
    const { published, send, states, world, admin, there } = await scene()
    const record = await published()
    expect(JSON.stringify(await exported(world.origin, record))).toContain('ark:')
    expect(await send()).toBe(2)
    expect(states()).toEqual({ all: 'findable', '.v1': 'findable' })
    const doi = [...there.records.keys()].find((one) => one.endsWith('.v1')) ?? ''
    expect(await exported(world.origin, record)).toMatchObject({ doi })
    const resolved = await fetch(`${there.origin}/${doi}`, { redirect: 'manual' })
    expect(resolved.headers.get('location')).toBe(`${world.origin}/dataset/${record.datasetId}/1`)
    const all = await fetch(`${there.origin}/${doi.slice(0, -3)}`, { redirect: 'manual' })
    expect(all.headers.get('location')).toBe(`${world.origin}/dataset/${record.datasetId}`)
    expect([await send(), there.calls.length]).toEqual([0, 2])
    await admin.data(publications.setCstr, { id: record.id, cstr: '31253.11.sciencedb.j00001.00123' })
    expect([await send(), JSON.stringify([...there.records])]).toEqual([2, expect.stringContaining('31253.11')])
    const catalogue = await (await fetch(`${world.origin}/datasets`)).text()
    expect(catalogue).toContain(`<span class="id">${doi.slice(0, -3)}</span>`)
    const feed = await (await fetch(`${world.origin}/datasets.atom`)).text()
    expect(feed).toContain(`<id>${world.origin}/dataset/${record.datasetId}</id>`)
  })

  test('is hidden by a withdrawal and leads to the tombstone; withdrawn before it was told, it is registered and hidden', async () => {
    const { published, send, states, admin, there } = await scene()
    const { id } = await published()
    await send()
    await admin.data(publications.withdraw, { id, reason: 'Wrong' })
    expect(await send()).toBe(2)
    expect(states()).toEqual({ all: 'registered', '.v1': 'registered' })
    there.records.clear()
    const { id: next } = await published()
    await admin.data(publications.withdraw, { id: next, reason: 'Wrong' })
    await send()
    expect(states()).toEqual({ all: 'registered', '.v1': 'registered' })
  })

  test.each([
    ['an error of theirs', { status: 503 }],
    ['too many calls', { status: 429 }],
    ['silence', 'silence'],
    ['an answer that gets lost after the work is done', 'lost'],
    ['a page that is none of theirs', { status: 200, body: '<html>' }],
  ] as const)('is told again after %s, and ends the same', async (_why, trouble) => {
    const { published, send, states, there, world, admin } = await scene()
    there.troubles.push(trouble)
    await published()
    expect(await send()).toBe(1)
    const [waiting] = (await admin.data(jobs.list, { state: 'waiting', queue: 'doi' })).list
    expect(waiting?.cause).toMatch(new RegExp(`^${PREFIX}.*: .+`))
    expect(await send()).toBe(0)
    world.clock.advance(MINUTE_MS)
    expect(await send()).toBe(1)
    expect(states()).toEqual({ all: 'findable', '.v1': 'findable' })
  })

  test('that was wanted otherwise meanwhile is told once more', async () => {
    const { published, admin, send, there, states, world } = await scene()
    const { id } = await published()
    const taken = world.services.datasets.registerIdentifiers()
    await admin.data(publications.withdraw, { id, reason: 'Wrong' })
    await taken
    world.clock.advance(MINUTE_MS)
    await send()
    expect(states()).toEqual({ all: 'registered', '.v1': 'registered' })
    expect(there.calls.length).toBeGreaterThanOrEqual(2)
  })

  test('is told by one node at a time', async () => {
    const { published, send, there } = await scene()
    await published()
    const done = await Promise.all([send(), send(), send()])
    expect([done.reduce((sum, one) => sum + one, 0), there.calls.length]).toEqual([2, 2])
  })
})

const HANDLES = {
  HANDLE_URL: 'http://127.0.0.1:9',
  HANDLE_USER,
  HANDLE_PASSWORD,
  HANDLE_PREFIX,
  HANDLE_TIMEOUT_MS: '300',
}
async function handleScene(env: Record<string, string> = {}) {
  const built = await buildPublication({ ...HANDLES, ...env })
  const there = await startHandles(built.world)
  const send = () => built.world.services.datasets.registerIdentifiers()
  const targets = () =>
    Object.fromEntries(
      [...there.handles].map(([handle, values]) => [
        handle.replace(/^.*?(\.v\d+)?$/, '$1') || 'all',
        values.find(({ type }) => type === 'URL')?.data.value,
      ]),
    )
  return { ...built, there, send, targets }
}

describe('a handle', () => {
  test('of another user stands with its cause among the tasks of administrators', async () => {
    const { published, send, admin, there } = await handleScene({ HANDLE_PASSWORD: 'wrong' })
    await published()
    expect(await send()).toBe(0)
    const failed = (await admin.data(jobs.list, { state: 'failed', queue: 'doi' })).list
    expect(failed.map(({ cause }) => /HTTP 401 · code 402 · Authentication needed$/.test(cause))).toEqual([true, true])
    expect([there.handles.size, await send()]).toEqual([0, 0])
  })

  test('leads to the version, that of all to the newest, and names the dataset once it is registered', async () => {
    const { published, send, world, there, targets, admin } = await handleScene()
    const record = await published()
    expect(JSON.stringify(await exported(world.origin, record))).toContain('ark:')
    expect(await send()).toBe(2)
    const concept = `${world.origin}/dataset/${record.datasetId}`
    expect(targets()).toEqual({ all: concept, '.v1': `${concept}/1` })
    const handle = [...there.handles.keys()].find((one) => one.endsWith('.v1')) ?? ''
    expect(await exported(world.origin, record)).toMatchObject({
      identifiers: [{ identifier: handle, identifierType: 'Handle' }],
    })
    expect(await (await fetch(`${world.origin}/datasets`)).text()).toContain(handle.slice(0, -3))
    const values = there.handles.get(handle)?.map(({ index, type }) => `${index} ${type}`)
    expect(values).toEqual(['1 URL', '100 HS_ADMIN'])
    await admin.data(publications.withdraw, { id: record.id, reason: 'Wrong' })
    expect(await send()).toBe(2)
    expect(targets()).toEqual({ all: concept, '.v1': `${concept}/1` })
    expect((await fetch(`${world.origin}/dataset/${record.datasetId}/1`)).status).toBe(410)
  })

  test.each([
    ['an error of theirs', { status: 500 }],
    ['silence', 'silence'],
    ['an answer that gets lost after the work is done', 'lost'],
    ['a page that is none of theirs', { status: 200, body: '<html>' }],
  ] as const)('is told again after %s, and ends the same', async (_why, trouble) => {
    const { published, send, there, world, targets } = await handleScene()
    there.troubles.push(trouble)
    await published()
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    world.clock.advance(MINUTE_MS)
    expect([await send(), Object.keys(targets()).toSorted(), there.calls.length]).toEqual([1, ['.v1', 'all'], 3])
  })

  test('stands beside a DOI, which comes first', async () => {
    const account = { DATACITE_REPOSITORY: REPOSITORY, DATACITE_PASSWORD: PASSWORD, DATACITE_PREFIX: PREFIX }
    const { published, send, world, there } = await handleScene({ ...account, DATACITE_TIMEOUT_MS: '300' })
    await startDatacite(world)
    const record = await published()
    expect([await send(), there.handles.size]).toEqual([4, 2])
    expect(await exported(world.origin, record)).toMatchObject({ doi: expect.stringContaining(PREFIX) })
  })
})

describe('a CSTR', () => {
  const CSTR = '31253.11.sciencedb.j00001.00123'

  test('is refused where it is none, is taken, or the caller may not publish; and of what is not published', async () => {
    const { world, owner, published, complete } = await buildPublication()
    const { id } = await published()
    const { id: next } = await published({ title: { zh: '另一个', en: '' } })
    await owner.data(publications.setCstr, { id, cstr: CSTR })
    for (const cstr of ['10.1234/abc', `${CSTR}\u0007b`, `${CSTR}\u202eb`])
      expect(await owner.call(publications.setCstr, { id, cstr }), cstr).toMatchObject({ error: 'invalid' })
    expect(await owner.call(publications.setCstr, { id: next, cstr: CSTR.toUpperCase() })).toMatchObject({
      error: 'publicationCstrTaken',
    })
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(publications.setCstr, { id, cstr: '' })).toMatchObject({ error: 'spaceRightMissing' })
    const { id: draft } = await complete()
    expect(await ordinary.call(publications.setCstr, { id: draft, cstr: '' })).toMatchObject({
      error: 'publicationGone',
    })
    expect(await owner.call(publications.setCstr, { id: draft, cstr: CSTR })).toMatchObject({
      error: 'publicationStateChanged',
    })
  })

  test('is told by the page and the formats, and taken away again', async () => {
    const { world, owner, admin, published } = await buildPublication()
    const record = await published()
    const { cstr } = await admin.data(publications.setCstr, { id: record.id, cstr: `https://cstr.cn/CSTR:${CSTR}` })
    expect(cstr).toBe(CSTR)
    const known = (await owner.data(publications.show, { id: record.id })).identifiers
    expect(known.at(-1)).toEqual({
      scheme: 'CSTR',
      value: CSTR,
      url: `https://cstr.cn/${CSTR}`,
      state: 'noted',
      cause: '',
      isTrial: false,
    })
    const page = `${world.origin}/dataset/${record.datasetId}/1`
    for (const path of ['', '/export/datacite-xml', '/export/schema-org', '/export/ro-crate'])
      expect([path, (await (await fetch(page + path)).text()).includes(CSTR)]).toEqual([path, true])
    expect(await owner.data(publications.setCstr, { id: record.id, cstr: '' })).toMatchObject({ cstr: '' })
    expect(await (await fetch(page)).text()).not.toContain(CSTR)
  })
})
