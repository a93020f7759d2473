import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Drive } from '#contract/imports.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { hasApache, startApacheDav } from '../services/apache-dav.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, SWIFT_START_MS, startSwift } from '../services/swift.ts'
import type { Client } from '../support/client.ts'
import { inFull, isFull } from '../support/full.ts'
import { buildWorld } from '../support/world.ts'

const { dataSources, files, imports, sourceImports, tasks } = contract
const BUCKET = 'lake'
/** More than one page of an object store. */
const MANY = 1003

const TREE: Readonly<Record<string, string>> = {
  'docs/readme #1 & more; 100 %.md': '# Lake',
  'docs/深/a+b=c?.csv': 'a,b\n1,2\n',
  "docs/深/it's “quoted”.txt": 'quoted',
  'docs/none.txt': '',
  'docs/cafe\u0301.txt': 'decomposed',
  'top.txt': 'top',
}

type Store = {
  server: string
  host: string
  put: (path: string, text: string) => Promise<void>
  stop: () => Promise<void>
}
type Side = { isHere: boolean; start: () => Promise<Store>; who: Pick<Drive, 'kind' | 'user' | 'secret' | 'bucket'> }
const sides: Record<string, Side> = {
  'Apache mod_dav': {
    isHere: hasApache,
    start: () => startApacheDav({ user: 'me', password: 'right' }),
    who: { kind: 'webdav', user: 'me', secret: 'right', bucket: '' },
  },
  'OpenStack Swift by S3': {
    isHere: hasSwift,
    start: () => startSwift(BUCKET),
    who: { kind: 's3', user: SWIFT_KEY, secret: SWIFT_SECRET, bucket: BUCKET },
  },
}

async function treeOf(client: Client, spaceId: string, hash?: string, path = ''): Promise<Record<string, string>> {
  const tree: Record<string, string> = {}
  const { list } = await client.data(files.list, { spaceId, size: 1000, ...(hash && { hash }) })
  for (const { name, hash: id, mime } of list) {
    if (mime === 'directory') Object.assign(tree, await treeOf(client, spaceId, id, `${path}${name}/`))
    else tree[path + name] = await (await client.fetch(`/api/files/${id}/content?spaceId=${spaceId}`)).text()
  }
  return tree
}

describe.each(Object.entries(sides))('%s', (_name, { isHere, start, who }) => {
  let store: Store
  beforeAll(async () => {
    if (!isHere) return
    store = await start()
    for (const [path, text] of Object.entries(TREE)) await store.put(path, text)
    if (!isFull) return
    const numbers = Array.from({ length: MANY }, (_one, index) => String(index).padStart(4, '0'))
    for (let at = 0; at < MANY; at += 50)
      await Promise.all(numbers.slice(at, at + 50).map((number) => store.put(`many/${number}.txt`, number)))
  }, SWIFT_START_MS)
  afterAll(() => store?.stop())

  async function scene() {
    const world = await buildWorld()
    world.config.outside.allow.push(store.host)
    const { id: spaceId } = await world.space()
    const normal = await world.as('normal')
    const drive: Drive = { ...who, server: store.server, region: '' }
    const brought = async (paths: string[]) => {
      const { id } = await normal.data(imports.fromDrive, { spaceId, drive, paths })
      await world.services.tasks.drain()
      return normal.data(tasks.show, { id })
    }
    return { world, spaceId, normal, owner: await world.as('owner'), drive, brought }
  }

  test.skipIf(!isHere)('a wrong password is told', async () => {
    const { normal, drive } = await scene()
    expect(await normal.call(imports.lookAtDrive, { drive: { ...drive, secret: 'wrong' } })).toMatchObject({
      error: 'outsideSignIn',
    })
  })

  test.skipIf(!isHere)('files and folders with odd names arrive with every byte', async () => {
    const { world, owner, spaceId, brought } = await scene()
    expect(await brought(['docs/', 'top.txt'])).toMatchObject({ state: 'completed' })
    // Composed, and without what no name may hold here.
    const named = Object.entries(TREE).map(([path, text]) => [path.normalize('NFC').replace('?', '_'), text])
    expect(await treeOf(owner, spaceId)).toEqual(Object.fromEntries(named))
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toMatchObject({ isHealthy: true })
  })

  test.skipIf(!isHere)('a folder of more files than a page is looked into and arrives whole', inFull, async () => {
    const { normal, owner, spaceId, drive, brought } = await scene()
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await normal.data(imports.lookAtDrive, { drive, path: 'many/', ...(after && { after }) })
      seen.push(...page.list.map(({ name }) => name))
      after = page.next
      if (!after) break
    }
    expect(new Set(seen).size).toBe(MANY)
    expect(await brought(['many/'])).toMatchObject({ state: 'completed' })
    const { list } = await owner.data(files.list, { spaceId, size: 10 })
    expect(list.map(({ name, items }) => [name, items])).toEqual([['many', MANY]])
  })

  test.skipIf(!isHere)(
    'a file is a data source: read with the password, and no more while it stays as it is',
    async () => {
      const { world, spaceId, owner } = await scene()
      const [host = '', port] = store.host.split(':')
      const [folder, name] = ['lab/深 & 1 %', 'casts+1.csv']
      await store.put(`${folder}/${name}`, 'Station,Depth\n007,12.5\nS8,3\n')
      const path = [...(who.bucket ? [who.bucket] : []), ...folder.split('/'), name].map(encodeURIComponent).join('/')
      const draft = { name: 'Casts', host, port: Number(port), database: path, account: who.user, tls: 'off' as const }
      const kind = who.kind === 's3' ? ('s3' as const) : ('https' as const)
      const tried = (over: object) =>
        owner.call(dataSources.test, { ...draft, kind, password: who.secret, spaceId, ...over })
      expect(await tried({ password: 'wrong' })).toMatchObject({ error: 'dataSourcePasswordWrong' })
      expect(await tried({ database: `${path}x` })).toMatchObject({ error: 'dataSourceFileGone' })
      expect(await tried({})).toMatchObject({ data: { version: name } })

      const { id } = await owner.data(dataSources.create, { ...draft, kind, password: who.secret, spaceId })
      const at = { schema: name, table: name }
      expect((await owner.data(dataSources.look, { spaceId, id, ...at })).sample).toEqual([
        ['007', '12.5'],
        ['S8', '3'],
      ])
      const { id: importId } = await owner.data(sourceImports.create, {
        spaceId,
        sourceId: id,
        title: 'Casts',
        ...at,
        headings: ['Station', 'Depth'],
        columns: [
          { index: 0, type: 'text', name: 'Station' },
          { index: 1, type: 'number', name: 'Depth' },
        ],
        mode: 'upsert',
        keys: [1],
        target: { to: 'new', name: 'Casts' },
      })
      const run = async () => {
        await owner.data(sourceImports.run, { spaceId, id: importId, isFromStart: false })
        await world.services.tasks.drain()
        return (await owner.data(sourceImports.runs, { spaceId, id: importId })).list[0]
      }
      await world.services.tasks.drain()
      expect((await run())?.log.map(({ event }) => event)).toEqual(['unchanged'])
      await store.put(`${folder}/${name}`, 'Station,Depth\n007,13\nS8,3\nS9,1\n')
      expect(await run()).toMatchObject({ state: 'completed', read: 3 })
    },
  )
})
