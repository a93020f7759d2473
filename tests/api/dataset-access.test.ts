import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { readPage } from '../support/page.ts'
import { buildPublication } from '../support/publication.ts'
import { PASSWORD } from '../support/world.ts'

const { datasetAccess, publications, messages, journal } = contract
const DAY_MS = 86_400_000
const TERMS = { zh: '仅限非商业研究', en: 'For research only' }
const SECRET = 'cast-1.csv'

async function buildRestricted(kind: 'restricted' | 'open' | 'closed' | 'embargo' = 'restricted') {
  const built = await buildPublication()
  const until = kind === 'embargo' ? '2099-01-01' : null
  const record = await built.published({ access: { kind, until, terms: kind === 'open' ? { zh: '', en: '' } : TERMS } })
  const { datasetId } = record
  const reader = await built.world.as('ordinary')
  const page = `/dataset/${datasetId}/1`
  const ask = (who: Client = reader, purpose = 'A thesis on lakes') =>
    who.call(datasetAccess.ask, { datasetId, purpose, agreesToTerms: true })
  const asked = async () =>
    (await reader.data(datasetAccess.ask, { datasetId, purpose: 'Lakes', agreesToTerms: true })).id
  const answer = (id: string, more: object = {}, who: Client = built.owner) =>
    who.call(datasetAccess.answer, { datasetId, id, isGranted: true, ...more })
  const status = async (path: string, who: Client = reader) => (await who.fetch(`${page}${path}`)).status
  const mine = async () => (await reader.data(datasetAccess.mine, { datasetId })).list
  return { ...built, record, datasetId, reader, page, ask, asked, answer, status, mine }
}
const FILES = ['/files/casts/cast-1.csv', '/zip'] as const
const kindsOf = async (who: Client) => (await who.data(messages.list, {})).list.map(({ kind }) => kind)

describe('a request that is refused', () => {
  test.each(['open', 'closed', 'embargo'] as const)(
    'files that are %s are given to nobody on request',
    async (kind) => {
      const { ask } = await buildRestricted(kind)
      expect(await ask()).toMatchObject({ error: 'accessNotOffered' })
    },
  )

  test('of a dataset that is not public, or that was withdrawn', async () => {
    const { owner, admin, record, reader, ask, create } = await buildRestricted()
    const draft = await create()
    expect(
      await reader.call(datasetAccess.ask, { datasetId: draft.datasetId, purpose: 'x', agreesToTerms: true }),
    ).toMatchObject({ error: 'publicationGone' })
    await admin.data(publications.withdraw, { id: record.id, reason: 'Wrong' })
    expect(await ask()).toMatchObject({ error: 'publicationGone' })
    expect(await ask(owner)).toMatchObject({ error: 'publicationGone' })
  })

  test('without a purpose, or without agreeing to the terms', async () => {
    const { ask, reader, datasetId } = await buildRestricted()
    expect(await ask(reader, ' ')).toMatchObject({ error: 'invalid' })
    const disagreeing = { datasetId, purpose: 'x', agreesToTerms: false as true }
    expect(await reader.call(datasetAccess.ask, disagreeing)).toMatchObject({ error: 'invalid' })
  })

  test('a second one while the first waits, also when both come at once, and of who may have the files', async () => {
    const { ask, owner } = await buildRestricted()
    const both = await Promise.all([ask(), ask()])
    expect(both.map((one) => ('error' in one ? one.error : 'sent')).toSorted()).toEqual(['accessPending', 'sent'])
    expect(await ask()).toMatchObject({ error: 'accessPending' })
    expect(await ask(owner)).toMatchObject({ error: 'accessGranted' })
  })

  test('requests are seen and answered by nobody but who publishes from the space', async () => {
    const { asked, answer, reader, datasetId, world } = await buildRestricted()
    const id = await asked()
    for (const who of [reader, await world.as('normal')]) {
      expect(await who.call(datasetAccess.requests, { datasetId })).toMatchObject({ error: 'spaceRightMissing' })
      expect(await answer(id, {}, who)).toMatchObject({ error: 'spaceRightMissing' })
      expect(await who.call(datasetAccess.revoke, { datasetId, id, opinion: 'x' })).toMatchObject({
        error: 'spaceRightMissing',
      })
    }
  })

  test('an answer to what does not wait, a refusal without a reason, a grant that ends before it begins', async () => {
    const { asked, answer, owner, datasetId, world } = await buildRestricted()
    const id = await asked()
    const yesterday = new Date(world.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    expect(await answer(id, { isGranted: false })).toMatchObject({ error: 'opinionNeeded' })
    expect(await answer(id, { expiresOn: yesterday })).toMatchObject({ error: 'accessExpiryPast' })
    expect(await answer(datasetId)).toMatchObject({ error: 'accessRequestGone' })
    expect(await owner.call(datasetAccess.revoke, { datasetId, id, opinion: 'x' })).toMatchObject({
      error: 'accessRequestAnswered',
    })
    expect((await answer(id)).code).toBe(0)
    expect(await answer(id)).toMatchObject({ error: 'accessRequestAnswered' })
  })

  test('taking back what was answered or never asked', async () => {
    const { reader, datasetId, asked, answer } = await buildRestricted()
    expect(await reader.call(datasetAccess.withdraw, { datasetId })).toMatchObject({ error: 'accessRequestGone' })
    await answer(await asked())
    expect(await reader.call(datasetAccess.withdraw, { datasetId })).toMatchObject({ error: 'accessRequestGone' })
  })
})

describe('restricted files', () => {
  test('are closed to strangers, to who asked and to who was refused; the page tells no name of a file', async () => {
    const { world, status, asked, answer, reader, page } = await buildRestricted()
    const stranger = await world.as('stranger')
    const closed = async (who: Client) => {
      for (const path of FILES) expect([path, await status(path, who)]).toEqual([path, 403])
      expect((await readPage(world, page, { as: who })).html).not.toContain(SECRET)
    }
    await closed(stranger)
    await closed(reader)
    const id = await asked()
    await closed(reader)
    await answer(id, { isGranted: false, opinion: 'No' })
    await closed(reader)
  })

  test('are open to who was granted them, and to nobody else; no cache keeps them', async () => {
    const { world, status, asked, answer, reader, page } = await buildRestricted()
    await answer(await asked())
    const file = await reader.fetch(`${page}${FILES[0]}`)
    expect([file.status, file.headers.get('cache-control'), file.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    const zip = await JSZip.loadAsync(await (await reader.fetch(`${page}/zip`)).arrayBuffer())
    expect(Object.keys(zip.files)).toContain('casts/cast-1.csv')
    expect((await readPage(world, `${page}?folder=casts/`, { as: reader })).html).toContain(SECRET)
    expect(await status(FILES[0], await world.as('stranger'))).toBe(403)
    for (const path of ['/export/ro-crate', '/linkset', '/export/schema-org'])
      expect(await (await reader.fetch(`${page}${path}`)).text()).not.toContain(SECRET)
  })

  test('close again when the last day is over, and then may be asked for anew', async () => {
    const { world, status, asked, answer, ask, datasetId } = await buildRestricted()
    const last = new Date(world.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
    await answer(await asked(), { expiresOn: last })
    expect(await status(FILES[0])).toBe(200)
    expect(await ask()).toMatchObject({ error: 'accessGranted' })
    world.clock.advance(3 * DAY_MS)
    const again = await new Client(world.origin).login('ordinary@lab.test', PASSWORD)
    expect(await status(FILES[0], again)).toBe(403)
    expect((await ask(again)).code).toBe(0)
    const states = (await again.data(datasetAccess.mine, { datasetId })).list.map(({ state }) => state)
    expect(states).toEqual(['pending', 'expired'])
  })

  test('close at once when the grant is revoked, when the version is withdrawn', async () => {
    const { status, asked, answer, owner, admin, datasetId, record, mine } = await buildRestricted()
    const id = await asked()
    await answer(id)
    await owner.data(datasetAccess.revoke, { datasetId, id, opinion: 'Terms broken' })
    expect(await status(FILES[0])).toBe(403)
    expect(await mine()).toMatchObject([{ state: 'revoked', opinion: 'Terms broken' }])
    await answer(await asked())
    expect(await status(FILES[0])).toBe(200)
    await admin.data(publications.withdraw, { id: record.id, reason: 'Wrong' })
    expect(await status(FILES[0])).toBe(403)
  })
})

describe('what people are told', () => {
  test('owners of a request, the person of the answer, the journal of both', async () => {
    const { asked, answer, owner, reader, spaceId, world, datasetId } = await buildRestricted()
    const id = await asked()
    expect(await kindsOf(owner)).toContain('accessAsked')
    expect((await owner.data(datasetAccess.requests, { datasetId })).list).toMatchObject([
      { id, state: 'pending', purpose: 'Lakes', terms: `${TERMS.zh}\n\n${TERMS.en}` },
    ])
    await answer(id, { isGranted: false, opinion: 'Too vague' })
    const [told] = (await reader.data(messages.list, {})).list
    expect(told).toMatchObject({ kind: 'accessRefused', link: `/dataset/${datasetId}/1` })
    expect(told?.content).toContain('Too vague')
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list[0]).toMatchObject({ action: 'accessRefused' })
    const { html } = await readPage(world, `/dataset/${datasetId}/1`, { as: reader })
    expect(html).toContain('Too vague')
    expect((await owner.data(datasetAccess.requests, { datasetId, isOpen: 'false' })).list).toHaveLength(1)
  })

  test('a name of a private space is told to nobody outside it', async () => {
    const { asked, answer, reader, world, datasetId, owner, spaceId } = await buildRestricted()
    await answer(await asked())
    const { name } = await owner.data(contract.spaces.show, { id: spaceId })
    const told = JSON.stringify((await reader.data(messages.list, {})).list)
    expect(told).not.toContain(name)
    expect((await readPage(world, `/dataset/${datasetId}/1`, { as: reader })).html).not.toContain(name)
  })
})
