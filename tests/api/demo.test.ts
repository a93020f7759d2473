import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { builtInViewers } from '#contract/preview.ts'
import { metadataProblems } from '#contract/publications/check.ts'
import { SpaceDraft } from '#contract/spaces.ts'
import { demoBackups } from '#server/demo/backups-folder.ts'
import { SEASON_DAYS } from '#server/demo/calendar.ts'
import { seedDemo } from '#server/demo/index.ts'
import { naming } from '#server/demo/readme.ts'
import { demoSpaces } from '#server/demo/spaces.ts'
import { examine } from '#server/doctor/index.ts'
import { builtInTemplates } from '#server/modules/publication-templates/index.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const MB = 1_000_000
/** Files that belong to others and are opened with them. */
const BESIDE = ['shx', 'dbf', 'prj']
const hasViewer = new Set<string>(builtInViewers.flatMap(({ suffixes }) => [...suffixes]))

type Item = { space: string; path: string; suffix: string; isFolder: boolean; size: number }
/** Every live item of every space, with its path. */
async function itemsOf({ db }: World): Promise<Item[]> {
  const { rows } = await sql<Item>`
    with recursive tree as (
      select n.id, n.space_id, ''::text as path, n.is_folder, n.suffix, n.size from node n where n.parent_id is null
      union all
      select n.id, n.space_id, ltrim(t.path || '/' || n.name, '/'), n.is_folder, n.suffix, n.size
      from node n join tree t on t.id = n.parent_id where n.trash_id is null
    ) select s.identifier as space, t.path, t.suffix, t.is_folder as "isFolder", t.size
      from tree t join space s on s.id = t.space_id where t.path <> ''`.execute(db)
  return rows
}

const demoIn = ({ db, blobs, clock, config, services }: World, dataDir = config.dataDir) =>
  seedDemo({ db, blobs, now: clock.now, newId, services, config: { ...config, dataDir }, seal: openSeal(config) })

/** A season lies behind: what happened, who waits, what is shared and at hand. */
async function expectPast({ db, clock }: World, lin: Client): Promise<void> {
  const now = clock.now().getTime()
  const { rows } = await sql<{ first: Date; last: Date; actions: number }>`
    select min(at) as first, max(at) as last, count(distinct action)::int as actions from journal`.execute(db)
  expect(now - (rows[0]?.first.getTime() ?? now)).toBeGreaterThan(SEASON_DAYS * DAY_MS)
  expect(rows[0]?.last.getTime()).toBeLessThanOrEqual(now)
  expect(rows[0]?.actions).toBeGreaterThan(12)
  const shore = await lin.data(contract.spaces.show, { id: 'shoreline' })
  expect((await lin.data(contract.joining.requests, { id: shore.id })).list).toHaveLength(2)
  expect((await lin.data(contract.messages.list, {})).list.length).toBeGreaterThan(2)
  expect((await lin.data(contract.shares.list, {})).list.length).toBeGreaterThan(2)
  expect((await lin.data(contract.favourites.favourites, {})).list.length).toBeGreaterThan(4)
  expect((await lin.data(contract.tasks.mine, {})).list.length).toBeGreaterThan(0)
  const lake = await lin.data(contract.spaces.show, { id: 'alpinelake' })
  const members = (await lin.data(contract.spaces.members, { id: lake.id })).list
  expect(members.map(({ personName }) => personName)).toContain('锚系数据网关')
  const plan = (await lin.data(contract.files.list, { spaceId: lake.id })).list.find(
    ({ name }) => name === '观测方案.docx',
  )
  const versions = await lin.data(contract.versions.list, { spaceId: lake.id, hash: plan?.hash ?? '' })
  expect(versions.list.map(({ name }) => name)).toEqual(['定稿', '温度链改为每分钟', ''])
}

/** The tables of the lake hold what they say: values keep the rules of their columns, files and people have names. */
async function expectTables(lin: Client): Promise<void> {
  const { tables, spaces } = contract
  const { id: spaceId } = await lin.data(spaces.show, { id: 'alpinelake' })
  const { list } = await lin.data(tables.list, { spaceId })
  expect(list.map(({ name, rows }) => [name, rows > 2000])).toEqual([
    ['采样记录', false],
    ['水化学', false],
    ['站位', false],
    ['CTD 剖面', true],
  ])
  for (const { id, rows: count } of list) {
    const { columnList } = await lin.data(tables.show, { spaceId, id })
    for (const { id: column, name } of columnList)
      expect([name, (await lin.data(tables.statistics, { spaceId, id, column })).broken]).toEqual([name, 0])
    const { rows, names } = await lin.data(tables.rows, { spaceId, id, count: Math.min(count, 100) })
    const named = columnList.flatMap(({ type }, at) => (type === 'file' || type === 'person' ? [at] : []))
    for (const { cells } of rows) for (const at of named) expect(names).toHaveProperty([String(cells[at])])
  }
}

/** What was published keeps the rules of its template; one submission waits for the reviewers. */
async function expectPublications({ db }: World): Promise<void> {
  const rows = await db.selectFrom('publication').select(['title', 'state', 'access_kind', 'fields']).execute()
  const today = new Date().toISOString().slice(0, 10)
  for (const { title, fields } of rows) {
    const template = builtInTemplates.get(fields.template ?? '')
    if (!template) throw new Error(title)
    const errors = metadataProblems(template, fields, today).filter(({ level }) => level === 'error')
    expect([title, errors]).toEqual([title, []])
  }
  const counts = Object.groupBy(rows, ({ state, access_kind }) => `${state} ${access_kind}`)
  expect(Object.fromEntries(Object.entries(counts).map(([kind, some]) => [kind, some?.length]))).toEqual({
    'pending open': 1,
    'published open': 3,
    'published restricted': 1,
  })
  const { rows: files } = await sql`select 1 from publication_file`.execute(db)
  expect(files.length).toBeGreaterThan(150)
  const { rows: frozen } = await sql<{ name: string; rows: number; bytes: number }>`
    select t.name, t.rows, f.size as bytes from publication_table t
    join publication_file f on f.publication_id = t.publication_id and f.path = t.path`.execute(db)
  expect(frozen.map(({ name }) => name).toSorted()).toEqual(['CTD 剖面', '水化学', '采样记录'].toSorted())
  expect(Math.min(...frozen.flatMap(({ rows: count, bytes }) => [count, bytes]))).toBeGreaterThan(0)
  const boards = await db.selectFrom('publication_board').select('name').execute()
  expect(boards).toEqual([{ name: '湖泊一季' }])
  const { rows: kinds } = await sql<{ kind: string }>`select distinct kind from registry_entry order by kind`.execute(
    db,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(['organisation', 'person', 'project'])
  const { rows: named } = await sql`select 1 from identifier where scheme = 'ARK'`.execute(db)
  expect(named).toHaveLength(5)
}

/** What administrators and programs do: a pending space, audit entries in order, a drop box, a template, a lock. */
async function expectOffice(world: World, lin: Client): Promise<void> {
  const admin = await world.as('admin')
  expect(await admin.data(contract.approvals.waiting, {})).toMatchObject({ space: 1, capacity: 1 })
  const answered = (await admin.data(contract.approvals.list, { isOpen: 'false' })).list.map(({ state }) => state)
  expect(answered.toSorted()).toEqual(['passed', 'passed', 'passed', 'passed', 'rejected', 'withdrawn'])
  const { list } = await admin.data(contract.audit.list, { size: 100 })
  expect(list.length).toBeGreaterThan(50)
  const ofDemo = list.filter(({ actor }) => !actor?.emailAccounts.endsWith('@lab.test'))
  expect(new Set(ofDemo.map(({ action }) => action)).size).toBeGreaterThan(7)
  expect(new Set(ofDemo.map(({ channel }) => channel))).toEqual(new Set(['web']))
  const times = ofDemo.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(await admin.data(contract.audit.verify, {})).toMatchObject({ isWhole: true })
  expect(await admin.data(contract.institutions.list, {})).toMatchObject([
    { isOn: false, state: { error: 'outsideUnreachable' } },
  ])
  expect(await admin.data(contract.methods.list, {})).toMatchObject([{ isOn: false, health: { state: 'unknown' } }])
  expect((await lin.data(contract.shares.list, {})).list.filter(({ isBox }) => isBox)).toHaveLength(1)
  expect((await lin.data(contract.shares.received, {})).list.length).toBeGreaterThan(2)
  const { id: spaceId } = await lin.data(contract.spaces.show, { id: 'alpinelake' })
  expect(await lin.data(contract.metadata.templates, { spaceId })).toMatchObject([{ name: '剖面元数据', folders: 1 }])
  const { rows } = await sql`select 1 from file_lock where expires_at > ${world.clock.now()}`.execute(world.db)
  expect(rows).toHaveLength(1)
}

/** The policy of the demo runs as the server does its work. */
async function expectBackups(world: World): Promise<void> {
  await world.services.backups.drain()
  const admin = await world.as('admin')
  const { list } = await admin.data(contract.backups.list, {})
  expect(list).toMatchObject([{ isOn: true, lastRun: { kind: 'backup', state: 'completed', spacesDone: 2 } }])
}

test('the demo has four spaces with some 600 files, whole, true to its READMEs, and all of them can be viewed', {
  ...inFull,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ds-demo-'))
  for (const folder of [dataDir, demoBackups({ dataDir })])
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const world = await buildWorld({ BACKUP_FOLDERS: demoBackups({ dataDir }) })
  expect(await demoIn(world, dataDir)).toContainEqual(expect.stringContaining('lin@demo.test'))
  const items = await itemsOf(world)
  const files = items.filter(({ isFolder }) => !isFolder)

  expect(new Set(items.map(({ space }) => space)).size).toBe(4)
  expect(files.length).toBeGreaterThan(550)
  expect(files.length).toBeLessThan(700)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeGreaterThan(60 * MB)
  expect(bytes).toBeLessThan(120 * MB)
  expect(await examine(world.db, world.blobs, { repair: false, deep: false })).toEqual({ lines: [], isHealthy: true })

  const lin = await new Client(world.origin).login('lin@demo.test', PASSWORD)
  for (const { identifier, name } of demoSpaces) {
    expect(SpaceDraft.shape.name.parse(name)).toBe(name)
    const { readme } = await lin.data(contract.files.page, { id: identifier })
    const named = [...(readme?.html ?? '').matchAll(/<code>(.*?)<\/code>/g)].map(([, name]) => name ?? '')
    const there = new Set(items.filter(({ space }) => space === identifier).map(({ path }) => path))
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !there.has(name))).toEqual([])
  }
  const { ffmpeg } = world.config
  const said = ffmpeg ? (await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders'])).stdout : ''
  expect(files.some(({ path }) => path.endsWith('/surface_film.mp4'))).toBe(said.includes('libx264'))
  expect(files.filter(({ suffix }) => !hasViewer.has(suffix) && !BESIDE.includes(suffix))).toEqual([])

  await expectTables(lin)
  await expectPast(world, lin)
  const admin = await world.as('admin')
  const { total } = await admin.data(contract.traffic.show, { range: 'halfYear' })
  for (const channel of ['web', 'webdav', 'sftp', 'token'] as const)
    expect(total[channel]?.requests, channel).toBeGreaterThan(10)
  expect(total.web?.outBytes).toBeGreaterThan(10 * MB)
  const { checks } = await admin.data(contract.health.show, {})
  expect(checks.find(({ key }) => key === 'fixity')).toMatchObject({ state: 'fine' })
  await expectOffice(world, lin)
  await expectBackups(world)
  await expectPublications(world)
  await demoIn(world)
  expect(await itemsOf(world)).toHaveLength(items.length)
})

test('a text of the demo names no file that is not there', () => {
  const name = naming([{ path: 'map/lakes.shp' }])
  expect(name('map')).toBe('`map`')
  expect(name('map/lakes.shp')).toBe('`map/lakes.shp`')
  expect(() => name('map/lake.shp')).toThrow('map/lake.shp')
})
