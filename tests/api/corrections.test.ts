import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { AUTHOR, buildPublication, COMPLETE } from '../support/publication.ts'

const { publications, journal } = contract
const reason = 'The season was wrong.'
const title = { zh: '高山湖泊冬季水温', en: 'Winter temperature of an alpine lake' }

test('nobody corrects what is not published, who neither owns the space nor administers, or without a reason', async () => {
  const { world, owner, senior, submitted, published } = await buildPublication()
  const { id } = await published()
  const stranger = await world.as('stranger')
  const ordinary = await world.as('ordinary')
  for (const [who, error] of [
    [stranger, 'notSignedIn'],
    [ordinary, 'spaceRightMissing'],
    [senior, 'spaceRightMissing'],
  ] as const)
    expect(await who.call(publications.correct, { id, fields: { title }, reason })).toMatchObject({ error })
  expect(await owner.call(publications.correct, { id, fields: { title }, reason: ' ' })).toMatchObject({
    error: 'invalid',
    fields: [{ field: 'reason' }],
  })
  const pending = await submitted()
  expect(await owner.call(publications.correct, { id: pending.id, fields: { title }, reason })).toMatchObject({
    error: 'publicationStateChanged',
  })
  await owner.data(publications.withdraw, { id, reason })
  expect(await owner.call(publications.correct, { id, fields: { title }, reason })).toMatchObject({
    error: 'publicationStateChanged',
  })
})

test('a correction that leaves the record incomplete changes nothing', async () => {
  const { owner, published } = await buildPublication()
  const { id } = await published()
  const wish = { id, fields: { title, authors: [] }, reason }
  expect(await owner.call(publications.correct, wish)).toMatchObject({ error: 'publicationIncomplete' })
  const { metadata, history } = await owner.data(publications.show, { id })
  expect([metadata?.title, history.map(({ kind }) => kind)]).toEqual([
    COMPLETE.title,
    ['made', 'submitted', 'published'],
  ])
})

test('files, access and licence are those of the version for ever', async () => {
  const { owner, published } = await buildPublication()
  const before = await published()
  const more = { licence: 'CC0-1.0', access: { kind: 'closed', until: null, terms: { zh: '', en: '' } }, files: [] }
  const wish = { id: before.id, fields: { title, ...more }, reason }
  const after = await owner.data(publications.correct, wish as never)
  expect(after.metadata).toEqual({ ...before.metadata, title })
  expect([after.fileCount, after.sizeBytes, after.fields.files]).toEqual([
    before.fileCount,
    before.sizeBytes,
    before.fields.files,
  ])
})

test('the page, the search, harvesters and the next version have what is corrected, and what was there stays on the page', async () => {
  const { world, spaceId, owner, admin, published } = await buildPublication()
  const { id, datasetId } = await published()
  world.clock.advance(60_000)
  const from = `${new Date(world.clock.now()).toISOString().slice(0, 19)}Z`
  const harvested = async () =>
    (await fetch(`${world.origin}/oai?verb=ListRecords&metadataPrefix=oai_dc&from=${from}`)).text()
  expect(await harvested()).toContain('noRecordsMatch')
  const authors = [{ ...AUTHOR, name: 'Oliver Owner', given: 'Oliver', email: 'hidden@lab.test', isContact: false }]
  await owner.data(publications.correct, { id, fields: { title }, reason })
  const corrected = await admin.data(publications.correct, { id, fields: { authors }, reason: 'A name was misspelt.' })

  expect(corrected.history.map(({ kind, reason: why }) => `${kind} ${why}`).slice(-2)).toEqual([
    `corrected ${reason}`,
    'corrected A name was misspelt.',
  ])
  const page = await (await fetch(`${world.origin}/dataset/${datasetId}/1`, { headers: { cookie: 'lang=en' } })).text()
  for (const text of ['Version 1.2', title.en, COMPLETE.title.en, 'Oliver Owner', 'Olive Owner', reason])
    expect(page, text).toContain(text)
  expect(page).not.toContain('hidden@lab.test')
  expect(await harvested()).toContain(title.zh)
  expect(await (await fetch(`${world.origin}/datasets?q=Winter`)).text()).toContain(datasetId)
  const { list } = await owner.data(journal.list, { id: spaceId })
  expect(list.filter(({ action }) => action === 'publicationCorrected').length).toBe(2)
  const next = await owner.data(publications.newVersion, { id })
  expect(next.fields).toMatchObject({ title, authors })
})

test('the same correction twice is one', async () => {
  const { owner, published } = await buildPublication()
  const { id } = await published()
  const wish = { id, fields: { title }, reason }
  const [one, other] = await Promise.all([
    owner.data(publications.correct, wish),
    owner.data(publications.correct, wish),
  ])
  const kinds = [one, other].map(({ history }) => history.filter(({ kind }) => kind === 'corrected').length)
  expect(Math.max(...kinds)).toBe(1)
})
