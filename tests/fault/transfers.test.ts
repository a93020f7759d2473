import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { InstitutionKind } from '#contract/institutions.ts'
import { COLLECTION, KEY, startDataverse } from '../services/dataverse.ts'
import { CODE, startInstitution } from '../services/institution.ts'
import { templateXml, USUAL } from '../services/institution-template.ts'
import { startInvenio, TOKEN } from '../services/invenio.ts'
import type { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { inFull, sampled } from '../support/full.ts'
import { type MortalServer, mortalServer } from '../support/mortal.ts'
import { COMPLETE } from '../support/publication.ts'
import { upload } from '../support/upload.ts'
import type { World } from '../support/world.ts'

const { institutions, publications, spaces } = contract
const NAME = '通用数据集'

const BIG = Buffer.alloc(8 * CHUNK_BYTES, 'lake ')
const contents = { 'a.csv': Buffer.from('a\n1\n'), 'b.csv': Buffer.from('b\n2\n') }

/** A server that dies and is started again, with two files and a large one, and an institution that it sends to. */
async function scene() {
  const config = { outside: { isOn: true, allow: [] } } as unknown as World['config']
  const there = await startInstitution({ config }, { [NAME]: templateXml(NAME, USUAL) })
  const site = mortalServer({ OUTSIDE_ALLOW: config.outside.allow.join(',') })
  onTestFinished(site.end)
  const first = await site.start()
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const put = (name: string, bytes: Buffer) => upload(first.client, { spaceId, name }, bytes)
  const kept = await Promise.all(Object.entries(contents).map(([name, bytes]) => put(name, bytes)))
  const big = await put('big.bin', BIG)
  const { id: institution } = await first.client.data(institutions.create, {
    name: 'Lake Archive',
    host: there.origin,
    account: '42',
    code: CODE,
  })
  const [offered] = await first.client.data(institutions.templates, { id: institution })
  const fields = {
    ...COMPLETE,
    institution,
    template: offered?.id ?? '',
    extra: { correspondingAuthor: ['owner@lab.test'] },
    files: kept.map(({ hash }) => hash),
  }
  /** Submits on a server that is still there, or dies of it and takes its answer along. */
  async function submit({ client }: Running, files = fields.files) {
    const { id } = await client.data(publications.create, { spaceId, fields: { ...fields, files } })
    await client.call(publications.submit, { id }).catch(() => null)
    return id
  }
  return { there, site, first, submit, big: big.hash }
}
type Running = Awaited<ReturnType<MortalServer['start']>>
const transferOf = (admin: Client, id: string) => async () => (await admin.data(publications.show, { id })).transfer

/** The server that stands up after a death, and does what the one before left. */
async function next(site: MortalServer, { server }: Running): Promise<Running> {
  await died(server)
  await endLeases(site.dataDir)
  return site.start()
}

test('a server that is killed on the way to an institution sends a submission once, or tells that nobody knows; it goes on in the middle of a file, and takes back what it was taking back', async () => {
  const { there, site, first, submit, big } = await scene()
  let running: Running = first
  const rounds = [
    ['transfer-announcing', 'failed', 0],
    ['transfer-announced', 'failed', 1],
    ['transfer-file-stored', 'success', 1],
    ['transfer-completing', 'success', 1],
    ['transfer-completed', 'success', 1],
  ] as const
  const daily = ['transfer-announced', 'transfer-completing']
  for (const [point, outcome, announced] of sampled(rounds, ([one]) => daily.includes(one))) {
    there.received.clear()
    site.dieAt(point)
    const id = await submit(running)
    running = await next(site, running)
    const transfer = transferOf(running.client, id)
    await expect.poll(transfer, { message: point }).toBe(outcome)
    expect(there.received.size, point).toBe(announced)
    if (outcome === 'failed') {
      await running.client.data(publications.retransmit, { id })
      await expect.poll(transfer, { message: point }).toBe('success')
    }
    const whole = [...there.received.values()].filter(({ isCompleted }) => isCompleted)
    expect(
      whole.map(({ files }) => [...files.keys()].sort()),
      point,
    ).toEqual([Object.keys(contents)])
  }

  there.received.clear()
  const { server } = running
  there.sink.state.onBytes = (size) => {
    if (size <= CHUNK_BYTES) return
    there.sink.state.onBytes = () => undefined
    void server.kill()
  }
  const large = await submit(running, [big])
  running = await next(site, running)
  await expect.poll(transferOf(running.client, large)).toBe('success')
  const taken = there.sink.state.taken.filter(({ path }) => path === 'big.bin')
  expect(taken).toHaveLength(2)
  expect(taken[1]?.from).toBe(taken[0]?.bytes)
  expect(taken[1]?.from).toBeGreaterThan(CHUNK_BYTES)
  const [dataset, ...others] = there.received.values()
  expect(others).toEqual([])
  expect(dataset?.files.get('big.bin')?.equals(BIG)).toBe(true)

  const points = ['transfer-cancelling', 'transfer-cancelled']
  for (const point of sampled(points, (one) => one === 'transfer-cancelled')) {
    there.received.clear()
    const id = await submit(running)
    await expect.poll(transferOf(running.client, id)).toBe('success')
    site.dieAt(point)
    await running.client.call(publications.revoke, { id }).catch(() => null)
    running = await next(site, running)
    expect(there.received.size, point).toBe(point === 'transfer-cancelling' ? 1 : 0)
    expect(await running.client.data(publications.show, { id }), point).toMatchObject({
      state: 'pending',
      transfer: 'success',
    })
    expect(await running.client.data(publications.revoke, { id }), point).toMatchObject({
      state: 'draft',
      sending: null,
    })
    expect(there.received.size, point).toBe(0)
  }
})

const MIB = 1_048_576
type Repository = Pick<InputOf<typeof institutions.create>, 'host' | 'account' | 'code'> & { kind: InstitutionKind }
/** A server that dies and is started again, with three files, the last of two parts, and a repository. */
async function repositoryScene(allow: string[], repository: Repository) {
  const site = mortalServer({ OUTSIDE_ALLOW: allow.join(',') })
  onTestFinished(site.end)
  let running = await site.start()
  const { client } = running
  const { id: spaceId } = await client.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const kept = await Promise.all(
    ['a.csv', 'b.csv'].map((name) => upload(client, { spaceId, name }, Buffer.from(`${name}\n1\n`))),
  )
  const large = Buffer.alloc(9 * MIB, 'depth,temperature\n')
  kept.push(await upload(client, { spaceId, name: 'c.bin' }, large))
  const { id: institution } = await client.data(institutions.create, { name: 'Repository', ...repository })
  const [offered] = await client.data(institutions.templates, { id: institution })
  const description = { zh: '', en: 'Profiles of temperature, measured at six stations of an alpine lake in summer.' }
  const files = kept.map(({ hash }) => hash)
  const fields = { ...COMPLETE, description, institution, template: offered?.id ?? '', files }

  /** Submits while the server dies at a point; answers the administrator of the one that goes on. */
  async function killed(point: string) {
    site.dieAt(point)
    const { id } = await running.client.data(publications.create, { spaceId, fields })
    // What dies at once takes its answer along.
    await running.client.data(publications.submit, { id }).catch(() => {})
    running = await next(site, running)
    return { admin: running.client, id }
  }
  return { large, killed }
}

test('a server that is killed anywhere on the way to a repository publishes a deposit once, or tells that nobody knows', async () => {
  const config = { outside: { isOn: true, allow: [] } } as unknown as World['config']
  const there = await startInvenio({ config })
  const repository = { kind: 'invenio' as const, host: there.origin, account: '', code: TOKEN }
  const { large, killed } = await repositoryScene(config.outside.allow, repository)
  const rounds = [
    ['transfer-announcing', 'failed', 0],
    ['transfer-announced', 'failed', 1],
    ['transfer-file-stored', 'success', 1],
    ['transfer-part-stored', 'success', 1],
    ['transfer-completing', 'success', 1],
    ['transfer-completed', 'success', 1],
  ] as const
  for (const [FAULT, outcome, announced] of sampled(rounds, ([point]) => point === 'transfer-part-stored')) {
    there.records.clear()
    there.state.calls.length = 0
    const { id, admin } = await killed(FAULT)
    const transfer = transferOf(admin, id)
    await expect.poll(transfer, { message: FAULT }).toBe(outcome)
    expect(there.records.size, FAULT).toBe(announced)
    if (outcome === 'failed') {
      await admin.data(publications.retransmit, { id })
      await expect.poll(transfer, { message: FAULT }).toBe('success')
    }
    const whole = [...there.records.values()].filter(({ isPublished }) => isPublished)
    expect(
      whole.map(({ files }) => [...files.keys()].sort()),
      FAULT,
    ).toEqual([['a.csv', 'b.csv', 'c.bin']])
    expect(whole[0]?.files.get('c.bin')?.bytes?.equals(large), FAULT).toBe(true)
    const parts = there.state.calls.filter((call) => /^PUT .*c\.bin\/content/.test(call))
    expect(
      parts.map((call) => call.at(-1)),
      FAULT,
    ).toEqual(['1', '2'])
    expect((await admin.data(publications.show, { id })).state, FAULT).toBe('published')
  }
})

test('a server that is killed between the parts of a file goes on with the next one in the object store of a Dataverse', {
  ...inFull,
}, async () => {
  const config = { outside: { isOn: true, allow: [] } } as unknown as World['config']
  const there = await startDataverse({ config })
  there.state.directBytes = 5 * MIB
  const repository = { kind: 'dataverse' as const, host: there.origin, account: COLLECTION, code: KEY }
  const { large, killed } = await repositoryScene(config.outside.allow, repository)
  const { id, admin } = await killed('transfer-part-stored')
  await expect.poll(transferOf(admin, id)).toBe('success')
  const parts = there.state.calls.flatMap((call) => /^PUT \/store\/.*part=(\d)/.exec(call)?.[1] ?? [])
  expect(parts).toEqual(['1', '2'])
  const [dataset, ...others] = there.datasets.values()
  expect([others.length, there.uploads.size, there.state.aborted, dataset?.released]).toEqual([0, 0, 0, 1])
  expect(dataset?.files.find(({ label }) => label === 'c.bin')?.bytes.equals(large)).toBe(true)
})
