import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { makeKey } from '../support/app-password.ts'
import { check, upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type Who, type World } from '../support/world.ts'

const { account, files, journal, favourites, rights, trash, users, versions } = contract
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

type Ask = { method: string; path?: string; body?: string | Buffer; headers?: Record<string, string> }

/** Somebody who comes by WebDAV, with a password of theirs. */
async function davOf(world: World, who: Exclude<Who, 'stranger'>, origin = world.origin) {
  const { id, user, password } = await makeKey(world, { who, protocols: ['webdav'] })
  const ask = async ({ method, path = '/dav/', body, headers = {} }: Ask) => {
    const authorization = basic(user, password)
    const init = {
      method,
      headers: { authorization, 'accept-language': 'en', ...headers },
      ...(body !== undefined && { body }),
    }
    const response = await fetch(origin + path, init as RequestInit)
    const text = await response.text()
    const refusal = /<s:exception>(\w+)</.exec(text)?.[1]
    return { status: response.status, headers: response.headers, text, ...(refusal && { refusal }) }
  }
  return { id, ask, user, password }
}

async function scene(who: Exclude<Who, 'stranger'> = 'owner') {
  const world = await buildWorld()
  const space = await world.space()
  const at = (path: string) => `/dav/${space.identifier}/${path}`
  return { world, space, at, ...(await davOf(world, who)) }
}

const lockInfo = (scope = 'exclusive') =>
  `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>`
const tokenIn = (headers: Headers) => headers.get('lock-token') ?? ''

describe('the time of a folder', () => {
  test('is that of the last item that came or went, after one that a program gave it', async () => {
    const { world, at, ask } = await scene()
    await ask({ method: 'MKCOL', path: at('lake') })
    await world.db
      .updateTable('node')
      .set({ client_modified_at: new Date('2020-01-01T00:00:00Z') })
      .where('name', '=', 'lake')
      .execute()
    const time = async () => {
      const { text } = await ask({ method: 'PROPFIND', path: at('lake'), headers: { depth: '0' } })
      return /getlastmodified[^>]*>([^<]*)</.exec(text)?.[1]
    }
    expect(await time()).toBe('Wed, 01 Jan 2020 00:00:00 GMT')
    for (const [method, path] of [
      ['PUT', 'lake/a.txt'],
      ['DELETE', 'lake/a.txt'],
    ] as const) {
      world.clock.advance(60_000)
      const now = world.clock.now().toUTCString()
      await ask({ method, path: at(path), ...(method === 'PUT' && { body: 'depth' }) })
      expect(await time()).toBe(now)
    }
  })
})

describe('who comes in by WebDAV', () => {
  test.each([
    ['nobody', undefined],
    ['the password of the account', basic('owner@lab.test', PASSWORD)],
    ['a name without a password', basic('owner@lab.test', '')],
    ['something that is no Basic', 'Bearer dst_x'],
  ])('%s is refused, and hears where passwords are made', async (_who, authorization) => {
    const world = await buildWorld()
    const response = await fetch(`${world.origin}/dav/`, {
      method: 'PROPFIND',
      headers: { 'accept-language': 'en', ...(authorization && { authorization }) },
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="DataSpace", charset="UTF-8"')
    expect(await response.text()).toContain('App passwords and tokens')
  })

  test('a session opens nothing here', async () => {
    const world = await buildWorld()
    const { identifier } = await world.space()
    const owner = await world.as('owner')
    expect((await owner.fetch(`/dav/${identifier}/`, { method: 'PROPFIND', headers: { depth: '0' } })).status).toBe(401)
  })

  test.each([
    ['of another protocol', { protocols: ['ftp' as const] }],
    ['that expired', { protocols: ['webdav' as const], validityDays: 1 }],
  ])('a password %s is refused', async (_which, draft) => {
    const world = await buildWorld()
    const { user, password } = await makeKey(world, draft)
    world.clock.advance(86_400_001)
    const response = await fetch(`${world.origin}/dav/`, {
      method: 'PROPFIND',
      headers: { depth: '0', authorization: basic(user, password) },
    })
    expect(response.status).toBe(401)
  })

  test('a password that was ended, and that of a disabled account, are refused at once', async () => {
    const { world, ask, id } = await scene('senior')
    const look = () => ask({ method: 'PROPFIND', headers: { depth: '0' } })
    expect((await look()).status).toBe(207)
    await (await world.as('senior')).data(account.removeAppPassword, { id })
    expect((await look()).status).toBe(401)
    const normal = await davOf(world, 'normal')
    await normal.ask({ method: 'PROPFIND', headers: { depth: '0' } })
    await (await world.as('admin')).data(users.disable, { id: world.idOf('normal') })
    expect([401, 403]).toContain((await normal.ask({ method: 'PROPFIND', headers: { depth: '0' } })).status)
  })

  test('a space that is not theirs is not there, and one without the flag says why', async () => {
    const { world, space, at, ask } = await scene('normal')
    const other = await davOf(world, 'ordinary')
    expect(await other.ask({ method: 'PROPFIND', path: at(''), headers: { depth: '0' } })).toMatchObject({
      status: 404,
      refusal: 'spaceNotFound',
    })
    await (await world.as('owner')).data(rights.setOfSpace, { id: space.id, senior: [], normal: [] })
    expect(await ask({ method: 'PROPFIND', path: at(''), headers: { depth: '0' } })).toMatchObject({
      status: 403,
      refusal: 'spaceRightMissing',
    })
    expect((await ask({ method: 'PROPFIND', headers: { depth: '1' } })).text).not.toContain(space.identifier)
  })
})

describe('what is refused', () => {
  test('the root itself lists spaces and takes nothing', async () => {
    const { ask, space } = await scene()
    expect((await ask({ method: 'PROPFIND', headers: { depth: '1' } })).text).toContain(
      `<D:href>/dav/${space.identifier}/</D:href>`,
    )
    expect(await ask({ method: 'PUT', path: '/dav/a.csv', body: 'a' })).toMatchObject({ status: 404 })
    expect(await ask({ method: 'DELETE' })).toMatchObject({ status: 405 })
  })

  test.each([
    ['.hidden', 'fileNameInvalid', 403],
    ['a%3Fb.csv', 'fileNameInvalid', 403],
    ['none/a.csv', 'folderGone', 409],
  ])('a file at %s', async (path, refusal, status) => {
    const { ask, at } = await scene()
    expect(await ask({ method: 'PUT', path: at(path), body: 'a' })).toMatchObject({ status, refusal })
  })

  test('everything below at once, XML that is none, and entities', async () => {
    const { ask, at } = await scene()
    expect(await ask({ method: 'PROPFIND', path: at('') })).toMatchObject({ status: 403, refusal: 'davDepth' })
    const asked = (body: string) => ask({ method: 'PROPFIND', path: at(''), headers: { depth: '0' }, body })
    expect(await asked('<propfind')).toMatchObject({ status: 400 })
    expect(
      await asked(
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>',
      ),
    ).toMatchObject({ status: 400 })
    expect(await asked(' '.repeat(1_048_577))).toMatchObject({ status: 413 })
  })

  test('methods, times and names that mean nothing here', async () => {
    const { world, ask, at } = await scene()
    for (const method of ['POST', 'REPORT', 'PATCH']) {
      const answer = await ask({ method, path: at('a.csv') })
      expect(answer).toMatchObject({ status: 405, refusal: 'davMethod' })
      expect(answer.headers.get('allow')).toContain('PROPFIND')
    }
    const put = (time: string) => ask({ method: 'PUT', path: at('a.csv'), body: 'a', headers: { 'x-oc-mtime': time } })
    for (const time of ['soon', '', '1e300', '-1e12']) expect(await put(time)).toMatchObject({ status: 400 })
    for (const user of ['a\0b', 'x'.repeat(5000)]) {
      const headers = { depth: '0', authorization: basic(user, 'wrong') }
      expect((await fetch(`${world.origin}/dav/`, { method: 'PROPFIND', headers })).status).toBe(401)
    }
  })

  test('a normal member changes and reads nothing of others', async () => {
    const { world, space, ask, at } = await scene('normal')
    await upload(await world.as('owner'), { spaceId: space.id, name: 'a.csv' }, Buffer.from('lake'))
    for (const method of ['GET', 'PUT', 'DELETE', 'MOVE', 'COPY', 'LOCK'])
      expect(
        await ask({
          method,
          path: at('a.csv'),
          headers: { destination: at('b.csv') },
          ...(method === 'PUT' && { body: 'sea' }),
          ...(method === 'LOCK' && { body: lockInfo() }),
        }),
        method,
      ).toMatchObject({ status: 403, refusal: 'fileForbidden' })
  })

  test('what does not fit, before its bytes are sent', async () => {
    const { world, space, ask, at } = await scene()
    await world.db.updateTable('space').set({ capacity_bytes: 10 }).where('id', '=', space.id).execute()
    expect(await ask({ method: 'PUT', path: at('a.csv'), body: 'x'.repeat(11) })).toMatchObject({
      status: 507,
      refusal: 'spaceFull',
    })
    expect(await ask({ method: 'PUT', path: at('a.csv'), body: 'x'.repeat(10) })).toMatchObject({ status: 201 })
  })

  test('a folder with a body, and a move to another site and to another space', async () => {
    const { world, ask, at } = await scene()
    const other = await world.space({ name: 'Other' })
    await ask({ method: 'PUT', path: at('a.csv'), body: 'sea' })
    const move = (destination: string) => ask({ method: 'MOVE', path: at('a.csv'), headers: { destination } })
    expect(await ask({ method: 'MKCOL', path: at('in/'), body: 'x' })).toMatchObject({
      status: 415,
      refusal: 'davMedia',
    })
    expect(await move('http://far.test/dav/b.csv')).toMatchObject({ status: 502, refusal: 'davElsewhere' })
    expect(await move(`/dav/${other.identifier}/b.csv`)).toMatchObject({ status: 502, refusal: 'davElsewhere' })
    expect((await ask({ method: 'GET', path: at('a.csv') })).text).toBe('sea')
  })

  test('a lock on what is locked, and the end of a lock that is not there', async () => {
    const { ask, at } = await scene()
    await ask({ method: 'PUT', path: at('a.csv'), body: 'sea' })
    const lock = () => ask({ method: 'LOCK', path: at('a.csv'), body: lockInfo() })
    expect((await lock()).status).toBe(200)
    expect(await lock()).toMatchObject({ status: 423, refusal: 'davLockConflict' })
    const headers = { 'lock-token': `<urn:uuid:${newId()}>` }
    expect(await ask({ method: 'UNLOCK', path: at('a.csv'), headers })).toMatchObject({
      status: 409,
      refusal: 'davTokenWrong',
    })
  })

  test('a content that is not what its checksum says: nothing is stored', async () => {
    const { ask, at } = await scene()
    const sent = (sum: string) =>
      ask({ method: 'PUT', path: at('a.csv'), body: 'lake', headers: { 'oc-checksum': sum } })
    expect(await sent(`SHA1:${'0'.repeat(40)}`)).toMatchObject({ status: 400, refusal: 'uploadHashWrong' })
    expect(await ask({ method: 'GET', path: at('a.csv') })).toMatchObject({ status: 404 })
    const sha1 = createHash('sha1').update('lake').digest('hex')
    const kept = await sent(`SHA1:${sha1}`)
    expect(kept).toMatchObject({ status: 201 })
    expect(kept.headers.get('oc-checksum')).toContain(`SHA1:${sha1}`)
  })

  test('what is there is not replaced by whoever thinks that something else is', async () => {
    const { ask, at } = await scene()
    const put = (headers: Record<string, string>) => ask({ method: 'PUT', path: at('a.csv'), body: 'sea', headers })
    expect((await put({ 'if-match': '*' })).status).toBe(412)
    const { headers } = await put({ 'if-none-match': '*' })
    expect((await put({ 'if-none-match': '*' })).status).toBe(412)
    expect(await put({ 'if-match': '"other"' })).toMatchObject({ status: 412, refusal: 'davPrecondition' })
    expect((await put({ 'if-match': headers.get('etag') ?? '' })).status).toBe(204)
  })
})

/** Asks whether a body may come, and sends it when it may: the status lines that came back. */
async function knock(origin: string, path: string, headers: Record<string, string>, body: Buffer): Promise<string[]> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const lines = {
    host: `${hostname}:${port}`,
    connection: 'close',
    'content-length': String(body.length),
    expect: '100-continue',
    ...headers,
  }
  socket.write(
    `PUT ${path} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  let said = ''
  socket.on('data', (piece: Buffer) => {
    const isFirst = said === ''
    said += piece.toString()
    if (isFirst && said.startsWith('HTTP/1.1 100')) socket.write(body)
  })
  await once(socket, 'close')
  return [...said.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status ?? '')
}

describe('a body that waits to be asked for', () => {
  test('is not asked for where it would be refused: nothing is sent in vain', async () => {
    const { world, space, at, user, password } = await scene()
    await world.db.updateTable('space').set({ capacity_bytes: 10 }).where('id', '=', space.id).execute()
    const authorization = basic(user, password)
    const body = Buffer.alloc(11)
    expect(await knock(world.origin, at('a.bin'), {}, body)).toEqual(['401'])
    expect(await knock(world.origin, at('a.bin'), { authorization }, body)).toEqual(['507'])
    expect(await knock(world.origin, at('none/a.bin'), { authorization }, body)).toEqual(['409'])
    expect(await knock(world.origin, at('a.bin'), { authorization, 'if-match': '*' }, body)).toEqual(['412'])
    expect(await knock(world.origin, at('a.bin'), { authorization }, body.subarray(1))).toEqual(['100', '201'])
  })
})

describe('files by WebDAV', () => {
  test('what is put is a file like any other: version, trash, journal', async () => {
    const { world, space, ask, at } = await scene()
    const path = at(encodeURIComponent('湖 #1 100%.csv'))
    const first = await ask({ method: 'PUT', path, body: 'lake', headers: { 'x-oc-mtime': '1577934245' } })
    expect(first).toMatchObject({ status: 201 })
    expect(first.headers.get('x-oc-mtime')).toBe('accepted')
    expect((await ask({ method: 'GET', path })).headers.get('last-modified')).toBe('Thu, 02 Jan 2020 03:04:05 GMT')
    expect(await ask({ method: 'PUT', path, body: 'sea' })).toMatchObject({ status: 204 })
    const owner = await world.as('owner')
    const { list } = await owner.data(files.list, { spaceId: space.id })
    expect(list).toMatchObject([{ name: '湖 #1 100%.csv', version: 2 }])
    expect((await owner.data(versions.list, { spaceId: space.id, hash: list[0]?.hash ?? '' })).list).toHaveLength(2)
    expect(await ask({ method: 'DELETE', path })).toMatchObject({ status: 204 })
    expect((await owner.data(trash.list, { spaceId: space.id })).list).toHaveLength(1)
    await world.services.journal.flushed()
    const entries = await owner.data(journal.list, { id: space.id, channel: 'webdav' })
    expect(entries.list.map(({ action }) => action).sort()).toEqual(['downloaded', 'replaced', 'trashed', 'uploaded'])
  })

  test('ranges are answered, and are one download', async () => {
    const { world, space, ask, at } = await scene()
    const bytes = randomBytes(100_000)
    await ask({ method: 'PUT', path: at('a.bin'), body: bytes })
    const part = (range: string, more = {}) => ask({ method: 'GET', path: at('a.bin'), headers: { range, ...more } })
    expect(await part('bytes=0-3')).toMatchObject({ status: 206 })
    expect((await part('bytes=50000-50003')).headers.get('content-range')).toBe('bytes 50000-50003/100000')
    expect(await part('bytes=100000-')).toMatchObject({ status: 416 })
    const { headers } = await ask({ method: 'HEAD', path: at('a.bin') })
    expect(headers.get('content-length')).toBe('100000')
    expect(
      (await ask({ method: 'GET', path: at('a.bin'), headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304)
    await world.services.journal.flushed()
    const { list } = await (await world.as('owner')).data(journal.list, { id: space.id, action: 'downloaded' })
    expect(list).toHaveLength(1)
    expect(await part('bytes=0-3', { 'if-range': '"other"' })).toMatchObject({ status: 200 })
  })

  test('nothing in a file runs in a browser', async () => {
    const { ask, at } = await scene()
    await ask({ method: 'PUT', path: at('a.html'), body: '<script>1</script>' })
    const { headers } = await ask({ method: 'GET', path: at('a.html') })
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-disposition')).toContain('attachment')
  })

  test('the room of the space is reported to whoever asks', async () => {
    const { ask, at } = await scene()
    await ask({ method: 'PUT', path: at('a.csv'), body: 'lake' })
    const body =
      '<D:propfind xmlns:D="DAV:"><D:prop><D:quota-used-bytes/><D:quota-available-bytes/></D:prop></D:propfind>'
    const { text } = await ask({ method: 'PROPFIND', path: at(''), headers: { depth: '0' }, body })
    expect(text).toContain('<D:quota-used-bytes>4</D:quota-used-bytes>')
    expect(text).toMatch(/<D:quota-available-bytes>\d+</)
  })

  test('what programs keep beside a file follows it, and is bounded', async () => {
    const { ask, at } = await scene()
    const set = (path: string, inside: string) =>
      ask({
        method: 'PROPPATCH',
        path: at(path),
        body: `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${inside}</D:prop></D:set></D:propertyupdate>`,
      })
    await ask({ method: 'PUT', path: at('a.csv'), body: 'lake' })
    expect((await set('a.csv', '<c xmlns="urn:x" m="1">gr<b>e</b>en</c>')).text).toContain('200 OK')
    await ask({ method: 'COPY', path: at('a.csv'), headers: { destination: at('b.csv') } })
    await ask({ method: 'MOVE', path: at('a.csv'), headers: { destination: at('c.csv') } })
    for (const name of ['b.csv', 'c.csv'])
      expect((await ask({ method: 'PROPFIND', path: at(name), headers: { depth: '0' } })).text).toContain(
        '<c xmlns="urn:x" m="1">gr<b xmlns="urn:x">e</b>en</c>',
      )
    expect(await set('b.csv', `<big xmlns="urn:x">${'x'.repeat(70_000)}</big>`)).toMatchObject({
      status: 507,
      refusal: 'davPropertiesFull',
    })
    expect((await set('b.csv', '<D:getetag/><other xmlns="urn:x"/>')).text).toMatch(
      /403 Forbidden.*424 Failed Dependency/s,
    )
  })

  test.each(['COPY', 'MOVE'])(
    '%s over a file leaves what was kept beside the one, not beside the other',
    async (method) => {
      const { ask, at } = await scene()
      for (const name of ['a', 'b']) {
        await ask({ method: 'PUT', path: at(`${name}.csv`), body: name })
        const inside = `<${name} xmlns="urn:x">kept</${name}>`
        const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${inside}</D:prop></D:set></D:propertyupdate>`
        await ask({ method: 'PROPPATCH', path: at(`${name}.csv`), body })
      }
      expect(await ask({ method, path: at('a.csv'), headers: { destination: at('b.csv') } })).toMatchObject({
        status: 204,
      })
      const { text } = await ask({ method: 'PROPFIND', path: at('b.csv'), headers: { depth: '0' } })
      expect(text).toContain('<a xmlns="urn:x">kept</a>')
      expect(text).not.toContain('<b xmlns="urn:x">')
    },
  )

  test('of several moves of one file at once one moves it: the others find it gone', async () => {
    const { world, space, ask, at } = await scene()
    await ask({ method: 'PUT', path: at('a.csv'), body: 'lake' })
    const moves = ['b', 'c', 'd', 'e'].map((name) =>
      ask({ method: 'MOVE', path: at('a.csv'), headers: { destination: at(`${name}.csv`) } }),
    )
    const statuses = (await Promise.all(moves)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 404, 404, 404])
    expect((await (await world.as('owner')).data(files.list, { spaceId: space.id })).list).toHaveLength(1)
  })

  test('Windows may say what it knows of a file, under its lock', async () => {
    const { ask, at } = await scene()
    const { headers } = await ask({ method: 'LOCK', path: at('a.csv'), body: lockInfo() })
    const said = ['Win32CreationTime', 'Win32LastAccessTime', 'Win32LastModifiedTime'].map(
      (name) => `<Z:${name}>Thu, 02 Jan 2020 03:04:05 GMT</Z:${name}>`,
    )
    const body = `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${said.join('')}<Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>`
    expect((await ask({ method: 'PROPPATCH', path: at('a.csv'), body })).status).toBe(423)
    const set = await ask({ method: 'PROPPATCH', path: at('a.csv'), body, headers: { if: `(${tokenIn(headers)})` } })
    expect(set.text.match(/200 OK/g)).toHaveLength(4)
    expect((await ask({ method: 'HEAD', path: at('a.csv') })).headers.get('last-modified')).toBe(
      'Thu, 02 Jan 2020 03:04:05 GMT',
    )
  })

  test("machines' own files are given back to their person alone, and are no files of the space", async () => {
    const { world, space, ask, at } = await scene()
    for (const name of ['._a.csv', '.DS_Store', 'Thumbs.db', '.~lock.a.odt%23', '~$a.docx'])
      expect(await ask({ method: 'PUT', path: at(name), body: 'mine' }), name).toMatchObject({ status: 201 })
    expect(await ask({ method: 'GET', path: at('._a.csv') })).toMatchObject({ status: 200, text: 'mine' })
    expect(await ask({ method: 'PUT', path: at('._a.csv'), body: 'x'.repeat(262_145) })).toMatchObject({ status: 413 })
    expect((await ask({ method: 'PROPFIND', path: at(''), headers: { depth: '1' } })).text).toContain('.DS_Store')
    expect((await (await world.as('owner')).data(files.list, { spaceId: space.id })).list).toEqual([])
    const senior = await davOf(world, 'senior')
    expect(await senior.ask({ method: 'GET', path: at('._a.csv') })).toMatchObject({ status: 404 })
    expect(await ask({ method: 'MOVE', path: at('._a.csv'), headers: { destination: at('._b.csv') } })).toMatchObject({
      status: 201,
    })
    await ask({ method: 'COPY', path: at('._b.csv'), headers: { destination: at('._c.csv') } })
    expect(await ask({ method: 'GET', path: at('._c.csv') })).toMatchObject({ text: 'mine' })
    expect(await ask({ method: 'DELETE', path: at('._b.csv') })).toMatchObject({ status: 204 })
    world.clock.advance(8 * 86_400_000)
    await world.services.webdav.sweep()
    expect(await ask({ method: 'GET', path: at('.DS_Store') })).toMatchObject({ status: 404 })
  })
})

describe('locks', () => {
  test('one binds every channel: whoever else changes a file by the web hears who has it', async () => {
    const { world, space, ask, at } = await scene('senior')
    await ask({ method: 'MKCOL', path: at('in') })
    await ask({ method: 'PUT', path: at('in/a.csv'), body: 'lake' })
    const { headers } = await ask({ method: 'LOCK', path: at('in/a.csv'), body: lockInfo() })
    const owner = await world.as('owner')
    const { list } = await owner.data(files.list, { spaceId: space.id })
    const folder = list[0]?.hash ?? ''
    const file = (await owner.data(files.list, { spaceId: space.id, hash: folder })).list[0]?.hash ?? ''
    const spaceId = space.id
    const badges = await owner.data(favourites.of, { spaceId, hashes: [file] })
    expect(badges).toMatchObject([{ hash: file, lockedBy: '申大为' }])
    const refused = { error: 'fileLocked', status: 423, message: expect.stringContaining('申大为') }
    expect(await owner.call(files.rename, { spaceId, hash: file, name: 'b.csv' })).toMatchObject(refused)
    expect(await owner.call(files.remove, { spaceId, hashList: [file] })).toMatchObject(refused)
    expect(await owner.call(files.remove, { spaceId, hashList: [folder] })).toMatchObject(refused)
    expect(await owner.call(files.move, { spaceId, hash: file, target: space.root })).toMatchObject(refused)
    await expect(
      upload(owner, { spaceId, hash: folder, name: 'a.csv', conflict: 'replace' }, Buffer.from('sea')),
    ).rejects.toThrow(/fileLocked/)
    const mine = await davOf(world, 'owner')
    expect(await mine.ask({ method: 'PUT', path: at('in/a.csv'), body: 'sea' })).toMatchObject({ status: 423 })
    expect(await ask({ method: 'PUT', path: at('in/a.csv'), body: 'sea' })).toMatchObject({
      status: 423,
      refusal: 'davLocked',
    })
    expect(
      await ask({ method: 'PUT', path: at('in/a.csv'), body: 'sea', headers: { if: `(${tokenIn(headers)})` } }),
    ).toMatchObject({ status: 204 })
    expect(await owner.data(files.unlock, { spaceId, hash: file })).toEqual({ ended: 1 })
    expect(await owner.call(files.rename, { spaceId, hash: file, name: 'b.csv' })).toMatchObject({ code: 0 })
  })

  test('nothing comes into a folder that is locked with all below it, and nothing in it changes', async () => {
    const { world, space, ask, at } = await scene('senior')
    await ask({ method: 'MKCOL', path: at('in') })
    await ask({ method: 'PUT', path: at('in/a.csv'), body: 'lake' })
    await ask({ method: 'LOCK', path: at('in/'), body: lockInfo(), headers: { depth: 'infinity' } })
    const owner = await world.as('owner')
    const spaceId = space.id
    const folder = (await owner.data(files.list, { spaceId })).list[0]?.hash ?? ''
    const file = (await owner.data(files.list, { spaceId, hash: folder })).list[0]?.hash ?? ''
    expect(await owner.call(files.create, { spaceId, hash: folder, path: 'more' })).toMatchObject({
      error: 'fileLocked',
    })
    await expect(upload(owner, { spaceId, hash: folder, name: 'b.csv' }, Buffer.from('sea'))).rejects.toThrow(
      /fileLocked/,
    )
    expect(await owner.call(files.rename, { spaceId, hash: file, name: 'b.csv' })).toMatchObject({
      error: 'fileLocked',
    })
    expect((await check(owner, { spaceId, name: 'b.csv' }, Buffer.from('sea'))).code).toBe(0)
  })

  test('nothing comes back from the trash into a folder that somebody else has locked', async () => {
    const { world, space, ask, at } = await scene('senior')
    await ask({ method: 'MKCOL', path: at('in') })
    await ask({ method: 'PUT', path: at('in/a.csv'), body: 'lake' })
    const owner = await world.as('owner')
    const spaceId = space.id
    const folder = (await owner.data(files.list, { spaceId })).list[0]?.hash ?? ''
    const file = (await owner.data(files.list, { spaceId, hash: folder })).list[0]?.hash ?? ''
    const { list } = await owner.data(files.remove, { spaceId, hashList: [file] })
    const id = list[0]?.trashId ?? ''
    const { headers } = await ask({
      method: 'LOCK',
      path: at('in/'),
      body: lockInfo(),
      headers: { depth: 'infinity' },
    })
    expect(await owner.call(trash.restore, { spaceId, id })).toMatchObject({ error: 'fileLocked', status: 423 })
    expect((await owner.data(files.list, { spaceId, hash: folder })).list).toEqual([])
    await ask({ method: 'UNLOCK', path: at('in/'), headers: { 'lock-token': tokenIn(headers) } })
    expect(await owner.call(trash.restore, { spaceId, id })).toMatchObject({ code: 0 })
  })

  test('many are taken at once in as many spaces: none waits for a connection that another has', async () => {
    const { world, ask } = await scene()
    const all = await Promise.all(Array.from({ length: 20 }, () => world.space()))
    // A password that is known already is not looked up, one at a time.
    await ask({ method: 'PROPFIND', headers: { depth: '0' } })
    const locks = all.map(({ identifier }) => ask({ method: 'LOCK', path: `/dav/${identifier}/`, body: lockInfo() }))
    expect(new Set((await Promise.all(locks)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a member ends no lock of others, and a lock is over when its time is', async () => {
    const { world, space, ask, at } = await scene('owner')
    await ask({ method: 'PUT', path: at('a.csv'), body: 'lake' })
    const locked = await ask({
      method: 'LOCK',
      path: at('a.csv'),
      body: lockInfo(),
      headers: { timeout: 'Second-9999999' },
    })
    expect(locked.text).toContain('Second-3600')
    const senior = await world.as('senior')
    const hash = (await senior.data(files.list, { spaceId: space.id })).list[0]?.hash ?? ''
    expect(await senior.call(files.unlock, { spaceId: space.id, hash })).toMatchObject({ error: 'fileForbidden' })
    expect(await senior.call(files.rename, { spaceId: space.id, hash, name: 'b.csv' })).toMatchObject({
      error: 'fileLocked',
    })
    await sql`update file_lock set expires_at = now()`.execute(world.db)
    expect(await senior.call(files.rename, { spaceId: space.id, hash, name: 'b.csv' })).toMatchObject({ code: 0 })
  })

  test('holds on every node', async () => {
    const { world, ask, at } = await scene()
    const { app } = await buildApp({
      ...world,
      now: world.clock.now,
      newId,
      log: world.app.log,
      seal: openSeal(world.config),
      isDraining: () => false,
    })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const there = await davOf(world, 'senior', origin)
      await ask({ method: 'PUT', path: at('a.csv'), body: 'lake' })
      const { headers } = await ask({ method: 'LOCK', path: at('a.csv'), body: lockInfo() })
      expect(await there.ask({ method: 'PUT', path: at('a.csv'), body: 'sea' })).toMatchObject({ status: 423 })
      await ask({ method: 'UNLOCK', path: at('a.csv'), headers: { 'lock-token': tokenIn(headers) } })
      expect(await there.ask({ method: 'PUT', path: at('a.csv'), body: 'sea' })).toMatchObject({ status: 204 })
    } finally {
      await app.close()
    }
  })
})

describe('changes that arrive together', () => {
  const NAMES = Array.from({ length: 12 }, (_, at) => `${at}.csv`)

  async function folders() {
    const made = await scene()
    const { ask, at, world, space } = made
    for (const name of ['from', 'to']) await ask({ method: 'MKCOL', path: at(name) })
    for (const name of NAMES) await ask({ method: 'PUT', path: at(`from/${name}`), body: `lake ${name}` })
    const owner = await world.as('owner')
    const holds = async (path: string) => {
      const { list } = await owner.data(files.list, { spaceId: space.id })
      const folder = list.find(({ name }) => name === path)
      const inside = await owner.data(files.list, { spaceId: space.id, hash: folder?.hash ?? '', size: 100 })
      const bytes = inside.list.reduce((sum, { size }) => sum + size, 0)
      return { items: folder?.items, isSum: folder?.size === bytes, names: inside.list.map(({ name }) => name) }
    }
    const to = (path: string) => ({ destination: at(path) })
    const statuses = async (asked: Promise<{ status: number }>[]) =>
      (await Promise.all(asked)).map(({ status }) => status).sort()
    const entries = async (action: string) => {
      const { list } = await owner.data(journal.list, { id: space.id, size: 100 })
      return list.filter((entry) => entry.action === action).length
    }
    return { ...made, holds, to, statuses, entries }
  }

  test('each is done, counted, and told in the journal on its own', async () => {
    const { ask, at, to, holds, statuses, entries } = await folders()
    const copied = NAMES.map((name) => ask({ method: 'COPY', path: at(`from/${name}`), headers: to(`to/${name}`) }))
    expect(await statuses(copied)).toEqual(NAMES.map(() => 201))
    expect(await holds('to')).toEqual({ items: NAMES.length, isSum: true, names: NAMES })
    const moved = NAMES.map((name) =>
      ask({ method: 'MOVE', path: at(`to/${name}`), headers: to(`from/moved ${name}`) }),
    )
    expect(await statuses(moved)).toEqual(NAMES.map(() => 201))
    expect(await holds('to')).toEqual({ items: 0, isSum: true, names: [] })
    const gone = NAMES.map((name) => ask({ method: 'DELETE', path: at(`from/moved ${name}`) }))
    expect(await statuses(gone)).toEqual(NAMES.map(() => 204))
    expect(await holds('from')).toEqual({ items: NAMES.length, isSum: true, names: NAMES })
    for (const action of ['copied', 'moved', 'trashed']) expect(await entries(action)).toBe(NAMES.length)
  })

  test('of several for one file or one name the first is done, the others find what it left', async () => {
    const { ask, at, to, holds, statuses, entries } = await folders()
    const one = at('from/0.csv')
    const [first, ...others] = NAMES
    const moved = NAMES.map((name) => ask({ method: 'MOVE', path: one, headers: to(`to/${name}`) }))
    expect(await statuses(moved)).toEqual([201, ...others.map(() => 404)])
    const copied = others.map((name) =>
      ask({ method: 'COPY', path: at(`from/${name}`), headers: { ...to('to/same'), overwrite: 'F' } }),
    )
    expect(await statuses(copied)).toEqual([201, ...others.slice(1).map(() => 412)])
    const gone = NAMES.map(() => ask({ method: 'DELETE', path: at('to/same') }))
    expect(await statuses(gone)).toEqual([204, ...others.map(() => 404)])
    expect(await entries('trashed')).toBe(1)
    expect((await holds('to')).items).toBe(1)
    expect(await holds('from')).toEqual({
      items: others.length,
      isSum: true,
      names: NAMES.filter((name) => name !== first),
    })
  })

  test('copies that do not fit all are refused one by one; those that fit are kept', async () => {
    const { ask, at, to, holds, statuses, world, space } = await folders()
    await ask({ method: 'PUT', path: at('from/large'), body: 'x'.repeat(1000) })
    for (const name of NAMES.slice(0, 4))
      await ask({ method: 'COPY', path: at('from/large'), headers: to(`from/${name} large`) })
    const { rows } = await sql<{ used: number }>`
      select used_bytes + reserved_bytes as used from space_usage where space_id = ${space.id}::uuid`.execute(world.db)
    await world.db
      .updateTable('space')
      .set({ capacity_bytes: (rows[0]?.used ?? 0) + 2500 })
      .where('id', '=', space.id)
      .execute()
    const copied = NAMES.slice(0, 4).map((name) =>
      ask({ method: 'COPY', path: at(`from/${name} large`), headers: to(`to/${name}`) }),
    )
    expect(await statuses(copied)).toEqual([201, 201, 507, 507])
    expect((await holds('to')).items).toBe(2)
  })

  test('a folder goes with all that was brought into it, whatever else arrives', async () => {
    const { ask, at, to, holds, statuses } = await folders()
    const inside = NAMES.map((name) =>
      ask({ method: 'MOVE', path: at(`from/${name}`), headers: to(`from/moved ${name}`) }),
    )
    const asked = [...inside, ask({ method: 'MOVE', path: at('from'), headers: to('to/from') })]
    expect((await statuses(asked)).filter((status) => status === 201).length).toBeGreaterThan(0)
    const { items, names } = await holds('to')
    expect({ items, names }).toEqual({ items: 1, names: ['from'] })
    const listed = await ask({ method: 'PROPFIND', path: at('to/from/'), headers: { depth: '1' } })
    expect(listed.text.match(/csv<\/D:displayname>/g)?.length).toBe(NAMES.length)
  })
})
