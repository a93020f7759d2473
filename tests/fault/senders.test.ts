import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'

const { institutions, publications, senders, settings, spaces } = contract

/** A server of ours at a port of its own, which may be killed and started again. */
async function installation(otherPort: number, port: number) {
  const dataDir = startedDataDir()
  const start = async (FAULT: string) => {
    const env = { FAULT, PORT: String(port), OUTSIDE_ALLOW: `127.0.0.1:${otherPort}` }
    const server = await startServer({ dataDir, env })
    onTestFinished(server.kill)
    const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    return { server, admin }
  }
  return { dataDir, start }
}

test('a dataset reaches another installation once, wherever that one is killed', async () => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const here = await installation(otherPort, port)
  const there = await installation(port, otherPort)
  const sending = await here.start('')
  const first = await there.start('')
  await first.admin.data(settings.setFeatures, { senders: true })
  const { code } = await first.admin.data(senders.create, {
    name: 'Lake Institute',
    account: '1',
    host: sending.server.origin,
    datasetGb: 1,
  })
  const { id: spaceId } = await sending.admin.data(spaces.create, {
    name: 'Lake',
    identifier: 'lake1',
    type: 'private',
  })
  const contents = { 'a.csv': Buffer.from('a\n1\n'), 'big.bin': Buffer.alloc(2 * CHUNK_BYTES + 5, 3) }
  const kept = await Promise.all(
    Object.entries(contents).map(([name, bytes]) => upload(sending.admin, { spaceId, name }, bytes)),
  )
  const { id: institution } = await sending.admin.data(institutions.create, {
    name: 'Great Archive',
    host: first.server.origin,
    account: '1',
    code,
    transfer: 'https',
  })
  const offered = await sending.admin.data(institutions.templates, { id: institution })
  const template = offered.find(({ definition }) => definition.name.zh === '通用数据集')?.id ?? ''
  await first.server.end()

  let last = { id: '', received: '' }
  const points = ['incoming-announced', 'incoming-chunk-written', 'incoming-file-published', 'incoming-completing']
  const daily = ['incoming-chunk-written', 'incoming-completing']
  for (const FAULT of sampled(points, (point) => daily.includes(point))) {
    const killed = await there.start(FAULT)
    const title = { zh: FAULT, en: '' }
    const fields = { ...COMPLETE, title, institution, template, files: kept.map(({ hash }) => hash) }
    const { id } = await sending.admin.data(publications.create, { spaceId, fields })
    await sending.admin.data(publications.submit, { id })
    await died(killed.server)
    const transfer = async () => (await sending.admin.data(publications.show, { id })).transfer
    await expect.poll(transfer, { message: FAULT }).toBe('failed')
    await endLeases(there.dataDir)
    const well = await there.start('')
    await sending.admin.data(publications.retransmit, { id })
    await expect.poll(transfer, { message: FAULT }).toBe('success')
    const { list: waiting } = await well.admin.data(publications.queue, {})
    const own = waiting.filter((one) => one.title === FAULT)
    expect(own, FAULT).toMatchObject([
      { fileCount: 2, sizeBytes: contents['a.csv'].length + contents['big.bin'].length },
    ])
    const { list: all } = await well.admin.data(senders.incoming, {})
    expect(all.filter((one) => one.title === FAULT)).toHaveLength(1)
    last = { id, received: own[0]?.id ?? '' }
    await well.server.end()
  }

  const deciding = await there.start('')
  await deciding.admin.data(publications.approve, { id: last.received })
  const state = async () => (await sending.admin.data(publications.show, { id: last.id })).state
  await expect.poll(state, { interval: 1000 }).toBe('published')
})
