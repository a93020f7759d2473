import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { COLLECTION, KEY, startDataverse } from '../services/dataverse.ts'
import { contentOf } from '../services/deposits.ts'
import { startInvenio, TOKEN } from '../services/invenio.ts'
import { serveSite } from '../services/site.ts'
import { sampled } from '../support/full.ts'
import { buildPublication, type Fields } from '../support/publication.ts'

const { files, institutions, publications, tasks } = contract
type Kind = 'invenio' | 'dataverse'
type Draft = Partial<InputOf<typeof institutions.create>>
const kinds = ['invenio', 'dataverse'] as const
const TEXT = { zh: '', en: 'Profiles of temperature, measured at six stations of an alpine lake in summer.' }

/** A space that can deposit in a repository. */
async function scene<K extends Kind>(kind: K) {
  const base = await buildPublication()
  const { world, admin, owner, complete } = base
  const [invenio, dataverse] = [await startInvenio(world), await startDataverse(world)]
  const there = kind === 'invenio' ? invenio : dataverse
  const draft = (more: Draft = {}) => ({
    name: 'Repository',
    kind,
    host: there.origin,
    account: kind === 'dataverse' ? COLLECTION : '',
    code: kind === 'dataverse' ? KEY : TOKEN,
    ...more,
  })
  async function register() {
    const { id } = await admin.data(institutions.create, draft())
    const [template] = await owner.data(institutions.templates, { id })
    return { institution: id, template: template?.id ?? '' }
  }
  const drain = () => world.services.tasks.drain()
  const show = (id: string) => owner.data(publications.show, { id })
  async function sent(more: Fields = {}) {
    const place = await register()
    const { id } = await complete({ ...place, description: TEXT, ...more })
    await owner.data(publications.submit, { id })
    await drain()
    return show(id)
  }
  async function again(id: string) {
    await owner.data(publications.retransmit, { id })
    await drain()
    return show(id)
  }
  const cause = async () => (await owner.data(tasks.mine, {})).list[0]?.error
  /** Answers the next call that fits with this status, once. */
  function failOnce(fits: (call: string) => boolean, status: number) {
    const { state } = there
    state.instead = (request: IncomingMessage, response: ServerResponse) => {
      if (!fits(`${request.method} ${request.url}`)) return false
      state.instead = null
      // As proxies do: an answer before the body is read may be lost with its connection.
      request.resume().once('end', () => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      })
      return true
    }
  }
  return { ...base, invenio, dataverse, there, draft, register, sent, again, drain, show, cause, failOnce }
}

describe.each(kinds)('a repository (%s) is not registered', (kind) => {
  test('with a token that it does not know, or when it is none', async () => {
    const { admin, draft, world } = await scene(kind)
    expect(await admin.call(institutions.create, draft({ code: 'wrong' }))).toMatchObject({
      error: 'institutionCodeWrong',
    })
    expect(await admin.call(institutions.create, draft({ host: world.origin }))).toMatchObject({
      error: 'outsideRefused',
    })
    expect(await admin.data(institutions.list, {})).toEqual([])
  })
})

test('a Dataverse is not registered without its collection, or with one that is not there', async () => {
  const { admin, draft } = await scene('dataverse')
  expect(await admin.call(institutions.create, draft({ account: '' }))).toMatchObject({
    error: 'institutionAccountNeeded',
    fields: [{ field: 'account' }],
  })
  expect(await admin.call(institutions.create, draft({ account: 'other' }))).toMatchObject({
    error: 'institutionAnswerWrong',
  })
})

describe.each(kinds)('a dataset is not deposited (%s)', (kind) => {
  test.each([
    ['it refuses the record', 400, 'institutionRecordRefused'],
    ['it lets the account do nothing', 403, 'institutionForbidden'],
    ['it is busy', 429, 'institutionOffline'],
    ['it is broken', 500, 'outsideUnreachable'],
    ['its address is none', 404, 'institutionAnswerWrong'],
  ])('when %s; it goes on once that is over', async (_what, status, error) => {
    const { sent, again, cause, failOnce } = await scene(kind)
    failOnce((call) => call === 'POST /api/records' || call.endsWith(`/${COLLECTION}/datasets`), status)
    const { id, transfer, transferMessage } = await sent()
    expect(transfer).toBe('failed')
    expect(transferMessage).not.toBe('')
    expect(await cause()).toBe(error)
    expect(await again(id)).toMatchObject({ state: 'published' })
  })

  test('when a file is too large', async () => {
    const { sent, cause, failOnce } = await scene(kind)
    failOnce((call) => call.endsWith('/content') || call.includes('/add?'), 413)
    await sent()
    expect(await cause()).toBe('institutionTooLarge')
  })
})

describe('InvenioRDM', () => {
  test('gets the record field by field, the files under names of their paths, and publishes', async () => {
    const { sent, invenio } = await scene('invenio')
    const shown = await sent({
      related: [{ scheme: 'DOI', identifier: '10.1234/abc', relation: 'IsSupplementTo', title: 'A paper' }],
      funding: [{ funder: 'NSFC', funderRor: '', funderId: '', number: '42', title: 'Lakes' }],
      dates: [{ kind: 'collected', from: '2026-06-01', to: '2026-08-31' }],
      access: { kind: 'embargo', until: '2030-01-01', terms: { zh: '', en: '' } },
    })
    const [record] = invenio.records.values()
    expect(shown).toMatchObject({
      state: 'published',
      sending: {
        step: 'decided',
        doi: '10.5281/zenodo.1',
        detailsUrl: `${invenio.origin}/records/1`,
        files: 2,
        filesSent: 2,
      },
    })
    expect(record?.body).toMatchObject({
      access: { record: 'public', files: 'restricted', embargo: { active: true, until: '2030-01-01' } },
      files: { enabled: true },
      metadata: {
        title: 'Temperature of an alpine lake',
        additional_titles: [{ title: '高山湖泊水温', type: { id: 'translated-title' }, lang: { id: 'zho' } }],
        resource_type: { id: 'dataset' },
        publication_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        version: 'V1',
        creators: [
          {
            person_or_org: {
              type: 'personal',
              family_name: 'Owner',
              given_name: 'Olive',
              identifiers: [{ scheme: 'orcid', identifier: '0000-0002-1825-0097' }],
            },
            affiliations: [{ name: 'Institute of Limnology' }],
          },
        ],
        subjects: [{ subject: '湖泊' }, { subject: '水温' }],
        rights: [{ id: 'cc-by-4.0' }],
        dates: [{ date: '2026-06-01/2026-08-31', type: { id: 'collected' } }],
        funding: [{ funder: { name: 'NSFC' }, award: { title: { en: 'Lakes' }, number: '42' } }],
        related_identifiers: [{ identifier: '10.1234/abc', scheme: 'doi', relation_type: { id: 'issupplementto' } }],
      },
    })
    expect([...(record?.files.keys() ?? [])].sort()).toEqual(['casts~1README.md', 'casts~1cast-1.csv'])
    expect(record?.files.get('casts~1README.md')?.bytes?.toString()).toBe('# Casts\n')
  })

  test('gets a file that broke off once more, and those that arrived no second time', async () => {
    const { sent, again, invenio, failOnce } = await scene('invenio')
    failOnce((call) => call.endsWith('cast-1.csv/content'), 500)
    const { id } = await sent()
    const before = invenio.state.calls.length
    expect(await again(id)).toMatchObject({ state: 'published' })
    const calls = invenio.state.calls.slice(before)
    expect(calls.filter((call) => call.includes('README'))).toEqual([])
    expect(calls).toContain('DELETE /api/records/1/draft/files/casts~1cast-1.csv')
    expect(invenio.records.size).toBe(1)
  })

  describe('in parts of 8 MiB', () => {
    const MIB = 1_048_576
    const text = 'depth,temperature\n'.repeat((20 * MIB) / 16).slice(0, 20 * MIB)
    const big = Buffer.from(text)
    async function bigScene() {
      const base = await scene('invenio')
      await base.put('large.bin', text)
      const content = () => [...base.invenio.records.values()][0]?.files.get('casts~1large.bin')?.bytes
      const small = Buffer.byteLength('# Casts\n') + Buffer.byteLength('depth,temperature\n0,8.5\n')
      return { ...base, content, small }
    }

    test('gets a large file', async () => {
      const { sent, invenio, content } = await bigScene()
      expect(await sent()).toMatchObject({ state: 'published' })
      expect(content()?.equals(big)).toBe(true)
      const puts = invenio.state.calls.filter((call) => call.startsWith('PUT') && call.includes('large'))
      expect(puts.map((call) => call.split('/').at(-1))).toEqual(['1', '2', '3'])
    })

    test('goes on with the part that broke off, and gets no whole part twice', async () => {
      const { sent, again, invenio, content, small } = await bigScene()
      invenio.state.breakOff = { at: /large\.bin\/content\/2$/, bytes: MIB }
      const { id, transfer, sending } = await sent()
      expect([transfer, sending?.keepsParts, sending?.filesSent]).toEqual(['failed', true, 2])
      const before = invenio.state.received
      expect(before).toBeLessThan(small + 16 * MIB)
      const calls = invenio.state.calls.length
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(invenio.state.received - before).toBe(12 * MIB)
      const puts = invenio.state.calls
        .slice(calls)
        .filter((call) => call.startsWith('PUT') || call.startsWith('DELETE'))
      expect(puts.map((call) => call.split('/').at(-1))).toEqual(['2', '3'])
      expect(content()?.equals(big)).toBe(true)
    })

    test('takes a file that is whole, and whose answer was lost, for sent', async () => {
      const { sent, again, invenio } = await bigScene()
      invenio.state.instead = (request, response) => {
        if (!request.url?.endsWith('large.bin/commit')) return false
        invenio.state.instead = null
        response.writeHead = () => response
        response.end = () => response.destroy()
        return false
      }
      const { id, transfer } = await sent()
      expect(transfer).toBe('failed')
      const before = invenio.state.received
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(invenio.state.received).toBe(before)
    })

    test.each([
      ['forgot them', 404],
      ['refuses the rest', 400],
    ])('begins the file anew when the repository %s, and keeps all others', async (_what, status) => {
      const { sent, again, invenio, content, failOnce } = await bigScene()
      invenio.state.breakOff = { at: /content\/2$/, bytes: MIB }
      const { id } = await sent()
      failOnce((call) => call.endsWith('/content/2'), status)
      expect(await again(id)).toMatchObject({ transfer: 'failed' })
      const [before, calls] = [invenio.state.received, invenio.state.calls.length]
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(invenio.state.received - before).toBe(20 * MIB)
      expect(invenio.state.calls.slice(calls).filter((call) => call.includes('README'))).toEqual([])
      expect(content()?.equals(big)).toBe(true)
    })

    test.each(['ignored', 'refused'] as const)(
      'gets it whole where parts are %s; one that broke off begins anew, and the page says so',
      async (parts) => {
        const { sent, again, invenio, content } = await bigScene()
        invenio.state.parts = parts
        invenio.state.breakOff = { at: /large\.bin\/content$/, bytes: 9 * MIB }
        const { id, sending } = await sent()
        expect(sending).toMatchObject({ keepsParts: false, filesSent: 2, files: 3 })
        const [before, calls] = [invenio.state.received, invenio.state.calls.length]
        expect(await again(id)).toMatchObject({ state: 'published' })
        expect(invenio.state.received - before).toBe(20 * MIB)
        expect(invenio.state.calls.slice(calls).filter((call) => call.includes('README'))).toEqual([])
        expect([content()?.equals(big), invenio.records.size]).toEqual([true, 1])
      },
    )

    test('tells its token to no object store that takes the parts', async () => {
      const { world, sent, invenio, content } = await bigScene()
      const tokens: unknown[] = []
      const store = await serveSite(world, async (request, response) => {
        tokens.push(request.headers.authorization)
        const [, , , id = '', , , key = '', , part] = (request.url ?? '').split('/')
        const entry = invenio.records.get(id)?.files.get(decodeURIComponent(key))
        const bytes = await contentOf(request, invenio.state)
        response.writeHead(entry && bytes && invenio.storePart(entry, Number(part), bytes) ? 200 : 400).end()
      })
      invenio.state.partsAt = store.origin
      expect(await sent()).toMatchObject({ state: 'published' })
      expect(tokens).toEqual([undefined, undefined, undefined])
      expect(content()?.equals(big)).toBe(true)
    })
  })

  test('whose answer to the publication was lost is not asked to publish twice', async () => {
    const { sent, again, invenio } = await scene('invenio')
    invenio.state.instead = (request, response) => {
      if (!request.url?.endsWith('/publish')) return false
      const [record] = invenio.records.values()
      if (record) record.isPublished = true
      response.destroy()
      return true
    }
    const { id, transfer } = await sent()
    expect(transfer).toBe('failed')
    invenio.state.instead = null
    expect(await again(id)).toMatchObject({ state: 'published', sending: { doi: '10.5281/zenodo.1' } })
    expect(invenio.state.calls.filter((call) => call.endsWith('/publish'))).toHaveLength(1)
  })

  test('keeps the versions of a dataset together', async () => {
    const { sent, owner, drain, show, invenio } = await scene('invenio')
    const { id } = await sent()
    const { id: next } = await owner.data(publications.newVersion, { id })
    await owner.data(publications.save, { id: next, fields: { changes: 'More' }, bases: {} })
    await owner.data(publications.submit, { id: next })
    await drain()
    expect(await show(next)).toMatchObject({ state: 'published', number: 2 })
    expect([...invenio.records.values()].map(({ parent }) => parent)).toEqual(['1', '1'])
  })
})

describe('Dataverse', () => {
  test('gets the record with its required fields, the files in their folders, and publishes', async () => {
    const { sent, dataverse } = await scene('dataverse')
    const shown = await sent({ access: { kind: 'restricted', until: null, terms: { zh: '', en: 'Ask us' } } })
    const [dataset] = dataverse.datasets.values()
    expect(shown).toMatchObject({
      state: 'published',
      sending: { step: 'decided', doi: '10.5072/FK2/1', detailsUrl: expect.stringContaining('/dataset.xhtml?') },
    })
    expect(dataset).toMatchObject({ state: 'RELEASED', released: 1 })
    expect(dataset?.version).toMatchObject({
      license: { name: 'CC BY 4.0' },
      termsOfAccess: 'Ask us',
      fileAccessRequest: true,
      metadataBlocks: {
        citation: {
          fields: expect.arrayContaining([
            { typeName: 'title', typeClass: 'primitive', multiple: false, value: 'Temperature of an alpine lake' },
            {
              typeName: 'subject',
              typeClass: 'controlledVocabulary',
              multiple: true,
              value: ['Earth and Environmental Sciences'],
            },
          ]),
        },
      },
    })
    expect(dataset?.files.map(({ directoryLabel, label }) => `${directoryLabel}/${label}`).sort()).toEqual([
      'casts/README.md',
      'casts/cast-1.csv',
    ])
    expect(dataset?.files.every(({ about }) => about.restrict === true)).toBe(true)
  })

  test.each([
    ['in one piece', 1000],
    ['in parts', 10],
  ])('gets files straight into its object store where it has one (%s)', async (_how, bytes) => {
    const { sent, dataverse } = await scene('dataverse')
    dataverse.state.directBytes = bytes
    expect(await sent()).toMatchObject({ state: 'published' })
    const [dataset] = dataverse.datasets.values()
    const cast = dataset?.files.find(({ label }) => label === 'cast-1.csv')
    expect(cast?.bytes.toString()).toBe('depth,temperature\n0,8.5\n')
    expect(cast?.about).toMatchObject({
      directoryLabel: 'casts',
      restrict: false,
      fileName: 'cast-1.csv',
      checksum: {
        '@type': 'SHA-256',
        '@value': createHash('sha256').update('depth,temperature\n0,8.5\n').digest('hex'),
      },
    })
    expect(dataset?.files.map(({ label }) => label).sort()).toEqual(['README.md', 'cast-1.csv'])
  })

  describe('in parts to its object store', () => {
    const TEXT_OF = 'depth,temperature\n0,8.5\n'
    /** A Dataverse whose store takes parts of 10 bytes: README.md is one of them, cast-1.csv three. */
    async function partsScene() {
      const base = await scene('dataverse')
      base.dataverse.state.directBytes = 10
      base.dataverse.state.signedAt = base.world.clock.now()
      const puts = (from = 0) =>
        base.dataverse.state.calls.slice(from).flatMap((call) => /^PUT \/store\/.*part=(\d+)/.exec(call)?.[1] ?? [])
      const cast = () => {
        const [dataset] = base.dataverse.datasets.values()
        return dataset?.files.filter(({ label }) => label === 'cast-1.csv').map(({ bytes }) => bytes.toString())
      }
      return { ...base, puts, cast }
    }

    test('goes on with the part that broke off, and gets no whole part twice', async () => {
      const { sent, again, dataverse, puts, cast } = await partsScene()
      dataverse.state.breakOff = { at: /part=2/, bytes: 1 }
      const { id, transfer, sending } = await sent()
      expect([transfer, sending?.keepsParts, sending?.filesSent]).toEqual(['failed', true, 1])
      expect(puts()).toEqual(['1', '2'])
      const calls = dataverse.state.calls.length
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(puts(calls)).toEqual(['2', '3'])
      expect([cast(), dataverse.state.aborted, dataverse.uploads.size]).toEqual([[TEXT_OF], 0, 0])
    })

    test.each([
      ['the repository refuses the rest', 400],
      ['the store forgot it', 404],
    ])('lets go what the store got and begins the file anew when %s', async (_what, status) => {
      const { sent, again, dataverse, puts, cast, failOnce } = await partsScene()
      failOnce((call) => call.includes('part=2'), status)
      const { id, transfer } = await sent()
      expect([transfer, dataverse.state.aborted, dataverse.uploads.size]).toEqual(['failed', 1, 0])
      const calls = dataverse.state.calls.length
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(puts(calls)).toEqual(['1', '2', '3'])
      expect(cast()).toEqual([TEXT_OF])
    })

    test('asks for new addresses when those of before are good no more', async () => {
      const { world, sent, again, dataverse, puts, cast } = await partsScene()
      dataverse.state.breakOff = { at: /part=2/, bytes: 1 }
      const { id } = await sent()
      world.clock.advance(HOUR_MS)
      dataverse.state.signedAt = world.clock.now()
      const calls = dataverse.state.calls.length
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(puts(calls)).toEqual(['1', '2', '3'])
      expect([cast(), dataverse.state.aborted, dataverse.uploads.size]).toEqual([[TEXT_OF], 1, 0])
    })

    test.each([
      ['put together', /^PUT \/api\/datasets\/mpupload/],
      ['added to the dataset', /^POST .*\/add/],
    ])('sends nothing again of a file that was %s, and whose answer was lost', async (_what, at) => {
      const { sent, again, dataverse, puts, cast } = await partsScene()
      const isCast = () => puts().includes('3')
      dataverse.state.instead = (request, response) => {
        if (!isCast() || !at.test(`${request.method} ${request.url}`)) return false
        dataverse.state.instead = null
        response.writeHead = () => response
        response.end = () => response.destroy()
        return false
      }
      const { id, transfer } = await sent()
      expect(transfer).toBe('failed')
      const calls = dataverse.state.calls.length
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect([puts(calls), cast()]).toEqual([[], [TEXT_OF]])
    })

    test('lets go what the store got of a file when the submission is taken back', async () => {
      const { sent, owner, dataverse } = await partsScene()
      dataverse.state.breakOff = { at: /part=2/, bytes: 1 }
      const { id } = await sent()
      expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
      expect([dataverse.uploads.size, dataverse.datasets.size]).toEqual([0, 0])
    })

    test('says that a file which the store takes in one piece begins anew', async () => {
      const { sent, again, dataverse, cast } = await partsScene()
      dataverse.state.directBytes = 1000
      dataverse.state.breakOff = { at: /store/, bytes: 10 }
      const { id, sending } = await sent()
      expect(sending?.keepsParts).toBe(false)
      expect(await again(id)).toMatchObject({ state: 'published' })
      expect(cast()).toEqual([TEXT_OF])
    })
  })

  test('sends nothing to an object store within our network', async () => {
    const { world, sent, cause, dataverse } = await scene('dataverse')
    dataverse.state.directBytes = 1000
    dataverse.state.storeOrigin = world.origin
    expect(await sent()).toMatchObject({ transfer: 'failed' })
    expect(await cause()).toBe('outsideRefused')
  })

  test('takes no dataset with an embargo', async () => {
    const { register, complete, problems } = await scene('dataverse')
    const place = await register()
    const access = { kind: 'embargo' as const, until: '2030-01-01', terms: { zh: '', en: '' } }
    const { id } = await complete({ ...place, description: TEXT, access })
    expect(await problems(id)).toContain('error access accessOther')
  })

  test('gets folders whose names it refuses under other names, and the path as a description', async () => {
    const { owner, put, sent, dataverse, folder, spaceId } = await scene('dataverse')
    const inner = await owner.data(files.create, { spaceId, hash: folder, path: '温度' })
    await put('温度 #1.csv', 'x\n', inner)
    await sent()
    const [dataset] = dataverse.datasets.values()
    const file = dataset?.files.find(({ about }) => about.description === 'casts/温度/温度 #1.csv')
    expect([file?.directoryLabel, file?.label]).toEqual(['casts/_u6e29_u5ea6', '温度 _u00231.csv'])
  })

  const steps: [string, (call: string) => boolean][] = [
    ['the record', (call) => call.startsWith('POST') && call.endsWith(`/${COLLECTION}/datasets`)],
    ['the list of its files', (call) => call.startsWith('GET') && call.includes('/versions/:draft/files')],
    ['a file', (call) => call.includes('/add?')],
    ['its state', (call) => call.startsWith('GET') && call.includes('/:persistentId/?')],
    ['the publication', (call) => call.includes('/actions/:publish')],
  ]
  const faults = ['is refused as broken', 'is not heard', 'is done, and its answer is lost'] as const
  const cases = steps.flatMap(([step, fits], at) =>
    faults.map((fault, of) => [step, fault, fits, at % faults.length === of] as const),
  )
  test.each(sampled(cases, ([, , , isDaily]) => isDaily))(
    'publishes once when %s %s, and each file is there once',
    async (_step, fault, fits) => {
      const { sent, again, dataverse, show } = await scene('dataverse')
      let failures = 0
      dataverse.state.instead = (request, response) => {
        if (!fits(`${request.method} ${request.url}`)) return false
        dataverse.state.instead = null
        failures += 1
        if (fault === 'is done, and its answer is lost') {
          response.writeHead = () => response
          response.end = () => response.destroy()
          return false
        }
        request.resume()
        if (fault === 'is not heard') request.destroy()
        else response.writeHead(503).end()
        return true
      }
      const { id } = await sent()
      if ((await show(id)).state !== 'published') await again(id)
      expect([failures, (await show(id)).state]).toEqual([1, 'published'])
      const published = [...dataverse.datasets.values()].filter(({ released }) => released)
      expect(published.map(({ released, files }) => [released, files.map(({ label }) => label).sort()])).toEqual([
        [1, ['README.md', 'cast-1.csv']],
      ])
    },
  )

  test('gets no file twice whose answer was lost, and no file of the last version in the next', async () => {
    const { sent, again, owner, drain, show, dataverse } = await scene('dataverse')
    dataverse.state.instead = (request, response) => {
      if (!request.url?.includes('/add?')) return false
      dataverse.state.instead = null
      const [dataset] = dataverse.datasets.values()
      const bytes = Buffer.from('# Casts\n')
      dataset?.files.push({ id: 900, label: 'README.md', directoryLabel: 'casts', bytes, about: {} })
      request.resume()
      response.destroy()
      return true
    }
    const { id } = await sent()
    expect(await again(id)).toMatchObject({ state: 'published' })
    const [dataset] = dataverse.datasets.values()
    expect(dataset?.files.map(({ label }) => label).sort()).toEqual(['README.md', 'cast-1.csv'])
    const { id: next } = await owner.data(publications.newVersion, { id })
    await owner.data(publications.save, { id: next, fields: { changes: 'More' }, bases: {} })
    await owner.data(publications.submit, { id: next })
    await drain()
    expect(await show(next)).toMatchObject({ state: 'published', number: 2 })
    expect(dataset?.released).toBe(2)
    expect(dataset?.files).toHaveLength(2)
  })
})

test.each(kinds)(
  'a part whose connection breaks off each time is given up with the file after three times (%s)',
  async (kind) => {
    const { world, owner, sent, again, put, there, dataverse } = await scene(kind)
    await put('large.bin', 'x'.repeat(kind === 'invenio' ? 9 * 1_048_576 : 24))
    Object.assign(dataverse.state, { directBytes: 10, signedAt: world.clock.now() })
    const at = kind === 'invenio' ? /large\.bin\/content\/2$/ : /part=2/
    there.state.breakOff = { at, bytes: 1, always: true }
    const { id } = await sent()
    await again(id)
    await again(id)
    const isFirst = (call: string) =>
      call.startsWith('PUT') && /large\.bin\/content\/1$|part=1$/.test(call.split('&')[0] ?? '')
    const firsts = () => there.state.calls.filter(isFirst).length
    expect(firsts()).toBe(1)
    expect(await again(id)).toMatchObject({ transfer: 'failed', transferFailures: 4 })
    expect(firsts()).toBe(2)
    expect(await owner.call(publications.retransmit, { id })).toMatchObject({ error: 'publicationRetransmitLimit' })
  },
)

describe.each(kinds)('a deposit (%s) is taken back', (kind) => {
  test('while it is a draft there', async () => {
    const { sent, owner, invenio, dataverse, failOnce } = await scene(kind)
    failOnce((call) => call.endsWith('/publish') || call.includes('/actions/:publish'), 500)
    const { id } = await sent()
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
    expect(invenio.records.size + dataverse.datasets.size).toBe(0)
  })
})
