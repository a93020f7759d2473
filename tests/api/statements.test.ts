import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { makeKey } from '../support/app-password.ts'
import { type Sent, statementCounter } from '../support/statements.ts'
import { check, sendChunk, sendPack } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { favourites, files, journal, messages, search, session, spaces, tables, trash, uploads, versions } = contract

const PROPERTY = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x:colour xmlns:x="urn:x">red</x:colour></D:prop></D:set></D:propertyupdate>`

/** A space with two folders, reached by the page and by WebDAV. */
async function scene() {
  const world = await buildWorld()
  const space = await world.space()
  const owner = await world.as('owner')
  const { user, password } = await makeKey(world, { protocols: ['webdav'] })
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const base = `${world.origin}/dav/${space.identifier}/`
  const dav = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) }
    const response = await fetch(base + path, init)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  }
  const spaceId = space.id
  const folder = await owner.data(files.create, { spaceId, path: 'a' })
  const target = await owner.data(files.create, { spaceId, path: 'b' })
  const moveTo = (method: string, path: string, to: string) => dav(method, path, { destination: base + to })
  const { id, columnList } = await owner.data(tables.create, {
    spaceId,
    name: 't',
    columns: [{ name: 'a', type: 'text' }],
  })
  const [table, columns] = [{ spaceId, id }, columnList.map((column) => column.id)]
  const row = { kind: 'addRows' as const, columns, rows: [['']] }
  const { rows } = await owner.data(tables.change, { ...table, change: row })
  const cell = (value: string) => ({
    kind: 'cells' as const,
    columns,
    rows: rows.map((id) => ({ id, values: [value] })),
  })
  return { world, owner, spaceId, dav, moveTo, folder, target, table, columns, cell }
}
type Scene = Awaited<ReturnType<typeof scene>>
/** `name` is a name that no other run has; `made` is what `ready` made. */
type Run = { name: string; made: string }
type Job = {
  ready?: (scene: Scene, name: string) => Promise<string>
  run: (scene: Scene, run: Run) => Promise<unknown>
}

/** A file of this name in the first folder. */
async function aFile({ owner, dav, spaceId, folder }: Scene, name: string): Promise<string> {
  await dav('PUT', `a/${name}`, {}, name)
  const [file] = await owner.data(files.conflicts, { spaceId, hash: folder, names: [name] })
  return file?.hash ?? ''
}
const bytesOf = (name: string) => Buffer.from(`bytes of ${name}`)
async function anUpload({ owner, spaceId, folder }: Scene, name: string): Promise<string> {
  const answer = await check(owner, { spaceId, hash: folder, name }, bytesOf(name))
  return (answer as { data: { checkId?: string } }).data.checkId ?? ''
}
const sendBytes = ({ owner }: Scene, { name, made: checkId }: Run) =>
  sendChunk(owner, { checkId, chunkCount: 1, chunkIndex: 0 }, bytesOf(name))

const onFile = (run: Job['run']): Job => ({ ready: aFile, run })

const jobs: Record<string, Job> = {
  'who am I': { run: ({ owner }) => owner.data(session.current, {}) },
  'my spaces': { run: ({ owner }) => owner.data(spaces.list, { scope: 'mine' }) },
  'open a space': { run: ({ owner, spaceId: id }) => owner.data(spaces.show, { id }) },
  'list a folder': { run: ({ owner, spaceId, folder: hash }) => owner.data(files.list, { spaceId, hash }) },
  'rows of a table': { run: ({ owner, table }) => owner.data(tables.rows, { ...table, first: 0, count: 50 }) },
  'write a cell': {
    run: ({ owner, table, cell }, { name }) => owner.data(tables.change, { ...table, change: cell(name) }),
  },
  'add a row': {
    run: ({ owner, table, columns }, { name }) =>
      owner.data(tables.change, { ...table, change: { kind: 'addRows', columns, rows: [[name]] } }),
  },
  'undo a cell': {
    ready: async ({ owner, table, cell }, name) => {
      await owner.data(tables.change, { ...table, change: cell(name) })
      return ''
    },
    run: ({ owner, table }) => owner.data(tables.undo, table),
  },
  'badges of a list': {
    run: ({ owner, spaceId, folder }) => owner.data(favourites.of, { spaceId, hashes: [folder] }),
  },
  'unread messages': { run: ({ owner }) => owner.data(messages.unread, {}) },
  'journal of a space': { run: ({ owner, spaceId: id }) => owner.data(journal.list, { id }) },
  'search by name': { run: ({ owner }) => owner.data(search.find, { q: 'glacier' }) },
  'create a folder': {
    run: ({ owner, spaceId, folder: hash }, { name: path }) => owner.data(files.create, { spaceId, hash, path }),
  },
  'open a file': onFile(({ owner, spaceId }, { made: hash }) => owner.data(files.show, { spaceId, hash })),
  'download a file': onFile(({ owner, spaceId }, { made: hash }) =>
    owner.send(files.content, { spaceId, hash, download: '1' }),
  ),
  'versions of a file': onFile(({ owner, spaceId }, { made: hash }) => owner.data(versions.list, { spaceId, hash })),
  'rename a file': onFile(({ owner, spaceId }, { made: hash, name }) =>
    owner.data(files.rename, { spaceId, hash, name: `${name} anew` }),
  ),
  'move a file': onFile(({ owner, spaceId, target }, { made: hash }) =>
    owner.data(files.move, { spaceId, hash, target }),
  ),
  'copy a file': onFile(({ owner, spaceId, target }, { made: hash }) =>
    owner.data(files.copy, { spaceId, hash, target }),
  ),
  'delete a file': onFile(({ owner, spaceId }, { made: hash }) =>
    owner.data(files.remove, { spaceId, hashList: [hash] }),
  ),
  'restore a file': {
    ready: async (world, name) => {
      const { owner, spaceId } = world
      const { list } = await owner.data(files.remove, { spaceId, hashList: [await aFile(world, name)] })
      return list[0]?.trashId ?? ''
    },
    run: ({ owner, spaceId }, { made: id }) => owner.data(trash.restore, { spaceId, id }),
  },
  'upload: check': { run: (world, { name }) => anUpload(world, name) },
  'upload: chunk': { ready: anUpload, run: sendBytes },
  'upload: merge': {
    ready: async (world, name) => {
      const made = await anUpload(world, name)
      await (await sendBytes(world, { name, made })).arrayBuffer()
      return made
    },
    run: ({ owner }, { made: checkId }) => owner.data(uploads.merge, { checkId }),
  },
  'upload: 100 files in one body': {
    run: ({ owner, spaceId }, { name }) => {
      const listed = Array.from({ length: 100 }, (_, at) => ({ name: `${name} ${at}`, bytes: Buffer.from(`${at}`) }))
      return sendPack(owner, spaceId, listed)
    },
  },
  'WebDAV: PUT of a new file': { run: ({ dav }, { name }) => dav('PUT', `a/${name}`, {}, name) },
  'WebDAV: PUT over a file': onFile(({ dav }, { name }) => dav('PUT', `a/${name}`, {}, `${name} anew`)),
  'WebDAV: GET': onFile(({ dav }, { name }) => dav('GET', `a/${name}`)),
  'WebDAV: PROPFIND of a file': onFile(({ dav }, { name }) => dav('PROPFIND', `a/${name}`, { depth: '0' })),
  'WebDAV: PROPFIND of a folder': { run: ({ dav }) => dav('PROPFIND', 'a/', { depth: '1' }) },
  'WebDAV: MKCOL': { run: ({ dav }, { name }) => dav('MKCOL', `a/${name}`) },
  'WebDAV: COPY of a file': onFile(({ moveTo }, { name }) => moveTo('COPY', `a/${name}`, `b/${name} copied`)),
  'WebDAV: COPY over a file': {
    ready: async (world, name) => {
      await world.dav('PUT', `b/${name} over`, {}, 'other bytes')
      return aFile(world, name)
    },
    run: ({ moveTo }, { name }) => moveTo('COPY', `a/${name}`, `b/${name} over`),
  },
  'WebDAV: MOVE to a folder': onFile(({ moveTo }, { name }) => moveTo('MOVE', `a/${name}`, `b/${name} moved`)),
  'WebDAV: MOVE to a name': onFile(({ moveTo }, { name }) => moveTo('MOVE', `a/${name}`, `a/${name} named`)),
  'WebDAV: DELETE of a file': onFile(({ dav }, { name }) => dav('DELETE', `a/${name}`)),
  'WebDAV: PROPPATCH': onFile(({ dav }, { name }) => dav('PROPPATCH', `a/${name}`, {}, PROPERTY)),
}

/** The first runs also plan statements and fill what the process remembers. */
const WARM_UP = 2
const pathOfTable = '../statements.json'

test('the hottest operations send as many statements as the table says', async () => {
  const world = await scene()
  const sent = statementCounter(world.world)
  const table: Record<string, Sent> = {}
  for (const [job, { ready, run }] of Object.entries(jobs))
    for (let at = 0; at <= WARM_UP; at += 1) {
      const name = `${job.replace(/\W/g, '-')}-${at}`
      const made = (await ready?.(world, name)) ?? ''
      await run(world, { name, made })
      table[job] = sent()
    }
  const lines = Object.entries(table).map(
    ([job, { statements, trips }]) => `  ${JSON.stringify(job)}: { "statements": ${statements}, "trips": ${trips} }`,
  )
  // What falls is written down as well: `npx vitest run tests/api/statements.test.ts -u`.
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(pathOfTable)
})
