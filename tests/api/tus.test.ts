import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Upload, type UploadOptions } from 'tus-js-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CHUNK_BYTES, UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { tempDir } from '../support/dataspace.ts'
import { openHoldingProxy } from '../support/holding-proxy.ts'
import { tokenOf } from '../support/token.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { files, spaces } = contract
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const coded = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

async function scene(scope: 'read' | 'write' = 'write', env: Record<string, string> = {}) {
  const world = await buildWorld(env)
  const space = await world.space()
  const owner = await world.as('owner')
  const authorization = `Bearer ${await tokenOf(owner, scope)}`
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(world.origin + path, {
      method,
      headers: { authorization, 'tus-resumable': '1.0.0', 'accept-language': 'en', ...headers },
      ...(body && { body }),
    })
  const begin = (total: number, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    ask('POST', '/tus/', {
      'upload-length': String(total),
      'upload-metadata': coded({ spaceId: space.id, filename: 'a.bin', ...fields }),
      ...headers,
    })
  const patch = (path: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    ask(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      new Uint8Array(bytes),
    )
  const offsetOf = async (path: string) => (await ask('HEAD', path)).headers.get('upload-offset')
  const list = async () => (await owner.data(files.list, { spaceId: space.id })).list
  return { world, space, owner, authorization, ask, begin, patch, offsetOf, list }
}
const placeOf = (response: Response) => response.headers.get('location') ?? ''

describe('who may', () => {
  test('a stranger, a token that only reads and a session without its CSRF token are refused', async () => {
    const { begin, world } = await scene('read')
    expect((await begin(3)).status).toBe(403)
    expect((await begin(3, {}, { authorization: '' })).status).toBe(401)
    const owner = await world.as('owner')
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await (await begin(3, {}, { authorization: '', cookie })).json()).toMatchObject({ error: 'tokenMismatch' })
  })

  test('whoever knows the address of an upload of somebody else keeps nobody from sending it', async () => {
    const { ask, begin, authorization, world, list } = await scene()
    const path = placeOf(await begin(8))
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const init = {
      method: 'PATCH',
      body: readable,
      duplex: 'half',
      headers: { authorization, 'tus-resumable': '1.0.0', ...bytes },
    }
    const sent = fetch(world.origin + path, init as RequestInit)
    await writer.write(Buffer.from('lake'))
    const other = `Bearer ${await tokenOf(await world.as('senior'))}`
    expect((await ask('HEAD', path, { authorization: other })).status).toBe(404)
    await writer.write(Buffer.from('side'))
    await writer.close()
    expect((await sent).status).toBe(204)
    expect(await list()).toMatchObject([{ name: 'a.bin', size: 8 }])
  })

  test('a space that one may not see, a name that is not allowed, a name that is taken, a full space are refused at the beginning', async () => {
    const { begin, world, owner, space } = await scene()
    const elsewhere = await (await world.as('admin')).data(spaces.create, {
      name: 'Hidden',
      identifier: 'hidden',
      type: 'private',
    })
    await upload(owner, { spaceId: space.id, name: 'taken.txt' }, Buffer.from('x'))
    const error = async (answer: Promise<Response>) => ((await (await answer).json()) as { error: string }).error
    expect(await error(begin(3, { spaceId: elsewhere.id }))).toBe('spaceNotFound')
    expect(await error(begin(3, { filename: '.hidden' }))).toBe('fileNameInvalid')
    expect(await error(begin(3, { filename: 'taken.txt' }))).toBe('fileNameTaken')
    expect(await error(begin(3, { conflict: 'maybe' }))).toBe('invalid')
    expect(await error(begin(2 ** 50))).toBe('spaceFull')
  })

  test('an upload is its own person’s: for everybody else there is none', async () => {
    const { begin, world, ask } = await scene()
    const path = placeOf(await begin(3))
    const other = await tokenOf(await world.as('senior'))
    expect((await ask('HEAD', path, { authorization: `Bearer ${other}` })).status).toBe(404)
    expect((await ask('DELETE', path, { authorization: `Bearer ${other}` })).status).toBe(404)
  })
})

describe('the protocol', () => {
  test('is announced by OPTIONS, and another version of it is refused', async () => {
    const { ask, begin } = await scene()
    const { headers, status } = await ask('OPTIONS', '/tus/', { authorization: '' })
    expect(status).toBe(204)
    expect(headers.get('tus-version')).toBe('1.0.0')
    expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,checksum,termination')
    const other = await begin(3, {}, { 'tus-resumable': '0.2.2' })
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })

  test('pieces of any length become the file; a wrong offset, a wrong kind and too much are refused', async () => {
    const { begin, patch, offsetOf, ask, list, world } = await scene()
    const bytes = randomBytes(CHUNK_BYTES + 1000)
    const begun = await begin(bytes.length)
    const path = placeOf(begun)
    expect(begun.status).toBe(201)
    const until = world.clock.now().getTime() + UPLOAD_IDLE_MS
    expect(Date.parse(begun.headers.get('upload-expires') ?? '')).toBe(Math.floor(until / 1000) * 1000)
    expect((await patch(path, 0, bytes.subarray(0, 700))).headers.get('upload-offset')).toBe('700')
    expect((await patch(path, 0, bytes.subarray(0, 700))).status).toBe(409)
    expect((await patch(path, 700, bytes, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(await offsetOf(path)).toBe('700')
    expect((await patch(path, 700, bytes.subarray(700, CHUNK_BYTES + 5))).status).toBe(204)
    expect((await patch(path, CHUNK_BYTES + 5, randomBytes(2000))).status).toBe(413)
    expect(await offsetOf(path)).toBe(String(CHUNK_BYTES + 5))
    expect((await patch(path, CHUNK_BYTES + 5, bytes.subarray(CHUNK_BYTES + 5))).status).toBe(204)
    expect(await list()).toMatchObject([{ name: 'a.bin', size: bytes.length, sha256: sha256(bytes) }])
    // Asked again after an answer that got lost: it is all here.
    expect(await offsetOf(path)).toBe(String(bytes.length))
    expect((await ask('HEAD', path)).headers.get('upload-length')).toBe(String(bytes.length))
  })

  test('bytes with a wrong checksum are not taken, with the right one they are', async () => {
    const { begin, patch, offsetOf, list } = await scene()
    const bytes = randomBytes(CHUNK_BYTES + 10)
    const path = placeOf(await begin(bytes.length))
    await patch(path, 0, bytes.subarray(0, 10))
    const sum = (algorithm: string, of: Uint8Array) => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
    })
    const rest = bytes.subarray(10)
    expect((await patch(path, 10, randomBytes(rest.length), sum('sha1', rest))).status).toBe(460)
    expect(await offsetOf(path)).toBe('10')
    expect((await patch(path, 10, rest, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400)
    expect((await patch(path, 10, rest, sum('sha256', rest))).status).toBe(204)
    expect(await list()).toMatchObject([{ sha256: sha256(bytes) }])
  })

  test('an empty file, and one that comes with its creation, are there at once', async () => {
    const { begin, ask, space, list } = await scene()
    expect((await begin(0, { filename: 'empty' })).headers.get('upload-offset')).toBe('0')
    const whole = await ask(
      'POST',
      '/tus',
      {
        'upload-length': '5',
        'upload-metadata': coded({ spaceId: space.identifier, filename: 'five', relativePath: 'a/b/five' }),
        'content-type': 'application/offset+octet-stream',
      },
      new TextEncoder().encode('hello'),
    )
    expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5'])
    expect((await list()).map(({ name }) => name)).toEqual(['a', 'empty'])
  })

  test('an upload that is given up gives its room back; a client without these methods says them in a header', async () => {
    const { begin, ask, world, space } = await scene()
    const reserved = async () => {
      const rows = world.db.selectFrom('space_usage').select('reserved_bytes').where('space_id', '=', space.id)
      return (await rows.executeTakeFirstOrThrow()).reserved_bytes
    }
    const path = placeOf(await begin(1000))
    expect(await reserved()).toBe(1000)
    expect((await ask('POST', path, { 'x-http-method-override': 'DELETE' })).status).toBe(204)
    expect(await reserved()).toBe(0)
    expect((await ask('HEAD', path)).status).toBe(404)
  })

  test('a name that somebody takes meanwhile is no success, however often it is asked', async () => {
    const { begin, patch, ask, owner, space, list } = await scene()
    const path = placeOf(await begin(3))
    await upload(owner, { spaceId: space.id, name: 'a.bin' }, Buffer.from('first'))
    expect((await patch(path, 0, Buffer.from('abc'))).status).toBe(409)
    expect((await ask('HEAD', path)).status).toBe(409)
    expect(await list()).toMatchObject([{ name: 'a.bin', size: 5 }])
  })
})

test('what came of a piece before the line broke is kept', async () => {
  const { world, begin, authorization, offsetOf, patch, list } = await scene()
  const bytes = randomBytes(2 * CHUNK_BYTES)
  const path = placeOf(await begin(bytes.length))
  const { hostname, port } = new URL(world.origin)
  const socket = connect(Number(port), hostname)
  const type = 'content-type: application/offset+octet-stream'
  const head = [`PATCH ${path} HTTP/1.1`, 'host: x', `authorization: ${authorization}`, 'tus-resumable: 1.0.0', type]
  socket.write([...head, 'upload-offset: 0', `content-length: ${bytes.length}`, '', ''].join('\r\n'))
  socket.write(bytes.subarray(0, CHUNK_BYTES + 5000))
  const received = () => world.db.selectFrom('tus_upload').select('received').executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect((await received()).received).toBe(CHUNK_BYTES), { timeout: 20_000 })
  socket.destroy()
  const offset = Number(await offsetOf(path))
  expect(offset).toBeGreaterThanOrEqual(CHUNK_BYTES)
  expect(offset).toBeLessThanOrEqual(CHUNK_BYTES + 5000)
  expect((await patch(path, offset, bytes.subarray(offset))).status).toBe(204)
  expect(await list()).toMatchObject([{ sha256: sha256(bytes) }])
})

test('an upload of which nothing came for a day is forgotten, one that is under way is not', async () => {
  const { world, begin, patch, ask } = await scene()
  const [idle, busy] = [placeOf(await begin(100)), placeOf(await begin(100, { filename: 'b.bin' }))]
  world.clock.advance(UPLOAD_IDLE_MS - 1000)
  await patch(busy, 0, randomBytes(10))
  world.clock.advance(2000)
  await world.services.uploads.uploads()
  expect((await ask('HEAD', idle)).status).toBe(404)
  expect((await ask('HEAD', busy)).status).toBe(200)
})

describe('tus-js-client', () => {
  type Sent = { url: string | null; error: Error | null }
  const send = (bytes: Buffer, options: UploadOptions) => {
    let sender: Upload | undefined
    const over = new Promise<Sent>((resolve) => {
      const end = (error: Error | null) => resolve({ url: sender?.url ?? null, error })
      sender = new Upload(bytes, { ...options, onError: (error) => end(error), onSuccess: () => end(null) })
      sender.start()
    })
    return { over, abort: () => sender?.abort() }
  }

  test('sends a file in one request and in small pieces', async () => {
    const { world, authorization, space, list } = await scene()
    const common = { endpoint: `${world.origin}/tus/`, headers: { authorization }, retryDelays: null }
    const bytes = randomBytes(2 * CHUNK_BYTES + 77)
    for (const [filename, chunkSize] of [
      ['whole.bin', Number.POSITIVE_INFINITY],
      ['pieces.bin', 700_001],
    ] as const) {
      const metadata = { filename, spaceId: space.id, relativePath: 'null' }
      const { error } = await send(bytes, { ...common, chunkSize, metadata }).over
      expect(error).toBeNull()
    }
    const whole = { sha256: sha256(bytes), size: bytes.length }
    expect(await list()).toMatchObject([
      { name: 'pieces.bin', ...whole },
      { name: 'whole.bin', ...whole },
    ])
  })

  test('goes on after a cut', async () => {
    const { world, authorization, space, list, offsetOf } = await scene()
    const bytes = randomBytes(3 * CHUNK_BYTES + 9)
    const metadata = { filename: 'cut.bin', spaceId: space.id }
    const gate = await openHoldingProxy(world.origin, /^PATCH /, 2)
    onTestFinished(gate.close)
    const first = send(bytes, {
      endpoint: `${gate.origin}/tus/`,
      headers: { authorization },
      metadata,
      chunkSize: 3_000_000,
      retryDelays: null,
    })
    const path = new URL(await gate.held, 'http://x').pathname
    await first.abort()
    expect(await offsetOf(path)).toBe('6000000')
    const { error } = await send(bytes, {
      uploadUrl: world.origin + path,
      headers: { authorization },
      retryDelays: null,
    }).over
    expect(error).toBeNull()
    expect(await list()).toMatchObject([{ name: 'cut.bin', sha256: sha256(bytes) }])
  })
})

test('curl sends a file by two commands', async () => {
  const { world, authorization, begin, list } = await scene()
  const bytes = randomBytes(3000)
  const file = join(tempDir(), 'c.bin')
  writeFileSync(file, bytes)
  const path = placeOf(await begin(bytes.length, { filename: 'c.bin' }))
  const headers = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream']
  const headerArgs = [...headers, `Authorization: ${authorization}`].flatMap((header) => ['-H', header])
  await promisify(execFile)('curl', [
    '--fail',
    '-sS',
    '-X',
    'PATCH',
    ...headerArgs,
    '--data-binary',
    `@${file}`,
    world.origin + path,
  ])
  expect(await list()).toMatchObject([{ name: 'c.bin', sha256: sha256(bytes) }])
})
