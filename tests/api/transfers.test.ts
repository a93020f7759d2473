import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import { TICKET_MS } from '#server/modules/institutions/protocol.ts'
import { TEMPLATES_MS } from '#server/modules/institutions/templates.ts'
import { VERSIONS } from '../services/institution.ts'
import { bean, SHARING, templateXml, USUAL } from '../services/institution-template.ts'
import { hasVsftpd, startVsftpd } from '../services/vsftpd.ts'
import { png } from '../support/picture.ts'
import { buildTransfer, TEMPLATE } from '../support/transfer.ts'
import { upload } from '../support/upload.ts'

const { institutions, publications, tasks, journal, audit } = contract
const files = (dataset: { files: Map<string, Buffer> } | undefined) => [...(dataset?.files.keys() ?? [])].sort()

describe('a submission is not sent', () => {
  test('to an institution that is not offered, by a template of another, or with an access that it has not', async () => {
    const { admin, owner, institution, begun, problems, there, world } = await buildTransfer()
    expect(await problems((await begun({ template: 'dataset' })).id)).toContain('error template templateOther')
    expect(await problems((await begun({ institution: '' })).id)).toContain('error template templateOther')
    const only = bean(
      { title: '共享', type: 'privacyPolicy', multiply: '1:1', iri: 'x/privacyPolicy' },
      SHARING.slice(1),
    )
    there.state.templates = { [TEMPLATE]: templateXml(TEMPLATE, [...USUAL.slice(0, 4), only]) }
    world.clock.advance(TEMPLATES_MS)
    await owner.data(institutions.templates, { id: institution })
    expect(await problems((await begun()).id)).toContain('error access accessOther')
    const [before] = await admin.data(institutions.list, {})
    if (!before) throw new Error('no institution')
    const { createdAt: _, state: __, ...draft } = before
    await admin.data(institutions.edit, { ...draft, isOn: false })
    const { id } = await begun()
    expect(await problems(id)).toContain('error institution institutionGone')
    expect(await owner.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
    expect(await owner.call(institutions.templates, { id: institution })).toMatchObject({ error: 'institutionGone' })
    expect(there.received.size).toBe(0)
  })

  test.each([
    ['says nothing that we know', { code: 0 }, 'institutionAnswerWrong'],
    ['is not authorised', { code: 505 }, 'institutionForbidden'],
    ['is offline', { code: 507 }, 'institutionOffline'],
    ['does not accept the record', { code: 508 }, 'institutionRecordRefused'],
    ['has not decided about the version before it', { code: 509 }, 'institutionVersionPending'],
  ])('when the institution %s, and its person is told why', async (_what, body, error) => {
    const { owner, sent, there, again } = await buildTransfer()
    there.state.instead.DATASET_PUBLISH = (response) => there.say(response, body)
    const { id, transfer, transferFailures, transferMessage, verbs } = await sent()
    expect({ transfer, transferFailures }).toEqual({ transfer: 'failed', transferFailures: 1 })
    expect(transferMessage).not.toBe('')
    expect(verbs).toContain('retransmit')
    const { list } = await owner.data(tasks.mine, {})
    expect(list[0]).toMatchObject({ kind: 'transfer', state: 'failed', error })
    there.state.instead = {}
    expect(await again(id)).toMatchObject({ transfer: 'success' })
  })

  test.each(['GET_TEMPLATES', 'DATASET_PUBLISH', 'UPLOAD_COMPLETED'] as const)(
    'while the answer to %s is none, and once when it is well again',
    async (service) => {
      const { world, begun, owner, drain, show, again, there, received } = await buildTransfer()
      const faults: [string, (response: ServerResponse) => void][] = [
        ['is garbage', (response) => response.end('<html>')],
        ['has no end', (response) => response.end(`[${'"lake",'.repeat(700_000)}""]`)],
        [
          'breaks off',
          (response) => response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
        ],
        ['fails', (response) => response.writeHead(500).end()],
        ['leads inwards', (response) => response.writeHead(307, { location: `${world.origin}/api/x` }).end()],
      ]
      for (const [what, answer] of faults) {
        const { id } = await begun({ title: { zh: what, en: '' } })
        there.state.instead[service] = answer
        await owner.data(publications.submit, { id })
        await drain()
        expect(await show(id), what).toMatchObject({ transfer: 'failed', transferMessage: expect.stringMatching(/./) })
        there.state.instead = {}
        expect(await again(id), what).toMatchObject({ transfer: 'success', sending: { step: 'sent' } })
      }
      expect(received().map(({ isCompleted }) => isCompleted)).toEqual(faults.map(() => true))
    },
  )

  test('when the address for its files leads inwards', async () => {
    const { sent, there, world, received } = await buildTransfer()
    const inner = world.origin.replace('http', 'ftp')
    there.state.instead.DATASET_PUBLISH = (response) =>
      there.say(response, { resourceId: 'r', ftpUrl: inner, username: 'u', password: 'p' })
    expect(await sent()).toMatchObject({
      transfer: 'failed',
      transferMessage: expect.stringContaining('isn’t allowed'),
    })
    expect(received()).toEqual([])
  })

  test.each([
    ['does not take the account', 'PASS', '530 No', 'institutionFtpLogin'],
    ['has no room', 'STOR', '452 Full', 'institutionFtpRefused'],
    ['breaks off', 'TYPE', 'cut', 'outsideUnreachable'],
  ])('when the FTP server %s; it goes on once it is well', async (_what, verb, reply, error) => {
    const { owner, sent, there, again, received } = await buildTransfer()
    there.sink.state.instead[verb] = reply
    const { id } = await sent()
    expect((await owner.data(tasks.mine, {})).list[0]).toMatchObject({ state: 'failed', error })
    there.sink.state.instead = {}
    expect(await again(id)).toMatchObject({ transfer: 'success' })
    expect(received()).toHaveLength(1)
  })

  test('by a template that the institution has changed since', async () => {
    const { owner, begun, there, drain, show } = await buildTransfer()
    const { id } = await begun()
    await owner.data(publications.submit, { id })
    there.state.templates = { [TEMPLATE]: templateXml(TEMPLATE, USUAL.slice(0, 9)) }
    await drain()
    expect((await owner.data(tasks.mine, {})).list[0]).toMatchObject({ error: 'institutionTemplateChanged' })
    expect(await show(id)).toMatchObject({ transfer: 'failed', sending: { step: 'waiting' } })
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft', sending: null })
  })

  test('a second time without a word when nobody knows whether the institution was told', async () => {
    const { world, owner, begun, drain, again, show, received } = await buildTransfer()
    const { id } = await begun()
    await owner.data(publications.submit, { id })
    // As a process leaves it that was killed while it waited for the answer.
    await world.db.updateTable('publication_transfer').set({ step: 'announcing' }).execute()
    await drain()
    expect((await owner.data(tasks.mine, {})).list[0]).toMatchObject({ error: 'institutionAnswerLost' })
    expect(await show(id)).toMatchObject({ transfer: 'failed', sending: { step: 'waiting' } })
    expect(received()).toEqual([])
    expect(await again(id)).toMatchObject({ transfer: 'success' })
  })

  test('when the institution misses files: all of them go again', async () => {
    const { owner, sent, there, again, received } = await buildTransfer()
    there.state.instead.UPLOAD_COMPLETED = (response) => there.say(response, { result: false })
    const { id } = await sent()
    expect((await owner.data(tasks.mine, {})).list[0]).toMatchObject({ error: 'institutionUploadRefused' })
    received()[0]?.files.clear()
    there.state.instead = {}
    expect(await again(id)).toMatchObject({ transfer: 'success' })
    expect(files(received()[0])).toEqual(['casts/README.md', 'casts/cast-1.csv'])
  })

  test('more often than a person should try: an administrator does, and the failures are counted anew', async () => {
    const { admin, owner, sent, there, again, drain, show } = await buildTransfer()
    there.sink.state.instead.PASS = '530 No'
    const { id } = await sent()
    for (let round = 0; round < RETRANSMIT_MAX; round += 1) await again(id)
    expect(await show(id)).toMatchObject({ transferFailures: RETRANSMIT_MAX + 1, transfer: 'failed' })
    expect((await show(id)).verbs).not.toContain('retransmit')
    expect(await owner.call(publications.retransmit, { id })).toMatchObject({ error: 'publicationRetransmitLimit' })
    expect(await owner.call(publications.transfers, {})).toMatchObject({ error: 'forbidden' })
    const { list } = await admin.data(publications.transfers, { transfer: 'failed' })
    expect(list).toMatchObject([{ id, institution: { name: 'Lake Archive' }, transferFailures: RETRANSMIT_MAX + 1 }])
    there.sink.state.instead = {}
    expect(await admin.data(publications.retransmit, { id })).toMatchObject({ transferFailures: 0 })
    await drain()
    expect(await show(id)).toMatchObject({ transfer: 'success', sending: { step: 'sent' } })
  })
})

describe('a submission to an institution', () => {
  test('is announced field by field, and its files keep their tree', async () => {
    const { sent, there, table, received } = await buildTransfer()
    const { sending, transfer, state } = await sent({ tables: [await table('Casts')], language: 'zh' })
    expect({ transfer, state }).toEqual({ transfer: 'success', state: 'pending' })
    const [dataset] = received()
    expect(dataset?.body).toEqual({
      version: 'V1',
      organization: { id: '42', name: 'Lake Archive' },
      publish: { name: 'Olive Owner', email: 'owner@lab.test', org: '' },
      resourceType: '11',
      rootId: '',
      templateName: TEMPLATE,
      fileIsZip: 'no',
      dataType: { type: '2', fileList: ['Casts'] },
      callbackUrl: {
        onSuccess: expect.stringMatching(/\/api\/audit\.callback\?token=[\w-]{43}$/),
        onUpdate: expect.any(String),
      },
      metadata: {
        '@context': 'https://schema.org/',
        '@type': 'Dataset',
        name: [
          { '@value': '高山湖泊水温', '@language': 'zh' },
          { '@value': 'Temperature of an alpine lake', '@language': 'en' },
        ],
        description: [{ '@value': expect.stringContaining('水温剖面'), '@language': 'zh' }],
        keywords: [
          { '@value': '湖泊', '@language': 'zh' },
          { '@value': '水温', '@language': 'zh' },
        ],
        subject: ['地球科学'],
        author: [
          {
            '@type': 'Person',
            name: 'Olive Owner',
            familyName: 'Owner',
            givenName: 'Olive',
            identifier: '0000-0002-1825-0097',
            email: 'owner@lab.test',
            affiliation: [{ '@type': 'Organization', name: 'Institute of Limnology', identifier: '' }],
            contactPoint: { '@type': 'ContactPoint', email: 'owner@lab.test' },
          },
        ],
        privacyPolicy: { type: 'open' },
        cstr: 'apply',
        correspondingAuthor: 'owner@lab.test',
        license: 'CC-BY-4.0',
      },
    })
    expect(files(dataset)).toEqual(['Casts.xlsx', 'casts/README.md', 'casts/cast-1.csv'])
    expect(dataset?.files.get('casts/cast-1.csv')?.toString()).toBe('depth,temperature\n0,8.5\n')
    expect(dataset?.files.get('Casts.xlsx')?.subarray(0, 2).toString()).toBe('PK')
    expect(dataset?.isCompleted).toBe(true)
    expect(sending).toMatchObject({ step: 'sent', files: 3, filesSent: 3 })
    expect(sending?.bytesSent).toBe(sending?.bytes)
    expect(
      there.asked.filter(({ url }) => url?.startsWith('/fair/upload')).map(({ headers }) => headers.version),
    ).toEqual([VERSIONS.UPLOAD_COMPLETED])
  })

  test.each([
    ['embargo', { until: '2030-01-01', terms: { zh: '', en: '' } }, { type: 'protect', openDate: '2030-01-01' }],
    ['restricted', { until: null, terms: { zh: '须申请', en: '' } }, { type: 'condition', condition: '须申请' }],
    ['closed', { until: null, terms: { zh: '', en: 'Private' } }, { type: 'notOpen', condition: 'Private' }],
  ] as const)('with %s access says so in the words of institutions', async (kind, more, said) => {
    const { sent, received } = await buildTransfer()
    await sent({ access: { kind, ...more } })
    expect(received()[0]?.body.metadata).toMatchObject({ privacyPolicy: said })
  })

  test('brings its picture inside the record, and not one that is smaller than the institution wants it', async () => {
    const { owner, spaceId, folder, begun, problems, drain, received } = await buildTransfer()
    const cover = png(800, 600)
    await upload(owner, { spaceId, hash: folder, name: 'cover.png' }, cover)
    await upload(owner, { spaceId, hash: folder, name: 'small.png' }, png(40, 30))
    const extra = { correspondingAuthor: ['owner@lab.test'] }
    const small = await begun({ extra: { ...extra, image: ['casts/small.png'] } })
    expect(await problems(small.id)).toContain('error extra.image imageUnfit')
    const { id } = await begun({ extra: { ...extra, image: ['casts/cover.png'] } })
    await owner.data(publications.submit, { id })
    await drain()
    expect(received()[0]?.body.metadata).toMatchObject({
      image: [`data:image/png;base64,${cover.toString('base64')}`],
    })
  })

  test('to one that answers slowly waits for it, and says meanwhile how far it is', async () => {
    const { begun, owner, drain, show, there, received } = await buildTransfer()
    let answer: ServerResponse | null = null
    there.state.instead.GET_TEMPLATES = (response) => {
      answer = response
    }
    const { id } = await begun()
    await owner.data(publications.submit, { id })
    const draining = drain()
    await expect.poll(() => answer !== null).toBe(true)
    expect(await show(id)).toMatchObject({ transfer: 'transmitting', sending: { step: 'waiting', filesSent: 0 } })
    expect(received()).toEqual([])
    there.state.instead = {}
    const url = `${there.origin}/templates/${encodeURIComponent(TEMPLATE)}`
    if (answer) there.say(answer, [{ name: TEMPLATE, url, type: '11-数据集' }])
    await draining
    expect(await show(id)).toMatchObject({ transfer: 'success', sending: { step: 'sent' } })
    expect(received()).toHaveLength(1)
  })

  test('uses one ticket while it counts, and a new one when the institution has ended it', async () => {
    const { sent, there, world } = await buildTransfer()
    there.state.calls.length = 0
    await sent()
    expect(there.state.calls).not.toContain('ENTRY')
    there.state.tickets.clear()
    there.state.calls.length = 0
    await sent({ title: { zh: '二', en: '' } })
    expect(there.state.calls).toEqual([
      'GET_TEMPLATES',
      'ENTRY',
      'GET_TEMPLATES',
      'DATASET_PUBLISH',
      'UPLOAD_COMPLETED',
    ])
    world.clock.advance(TICKET_MS)
    there.state.calls.length = 0
    await sent({ title: { zh: '三', en: '' } })
    expect(there.state.calls[0]).toBe('ENTRY')
  })

  test('that is cut in a file sends what is left, not what is there', async () => {
    const { sent, there, again, received } = await buildTransfer()
    there.sink.state.cutAfter = 3
    const { id, transfer, sending } = await sent()
    expect({ transfer, step: sending?.step }).toEqual({ transfer: 'failed', step: 'sending' })
    const before = [...there.sink.state.stored]
    await again(id)
    expect(received()).toHaveLength(1)
    expect([...new Set(there.sink.state.stored)].sort()).toEqual(['casts/README.md', 'casts/cast-1.csv'])
    for (const path of before) expect(there.sink.state.stored.filter((one) => one === path)).toHaveLength(1)
  })

  describe('with a large file that was cut', () => {
    const BIG = Buffer.alloc(2 * CHUNK_BYTES + 7, 'lake ')
    const CUT = CHUNK_BYTES + 3
    async function cut() {
      const scene = await buildTransfer()
      await scene.put('big.bin', BIG.toString())
      scene.there.sink.state.cutAfter = CUT
      const { id, sending } = await scene.sent()
      expect(sending).toMatchObject({ step: 'sending', filesSent: 1 })
      const broken = scene.there.sink.state.taken.at(-1)
      scene.there.sink.state.taken.length = 0
      const ofBig = () => scene.there.sink.state.taken.filter(({ path }) => path === 'casts/big.bin')
      const big = () => scene.received().at(-1)?.files.get('casts/big.bin')
      return { ...scene, id, there: scene.there, broken: broken?.bytes ?? 0, ofBig, big }
    }

    test('goes on where it ended', async () => {
      const { id, again, broken, ofBig, big, received } = await cut()
      expect(broken).toBeGreaterThanOrEqual(CUT)
      expect(await again(id)).toMatchObject({ transfer: 'success', sending: { filesSent: 3 } })
      expect(ofBig()).toEqual([{ path: 'casts/big.bin', from: broken, bytes: BIG.length - broken }])
      expect(big()?.equals(BIG)).toBe(true)
      expect(received()).toHaveLength(1)
    })

    test.each(['SIZE', 'REST'])('begins anew where the server knows no %s', async (verb) => {
      const { id, again, there, ofBig, big } = await cut()
      there.sink.state.instead[verb] = '502 No'
      expect(await again(id)).toMatchObject({ transfer: 'success' })
      expect(ofBig()).toEqual([{ path: 'casts/big.bin', from: 0, bytes: BIG.length }])
      expect(big()?.equals(BIG)).toBe(true)
    })

    test('is not sent again when all of it arrived and only the answer was lost', async () => {
      const { id, again, there, received, ofBig } = await cut()
      const [dataset] = received()
      there.sink.state.kept.set(`${dataset?.id}/casts/big.bin`, BIG)
      expect(await again(id)).toMatchObject({ transfer: 'success', sending: { filesSent: 3 } })
      expect(ofBig()).toEqual([])
    })

    test('is sent whole once more when the institution misses something', async () => {
      const { id, again, there, ofBig, big } = await cut()
      there.state.instead.UPLOAD_COMPLETED = (response) => there.say(response, { result: false })
      expect(await again(id)).toMatchObject({ transfer: 'failed', sending: { filesSent: 0 } })
      there.state.instead = {}
      there.sink.state.taken.length = 0
      expect(await again(id)).toMatchObject({ transfer: 'success' })
      expect(ofBig()).toEqual([{ path: 'casts/big.bin', from: 0, bytes: BIG.length }])
      expect(big()?.equals(BIG)).toBe(true)
    })
  })

  test.skipIf(!hasVsftpd)(
    'goes on where it ended at a real server (vsftpd, TLS), in the folder of its address',
    async () => {
      const { put, sent, there, world } = await buildTransfer()
      const ftp = await startVsftpd()
      onTestFinished(ftp.stop)
      world.config.outside.allow.push(ftp.host)
      const whole = Buffer.alloc(CHUNK_BYTES + 9, 'lake')
      await put('big.bin', whole.toString())
      const folder = join(ftp.files, 'casts')
      mkdirSync(folder)
      // What an earlier try left, of other bytes, so that they show who wrote them.
      writeFileSync(join(folder, 'big.bin'), Buffer.alloc(1000, 'x'))
      for (const path of [folder, join(folder, 'big.bin')]) chmodSync(path, 0o777)
      there.state.instead.DATASET_PUBLISH = (response) => {
        const files = new Map([['any', Buffer.of()]])
        there.received.set('r', { id: 'r', body: {}, files, isCompleted: false, isClaimed: false })
        there.say(response, { resourceId: 'r', ftpUrl: ftp.server, username: ftp.account, password: ftp.key })
      }
      expect(await sent()).toMatchObject({ transfer: 'success', sending: { filesSent: 3 } })
      const arrived = readFileSync(join(folder, 'big.bin'))
      expect(arrived.equals(Buffer.concat([Buffer.alloc(1000, 'x'), whole.subarray(1000)]))).toBe(true)
      expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# Casts\n')
    },
  )

  test('goes by one PUT a file where its institution takes them so', async () => {
    const { admin, sent, there, again, received } = await buildTransfer()
    const [before] = await admin.data(institutions.list, {})
    if (!before) throw new Error('no institution')
    const { createdAt: _, state: __, ...draft } = before
    await admin.data(institutions.edit, { ...draft, transfer: 'https' })
    there.state.isUploadClosed = true
    const { id, transfer } = await sent()
    expect(transfer).toBe('failed')
    there.state.isUploadClosed = false
    expect(await again(id)).toMatchObject({ transfer: 'success', sending: { filesSent: 2 } })
    expect(files(received()[0])).toEqual(['casts/README.md', 'casts/cast-1.csv'])
    expect(received()[0]?.files.get('casts/cast-1.csv')?.toString()).toBe('depth,temperature\n0,8.5\n')
    expect(there.sink.state.stored).toEqual([])
  })

  test.each(['https', 'ftp'] as const)(
    'by %s is traffic of its space and its person, equal to what the institution got',
    async (transfer) => {
      const { world, admin, put, sent, there, spaceId } = await buildTransfer()
      const [before] = await admin.data(institutions.list, {})
      if (!before) throw new Error('no institution')
      const { createdAt: _, state: __, ...draft } = before
      await admin.data(institutions.edit, { ...draft, transfer })
      await put('large.csv', 'x'.repeat(3 * CHUNK_BYTES))
      const asked = there.carried()
      expect(await sent()).toMatchObject({ transfer: 'success', sending: { filesSent: 3 } })
      await world.services.traffic.save()
      const { rows } = await sql`
        select space_id, person_id, requests::int, in_bytes::int as in, out_bytes::int as out from traffic_hour
        where channel = 'transfer' and space_id is not null`.execute(world.db)
      const carried = there.carried()
      const ofFiles = there.sink.state.taken.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(ofFiles > 0).toBe(transfer === 'ftp')
      const requests = carried.requests - asked.requests + there.sink.state.taken.length
      const sums = { requests, in: carried.in - asked.in, out: carried.out - asked.out + ofFiles }
      expect(rows).toEqual([{ space_id: spaceId, person_id: world.idOf('owner'), ...sums }])
    },
  )

  test('goes through PASV too, whatever address the server tells', async () => {
    const { sent, there, received } = await buildTransfer()
    there.sink.state.hasEpsv = false
    expect(await sent()).toMatchObject({ transfer: 'success' })
    expect(files(received()[0])).toHaveLength(2)
  })

  test('keeps its institution from being removed', async () => {
    const { admin, sent, institution } = await buildTransfer()
    await sent()
    expect(await admin.call(institutions.remove, { id: institution })).toMatchObject({ error: 'institutionInUse' })
  })

  test('is reviewed by nobody here, and no page of ours shows what it becomes', async () => {
    const { admin, sent, decide, received, show } = await buildTransfer()
    const { id } = await sent()
    expect((await admin.data(publications.queue, {})).list).toEqual([])
    expect(await admin.data(publications.counts, {})).toMatchObject({ queue: 0 })
    for (const answer of [
      admin.call(publications.claim, { id }),
      admin.call(publications.approve, { id }),
      admin.call(publications.reject, { id, reason: 'x' }),
    ])
      expect(await answer).toMatchObject({ error: 'publicationStateChanged' })
    expect(await admin.call(publications.files, { id })).toMatchObject({ error: 'publicationGone' })
    await decide({ resourceId: received()[0]?.id ?? '', approvalStatus: 'adopt' })
    const { datasetId, state } = await show(id)
    expect(state).toBe('published')
    expect((await admin.fetch(`/datasets/${datasetId}/1`)).status).toBe(404)
    expect(await (await admin.fetch('/oai?verb=ListRecords&metadataPrefix=oai_dc')).text()).not.toContain(datasetId)
  })
})

describe('revoking a submission', () => {
  test('is refused when the institution keeps it, and leaves it as it was', async () => {
    const { owner, sent, received, show } = await buildTransfer()
    const { id } = await sent()
    const [dataset] = received()
    if (dataset) dataset.isClaimed = true
    expect(await owner.call(publications.revoke, { id })).toMatchObject({ error: 'institutionKeepsIt' })
    expect(await show(id)).toMatchObject({ state: 'pending', transfer: 'success' })
  })

  test('is told when the institution can’t be asked', async () => {
    const { owner, sent, there, show } = await buildTransfer()
    const { id } = await sent()
    there.state.instead.DATASET_CANCEL = (response) => void response.destroy()
    expect(await owner.call(publications.revoke, { id })).toMatchObject({ error: 'outsideUnreachable' })
    expect(await show(id)).toMatchObject({ state: 'pending' })
    // Its answer was lost: nobody knows whether it has it still, so its no is no reason to keep it here.
    there.state.instead.DATASET_CANCEL = (response) => there.say(response, { result: false })
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
  })

  test('takes it back from the institution, and it can be submitted again as new', async () => {
    const { owner, sent, there, received, callbackOf, decide, drain } = await buildTransfer()
    const { id } = await sent()
    const [url, resourceId] = [callbackOf(), received()[0]?.id ?? '']
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft', fileCount: 0, sending: null })
    expect(there.received.size).toBe(0)
    expect((await decide({ resourceId, approvalStatus: 'adopt' }, { url })).body).toMatchObject({
      error: 'publicationGone',
    })
    await owner.data(publications.submit, { id })
    await drain()
    expect(received()[0]?.body).toMatchObject({ rootId: '', version: 'V1' })
  })

  test('of one that arrived in part needs no answer', async () => {
    const { owner, sent, there } = await buildTransfer()
    there.sink.state.instead.PASS = '530 No'
    const { id } = await sent()
    there.state.instead.DATASET_CANCEL = (response) => void response.destroy()
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
  })
})

describe('POST /api/audit.callback', () => {
  test('refuses whoever does not know the secret, another dataset, and what is no decision', async () => {
    const { world, sent, received, decide, callbackOf, show } = await buildTransfer()
    const { id } = await sent()
    const resourceId = received()[0]?.id ?? ''
    const adopt = { resourceId, approvalStatus: 'adopt' }
    for (const url of [
      `${world.origin}/api/audit.callback`,
      `${world.origin}/api/audit.callback?token=${'x'.repeat(43)}`,
    ])
      expect(await decide(adopt, { url })).toMatchObject({ status: 404, body: { error: 'publicationGone' } })
    expect((await decide({ ...adopt, resourceId: 'another' })).body).toMatchObject({ error: 'publicationGone' })
    expect((await decide({ ...adopt, approvalStatus: 'perhaps' })).body).toMatchObject({ error: 'invalid' })
    expect((await decide({ resourceId })).body).toMatchObject({ error: 'invalid' })
    const empty = await fetch(callbackOf(), { method: 'POST' })
    expect(empty.status).toBe(400)
    expect(await show(id)).toMatchObject({ state: 'pending' })
  })

  test('publishes what is adopted, once, with identifiers and address', async () => {
    const { owner, spaceId, admin, sent, received, decide, show } = await buildTransfer()
    const { id } = await sent()
    const said = {
      resourceId: received()[0]?.id ?? '',
      approvalStatus: 'adopt',
      DOI: '10.1234/lake',
      CSTR: '11111.11.lake',
      detailsUrl: 'https://archive.test/lake',
    }
    const answers = await Promise.all([decide(said), decide(said), decide(said)])
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { code: 0 } })
    expect(await show(id)).toMatchObject({
      state: 'published',
      publisher: { zh: 'Lake Archive', en: 'Lake Archive' },
      sending: { step: 'decided', doi: said.DOI, cstr: said.CSTR, detailsUrl: said.detailsUrl },
      verbs: expect.arrayContaining(['newVersion']),
    })
    expect((await show(id)).verbs).not.toContain('withdraw')
    expect(await owner.call(publications.withdraw, { id, reason: 'x' })).toMatchObject({
      error: 'publicationStateChanged',
    })
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.filter(({ action }) => action === 'publicationPublished')).toHaveLength(1)
    const log = (await admin.data(audit.list, {})).list
    expect(log.filter(({ action }) => action === 'datasetPublished')).toHaveLength(1)
    const other = await decide({ ...said, approvalStatus: 'no', reason: 'x' })
    expect(other).toMatchObject({ status: 409, body: { error: 'publicationStateChanged' } })
  })

  test('an address that is no web page is not shown', async () => {
    const { sent, received, decide, show } = await buildTransfer()
    const { id } = await sent()
    const resourceId = received()[0]?.id ?? ''
    await decide({ resourceId, approvalStatus: 'adopt', detailsUrl: 'javascript:alert(1)' })
    expect(await show(id)).toMatchObject({ state: 'published', sending: { detailsUrl: '' } })
  })

  test('a rejection shows its reason and its file, and what is sent again joins the same family', async () => {
    const { world, owner, sent, received, decide, show, drain } = await buildTransfer()
    const { id } = await sent()
    const resourceId = received()[0]?.id ?? ''
    const said = { resourceId, approvalStatus: 'no', reason: '缺少单位', rejectApproval: '见附件' }
    const file = new Blob([Buffer.from('page 3')])
    expect(await decide(said, { file })).toMatchObject({ body: { code: 0 } })
    expect(await decide(said, { file })).toMatchObject({ body: { code: 0 } })
    expect(await show(id)).toMatchObject({
      state: 'rejected',
      reason: '缺少单位\n见附件',
      sending: { attachment: 'review.pdf' },
    })
    expect(await (await owner.send(publications.attachment, { id })).text()).toBe('page 3')
    expect(await (await world.as('normal')).call(publications.attachment, { id })).toMatchObject({
      error: 'publicationGone',
    })
    await owner.data(publications.submit, { id })
    await drain()
    expect(received()[1]?.body).toMatchObject({ rootId: resourceId, version: 'V1' })
    expect(await owner.call(publications.attachment, { id })).toMatchObject({ error: 'fileGone' })
  })

  test('later versions join the family of the earlier ones, V10 and V11 as well, and go nowhere else', async () => {
    const { world, owner, sent, received, decide, drain, problems } = await buildTransfer()
    const first = await sent()
    let id = first.id
    await decide({ resourceId: received()[0]?.id ?? '', approvalStatus: 'adopt' })
    const next = async () => {
      const made = await owner.data(publications.newVersion, { id })
      await owner.data(publications.save, { id: made.id, fields: { changes: 'More' }, bases: {} })
      return made.id
    }
    const other = await next()
    await owner.data(publications.save, { id: other, fields: { institution: '' }, bases: {} })
    expect(await problems(other)).toContain('error institution institutionOther')
    await owner.data(publications.remove, { id: other })
    await world.db.updateTable('publication').set({ number: 9 }).where('id', '=', id).execute()
    for (const number of [10, 11]) {
      const root = received().at(-1)?.id
      id = await next()
      await owner.data(publications.submit, { id })
      await drain()
      expect(received().at(-1)?.body).toMatchObject({ version: `V${number}`, rootId: root })
      await decide({ resourceId: received().at(-1)?.id ?? '', approvalStatus: 'adopt' })
    }
  })
})
