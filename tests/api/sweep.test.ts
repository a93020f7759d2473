import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { contract, operations } from '#contract/index.ts'
import type { Client } from '../support/client.ts'
import { isAccepted, plausibleInput } from '../support/plausible.ts'
import { share } from '../support/share.ts'
import { buildWorld, type World } from '../support/world.ts'

const shapeOf = ({ input }: Operation) => (input as unknown as { shape: object }).shape
const enveloped = operations.filter(([, { answers }]) => answers === 'envelope')

/** An input that fits an operation, made of its schema: a new one needs no row here. */
async function plausible(world: World) {
  await world.turnAllOn()
  const { id, root, identifier } = await world.space()
  const owner = await world.as('owner')
  const folder = await owner.data(contract.files.create, { spaceId: id, path: 'shared' })
  const { linkId } = await share(owner, { spaceId: id, hashes: [folder] })
  const table = await owner.data(contract.tables.create, { spaceId: id, name: 'Samples' })
  const publication = await owner.data(contract.publications.create, { spaceId: id })
  const ids = { spaceId: id, id, hash: root, personId: world.idOf('normal'), identifier, q: 'ab', linkId }
  const packed = JSON.stringify([{ name: 'a', total: 0, fileMd5: '0'.repeat(32) }])
  // Here `q` names a file, and there a folder has to be inside what was shared.
  const beside = new Map<Operation, Record<string, unknown>>([
    [contract.preview.siblings, { q: root }],
    [contract.shareAccess.list, { hash: undefined }],
    [contract.uploads.pack, { files: packed }],
    [contract.shareAccess.boxPack, { files: packed }],
    // The fields of a template depend on each other.
    [contract.publicationTemplates.set, { definition: publication.definition }],
    // Of a registry it is an ORCID iD or a ROR id, and none is needed.
    [contract.registries.add, { identifier: '' }],
    [contract.registries.edit, { identifier: '' }],
  ])
  return (operation: Operation) => {
    const { path } = operation
    const own = {
      ...(path.startsWith('/users/:id') && { id: world.idOf('normal') }),
      ...(path.includes('/tables/:id') && { id: table.id }),
      ...(path.startsWith('/publications/:id') && { id: publication.id }),
    }
    return plausibleInput(operation, { ...ids, ...own, ...beside.get(operation) })
  }
}

/** Names of the operations, and what they answered, where it was not what the rule says. */
async function exceptions(
  rows: typeof operations,
  ask: (operation: Operation) => Promise<Response>,
  expected: string,
): Promise<string[]> {
  const answers = await Promise.all(
    rows.map(async ([name, operation]) => {
      const body = (await (await ask(operation)).json()) as { error?: string }
      return body.error === expected ? [] : [`${name} answered ${body.error ?? 'success'}`]
    }),
  )
  return answers.flat()
}

const bare = (client: Client, { method, path }: Operation, init: RequestInit = {}) =>
  client.fetch(`/api${path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`, { method, ...init })

describe('every operation', () => {
  test('accepts an input that is made of its schema', async () => {
    const inputOf = await plausible(await buildWorld())
    const odd = operations.filter(([, operation]) => !isAccepted(operation, inputOf(operation)))
    expect(odd.map(([name]) => name)).toEqual([])
  })

  test('turns a stranger away before it looks at the input', async () => {
    const stranger = await (await buildWorld()).as('stranger')
    const guarded = operations.filter(([, { gate }]) => gate !== 'public')
    expect(guarded.length).toBeGreaterThan(20)
    expect(await exceptions(guarded, (operation) => bare(stranger, operation), 'notSignedIn')).toEqual([])
  })

  test('that changes something wants the CSRF token as a header, before it looks at the input', async () => {
    const admin = await (await buildWorld()).as('admin')
    const changing = operations.filter(([, { changes }]) => changes)
    expect(changing.length).toBeGreaterThan(15)
    const forged = (operation: Operation) => bare(admin, operation, { headers: { DS_TOKEN: 'forged' } })
    expect(await exceptions(changing, forged, 'tokenMismatch')).toEqual([])
  })

  test('that acts in a space hides a private one from those outside', async () => {
    const world = await buildWorld()
    const inputOf = await plausible(world)
    const ordinary = await world.as('ordinary')
    const inSpaces = operations.filter(
      ([name, operation]) =>
        !name.startsWith('account.') &&
        // Whoever may not see a space any more still removes what they set there.
        name !== 'reports.removeAlert' &&
        operation.gate !== 'admin' &&
        ('spaceId' in shapeOf(operation) || operation.path.startsWith('/spaces/:id')),
    )
    expect(inSpaces.length).toBeGreaterThan(15)
    expect(
      await exceptions(inSpaces, (operation) => ordinary.send(operation, inputOf(operation) as never), 'spaceNotFound'),
    ).toEqual([])
  })

  test('that reads refuses a filter it does not declare', async () => {
    const admin = await (await buildWorld()).as('admin')
    const reading = enveloped.filter(([, { method, changes }]) => method === 'GET' && !changes)
    const strange = (operation: Operation) =>
      admin.fetch(`/api${operation.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}?colour=green`)
    expect(await exceptions(reading, strange, 'invalid')).toEqual([])
  })

  test('is in the OpenAPI document', async () => {
    const stranger = await (await buildWorld()).as('stranger')
    const { paths } = (await (await stranger.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, object>>
    }
    const missing = operations.filter(
      ([, { method, path }]) => !paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()],
    )
    expect(missing.map(([name]) => name)).toEqual([])
  })
})

describe('every failure', () => {
  test.each([
    ['an unknown path', '/api/nowhere', {}, 404],
    ['an address that is no text', '/api/spaces/%ff', {}, 400],
    [
      'a broken body',
      '/api/login',
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['an unknown kind of body', '/api/login', { method: 'POST', body: 'x', headers: { 'content-type': 'a/b' } }, 400],
  ])('of %s is an envelope that names its request', async (_what, path, init, status) => {
    const stranger = await (await buildWorld()).as('stranger')
    const response = await stranger.fetch(path, init)
    const body = (await response.json()) as { code: number; requestId: string; message: string }
    expect(response.status).toBe(status)
    expect(body.code).not.toBe(0)
    expect(body.message).not.toBe('')
    expect(body.requestId).toBe(response.headers.get('x-request-id'))
  })
})

describe('odd input', () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = '00000000-0000-4000-8000-000000000000'
  const forged = [
    'not base64!',
    cursor(null),
    cursor('x'),
    cursor([1, 2]),
    cursor([1e300, id]),
    cursor(['a\0', id]),
    cursor({ kind: 'file', id, sortKey: ['a\0'] }),
    cursor({ kind: 'file', id, sortKey: [1e300] }),
    cursor({ rank: 'x', joinTime: 'y', personId: 'z' }),
    cursor({ rank: Number.MAX_SAFE_INTEGER, joinTime: '2026-01-01T00:00:00.000Z', personId: id }),
  ]

  /** A place in a list by text, and none in a list by time. */
  const textual = cursor(['2026-99-99', id])

  test('a cursor that we did not write is refused by every list', async () => {
    const world = await buildWorld()
    const inputOf = await plausible(world)
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const lists = operations.filter(([, { paging }]) => paging)
    const readerOf = ({ gate, errors }: Operation) =>
      gate === 'admin' || errors.includes('reviewerOnly') ? admin : owner
    expect(lists.length).toBeGreaterThan(3)
    for (const after of forged)
      expect(
        await exceptions(
          lists,
          (operation) => readerOf(operation).send(operation, { ...inputOf(operation), after } as never),
          'invalid',
        ),
      ).toEqual([])
    const places = await Promise.all(
      lists.map(async ([name, operation]) => {
        const { status } = await readerOf(operation).send(operation, { ...inputOf(operation), after: textual } as never)
        return [200, 400].includes(status) ? [] : [`${name} answered ${status}`]
      }),
    )
    expect(places.flat()).toEqual([])
  })

  test.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'a count of %d in a cursor is a place in every list of spaces like any other',
    async (count) => {
      const admin = await (await buildWorld()).as('admin')
      const after = cursor([count, id])
      for (const sort of ['members', 'used'])
        for (const path of ['/api/spaces', '/', '/api/common/all'])
          expect((await admin.fetch(`${path}?sort=${sort}&after=${after}`)).status).toBe(200)
    },
  )

  test.each(['name', 'size', 'type', 'modified'])(
    'a forged cursor is refused when files are sorted by %s',
    async (sort) => {
      const world = await buildWorld()
      const { id: spaceId } = await world.space()
      const owner = await world.as('owner')
      for (const after of forged) {
        const response = await owner.fetch(`/api/files?spaceId=${spaceId}&sort=${sort}&after=${after}`)
        expect(response.status).toBe(400)
      }
    },
  )

  test('U+0000 is refused wherever it stands, and nesting has no floor to fall through', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const json = { 'content-type': 'application/json' }
    const patch = (body: string) => owner.fetch(`/api/spaces/${id}`, { method: 'PATCH', body, headers: json })
    for (const path of ['/?q=%00', '/api/spaces?q=%00', `/api/spaces/%00`, `/api/search?spaceId=${id}&q=%00`])
      expect((await owner.fetch(path)).status).toBe(400)
    const reader = { headers: { accept: 'text/html' } }
    for (const path of ['/?q=%00', '/datasets?q=%00', '/space/%00']) {
      const response = await owner.fetch(path, reader)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
    expect((await owner.fetch('/api/spaces?q=%00', reader)).status).toBe(400)
    expect((await patch(JSON.stringify({ introduction: 'a\0b' }))).status).toBe(400)
    expect((await patch(JSON.stringify({ tags: ['\0'] }))).status).toBe(400)
    for (const key of ['a\0', '\ud800']) {
      const draft = { spaceId: id, fields: { extra: { [key]: ['x'] } } }
      expect(await owner.call(contract.publications.create, draft)).toMatchObject({ error: 'invalid' })
    }
    expect((await patch(`{"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(400)
  })
})
