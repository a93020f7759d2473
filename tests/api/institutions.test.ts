import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { INSTITUTIONS_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { outsideGateway } from '#server/http/outside.ts'
import { institutionClient, TICKET_MS } from '#server/modules/institutions/protocol.ts'
import { CODE, startInstitution } from '../services/institution.ts'
import { buildWorld } from '../support/world.ts'

const { institutions, audit } = contract
type Draft = Partial<InputOf<typeof institutions.create>>
const NOBODY = '00000000-0000-4000-8000-000000000000'

async function scene() {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const there = await startInstitution(world)
  const draft = (more: Draft = {}) => ({ name: 'Lake Archive', host: there.origin, account: '42', code: CODE, ...more })
  const add = (more: Draft = {}) => admin.data(institutions.create, draft(more))
  return { world, admin, there, draft, add }
}

describe('an institution is not saved', () => {
  test.each([
    ['with a code that it does not know', { code: 503 }, 'institutionCodeWrong'],
    ['with a ticket that is over at once', { code: 502 }, 'institutionCodeWrong'],
    ['when the code is granted too little', { code: 505 }, 'institutionForbidden'],
    ['when the authorization is over', { code: 506 }, 'institutionExpired'],
    ['when its service is offline', { code: 507 }, 'institutionOffline'],
    ['when it speaks another version', { code: 504 }, 'institutionAnswerWrong'],
    ['when it answers what nobody asked', { hello: 1 }, 'institutionAnswerWrong'],
    ['when it lets in without a ticket', { ticket: {}, serviceList: [] }, 'institutionAnswerWrong'],
    ['when it lacks services', { ticket: { token: 't', expires: 1 }, serviceList: [] }, 'institutionAnswerWrong'],
  ])('%s', async (_why, body, error) => {
    const { admin, there, draft } = await scene()
    there.state.instead.ENTRY = (response) => there.say(response, body)
    expect(await admin.call(institutions.create, draft())).toMatchObject({ error })
    expect(await admin.data(institutions.list, {})).toEqual([])
  })

  test.each([
    ['no service is granted to', 505, 'institutionForbidden'],
    ['was granted them until yesterday', 506, 'institutionExpired'],
    ['may come once its services are back', 507, 'institutionOffline'],
  ])('when the code lets in, but %s', async (_why, code, error) => {
    const { admin, there, draft } = await scene()
    there.state.instead.GET_TEMPLATES = (response) => there.say(response, { code })
    expect(await admin.call(institutions.create, draft())).toMatchObject({ error })
    expect(await admin.data(institutions.list, {})).toEqual([])
  })

  test.each([
    ['no JSON', 200, '<html>Welcome</html>', 'institutionAnswerWrong'],
    ['nothing', 200, '', 'institutionAnswerWrong'],
    ['more than anybody reads', 200, `"${'x'.repeat(4_194_305)}"`, 'institutionAnswerWrong'],
    ['that there is no such page', 404, '', 'institutionAnswerWrong'],
    ['that it is broken', 503, '<html>', 'outsideUnreachable'],
  ])('when it answers %s', async (_what, status, body, error) => {
    const { admin, there, draft } = await scene()
    there.state.instead.ENTRY = (response) => response.writeHead(status).end(body)
    expect(await admin.call(institutions.create, draft())).toMatchObject({ error })
  })

  test('when its address is an inner one, or leads to one', async () => {
    const { world, admin, there, draft } = await scene()
    there.state.instead.ENTRY = (response) => response.writeHead(302, { location: `${world.origin}/api` }).end()
    expect(await admin.call(institutions.create, draft())).toMatchObject({ error: 'outsideRefused' })
    expect(await admin.call(institutions.create, draft({ host: world.origin }))).toMatchObject({
      error: 'outsideRefused',
    })
    expect(await admin.call(institutions.create, draft({ host: 'ftp://x.test' }))).toMatchObject({ error: 'invalid' })
  })

  test('when it takes longer than anybody waits', async () => {
    const { world, there } = await scene()
    const outside = outsideGateway({ policy: world.config.outside })
    const client = institutionClient({ outside, now: world.clock.now, timeoutMs: 100 })
    there.state.instead.ENTRY = () => undefined
    const target = { id: NOBODY, host: there.origin, code: CODE }
    await expect(client.enter(target)).rejects.toMatchObject({ refusal: 'outsideUnreachable' })
    there.state.instead.ENTRY = (response) => void response.writeHead(200).write('{"ticket":')
    await expect(client.enter(target)).rejects.toMatchObject({ refusal: 'outsideUnreachable' })
  })

  test('when it breaks off', async () => {
    const { admin, there, draft } = await scene()
    there.state.instead.ENTRY = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"ticket":', () => response.destroy())
    }
    expect(await admin.call(institutions.create, draft())).toMatchObject({ error: 'outsideUnreachable' })
  })

  test('by anybody but an administrator, a second time under its name, or beyond the limit', async () => {
    const { world, admin, draft, add } = await scene()
    expect(await (await world.as('owner')).call(institutions.create, draft())).toMatchObject({ error: 'forbidden' })
    const { id } = await add()
    const twin = { ...draft(), name: 'LAKE ARCHIVE' }
    expect(await admin.call(institutions.create, twin)).toMatchObject({ error: 'institutionNameTaken' })
    const [row] = await world.db.selectFrom('institution').selectAll().where('id', '=', id).execute()
    const more = Array.from({ length: INSTITUTIONS_MAX - 1 }, (_, at) => ({
      ...(row as NonNullable<typeof row>),
      id: crypto.randomUUID(),
      name: `Archive ${at}`,
    }))
    await world.db.insertInto('institution').values(more).execute()
    expect(await admin.call(institutions.create, draft({ name: 'One more' }))).toMatchObject({
      error: 'institutionsTooMany',
    })
  })

  test('and none that is gone is edited, tested or removed', async () => {
    const { admin, draft } = await scene()
    for (const answer of [
      admin.call(institutions.edit, { ...draft(), id: NOBODY }),
      admin.call(institutions.test, { id: NOBODY }),
      admin.call(institutions.remove, { id: NOBODY }),
    ])
      expect(await answer).toMatchObject({ error: 'institutionGone' })
  })
})

describe('an institution', () => {
  test('is asked with the code, which nobody reads again', async () => {
    const { world, admin, there, add } = await scene()
    const made = await add({ host: `${there.origin}/` })
    expect(made).toMatchObject({ host: there.origin, transfer: 'ftp', isOn: true, state: { error: '', message: '' } })
    expect(there.asked[0]?.headers.secretkey).toBe(CODE)
    const { rows } = await sql`select row_to_json(i) as whole from institution i`.execute(world.db)
    expect(JSON.stringify(rows)).not.toContain(CODE)
    expect(JSON.stringify(await admin.data(institutions.list, {}))).not.toContain(CODE)
    expect(JSON.stringify(await admin.data(audit.list, {}))).not.toContain(CODE)
    expect(await (await world.as('owner')).data(institutions.offered, {})).toEqual([
      { id: made.id, name: 'Lake Archive' },
    ])
  })

  test('keeps its code when it is edited, but sends it to no other address', async () => {
    const { world, admin, there, draft, add } = await scene()
    const { id } = await add()
    const before = there.asked.length
    const { code: _, ...kept } = draft({ name: 'Lake and Sea Archive' })
    expect(await admin.data(institutions.edit, { ...kept, id, isOn: false })).toMatchObject({
      name: 'Lake and Sea Archive',
      isOn: false,
    })
    expect(await (await world.as('owner')).data(institutions.offered, {})).toEqual([])
    const elsewhere = await startInstitution(world)
    const moved = { ...kept, id, host: elsewhere.origin }
    expect(await admin.call(institutions.edit, moved)).toMatchObject({ error: 'institutionCodeNeeded' })
    expect(elsewhere.asked).toEqual([])
    expect(await admin.data(institutions.edit, { ...moved, code: CODE })).toMatchObject({ host: elsewhere.origin })
    expect(await admin.call(institutions.edit, { ...moved, code: 'wrong' })).toMatchObject({
      error: 'institutionCodeWrong',
    })
    expect(await admin.data(institutions.test, { id })).toMatchObject({ state: { error: '' } })
    expect(there.asked).toHaveLength(before)
  })

  test('says on its page why it lets us in no more', async () => {
    const { world, admin, there, add } = await scene()
    const { id } = await add()
    there.state.code = 'another'
    world.clock.advance(TICKET_MS)
    const { state } = await admin.data(institutions.test, { id })
    expect(state).toMatchObject({ error: 'institutionCodeWrong', at: world.clock.now().toISOString() })
    expect(state.message).not.toBe('')
    there.state.code = CODE
    expect(await admin.data(institutions.test, { id })).toMatchObject({ state: { error: '', message: '' } })
  })

  test('is in the audit log from its beginning to its end', async () => {
    const { admin, draft, add } = await scene()
    const { id } = await add()
    await admin.data(institutions.edit, { ...draft({ account: '43' }), id })
    await admin.data(institutions.remove, { id })
    const { list } = await admin.data(audit.list, {})
    expect(list.slice(0, 3).map(({ action }) => action)).toEqual([
      'publisherRemoved',
      'publisherChanged',
      'publisherAdded',
    ])
    expect(await admin.data(institutions.list, {})).toEqual([])
  })
})
