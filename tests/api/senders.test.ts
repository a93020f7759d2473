import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES, SENDERS_MAX } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { TICKET_MS } from '#server/modules/senders/admission.ts'
import { UNFINISHED_MAX } from '#server/modules/senders/announcing.ts'
import { RETRY_MS } from '#server/modules/senders/telling.ts'
import { hasOpenssl, makeCertificate } from '../services/certificates.ts'
import { freePort } from '../services/program.ts'
import { buildExchange } from '../support/exchange.ts'
import { freshFolder } from '../support/ftp.ts'
import { dataTo, ftpClient } from '../support/ftp-client.ts'
import { fetched, store } from '../support/ftp-data.ts'
import { png } from '../support/picture.ts'
import { type Account, RECORD, speaker } from '../support/speaker.ts'
import { upload } from '../support/upload.ts'
import { oddWorkbook } from '../support/workbook.ts'

const { audit, institutions, publications, publicationTemplates, senders, tasks } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

const scene = async (wish: Parameters<typeof buildExchange>[0] = {}) => {
  const exchange = await buildExchange({ register: false, ...wish })
  return { ...exchange, ...(await speaker(exchange)) }
}

describe('an installation is not let in', () => {
  test('while this site takes no datasets', async () => {
    const { isOn, enter, code, receiver, there } = await scene()
    await isOn(false)
    expect(await enter(code)).toMatchObject({ code: 507 })
    expect((await fetch(`${there.origin}/fair/templates/dataset`)).status).toBe(404)
    expect((await fetch(`${there.origin}/fair/upload/${NOBODY}/a`, { method: 'PUT', body: 'x' })).status).toBe(404)
    expect(await receiver.call(senders.list, {})).toMatchObject({ error: 'featureOff' })
  })

  test('without a code, with a wrong one, with one that was taken back, replaced, or is over', async () => {
    const { enter, ask, code, receiver, sender, call, there } = await scene()
    expect(await ask('/fair/entry', {})).toMatchObject({ code: 501 })
    expect(await enter('ABCDEFGHIJ12345678')).toMatchObject({ code: 503 })
    const { createdAt: _, codeAt: __, enteredAt: ___, isRevoked: ____, ...draft } = sender
    const dayBefore = (days: number) => new Date(there.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)
    await receiver.data(senders.edit, { ...draft, until: dayBefore(0) })
    expect(await receiver.data(senders.list, {})).toMatchObject([{ until: dayBefore(0), isRevoked: false }])
    expect(await enter(code)).toHaveProperty('ticket')
    await receiver.data(senders.edit, { ...draft, until: dayBefore(1) })
    expect(await enter(code)).toMatchObject({ code: 506 })
    await receiver.data(senders.edit, { ...draft, until: null })
    await receiver.data(senders.revoke, { id: sender.id })
    expect(await enter(code)).toMatchObject({ code: 505 })
    const { code: next } = await receiver.data(senders.renew, { id: sender.id })
    expect(await enter(code)).toMatchObject({ code: 503 })
    expect(await enter(next)).toHaveProperty('ticket')
    // The ticket of the earlier code ended with it.
    expect(await call('/fair/templates')).toMatchObject({ code: 503 })
  })

  test('more often than anybody mistypes', async () => {
    const { enter } = await scene()
    const codes: unknown[] = []
    for (let tries = 0; tries < 31; tries += 1) codes.push((await enter('wrong')).code)
    expect(codes.slice(0, 30).every((one) => one === 503)).toBe(true)
    expect(codes.at(-1)).toBe(429)
  })

  test('without a ticket, with a forged one, with one that is over, or for another version', async () => {
    const { ask, call, token, there } = await scene()
    expect(await ask('/fair/templates', { version: '1.0' })).toMatchObject({ code: 501 })
    expect(await ask('/fair/templates', { token: `${token.slice(0, -4)}AAAA`, version: '1.0' })).toMatchObject({
      code: 503,
    })
    expect(await call('/fair/templates', undefined, '2.0')).toMatchObject({ code: 504 })
    there.clock.advance(TICKET_MS)
    expect(await call('/fair/templates')).toMatchObject({ code: 502 })
  })
})

describe('a dataset is not taken', () => {
  test.each([
    ['is none', { metadata: 'text' }, 'metadata'],
    ['follows a template that is not offered', { templateName: 'Nobody’s' }, 'templateName'],
    ['says no title', { metadata: { ...RECORD, name: '' } }, 'title.zh eitherMissing'],
    ['has a subject that nobody knows', { metadata: { ...RECORD, subject: ['alchemy'] } }, 'subjects notOffered'],
    ['has no licence', { metadata: { ...RECORD, license: '' } }, 'licence licenceMissing'],
    [
      'says nothing of who may have its files',
      { metadata: { ...RECORD, privacyPolicy: undefined } },
      'access required',
    ],
    [
      'shares its files in a way that nobody knows',
      { metadata: { ...RECORD, privacyPolicy: { type: 'inner' } } },
      'access required',
    ],
    ['is longer than any record', { metadata: { ...RECORD, name: 'x'.repeat(400) } }, 'metadata'],
    ['comes as an archive', { fileIsZip: 'yes' }, 'fileIsZip'],
  ])('whose record %s; the sender is told where', async (_what, more, place) => {
    const { announce, incoming } = await scene()
    expect(await announce(more)).toEqual({ code: 508, message: expect.stringContaining(place) })
    expect(await incoming()).toEqual([])
  })

  test('whose decision is to be told to another host', async () => {
    const { announce, there } = await scene()
    const elsewhere = { onSuccess: `${there.origin}/api/audit.callback?token=1` }
    expect(await announce({ callbackUrl: elsewhere })).toMatchObject({ code: 505 })
  })

  test('while too many of its sender are unfinished', async () => {
    const { announce } = await scene()
    for (let count = 0; count < UNFINISHED_MAX; count += 1) await announce()
    expect(await announce()).toMatchObject({ code: 510 })
  })

  test('as complete while files are missing, or when it is another sender’s', async () => {
    const { announce, completed, cancelled, put, receiver, there, here, queue } = await scene()
    const it = await announce()
    expect(await completed(it.resourceId)).toBe(false)
    expect(await completed('nothing')).toBe(false)
    await put(it, 'a.csv', 'a')
    const { code } = await receiver.data(senders.create, {
      name: 'Other',
      account: '2',
      host: here.origin,
      datasetGb: 1,
    })
    const other = await speaker({ there, here, code })
    expect(await other.completed(it.resourceId)).toBe(false)
    await other.cancelled(it.resourceId)
    expect(await queue()).toEqual([])
    expect(await completed(it.resourceId)).toBe(true)
    expect(await cancelled(NOBODY)).toBe(true)
  })
})

describe('a picture inside a record', () => {
  const NAME = '带封面的数据集'
  const inside = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
  const WIDE = png(800, 600)
  /** The receiving side with a template that asks for a cover. */
  async function covered(wish: Parameters<typeof buildExchange>[0] = {}) {
    const base = await scene(wish)
    const all = await base.receiver.data(publicationTemplates.list, {})
    const { definition } = all.find(({ id }) => id === 'dataset') ?? {}
    const words = { zh: '封面', en: 'Cover' }
    const cover = {
      key: 'cover',
      type: 'image' as const,
      title: words,
      check: 'png#400-*:300-*#*-512',
      multiply: '1:2',
    }
    const groups = [...(definition?.groups ?? []), { title: words, fields: [cover] }]
    const name = { zh: NAME, en: 'Dataset with a cover' }
    await base.receiver.data(publicationTemplates.set, {
      id: 'covered',
      version: 0,
      isOn: true,
      definition: { resourceType: 'dataset', groups, name },
    })
    const announceCover = (cover: unknown, more: Record<string, unknown> = {}) =>
      base.announce({ templateName: NAME, metadata: { ...RECORD, cover }, ...more })
    const received = async () => {
      const [waiting] = await base.queue()
      const id = waiting?.id ?? ''
      const { list } = await base.reviewer.data(publications.files, { id })
      const { fields } = await base.reviewer.data(publications.show, { id })
      return { id, paths: list.map(({ path }) => path), cover: fields.extra?.cover }
    }
    return { ...base, announceCover, received }
  }

  test.each([
    ['is no Base64', '<svg/>'],
    ['is no picture', inside(Buffer.from('text that is none'.repeat(4)))],
    ['is smaller than its field asks for', inside(png(40, 30))],
    ['has another format than its field asks for', inside(Buffer.from(`GIF89a${'\u0001'.repeat(40)}`, 'latin1'))],
    ['is an object', { '@type': 'ImageObject' }],
  ])('that %s is refused with its field, and nothing begins', async (_what, cover) => {
    const { announceCover, incoming } = await covered()
    expect(await announceCover([cover])).toEqual({ code: 508, message: expect.stringContaining('cover imageUnfit') })
    expect(await incoming()).toEqual([])
  })

  test('that is missing is refused where its template requires it, and a record beyond any size without a ticket', async () => {
    const { announceCover, ask } = await covered()
    expect(await announceCover(undefined)).toEqual({
      code: 508,
      message: expect.stringContaining('extra.cover required'),
    })
    const endless = { metadata: 'x'.repeat(5_000_000) }
    expect(await ask('/fair/publish', { token: 'none', version: '1.0' }, endless)).toMatchObject({ code: 503 })
  })

  test.each([
    ['as an address', inside(WIDE)],
    ['as bare Base64', WIDE.toString('base64')],
  ])('%s is a file of the dataset that its field names, once', async (_how, cover) => {
    const { completed, received, announcement, call, receiver, there } = await covered()
    const own = announcement({ templateName: NAME, metadata: { ...RECORD, cover: [cover] } })
    const it = (await call('/fair/publish', own)) as Account
    expect(await call('/fair/publish', own)).toMatchObject({ resourceId: it.resourceId })
    expect(await completed(it.resourceId)).toBe(true)
    const { id, paths, cover: named } = await received()
    expect([paths, named]).toEqual([['pictures/cover-1.png'], ['pictures/cover-1.png']])
    const { datasetId } = await receiver.data(publications.approve, { id })
    const page = `${there.origin}/dataset/${datasetId}/1`
    expect(await (await fetch(page)).text()).toContain('/files/pictures/cover-1.png?preview"')
    const bytes = await (await fetch(`${page}/files/pictures/cover-1.png`)).arrayBuffer()
    expect(Buffer.from(bytes).equals(WIDE)).toBe(true)
  })

  test('that comes among the files, too, is that file', async () => {
    const { announceCover, put, completed, received } = await covered()
    const it = await announceCover([inside(WIDE), inside(png(900, 700))])
    await put(it, 'figures/cover.png', WIDE)
    expect(await completed(it.resourceId)).toBe(true)
    const { paths, cover } = await received()
    expect(paths.sort()).toEqual(['figures/cover.png', 'pictures/cover-2.png'])
    expect(cover).toEqual(['figures/cover.png', 'pictures/cover-2.png'])
  })

  test('goes from one installation to another as the file that the author chose', async () => {
    const { connect, owner, complete, spaceId, folder, submit, received } = await covered()
    await upload(owner, { spaceId, hash: folder, name: 'wide.png' }, WIDE)
    const { institution } = await connect()
    const offered = await owner.data(institutions.templates, { id: institution })
    const template = offered.find(({ definition }) => definition.name.zh === NAME)?.id ?? ''
    const { id } = await complete({ institution, template, extra: { cover: ['casts/wide.png'] } })
    expect(await submit(id)).toMatchObject({ transfer: 'success' })
    const { paths, cover } = await received()
    expect(paths.sort()).toEqual(['casts/README.md', 'casts/cast-1.csv', 'casts/wide.png'])
    expect(cover).toEqual(['casts/wide.png'])
  })
})

describe('a workbook that its sender calls a table', () => {
  const said = (fileList: unknown) => ({ dataType: { type: '1', fileList } })

  test('is a table of the dataset with its types, before reviewers see it, and stays', async () => {
    const { receiver, reviewer, sent, table, queue, incoming, handOver } = await buildExchange()
    const id = await table('Casts 湖')
    expect(await sent({ tables: [id] })).toMatchObject({ transfer: 'success' })
    expect([await queue(), (await incoming())[0]?.state]).toEqual([[], 'receiving'])
    expect(await handOver()).toBe(1)
    expect([await handOver(), (await incoming())[0]?.state]).toEqual([0, 'reviewing'])
    const [waiting] = await queue()
    const publication = { id: waiting?.id ?? '' }
    const { tables } = await reviewer.data(publications.show, publication)
    expect(tables).toMatchObject([
      {
        name: 'Casts 湖',
        rows: 2,
        columns: [
          { name: 'Station', type: 'text' },
          { name: 'Depth', type: 'number' },
        ],
      },
    ])
    const { list } = await reviewer.data(publications.files, publication)
    const own = list.filter(({ path }) => path.startsWith('Casts'))
    expect(own.map(({ path, tableId }) => [path, tableId !== null])).toEqual([
      ['Casts 湖.csv', true],
      ['Casts 湖.xlsx', false],
    ])
    const text = await (await reviewer.send(publications.content, { ...publication, path: 'Casts 湖.csv' })).text()
    expect(text).toBe('Station,Depth\r\nS1,0\r\nS2,2.5\r\n')
    expect(await receiver.data(publications.approve, publication)).toMatchObject({ state: 'published' })
  })

  test.each([
    ['is none', 'no workbook'],
    ['is not here', null],
  ])('and that %s is no table; the dataset goes to the reviewers all the same', async (_what, bytes) => {
    const { announce, put, completed, handOver, queue, reviewer } = await scene()
    const it = await announce(said(['a.xlsx', 'a', 'b']))
    await put(it, 'notes.txt', 'x')
    if (bytes) await put(it, 'a.xlsx', bytes)
    expect(await completed(it.resourceId)).toBe(true)
    expect(await completed(it.resourceId)).toBe(true)
    expect(await handOver()).toBe(1)
    const [waiting] = await queue()
    const { tables } = await reviewer.data(publications.show, { id: waiting?.id ?? '' })
    expect(tables).toEqual([])
  })

  test('loses no value: one with more in it than a table can say stays a file', async () => {
    const { announce, put, completed, handOver, queue, reviewer } = await scene()
    const it = await announce(said(['formula', 'taken']))
    const formula = 'a</t></is></c><c><f>1+1</f></c><c t="inlineStr"><is><t>b'
    await put(
      it,
      'formula.xlsx',
      oddWorkbook([
        ['1', 'x', 'y', 'z'],
        ['2', formula],
      ]),
    )
    await put(
      it,
      'taken.xlsx',
      oddWorkbook([
        ['1', 'x'],
        ['2', 'a'],
      ]),
    )
    await put(it, 'taken.csv', 'another file')
    await completed(it.resourceId)
    await handOver()
    const [waiting] = await queue()
    expect((await reviewer.data(publications.show, { id: waiting?.id ?? '' })).tables).toEqual([])
  })

  test('is given back with its dataset while it waits, and named wrongly hinders nothing', async () => {
    const { announce, put, completed, cancelled, handOver, queue } = await scene()
    const it = await announce(said(['a']))
    await put(it, 'a.xlsx', 'x')
    await completed(it.resourceId)
    expect(await cancelled(it.resourceId)).toBe(true)
    expect(await handOver()).toBe(0)
    const odd = await announce(said([1, null]))
    await put(odd, 'a.txt', 'x')
    expect(await completed(odd.resourceId)).toBe(true)
    expect(await queue()).toHaveLength(1)
  })
})

describe('a file is not taken', () => {
  test('without the account of its dataset, by a path that leads elsewhere, or without a length', async () => {
    const { announce, put, incoming } = await scene()
    const it = await announce()
    expect((await put({ ...it, password: 'guess' }, 'a.csv', 'a')).status).toBe(401)
    expect((await put({ ...it, uploadUrl: it.uploadUrl.replace(it.resourceId, NOBODY) }, 'a', 'a')).status).toBe(401)
    for (const path of ['..%2Fa', 'a%2F..%2F..%2Fb', 'a%2F%2Fb', '.%2Fa', 'a%5Cb', 'a%0Ab', '%C3%28'])
      expect((await put(it, path, 'a')).status, path).toBe(400)
    expect(await incoming()).toMatchObject([{ fileCount: 0 }])
  })

  test('once its sender was taken back or is over, though its account is right', async () => {
    const { announce, put, head, receiver, sender, there, incoming } = await scene()
    const it = await announce()
    expect((await put(it, 'a.csv', 'a')).status).toBe(201)
    const { createdAt: _, codeAt: __, enteredAt: ___, isRevoked: ____, ...draft } = sender
    const until = new Date(there.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    await receiver.data(senders.edit, { ...draft, until })
    expect((await put(it, 'b.csv', 'b')).status).toBe(403)
    await receiver.data(senders.edit, { ...draft, until: null })
    await receiver.data(senders.revoke, { id: sender.id })
    expect([(await put(it, 'b.csv', 'b')).status, (await head(it, 'a.csv')).status]).toEqual([403, 403])
    expect(await incoming()).toMatchObject([{ fileCount: 1 }])
  })

  test('larger than its sender may send, before a byte of it is read', async () => {
    const { announce, put, there } = await scene()
    const it = await announce()
    const range = { 'content-range': 'bytes 1000000000-1000000000/1000000001' }
    expect((await put(it, 'big.bin', 'x', range)).status).toBe(413)
    await put(it, 'a.csv', 'a')
    const last = { 'content-range': 'bytes 999999999-999999999/1000000000' }
    expect((await put(it, 'big.bin', 'x', last)).status).toBe(413)
    expect((await there.db.selectFrom('received_file').selectAll().execute()).length).toBe(0)
  })

  test('by a part that does not reach its end, or begins elsewhere', async () => {
    const { announce, put } = await scene()
    const it = await announce()
    expect((await put(it, 'a', 'x', { 'content-range': 'bytes 0-0/9' })).status).toBe(400)
    expect((await put(it, 'a', 'x', { 'content-range': 'pages 1-2/3' })).status).toBe(400)
    const elsewhere = await put(it, 'a', 'x', {
      'content-range': `bytes ${CHUNK_BYTES}-${CHUNK_BYTES}/${CHUNK_BYTES + 1}`,
    })
    expect([elsewhere.status, elsewhere.headers.get('upload-offset')]).toEqual([416, '0'])
  })

  test('once its dataset is complete; what is there already is no error', async () => {
    const { announce, put, completed, incoming } = await scene()
    const it = await announce()
    expect((await put(it, 'a.csv', 'a')).status).toBe(201)
    expect((await put(it, 'a.csv', 'b')).status).toBe(201)
    expect(await completed(it.resourceId)).toBe(true)
    expect((await put(it, 'a.csv', 'c')).status).toBe(201)
    expect((await put(it, 'b.csv', 'b')).status).toBe(409)
    expect(await completed(it.resourceId)).toBe(true)
    expect(await incoming()).toMatchObject([{ fileCount: 1, state: 'reviewing' }])
  })
})

/** One that takes files by FTP, as its senders may bring them. */
async function ftpScene(ftp: 'off' | 'tls' | 'plain', certificate: Record<string, string> = {}) {
  const port = await freePort()
  const env = { FTP_PORT: String(port), FTP_PASSIVE_PORTS: '0', ...certificate }
  const exchange = await scene({ env, more: { ftp } })
  await exchange.there.services.openFtp()
  const connect = async () => {
    const client = await ftpClient(port)
    onTestFinished(() => void client.die())
    return client
  }
  async function enter({ username, password }: Account) {
    const client = await connect()
    return { client, said: await client.login(username, password) }
  }
  const files = async () => {
    const [{ publicationId: id = '' } = {}] = await exchange.incoming()
    return (await exchange.reviewer.data(publications.files, { id })).list.map(({ path, size }) => [path, size])
  }
  return { ...exchange, port, connect, enter, files }
}

describe('files by FTP', () => {
  test('are not taken of a sender that may not bring them so, nor where no FTP is served', async () => {
    const { announce, enter, receiver, sender } = await ftpScene('off')
    const it = await announce()
    expect(it.ftpUrl).toBe('')
    expect((await enter(it)).said).toMatch(/^530 Its files come by HTTPS/)
    const elsewhere = await scene()
    expect(
      await elsewhere.receiver.call(senders.create, {
        name: 'A',
        account: '1',
        host: sender.host,
        datasetGb: 1,
        ftp: 'tls',
      }),
    ).toMatchObject({ error: 'senderFtpOff' })
    await receiver.data(senders.revoke, { id: sender.id })
    expect((await enter(it)).said).toMatch(/^530 its sender may send no more/)
  })

  test('are not taken without the account of the dataset', async () => {
    const { announce, enter } = await ftpScene('plain')
    const it = await announce()
    expect((await enter({ ...it, password: 'guess' })).said).toMatch(/^530 not known/)
    expect((await enter({ ...it, username: NOBODY })).said).toMatch(/^530 not known/)
  })

  test.skipIf(!hasOpenssl)('come in the clear only where an administrator said so', async () => {
    const { certificatePath, keyPath } = makeCertificate(freshFolder(), 'localhost')
    const { announce, connect, port, receiver, sender } = await ftpScene('tls', {
      FTP_CERT: certificatePath,
      FTP_KEY: keyPath,
    })
    const it = await announce()
    expect(it.ftpUrl).toBe(`ftpes://127.0.0.1:${port}`)
    const client = await connect()
    expect(await client.say(`USER ${it.username}`)).toMatch(/^530 .*AUTH TLS/)
    const { createdAt: _, codeAt: __, enteredAt: ___, isRevoked: ____, ...draft } = sender
    await receiver.data(senders.edit, { ...draft, ftp: 'plain' })
    expect(await client.login(it.username, it.password)).toMatch(/^230/)
    expect(await store(client, 'STOR a.csv', 'a')).toMatch(/^226/)
  })

  test('stay in the folder of their dataset, are seen there, and are not read or changed', async () => {
    const { announce, enter, files } = await ftpScene('plain')
    const { client, said } = await enter(await announce())
    expect(said).toMatch(/^230/)
    expect(await client.say('MKD casts')).toMatch(/^257/)
    expect(await client.say('MKD casts')).toMatch(/^550/)
    expect(await client.say('CWD casts')).toMatch(/^250/)
    expect(await store(client, 'STOR a.csv', 'abc')).toMatch(/^226/)
    expect(await store(client, 'STOR ../../../../b.csv', 'bb')).toMatch(/^226/)
    expect(await files()).toEqual([
      ['b.csv', 2],
      ['casts/a.csv', 3],
    ])
    expect(await client.say('SIZE /casts/a.csv')).toBe('213 3')
    expect(await fetched(client, 'NLST /')).toBe('/b.csv\r\n/casts\r\n')
    expect(await client.say('DELE /b.csv')).toMatch(/^550/)
    expect(await client.say('RNFR /b.csv')).toMatch(/^350/)
    expect(await client.say('RNTO /c.csv')).toMatch(/^550/)
    for (const path of ['casts', 'b.csv/c.csv', 'casts/a.csv/deep'])
      expect(await store(client, `STOR /${path}`, 'x'), path).toMatch(/^550/)
    expect(await store(client, 'STOR /b.csv', 'again')).toMatch(/^226/)
    expect(await files()).toContainEqual(['b.csv', 5])
  })

  test('are not taken beyond the largest dataset; a file that breaks off is not complete, and goes on where it ended', async () => {
    const { announce, enter, completed, there, files } = await ftpScene('plain')
    const it = await announce()
    const { client } = await enter(it)
    const port = await client.passive()
    await client.say('STOR cut.bin')
    const data = await dataTo(port)
    data.write('half')
    const sizes = async () =>
      (await there.db.selectFrom('received_file').select('size').execute()).map(({ size }) => size)
    await expect.poll(async () => (await sizes())[0]).toBeGreaterThan(0)
    client.die()
    data.destroy()
    await expect.poll(sizes).toEqual([4])
    const { client: again } = await enter(it)
    expect(await completed(it.resourceId)).toBe(false)
    expect(await again.say('SIZE cut.bin')).toMatch(/^213 4/)
    await again.say('REST 5')
    expect(await store(again, 'STOR cut.bin', 'x')).toMatch(/^554/)
    await again.say('REST 4')
    expect(await store(again, 'STOR cut.bin', ' way')).toMatch(/^226/)
    expect(await store(again, 'APPE cut.bin', 'x')).toMatch(/^554/)
    expect(await files()).toEqual([['cut.bin', 8]])
    const counts = () => there.db.selectFrom('received_dataset').select(['all_bytes', 'all_files']).executeTakeFirst()
    expect([await sizes(), await counts()]).toEqual([[], { all_bytes: 8, all_files: 1 }])
    expect(await again.say('DELE cut.bin')).toMatch(/^550/)
    expect(await store(again, 'STOR cut.bin', 'whole')).toMatch(/^226/)
    expect(await counts()).toEqual({ all_bytes: 5, all_files: 1 })
    await there.db.updateTable('sender').set({ dataset_gb: 0 }).execute()
    expect(await store(again, 'STOR big.bin', 'x')).toMatch(/^552/)
    expect(await files()).toEqual([['cut.bin', 5]])
  })

  test('end with their submission', async () => {
    const { announce, enter, completed } = await ftpScene('plain')
    const it = await announce()
    const { client } = await enter(it)
    expect(await store(client, 'STOR a.csv', 'a')).toMatch(/^226/)
    expect(await completed(it.resourceId)).toBe(true)
    expect(await client.say('NOOP')).toMatch(/^421 Nothing more is taken/)
    expect((await enter(it)).said).toMatch(/^530 Nothing more is taken/)
  })

  test('arrive with their tree from an installation that knows FTP alone', async () => {
    const port = await freePort()
    const exchange = await buildExchange({
      env: { FTP_PORT: String(port), FTP_PASSIVE_PORTS: '0' },
      more: { ftp: 'plain' },
      transfer: 'ftp',
    })
    const { there, here, sent, queue, reviewer } = exchange
    await there.services.openFtp()
    here.config.outside.allow.push(`127.0.0.1:${port}`)
    expect(await sent()).toMatchObject({ transfer: 'success' })
    const [{ id = '' } = {}] = await queue()
    const { list } = await reviewer.data(publications.files, { id })
    expect(list.map(({ path }) => path)).toContain('casts/README.md')
  })
})

test('a folder and a file of one name are not taken in one dataset', async () => {
  const { announce, put, completed } = await scene()
  const it = await announce()
  expect((await put(it, 'a', '1')).status).toBe(201)
  expect((await put(it, 'a/b', '2')).status).toBe(409)
  expect((await put(it, 'c/d', '3')).status).toBe(201)
  expect((await put(it, 'c', '4')).status).toBe(409)
  expect(await completed(it.resourceId)).toBe(true)
})

describe('a sender is not kept', () => {
  test('by anybody but an administrator, a second time under its name, beyond the limit, or when it is gone', async () => {
    const { receiver, there, sender, here } = await scene()
    const draft = { name: 'lake institute', account: '1', host: here.origin, datasetGb: 1 }
    expect(await (await there.as('senior')).call(senders.create, draft)).toMatchObject({ error: 'forbidden' })
    expect(await receiver.call(senders.create, draft)).toMatchObject({ error: 'senderNameTaken' })
    for (const [operation, more] of [
      [senders.renew, {}],
      [senders.revoke, {}],
      [senders.remove, {}],
      [senders.edit, { ...draft, name: 'x' }],
    ] as const)
      expect(await receiver.call(operation, { ...more, id: NOBODY } as never)).toMatchObject({ error: 'senderGone' })
    expect(await receiver.call(senders.tell, { id: NOBODY })).toMatchObject({ error: 'incomingGone' })
    await sql`insert into sender (id, name, account, host, dataset_gb, code_sha256, code_at, created_at)
      select gen_random_uuid(), 'n' || n, 'a', 'http://x.test', 1, sha256(n::text::bytea), now(), now()
      from generate_series(2, ${SENDERS_MAX}::int) n`.execute(there.db)
    expect(await receiver.call(senders.create, { ...draft, name: 'One more' })).toMatchObject({
      error: 'sendersTooMany',
    })
    await receiver.data(senders.remove, { id: sender.id })
    expect((await receiver.data(senders.list, {})).some(({ id }) => id === sender.id)).toBe(false)
  })

  test('without an entry in the audit log, which never holds its code', async () => {
    const { receiver, sender, code } = await scene()
    await receiver.data(senders.renew, { id: sender.id })
    await receiver.data(senders.revoke, { id: sender.id })
    await receiver.data(senders.remove, { id: sender.id })
    const { list } = await receiver.data(audit.list, {})
    const said = list.map(({ action }) => action)
    expect(said).toEqual(expect.arrayContaining(['senderAdded', 'senderCodeMade', 'senderRevoked', 'senderRemoved']))
    expect(JSON.stringify(list)).not.toContain(code)
  })
})

describe('a dataset of another installation', () => {
  test('comes with its record and its files, and waits with all others for a review', async () => {
    const { sent, queue, reviewer, paths, textOf, incoming, there } = await buildExchange()
    const { transfer } = await sent({
      dates: [{ kind: 'collected', from: '2026-06-01', to: '2026-08-31' }],
      places: [{ name: 'Alpine lake', box: { west: 8, south: 46, east: 8.5, north: 46.5 } }],
      funding: [{ funder: 'NSFC', funderRor: '', funderId: '', number: '42', title: 'Lakes' }],
      related: [{ scheme: 'DOI', identifier: '10.1234/abc', relation: 'IsSupplementTo', title: 'A paper' }],
      access: { kind: 'embargo', until: '2030-01-01', terms: { zh: '', en: '' } },
    })
    expect(transfer).toBe('success')
    const [waiting] = await queue()
    expect(waiting).toMatchObject({ sender: { name: 'Lake Institute' }, maker: null, space: null, fileCount: 2 })
    const shown = await reviewer.data(publications.show, { id: waiting?.id ?? '' })
    expect(shown.metadata).toMatchObject({
      title: { zh: '高山湖泊水温', en: 'Temperature of an alpine lake' },
      keywords: { zh: ['湖泊', '水温'], en: [] },
      subjects: ['170'],
      authors: [
        {
          name: 'Olive Owner',
          family: 'Owner',
          given: 'Olive',
          orcid: '0000-0002-1825-0097',
          affiliations: [{ name: 'Institute of Limnology' }],
          isContact: true,
        },
      ],
      dates: [{ kind: 'collected', from: '2026-06-01', to: '2026-08-31' }],
      places: [{ name: 'Alpine lake', box: { west: 8, south: 46, east: 8.5, north: 46.5 } }],
      funding: [{ funder: 'NSFC', number: '42', title: 'Lakes' }],
      related: [{ scheme: 'DOI', identifier: '10.1234/abc', relation: 'IsSupplementTo', title: 'A paper' }],
      licence: 'CC-BY-4.0',
      access: { kind: 'embargo', until: '2030-01-01' },
    })
    expect(await paths(shown.id, reviewer)).toEqual(['casts/README.md', 'casts/cast-1.csv'])
    expect(await textOf(shown.id, 'casts/README.md', reviewer)).toBe('# Casts\n')
    expect(await incoming()).toMatchObject([{ state: 'reviewing', person: 'Olive Owner' }])
    expect(await (await there.as('owner')).call(publications.show, { id: shown.id })).toMatchObject({
      error: 'publicationGone',
    })
  })

  test('is published here once it is accepted, and its sender knows where', async () => {
    const { sent, queue, reviewer, tell, show, incoming, there } = await buildExchange()
    const { id } = await sent()
    const [{ id: received = '', datasetId = '' } = {}] = await queue()
    await reviewer.data(publications.claim, { id: received })
    await reviewer.data(publications.approve, { id: received })
    expect(await incoming()).toMatchObject([{ state: 'telling', decision: 'adopt' }])
    expect(await tell()).toBe(1)
    expect(await incoming()).toMatchObject([{ state: 'told', decision: 'adopt', message: '' }])
    const detailsUrl = `${there.origin}/dataset/${datasetId}/1`
    expect(await show(id)).toMatchObject({ state: 'published', sending: { step: 'decided', detailsUrl } })
    const page = await fetch(`${detailsUrl}/files/casts/README.md`)
    expect(await page.text()).toBe('# Casts\n')
    expect(await tell()).toBe(0)
  })

  test('that is rejected says why, and what is sent again takes up its history', async () => {
    const { sent, submit, queue, reviewer, tell, show, incoming, owner } = await buildExchange()
    const { id } = await sent()
    const [{ id: received = '' } = {}] = await queue()
    await reviewer.data(publications.reject, { id: received, reason: 'Units are missing' })
    await tell()
    expect(await show(id)).toMatchObject({ state: 'rejected', reason: 'Units are missing' })
    expect((await submit(id)).transfer).toBe('success')
    const [again] = await queue()
    expect(again).toMatchObject({ id: received, number: 1 })
    expect(await incoming()).toMatchObject([{ state: 'reviewing' }, { state: 'told', decision: 'no' }])
    await reviewer.data(publications.approve, { id: received })
    await tell()
    const { id: next } = await owner.data(publications.newVersion, { id })
    await owner.data(publications.save, { id: next, fields: { changes: 'More casts' }, bases: {} })
    expect((await submit(next)).transfer).toBe('success')
    expect(await queue()).toMatchObject([{ number: 2 }])
  })

  test('is given back while nobody reviews it', async () => {
    const { sent, owner, queue, incoming, reviewer } = await buildExchange()
    const { id } = await sent()
    await owner.data(publications.revoke, { id })
    expect(await queue()).toEqual([])
    expect(await incoming()).toEqual([])
    await owner.data(publications.submit, { id })
    const { id: other } = await sent({ title: { zh: '另一个', en: '' } })
    const claimed = (await queue()).find(({ title }) => title === '另一个')
    await reviewer.data(publications.claim, { id: claimed?.id ?? '' })
    expect(await owner.call(publications.revoke, { id: other })).toMatchObject({ error: 'institutionKeepsIt' })
  })

  test('that is announced twice is one', async () => {
    const { call, announcement, incoming } = await scene()
    const body = announcement()
    const [first, second] = await Promise.all([call('/fair/publish', body), call('/fair/publish', body)])
    expect(second).toEqual(first)
    expect(await incoming()).toHaveLength(1)
  })

  test('waits until the version before it is decided', async () => {
    const { announce, put, completed } = await scene()
    const it = await announce()
    await put(it, 'a.csv', 'a')
    await completed(it.resourceId)
    expect(await announce({ rootId: it.resourceId })).toMatchObject({ code: 509 })
  })

  test('that nothing comes for is given up', async () => {
    const { announce, there } = await scene()
    await announce()
    expect(await there.services.senders.sweep()).toBe(0)
    there.clock.advance(15 * DAY_MS)
    expect(await there.services.senders.sweep()).toBe(1)
    expect(await there.db.selectFrom('dataset').selectAll().execute()).toEqual([])
  })
})

describe('a large file', () => {
  const bytes = Buffer.alloc(CHUNK_BYTES * 2 + 10, 7)

  test('goes on where it broke off', async () => {
    const { announce, put, head, completed } = await scene()
    const it = await announce()
    expect((await head(it, 'big.bin')).status).toBe(404)
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, CHUNK_BYTES + 5)))
        setTimeout(() => controller.error(new Error('cut')), 200)
      },
    })
    const headers = {
      authorization: `Basic ${Buffer.from(`${it.username}:${it.password}`).toString('base64')}`,
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
      'content-length': String(bytes.length),
    }
    await fetch(`${it.uploadUrl}/big.bin`, { method: 'PUT', body: cut, headers, duplex: 'half' } as RequestInit).catch(
      () => null,
    )
    await expect.poll(async () => (await head(it, 'big.bin')).headers.get('upload-offset')).toBe(String(CHUNK_BYTES))
    expect(await completed(it.resourceId)).toBe(false)
    const range = { 'content-range': `bytes ${CHUNK_BYTES}-${bytes.length - 1}/${bytes.length}` }
    expect((await put(it, 'big.bin', bytes.subarray(CHUNK_BYTES), range)).status).toBe(201)
    expect((await head(it, 'big.bin')).headers.get('upload-offset')).toBe(String(bytes.length))
    expect((await put(it, 'big.bin', '', { 'content-range': `bytes */${bytes.length}` })).status).toBe(201)
    expect(await completed(it.resourceId)).toBe(true)
  })

  test('arrives whole from an installation of ours', async () => {
    const { put, sent, queue, reviewer } = await buildExchange()
    await put('big.bin', bytes.toString('latin1'))
    expect((await sent()).transfer).toBe('success')
    const [{ id = '' } = {}] = await queue()
    const { list } = await reviewer.data(publications.files, { id })
    expect(list.find(({ path }) => path.endsWith('big.bin'))?.size).toBe(bytes.length)
  })
})

describe('a decision', () => {
  test('is told again and again while its sender does not answer, then by an administrator', async () => {
    const { sent, queue, reviewer, receiver, tell, incoming, there, here, show } = await buildExchange()
    const { id } = await sent()
    const [{ id: received = '' } = {}] = await queue()
    await reviewer.data(publications.reject, { id: received, reason: 'No' })
    const token = await here.db.selectFrom('publication_transfer').select('token_sha256').executeTakeFirstOrThrow()
    await here.db
      .updateTable('publication_transfer')
      .set({ token_sha256: Buffer.alloc(32) })
      .execute()
    for (const _ of [0, ...RETRY_MS]) {
      expect(await incoming()).toMatchObject([{ state: 'telling' }])
      expect(await tell()).toBe(0)
      // Every wait is over, however long.
      await there.db.updateTable('received_dataset').set({ next_at: there.clock.now() }).execute()
    }
    const [one] = await incoming()
    expect(one).toMatchObject({ state: 'untold', message: expect.stringMatching(/./) })
    expect(await tell()).toBe(0)
    await here.db.updateTable('publication_transfer').set(token).execute()
    await receiver.data(senders.tell, { id: one?.id ?? '' })
    expect(await tell()).toBe(1)
    expect(await show(id)).toMatchObject({ state: 'rejected', reason: 'No' })
  })

  test('is not told to a host that is registered no more, nor to an inner one', async () => {
    const { sent, queue, reviewer, receiver, sender, tell, incoming, there, here } = await buildExchange()
    await sent()
    const [{ id = '' } = {}] = await queue()
    await reviewer.data(publications.approve, { id })
    const { createdAt: _, codeAt: __, enteredAt: ___, isRevoked: ____, ...draft } = sender
    await receiver.data(senders.edit, { ...draft, host: 'https://elsewhere.test' })
    expect(await tell()).toBe(0)
    await receiver.data(senders.edit, draft)
    there.config.outside.allow.splice(0)
    there.clock.advance(RETRY_MS[0] ?? 0)
    expect(await tell()).toBe(0)
    expect(await incoming()).toMatchObject([{ state: 'telling' }])
    there.config.outside.allow.push(new URL(here.origin).host)
    there.clock.advance(RETRY_MS[1] ?? 0)
    expect(await tell()).toBe(1)
  })
})

describe('a submission to another installation of ours', () => {
  test('is told what that one refuses', async () => {
    const { sent, owner, there, receiver, sender } = await buildExchange()
    await there.db.updateTable('sender').set({ dataset_gb: 0 }).execute()
    const { transfer } = await sent()
    await there.db.updateTable('sender').set({ dataset_gb: 1 }).execute()
    expect(transfer).toBe('failed')
    expect((await owner.data(tasks.mine, {})).list[0]).toMatchObject({ error: 'institutionTooLarge' })
    await receiver.data(senders.revoke, { id: sender.id })
    expect(await receiver.call(senders.remove, { id: sender.id })).toMatchObject({ error: 'senderInUse' })
  })
})
