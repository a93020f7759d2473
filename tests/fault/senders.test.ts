import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { COMPLETE } from '../support/publication.ts'
import { upload } from '../support/upload.ts'

const { institutions, publications, senders, settings, spaces } = contract

test('a dataset reaches another installation once, wherever that one is killed', async () => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const here = mortalServer({ PORT: String(port), OUTSIDE_ALLOW: `127.0.0.1:${otherPort}` })
  const there = mortalServer({ PORT: String(otherPort), OUTSIDE_ALLOW: `127.0.0.1:${port}` })
  for (const site of [here, there]) onTestFinished(site.end)
  const sending = await here.start()
  let well = await there.start()
  await well.client.data(settings.setFeatures, { senders: true })
  const { code } = await well.client.data(senders.create, {
    name: 'Lake Institute',
    account: '1',
    host: sending.server.origin,
    datasetGb: 1,
  })
  const { id: spaceId } = await sending.client.data(spaces.create, {
    name: 'Lake',
    identifier: 'lake1',
    type: 'private',
  })
  const contents = { 'a.csv': Buffer.from('a\n1\n'), 'big.bin': Buffer.alloc(2 * CHUNK_BYTES + 5, 3) }
  const kept = await Promise.all(
    Object.entries(contents).map(([name, bytes]) => upload(sending.client, { spaceId, name }, bytes)),
  )
  const { id: institution } = await sending.client.data(institutions.create, {
    name: 'Great Archive',
    host: well.server.origin,
    account: '1',
    code,
    transfer: 'https',
  })
  const offered = await sending.client.data(institutions.templates, { id: institution })
  const template = offered.find(({ definition }) => definition.name.zh === '通用数据集')?.id ?? ''

  let last = { id: '', received: '' }
  const points = ['incoming-announced', 'incoming-chunk-written', 'incoming-file-published', 'incoming-completing']
  const daily = ['incoming-chunk-written', 'incoming-completing']
  for (const FAULT of sampled(points, (point) => daily.includes(point))) {
    there.dieAt(FAULT)
    const title = { zh: FAULT, en: '' }
    const fields = { ...COMPLETE, title, institution, template, files: kept.map(({ hash }) => hash) }
    const { id } = await sending.client.data(publications.create, { spaceId, fields })
    await sending.client.data(publications.submit, { id })
    await died(well.server)
    const transfer = async () => (await sending.client.data(publications.show, { id })).transfer
    await expect.poll(transfer, { message: FAULT }).toBe('failed')
    await endLeases(there.dataDir)
    well = await there.start()
    await sending.client.data(publications.retransmit, { id })
    await expect.poll(transfer, { message: FAULT }).toBe('success')
    const { list: waiting } = await well.client.data(publications.queue, {})
    const own = waiting.filter((one) => one.title === FAULT)
    expect(own, FAULT).toMatchObject([
      { fileCount: 2, sizeBytes: contents['a.csv'].length + contents['big.bin'].length },
    ])
    const { list: all } = await well.client.data(senders.incoming, {})
    expect(all.filter((one) => one.title === FAULT)).toHaveLength(1)
    last = { id, received: own[0]?.id ?? '' }
  }

  await well.client.data(publications.approve, { id: last.received })
  const state = async () => (await sending.client.data(publications.show, { id: last.id })).state
  await expect.poll(state, { interval: 1000 }).toBe('published')
})
