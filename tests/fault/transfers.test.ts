import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { InstitutionKind } from '#contract/institutions.ts'
import { COLLECTION, KEY, startDataverse } from '../services/dataverse.ts'
import { CODE, startInstitution } from '../services/institution.ts'
import { templateXml, USUAL } from '../services/institution-template.ts'
import { startInvenio, TOKEN } from '../services/invenio.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { inFull, sampled } from '../support/full.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'
import type { World } from '../support/world.ts'

const { institutions, publications, spaces } = contract
const NAME = '通用数据集'

const BIG = Buffer.alloc(16 * CHUNK_BYTES, 'lake ')
const contents = { 'a.csv': Buffer.from('a\n1\n'), 'big.bin': BIG }

/** A server that may be killed and started again, with two files, and an institution that it sends to. */
async function scene() {
  const dataDir = startedDataDir()
  const config = { outside: { isOn: true, allow: [] } } as unknown as World['config']
  const there = await startInstitution({ config }, { [NAME]: templateXml(NAME, USUAL) })
  const connect = async (FAULT: string) => {
    const env = { FAULT, OUTSIDE_ALLOW: config.outside.allow.join(',') }
    const server = await startServer({ dataDir, env })
    onTestFinished(server.kill)
    return { server, admin: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect('')
  const { id: spaceId } = await first.admin.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const kept = await Promise.all(
    Object.entries(contents).map(([name, bytes]) => upload(first.admin, { spaceId, name }, bytes)),
  )
  const { id: institution } = await first.admin.data(institutions.create, {
    name: 'Lake Archive',
    host: there.origin,
    account: '42',
    code: CODE,
  })
  const [offered] = await first.admin.data(institutions.templates, { id: institution })
  const fields = {
    ...COMPLETE,
    institution,
    template: offered?.id ?? '',
    extra: { correspondingAuthor: ['owner@lab.test'] },
    files: kept.map(({ hash }) => hash),
  }
  await first.server.end()
  /** Submits while a server runs that dies at a point, or of this. */
  async function submit(FAULT: string) {
    const running = await connect(FAULT)
    const { id } = await running.admin.data(publications.create, { spaceId, fields })
    const submitted = running.admin.data(publications.submit, { id })
    // What dies at once takes its answer along.
    await (FAULT ? submitted.catch(() => {}) : submitted)
    return { ...running, id }
  }
  const restart = async () => {
    await endLeases(dataDir)
    return connect('')
  }
  return { there, connect, submit, restart }
}
const transferOf = (admin: Client, id: string) => async () => (await admin.data(publications.show, { id })).transfer

test('a server that is killed anywhere on the way to an institution sends a submission once, or tells that nobody knows', async () => {
  const { there, submit, restart } = await scene()
  const rounds = [
    ['transfer-announcing', 'failed', 0],
    ['transfer-announced', 'failed', 1],
    ['transfer-file-stored', 'success', 1],
    ['transfer-completing', 'success', 1],
    ['transfer-completed', 'success', 1],
  ] as const
  const daily = ['transfer-announced', 'transfer-completing']
  for (const [FAULT, outcome, announced] of sampled(rounds, ([point]) => daily.includes(point))) {
    there.received.clear()
    const { server, id } = await submit(FAULT)
    await died(server)
    const well = await restart()
    const transfer = transferOf(well.admin, id)
    await expect.poll(transfer, { message: FAULT }).toBe(outcome)
    expect(there.received.size, FAULT).toBe(announced)
    if (outcome === 'failed') {
      await well.admin.data(publications.retransmit, { id })
      await expect.poll(transfer, { message: FAULT }).toBe('success')
    }
    const whole = [...there.received.values()].filter(({ isCompleted }) => isCompleted)
    expect(
      whole.map(({ files }) => [...files.keys()].sort()),
      FAULT,
    ).toEqual([Object.keys(contents)])
    await well.server.end()
  }
})

test('a server that is killed in the middle of a file goes on with what is left of it', async () => {
  const { there, submit, restart } = await scene()
  const { server, id } = await submit('')
  there.sink.state.onBytes = (size) => {
    if (size <= CHUNK_BYTES) return
    there.sink.state.onBytes = () => undefined
    void server.kill()
  }
  await died(server)
  const well = await restart()
  await expect.poll(transferOf(well.admin, id)).toBe('success')
  const taken = there.sink.state.taken.filter(({ path }) => path === 'big.bin')
  expect(taken).toHaveLength(2)
  expect(taken[1]?.from).toBe(taken[0]?.bytes)
  expect(taken[1]?.from).toBeGreaterThan(CHUNK_BYTES)
  const [dataset, ...others] = there.received.values()
  expect(others).toEqual([])
  expect(dataset?.files.get('big.bin')?.equals(BIG)).toBe(true)
  await well.server.end()
})

test('a server that is killed while it takes a submission back has it back, or still sent, and takes it back afterwards', async () => {
  const { there, connect, submit, restart } = await scene()
  const points = ['transfer-cancelling', 'transfer-cancelled']
  for (const FAULT of sampled(points, (point) => point === 'transfer-cancelled')) {
    const { server, admin, id } = await submit('')
    await expect.poll(transferOf(admin, id)).toBe('success')
    await server.end()
    const killed = await connect(FAULT)
    await Promise.all([killed.admin.call(publications.revoke, { id }).catch(() => null), died(killed.server)])
    expect(there.received.size, FAULT).toBe(FAULT === 'transfer-cancelling' ? 1 : 0)
    const well = await restart()
    expect(await well.admin.data(publications.show, { id }), FAULT).toMatchObject({
      state: 'pending',
      transfer: 'success',
    })
    expect(await well.admin.data(publications.revoke, { id }), FAULT).toMatchObject({ state: 'draft', sending: null })
    expect(there.received.size, FAULT).toBe(0)
    await well.server.end()
  }
})

const MIB = 1_048_576
type Repository = Pick<InputOf<typeof institutions.create>, 'host' | 'account' | 'code'> & { kind: InstitutionKind }
/** A server that may be killed and started again, with three files, the last of two parts, and a repository. */
async function repositoryScene(allow: string[], repository: Repository) {
  const dataDir = startedDataDir()
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT, OUTSIDE_ALLOW: allow.join(',') } })
    onTestFinished(server.kill)
    return { server, admin: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect('')
  const { id: spaceId } = await first.admin.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const kept = await Promise.all(
    ['a.csv', 'b.csv'].map((name) => upload(first.admin, { spaceId, name }, Buffer.from(`${name}\n1\n`))),
  )
  const large = Buffer.alloc(9 * MIB, 'depth,temperature\n')
  kept.push(await upload(first.admin, { spaceId, name: 'c.bin' }, large))
  const { id: institution } = await first.admin.data(institutions.create, { name: 'Repository', ...repository })
  const [offered] = await first.admin.data(institutions.templates, { id: institution })
  const description = { zh: '', en: 'Profiles of temperature, measured at six stations of an alpine lake in summer.' }
  const files = kept.map(({ hash }) => hash)
  const fields = { ...COMPLETE, description, institution, template: offered?.id ?? '', files }
  await first.server.end()

  /** Submits while a server runs that dies at a point; answers one that goes on. */
  async function killed(FAULT: string) {
    const dying = await connect(FAULT)
    const { id } = await dying.admin.data(publications.create, { spaceId, fields })
    // What dies at once takes its answer along.
    await dying.admin.data(publications.submit, { id }).catch(() => {})
    await died(dying.server)
    await endLeases(dataDir)
    return { ...(await connect('')), id }
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
  const daily = ['transfer-announced', 'transfer-part-stored']
  for (const [FAULT, outcome, announced] of sampled(rounds, ([point]) => daily.includes(point))) {
    there.records.clear()
    there.state.calls.length = 0
    const { id, ...well } = await killed(FAULT)
    const transfer = transferOf(well.admin, id)
    await expect.poll(transfer, { message: FAULT }).toBe(outcome)
    expect(there.records.size, FAULT).toBe(announced)
    if (outcome === 'failed') {
      await well.admin.data(publications.retransmit, { id })
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
    expect((await well.admin.data(publications.show, { id })).state, FAULT).toBe('published')
    await well.server.end()
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
  const { id, admin, server } = await killed('transfer-part-stored')
  await expect.poll(transferOf(admin, id)).toBe('success')
  const parts = there.state.calls.flatMap((call) => /^PUT \/store\/.*part=(\d)/.exec(call)?.[1] ?? [])
  expect(parts).toEqual(['1', '2'])
  const [dataset, ...others] = there.datasets.values()
  expect([others.length, there.uploads.size, there.state.aborted, dataset?.released]).toEqual([0, 0, 0, 1])
  expect(dataset?.files.find(({ label }) => label === 'c.bin')?.bytes.equals(large)).toBe(true)
  await server.end()
})
