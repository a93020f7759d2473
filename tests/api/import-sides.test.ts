import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { IMPORT_SPACES_MAX } from '#contract/core/limits.ts'
import type { Drive } from '#contract/imports.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { davOf, s3Of, type Tree } from '../services/drives.ts'
import { serveSite } from '../services/site.ts'
import type { Client } from '../support/client.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, imports, rights, shares, tasks } = contract
const bytes = (text: string) => Buffer.from(text)
const AT = '2026-11-21T10:00:00.000Z'

async function treeOf(client: Client, spaceId: string, hash?: string, path = ''): Promise<Record<string, string>> {
  const tree: Record<string, string> = {}
  const { list } = await client.data(files.list, { spaceId, ...(hash && { hash }) })
  for (const { name, hash: id, mime } of list) {
    if (mime === 'directory')
      Object.assign(tree, { [`${path}${name}/`]: '' }, await treeOf(client, spaceId, id, `${path}${name}/`))
    else tree[path + name] = await (await client.fetch(`/api/files/${id}/content?spaceId=${spaceId}`)).text()
  }
  return tree
}

async function scene() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const [owner, normal] = [await world.as('owner'), await world.as('normal')]
  const ended = async (client: Client, { id }: { id: string }) => {
    await world.services.tasks.drain()
    const task = await client.data(tasks.show, { id })
    const { list } = await client.data(tasks.parts, { id, size: 100 })
    return { task, causes: list.flatMap(({ path, error }) => (error ? [[path, error]] : [])) }
  }
  const isClean = async () => {
    const { reserved_bytes } = await world.db
      .selectFrom('space_usage')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return reserved_bytes === 0 && (await examine(world.db, world.blobs, { repair: false, deep: true })).isHealthy
  }
  return { world, spaceId, owner, normal, ended, isClean }
}

describe('from another space', () => {
  /** Another space with a folder of two people's files. */
  async function source(world: World, owner: Client, normal: Client) {
    const { id } = await world.space({ name: 'Source' })
    const folder = await owner.data(files.create, { spaceId: id, path: 'data/湖泊' })
    const { phash } = await owner.data(files.show, { spaceId: id, hash: folder })
    await upload(owner, { spaceId: id, hash: folder, name: "owner's.txt" }, bytes('of the owner'))
    await upload(normal, { spaceId: id, hash: folder, name: 'own.txt' }, bytes('own'))
    return { id, data: phash ?? '' }
  }

  test('is refused to who does not belong there, and without the flag here', async () => {
    const { world, spaceId, owner, normal } = await scene()
    const from = await source(world, owner, normal)
    const wish = { spaceId, sourceSpaceId: from.id, hashList: [from.data] }
    expect(await (await world.as('ordinary')).call(imports.fromSpace, wish)).toMatchObject({ error: 'spaceNotFound' })
    const lone = await world.as('admin')
    const own = await lone.data(contract.spaces.create, { name: 'Own', identifier: 'adminown', type: 'private' })
    expect(await owner.call(imports.fromSpace, { ...wish, sourceSpaceId: own.id })).toMatchObject({
      error: 'spaceNotFound',
    })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['F_MAKE'] })
    expect(await normal.call(imports.fromSpace, wish)).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('is refused to who lost the flag here before it begins', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const from = await source(world, owner, normal)
    const begun = await normal.data(imports.fromSpace, { spaceId, sourceSpaceId: from.id, hashList: [from.data] })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['F_MAKE'] })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'failed', error: 'spaceRightMissing' })
    expect(await treeOf(owner, spaceId)).toEqual({})
  })

  test('everything below arrives without a byte being copied, and the spaces to choose from are told', async () => {
    const { world, spaceId, owner, normal, ended, isClean } = await scene()
    const from = await source(world, owner, normal)
    expect(await owner.data(imports.spaces, { spaceId })).toEqual([{ id: from.id, name: 'Source', type: 'private' }])
    const begun = await owner.data(imports.fromSpace, { spaceId, sourceSpaceId: from.id, hashList: [from.data] })
    expect(begun).toMatchObject({ kind: 'importSpace', title: 'Source' })
    expect((await ended(owner, begun)).task).toMatchObject({ state: 'completed', bytesDone: 15 })
    expect(await treeOf(owner, spaceId)).toEqual({
      'data/': '',
      'data/湖泊/': '',
      'data/湖泊/own.txt': 'own',
      "data/湖泊/owner's.txt": 'of the owner',
    })
    expect(await isClean()).toBe(true)
  })

  test('is chosen by name from more spaces than are offered at once', async () => {
    const { world, spaceId, owner, normal } = await scene()
    const { id } = await source(world, owner, normal)
    await sql`
      with made as (
        insert into space (id, name, identifier, type, status, owner_id, root_id, capacity_bytes)
        select gen_random_uuid(), 'Other ' || n, identifier || n, type, status, owner_id, root_id, capacity_bytes
        from space, generate_series(1, ${IMPORT_SPACES_MAX}) n where id = ${spaceId}::uuid returning id
      ), used as (insert into space_usage (space_id) select id from made)
      insert into member (space_id, person_id, role, joined_at)
      select id, ${world.idOf('owner')}::uuid, 'owner', now() + interval '1 day' from made`.execute(world.db)
    const named = async (q?: string) =>
      (await owner.data(imports.spaces, { spaceId, ...(q && { q }) })).map((one) => one.id)
    expect(await named()).not.toContain(id)
    expect(await named('sourc')).toEqual([id])
    expect(await named('%')).toEqual([])
  })

  test('what somebody may not download there fails with its cause, all else arrives', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const from = await source(world, owner, normal)
    const begun = await normal.data(imports.fromSpace, { spaceId, sourceSpaceId: from.id, hashList: [from.data] })
    const { task, causes } = await ended(normal, begun)
    expect(task.state).toBe('partlyFailed')
    expect(causes).toEqual([["data/湖泊/owner's.txt", 'fileForbidden']])
    expect(Object.keys(await treeOf(normal, spaceId))).toEqual(['data/', 'data/湖泊/', 'data/湖泊/own.txt'])
  })

  test('whoever does not belong there reads neither its name nor what did not arrive', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const other = await world.as('admin')
    const id = (await other.data(contract.spaces.create, { name: 'Secret', identifier: 'secretone', type: 'private' }))
      .id
    await world.join(id, 'normal', 'normal')
    const folder = await other.data(files.create, { spaceId: id, path: 'data' })
    await upload(other, { spaceId: id, hash: folder, name: 'patent.txt' }, bytes('of the owner'))
    await upload(normal, { spaceId: id, hash: folder, name: 'own.txt' }, bytes('own'))
    const begun = await normal.data(imports.fromSpace, { spaceId, sourceSpaceId: id, hashList: [folder] })
    const mine = await ended(normal, begun)
    expect(mine).toMatchObject({ task: { title: 'Secret', state: 'partlyFailed' } })
    expect(mine.causes).toEqual([['data/patent.txt', 'fileForbidden']])
    expect(await owner.data(tasks.show, { id: begun.id })).toMatchObject({ title: '', itemsFailed: 1 })
    expect((await owner.data(tasks.ofSpace, { spaceId })).list).toMatchObject([{ id: begun.id, title: '' }])
    expect(await owner.data(tasks.cancel, { id: begun.id })).toMatchObject({ title: '' })
    const pathsOf = async (client: Client, state?: 'failed') =>
      (await client.data(tasks.parts, { id: begun.id, ...(state && { state }) })).list.map(({ path }) => path)
    expect(await pathsOf(owner)).toEqual(['data', 'data/own.txt'])
    expect(await pathsOf(owner, 'failed')).toEqual([])
    expect(await pathsOf(normal, 'failed')).toEqual(['data/patent.txt'])
    await other.data(contract.spaces.removeMember, { id, personId: world.idOf('normal') })
    expect(await pathsOf(normal)).toEqual(['data', 'data/own.txt'])
  })

  test('trying again judges anew: what is still forbidden stays away, what is allowed by then arrives whole', async () => {
    const { world, spaceId, owner, normal, ended, isClean } = await scene()
    const from = await source(world, owner, normal)
    const begun = await normal.data(imports.fromSpace, { spaceId, sourceSpaceId: from.id, hashList: [from.data] })
    await ended(normal, begun)
    await normal.data(tasks.retry, { id: begun.id })
    const again = await ended(normal, begun)
    expect(again.causes).toEqual([["data/湖泊/owner's.txt", 'fileForbidden']])
    expect(Object.keys(await treeOf(normal, spaceId))).toEqual(['data/', 'data/湖泊/', 'data/湖泊/own.txt'])
    const { normal: flags, senior } = await owner.data(rights.ofSpace, { id: from.id })
    await owner.data(rights.setOfSpace, { id: from.id, senior, normal: [...flags, 'F_DOWN_OT'] })
    await normal.data(tasks.retry, { id: begun.id })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'completed', bytesDone: 15 })
    expect(await treeOf(owner, spaceId)).toMatchObject({ "data/湖泊/owner's.txt": 'of the owner' })
    expect(await isClean()).toBe(true)
  })
})

describe('from a share link', () => {
  async function shared(world: World, owner: Client, draft: object = {}) {
    const { id } = await world.space({ name: 'Source' })
    const folder = await owner.data(files.create, { spaceId: id, path: 'data/湖泊' })
    const { phash } = await owner.data(files.show, { spaceId: id, hash: folder })
    const { hash } = await upload(owner, { spaceId: id, hash: folder, name: 'a.txt' }, bytes('shared'))
    await upload(owner, { spaceId: id, hash: phash ?? '', name: 'b.txt' }, bytes('too'))
    const share = await owner.data(shares.makeFile, { spaceId: id, hashList: [phash ?? ''], ...draft })
    return { share, link: share.link ?? '', folder, file: hash }
  }
  const whole = { 'data/': '', 'data/湖泊/': '', 'data/湖泊/a.txt': 'shared', 'data/b.txt': 'too' }

  test('is refused when it is no link of ours', async () => {
    const { normal, spaceId } = await scene()
    for (const linkUrl of [
      '',
      'https://a.example/',
      'https://a.example/file-share?link=short',
      'javascript:alert(1)',
    ]) {
      expect(await normal.call(imports.lookAtLink, { linkUrl })).toMatchObject({ error: 'linkWrongFormat' })
      expect(await normal.call(imports.fromLink, { linkUrl, spaceId })).toMatchObject({ error: 'linkWrongFormat' })
    }
  })

  test('is looked at and brought, with the folder that was shared', async () => {
    const { world, spaceId, owner, normal, ended, isClean } = await scene()
    const { link } = await shared(world, owner)
    const seen = await normal.data(imports.lookAtLink, { linkUrl: link })
    expect(seen).toMatchObject({
      kind: 'folder',
      title: 'data',
      list: [
        { name: '湖泊', isFolder: true },
        { name: 'b.txt', size: 3 },
      ],
    })
    const begun = await normal.data(imports.fromLink, { linkUrl: link, spaceId })
    const { task } = await ended(normal, begun)
    expect(task).toMatchObject({ state: 'completed', kind: 'importShare', title: 'data' })
    expect(await owner.data(tasks.show, { id: begun.id })).toMatchObject({ title: '' })
    expect(await treeOf(owner, spaceId)).toEqual(whole)
    expect(await isClean()).toBe(true)
  })

  test('only what was chosen is brought, also from a folder inside', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const { link, folder, file } = await shared(world, owner)
    const begun = await normal.data(imports.fromLink, {
      linkUrl: link,
      spaceId,
      way: 'part',
      from: folder,
      hashList: [file],
    })
    expect((await ended(normal, begun)).task.state).toBe('completed')
    expect(await treeOf(owner, spaceId)).toEqual({ 'a.txt': 'shared' })
  })

  test('with a password wants it, and keeps it no longer than it needs it', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const { link } = await shared(world, owner, { way: 'custom', password: 'Pass2026' })
    expect(await normal.call(imports.lookAtLink, { linkUrl: link })).toMatchObject({ error: 'sharePasswordNeeded' })
    expect(await normal.call(imports.lookAtLink, { linkUrl: link, password: 'wrong' })).toMatchObject({
      error: 'sharePasswordWrong',
    })
    expect((await normal.data(imports.lookAtLink, { linkUrl: link, password: 'Pass2026' })).title).toBe('data')
    const begun = await normal.data(imports.fromLink, { linkUrl: link, password: 'Pass2026', spaceId })
    const row = () =>
      world.db.selectFrom('task').select(['options', 'sealed']).where('id', '=', begun.id).executeTakeFirstOrThrow()
    const kept = JSON.stringify((await row()).options)
    expect(kept).not.toContain('Pass2026')
    expect(kept).not.toContain(link.slice(-22))
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'completed' })
    expect((await row()).sealed).toBeNull()
  })

  test('is of this site by every name that the site is called by', async () => {
    const { world, owner, normal } = await scene()
    const { link } = await shared(world, owner)
    const [here, other] = [new URL(link), new URL(link)]
    here.hostname = 'localhost'
    other.hostname = '127.0.0.2'
    const named = (linkUrl: string) =>
      fetch(`http://localhost:${here.port}/api/harvest/tran/file`, {
        method: 'POST',
        headers: { ...normal.headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ linkUrl }),
      }).then((answer) => answer.json())
    expect(await named(here.href)).toMatchObject({ code: 0, data: { title: 'data' } })
    expect(await named(other.href)).toMatchObject({ error: 'outsideRefused' })
  })

  test('that may not be downloaded, or is over meanwhile, gives nothing', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    const { link } = await shared(world, owner, { mayDownload: false })
    expect(await normal.call(imports.lookAtLink, { linkUrl: link })).toMatchObject({ error: 'shareForbidden' })
    const second = await shared(world, owner)
    const begun = await normal.data(imports.fromLink, { linkUrl: second.link, spaceId })
    await owner.data(shares.revoke, { id: second.share.id })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'failed', error: 'shareGone' })
    expect(await treeOf(owner, spaceId)).toEqual({})
  })

  test('of this site arrives whole where nginx sends the bytes to everybody else', async () => {
    const { world, spaceId, owner, normal, ended } = await scene()
    world.config.accelPrefix = '/accel'
    const { link } = await shared(world, owner)
    const begun = await normal.data(imports.fromLink, { linkUrl: link, spaceId })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'completed' })
    world.config.accelPrefix = null
    expect(await treeOf(owner, spaceId)).toEqual(whole)
  })

  test('of another installation is brought by the same calls', async () => {
    const there = await buildWorld()
    const { link } = await shared(there, await there.as('owner'), { way: 'custom', password: 'Pass2026' })
    const { world, spaceId, owner, normal, ended, isClean } = await scene()
    expect(await normal.call(imports.lookAtLink, { linkUrl: link })).toMatchObject({ error: 'outsideRefused' })
    world.config.outside.allow.push(new URL(there.origin).host)
    const known = { linkUrl: link, password: 'Pass2026' }
    expect((await normal.data(imports.lookAtLink, known)).list).toHaveLength(2)
    expect(await normal.call(imports.lookAtLink, { ...known, password: 'wrong' })).toMatchObject({
      error: 'sharePasswordWrong',
    })
    const begun = await normal.data(imports.fromLink, { ...known, spaceId })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'completed' })
    expect(await treeOf(owner, spaceId)).toEqual(whole)
    expect(await isClean()).toBe(true)
  })
})

test('an answer of another side that is larger than any list is refused, whatever it is', async () => {
  const { world, normal } = await scene()
  const item = { hash: crypto.randomUUID(), name: 'a', suffix: '', size: 1, mime: 'text/plain', updateTime: AT }
  const info = { linkId: 'a', kind: 'file', title: 'a', maker: 'b', endTime: AT, needsPassword: false, isBox: false }
  const answers: Record<string, (url: string) => object> = {
    '/api/share/getFileInfo': () => ({ ...info, mayDownload: true, space: null, item: null, boxLeft: 0 }),
    '/api/share/fileList': (url) => ({
      above: [],
      list: Array(url.includes('short') ? 50 : 51).fill(item),
    }),
  }
  const site = await serveSite(world, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const answer = answers[path]?.(request.url ?? '')
    if (answer) response.end(JSON.stringify({ code: 0, message: '', data: answer }))
    else response.writeHead(207).end(`<a>${'<b/>'.repeat(1_000_000)}</a>`)
  })
  const linkUrl = (id: string) => `${site.origin}/file-share?link=${id.padEnd(22, 'a')}`
  expect((await normal.data(imports.lookAtLink, { linkUrl: linkUrl('short') })).list).toHaveLength(50)
  expect(await normal.call(imports.lookAtLink, { linkUrl: linkUrl('long') })).toMatchObject({
    error: 'outsideUnreachable',
  })
  const drive: Drive = { kind: 'webdav', server: site.origin, user: '', secret: '', bucket: '', region: '' }
  expect(await normal.call(imports.lookAtDrive, { drive })).toMatchObject({ error: 'outsideUnreachable' })
})

test('a folder of a drive that is closed fails with its cause, and keeps nothing else away', async () => {
  const { world, spaceId, owner, normal, ended, isClean } = await scene()
  const drive = davOf({ 'docs/a.txt': 'a', 'docs/shut/b.txt': 'b', 'docs/z/c.txt': 'c' }, { user: '', password: '' })
  const site = await serveSite(world, (request, response) => {
    request.headers.authorization = `Basic ${Buffer.from(':').toString('base64')}`
    if (request.url?.endsWith('/shut/')) response.writeHead(403).end()
    else drive(request, response)
  })
  const known: Drive = { kind: 'webdav', server: `${site.origin}/dav/`, user: '', secret: '', bucket: '', region: '' }
  const begun = await normal.data(imports.fromDrive, { spaceId, drive: known, paths: ['docs/'] })
  expect(await ended(normal, begun)).toMatchObject({
    task: { state: 'partlyFailed', isRetryable: true, needsSecret: false },
    causes: [['docs/shut', 'outsideSignIn']],
  })
  await normal.data(tasks.retry, { id: begun.id })
  expect(await ended(normal, begun)).toMatchObject({ causes: [['docs/shut', 'outsideSignIn']] })
  expect(await treeOf(owner, spaceId)).toEqual({ 'docs/': '', 'docs/a.txt': 'a', 'docs/z/': '', 'docs/z/c.txt': 'c' })
  expect(await isClean()).toBe(true)
})

/** Holds back what one file of the server would do later, whatever else waits; answers what lets that time be over. */
function later(file: string): () => void {
  const held: (() => void)[] = []
  const begin = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (!new Error().stack?.includes(file)) return begin(run, ms)
    held.push(run)
    return begin(() => {}, 0)
  }) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return () => {
    for (const run of held.splice(0)) run()
  }
}

test('what has come is placed while a larger one still comes, before anybody could take it for nobody’s', async () => {
  const { world, spaceId, owner, normal } = await scene()
  const drive = davOf({ 'docs/a.txt': 'a', 'docs/b.bin': 'large' }, { user: '', password: '' })
  const site = await serveSite(world, (request, response) => {
    request.headers.authorization = `Basic ${Buffer.from(':').toString('base64')}`
    if (request.method === 'GET' && request.url?.endsWith('/b.bin')) response.write('lar')
    else drive(request, response)
  })
  const known: Drive = { kind: 'webdav', server: `${site.origin}/dav/`, user: '', secret: '', bucket: '', region: '' }
  const { id } = await normal.data(imports.fromDrive, { spaceId, drive: known, paths: ['docs/'] })
  const beLater = later('tasks/arrivals.ts')
  const drained = world.services.tasks.drain()
  await expect
    .poll(async () => {
      beLater()
      return Object.keys(await treeOf(owner, spaceId))
    })
    .toEqual(['docs/', 'docs/a.txt'])
  await normal.data(tasks.cancel, { id })
  await drained
  expect(await normal.data(tasks.show, { id })).toMatchObject({ state: 'cancelled', itemsDone: 2 })
})

const TREE: Tree = {
  'docs/': '',
  'docs/readme #1 & more.md': '# Lake',
  'docs/深/a+b.csv': 'a,b',
  'docs/none.txt': '',
  'top.txt': 'top',
}

describe.each(['webdav', 's3'] as const)('from a drive by %s', (kind) => {
  async function driven(tree: Tree = TREE) {
    const the = await scene()
    const known = { user: 'me', password: 'right', key: 'me', secret: 'right', bucket: 'lake' }
    const site = await serveSite(the.world, kind === 'webdav' ? davOf(tree, known) : s3Of(tree, known))
    const server = kind === 'webdav' ? `${site.origin}/dav/` : site.origin
    const drive: Drive = { kind, server, user: 'me', secret: 'right', bucket: 'lake', region: '' }
    return { ...the, site, drive }
  }

  test('nothing inside can be looked at, and a wrong password is told', async () => {
    const { normal, drive, world, spaceId } = await driven()
    expect(await normal.call(imports.lookAtDrive, { drive: { ...drive, secret: 'wrong' } })).toMatchObject({
      error: 'outsideSignIn',
    })
    for (const server of [world.origin, 'http://10.0.0.1/', 'http://[::1]/'])
      expect(await normal.call(imports.lookAtDrive, { drive: { ...drive, server } })).toMatchObject({
        error: 'outsideRefused',
      })
    for (const server of ['file:///etc', 'http://x@127.0.0.1/', 'http://x:y@127.0.0.1/', 'http:\\\\x@127.0.0.1/']) {
      const wrong = { ...drive, server }
      expect(await normal.call(imports.lookAtDrive, { drive: wrong })).toMatchObject({ error: 'invalid' })
      expect(await normal.call(imports.fromDrive, { spaceId, drive: wrong, paths: ['a'] })).toMatchObject({
        error: 'invalid',
      })
    }
  })

  test('folders are looked into', async () => {
    const { normal, drive } = await driven()
    const seen = new Map<string, boolean>()
    for (let after: string | undefined; ; ) {
      const page = await normal.data(imports.lookAtDrive, { drive, path: 'docs/', ...(after && { after }) })
      for (const { name, isFolder } of page.list) seen.set(name, isFolder)
      after = page.next
      if (!after) break
    }
    expect([...seen].sort()).toEqual([
      ['none.txt', false],
      ['readme #1 & more.md', false],
      ['深', true],
    ])
  })

  test('a file that is another one by then fails with its cause, and is tried again with the password alone', async () => {
    const tree: Tree = { 'docs/a.txt': 'a', 'docs/b.txt': 'b' }
    const { normal, owner, spaceId, drive, ended, site, isClean } = await driven(tree)
    const begun = await normal.data(imports.fromDrive, { spaceId, drive, paths: ['docs/'] })
    let isOther = true
    site.server.prependListener('request', ({ url, method }) => {
      if (method === 'GET' && url?.includes('b.txt')) tree['docs/b.txt'] = isOther ? 'another' : 'b'
    })
    const { task, causes } = await ended(normal, begun)
    expect(task).toMatchObject({ state: 'partlyFailed', isRetryable: true, needsSecret: true })
    expect(causes).toEqual([['docs/b.txt', 'outsideChanged']])
    isOther = false
    expect(await normal.call(tasks.retry, { id: begun.id })).toMatchObject({ error: 'taskSecretGone' })
    await normal.data(tasks.retry, { id: begun.id, secret: 'wrong' })
    expect(await ended(normal, begun)).toMatchObject({ causes: [['docs/b.txt', 'outsideSignIn']] })
    await normal.data(tasks.retry, { id: begun.id, secret: 'right' })
    expect((await ended(normal, begun)).task).toMatchObject({ state: 'completed', itemsDone: 3 })
    expect(await treeOf(owner, spaceId)).toEqual({ 'docs/': '', ...tree })
    expect(await isClean()).toBe(true)
  })

  test('names of megabytes and folders without end hold up nobody: what has them fails, the rest arrives', async () => {
    const long = `docs/${'y'.repeat(1_000_000)}`
    const deep: Tree = kind === 's3' ? { [`docs/${'a/'.repeat(300_000)}x`]: 'x' } : {}
    const { normal, owner, spaceId, drive, ended } = await driven({
      'docs/': '',
      'docs/0.txt': 'z',
      [long]: 'y',
      ...deep,
    })
    const begun = await normal.data(imports.fromDrive, { spaceId, drive, paths: ['docs/'] })
    const { task, causes } = await ended(normal, begun)
    expect(task).toMatchObject({ state: 'partlyFailed' })
    expect(causes.map(([path, error]) => [path?.slice(0, 8), error]).sort()).toEqual([
      ...(kind === 's3' ? [['docs/a/a', 'folderTooDeep']] : []),
      ['docs/yyy', 'outsideUnreachable'],
    ])
    expect(await treeOf(owner, spaceId)).toEqual({ 'docs/': '', 'docs/0.txt': 'z' })
  })

  test('files and folders arrive with all that is in them, and the password is gone with the end', async () => {
    const { world, normal, owner, spaceId, drive, ended, isClean } = await driven()
    const begun = await normal.data(imports.fromDrive, { spaceId, drive, paths: ['docs/', 'top.txt'] })
    const { task } = await ended(normal, begun)
    expect(task).toMatchObject({ state: 'completed', isRetryable: false, bytesDone: 12 })
    expect(await treeOf(owner, spaceId)).toEqual({ ...TREE, 'docs/深/': '' })
    expect(await isClean()).toBe(true)
    const row = await world.db
      .selectFrom('task')
      .select(['options', 'sealed'])
      .where('id', '=', begun.id)
      .executeTakeFirstOrThrow()
    expect(row.sealed).toBeNull()
    for (const known of ['right', new URL(drive.server).host]) expect(JSON.stringify(row.options)).not.toContain(known)
  })
})
