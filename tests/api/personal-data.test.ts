import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { CONFIRM_MS, DATA_EXPORT_DAYS } from '#contract/core/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { share } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, audit, favourites, jobs, messages, personalData } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

type Item = Record<string, unknown>
/** The files of a zip, each as its list. */
async function filesOf(bytes: Buffer): Promise<Record<string, Item[]>> {
  const zip = await fromBufferPromise(bytes)
  const files: Record<string, Item[]> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString())
  return files
}
const exported = async (world: World, who: 'owner' | 'ordinary' | 'admin' = 'owner') => {
  const client = await world.as(who)
  await client.data(personalData.begin, {})
  await world.services.personalData.drain()
  const answer = await client.send(personalData.download, {})
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { bytes, files: await filesOf(bytes) }
}
const errorOf = async (answer: Response) => ((await answer.json()) as { error?: string }).error

describe('the export of one’s data', () => {
  test('is refused without a recent proof of identity', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    world.clock.advance(CONFIRM_MS + 1)
    expect(await owner.call(personalData.begin, {})).toMatchObject({ error: 'confirmNeeded' })
  })

  test('is refused while one is under way, and its file while there is none', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    expect(await owner.data(personalData.show, {})).toBeNull()
    expect(await errorOf(await owner.send(personalData.download, {}))).toBe('dataExportGone')
    expect(await owner.data(personalData.begin, {})).toMatchObject({ state: 'waiting', isByAdministrator: false })
    expect(await owner.call(personalData.begin, {})).toMatchObject({ error: 'dataExportRunning' })
    expect(await errorOf(await owner.send(personalData.download, {}))).toBe('dataExportGone')
  })

  test('holds what the site keeps of the person, files by space, and no secrets', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const space = await world.space({ name: 'Cores', identifier: 'cores1' })
    const file = await upload(owner, { spaceId: space.id, hash: space.root, name: 'a.csv' }, Buffer.from('depth\n1\n'))
    await owner.data(favourites.favourite, { spaceId: space.id, hashList: [file.hash], isOn: true })
    await share(owner, { spaceId: space.id, hashes: [file.hash] })
    const { token } = await owner.data(account.addToken, { name: 'logger', scope: 'read', validityDays: 5 })
    const { bytes, files } = await exported(world)
    expect(files['profile.json']).toMatchObject([{ emailAccounts: 'owner@lab.test', name: 'Olive Owner' }])
    expect(files['sessions.json']).toHaveLength(1)
    expect(files['access-tokens.json']).toMatchObject([{ name: 'logger', scope: 'read' }])
    expect(files['spaces.json']).toMatchObject([{ identifier: 'cores1', role: 'owner' }])
    expect(files['favourites.json']).toMatchObject([{ name: 'a.csv', space: 'cores1' }])
    expect(files['shares.json']).toHaveLength(1)
    expect(files['journal.json']?.map(({ action }) => action)).toContain('uploaded')
    expect(files['account-history.json']?.map(({ action }) => action)).toContain('tokenMade')
    expect(files['files/cores1.json']).toMatchObject([{ path: 'a.csv', size: 8, isInTrash: false }])
    expect(Object.keys(files)).toHaveLength(21)
    const { password_hash } = await world.db
      .selectFrom('person')
      .select('password_hash')
      .where('id', '=', world.idOf('owner'))
      .executeTakeFirstOrThrow()
    const all = JSON.stringify(files) + bytes.toString('latin1')
    for (const secret of [PASSWORD, password_hash ?? '?', token]) expect(all).not.toContain(secret)
  })

  test('lists many files of several spaces, each once and below its space', async () => {
    const world = await buildWorld()
    const [one, other] = [await world.space({ identifier: 'aaa1' }), await world.space({ identifier: 'bbb2' })]
    const owner = world.idOf('owner')
    for (const { id, root } of [one, other])
      await sql`
        insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
        select gen_random_uuid(), ${id}::uuid, ${root}::uuid, false, 'f' || i, 'text/plain', ${owner}::uuid
        from generate_series(1, 700) as i`.execute(world.db)
    const { files } = await exported(world)
    for (const name of ['files/aaa1.json', 'files/bbb2.json'])
      expect(new Set(files[name]?.map(({ path }) => path)).size).toBe(700)
    expect([files['files/aaa1.json']?.length, files['files/bbb2.json']?.length]).toEqual([700, 700])
  })

  test('names no file of a space that the person has left, nor what administrators did to others', async () => {
    const world = await buildWorld()
    const space = await world.space({ identifier: 'left1' })
    const normal = await world.as('normal')
    await upload(normal, { spaceId: space.id, hash: space.root, name: 'gone.csv' }, Buffer.from('x'))
    await normal.data(contract.spaces.removeMember, { id: space.id, personId: world.idOf('normal') })
    await normal.data(personalData.begin, {})
    const admin = await world.as('admin')
    await admin.data(contract.users.update, { id: world.idOf('ordinary'), name: 'Otto Renamed' })
    await admin.data(personalData.begin, {})
    await world.services.personalData.drain()
    const files = async (who: 'normal' | 'admin') =>
      filesOf(Buffer.from(await (await (await world.as(who)).send(personalData.download, {})).arrayBuffer()))
    expect(Object.keys(await files('normal'))).not.toContain('files/left1.json')
    expect(JSON.stringify(await files('admin'))).not.toContain('Otto')
  })

  test('is announced by a message, kept for days, and gone with its content afterwards', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await exported(world)
    const ready = await owner.data(personalData.show, {})
    expect(ready).toMatchObject({ state: 'ready' })
    expect(Date.parse(ready?.expiresAt ?? '') - world.clock.now().getTime()).toBe(DATA_EXPORT_DAYS * DAY_MS)
    expect((await owner.data(messages.list, {})).list).toMatchObject([{ kind: 'dataExportReady' }])
    world.clock.advance(DATA_EXPORT_DAYS * DAY_MS)
    const again = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    expect(await again.data(personalData.show, {})).toBeNull()
    expect(await errorOf(await again.send(personalData.download, {}))).toBe('dataExportGone')
    expect(await world.services.personalData.run()).toBe(1)
    expect(await world.db.selectFrom('personal_data_export').select('id').execute()).toEqual([])
  })

  test('that a node left is made by another one once the lease has run out, and only that one’s counts', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(personalData.begin, {})
    const until = new Date(world.clock.now().getTime() + MINUTE_MS)
    await sql`update personal_data_export set state = 'running', lease_by = ${randomUUID()}, lease_until = ${until}`.execute(
      world.db,
    )
    expect(await world.services.personalData.drain()).toBe(0)
    world.clock.advance(2 * MINUTE_MS)
    expect(await world.services.personalData.drain()).toBe(1)
    expect(await owner.data(personalData.show, {})).toMatchObject({ state: 'ready' })
  })

  test('that fails is told to the person and can be tried again on the page of jobs', async () => {
    const world = await buildWorld()
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const put = world.blobs.put
    world.blobs.put = () => Promise.reject(new Error('ENOSPC: no space left on device'))
    await owner.data(personalData.begin, {})
    await world.services.personalData.drain()
    world.blobs.put = put
    expect(await owner.data(personalData.show, {})).toMatchObject({ state: 'failed', finishedAt: expect.any(String) })
    expect((await owner.data(messages.list, {})).list).toMatchObject([{ kind: 'dataExportFailed' }])
    const [failed] = (await admin.data(jobs.list, { state: 'failed', queue: 'personalData' })).list
    expect(failed).toMatchObject({ person: 'Olive Owner', isRetryable: true, cause: expect.stringContaining('ENOSPC') })
    await admin.data(jobs.retry, { queue: 'personalData', kind: 'export', id: failed?.id ?? '' })
    await world.services.personalData.drain()
    expect(await owner.data(personalData.show, {})).toMatchObject({ state: 'ready' })
  })
})

describe('an administrator exports somebody’s data', () => {
  test('not of an account that does not exist', async () => {
    const admin = await (await buildWorld()).as('admin')
    for (const operation of [personalData.showFor, personalData.beginFor, personalData.downloadFor])
      expect(await errorOf(await admin.send(operation, { id: NOBODY }))).toBe('userNotFound')
  })

  test('and the person is told, and the audit log says who asked and who downloaded', async () => {
    const world = await buildWorld()
    const [admin, owner] = [await world.as('admin'), await world.as('owner')]
    const id = world.idOf('owner')
    await admin.data(personalData.beginFor, { id })
    await world.services.personalData.drain()
    expect(await owner.data(personalData.show, {})).toMatchObject({ state: 'ready', isByAdministrator: true })
    expect((await owner.data(messages.list, {})).list).toMatchObject([{ kind: 'dataExportReady' }])
    const files = await filesOf(Buffer.from(await (await admin.send(personalData.downloadFor, { id })).arrayBuffer()))
    expect(files['profile.json']).toMatchObject([{ emailAccounts: 'owner@lab.test' }])
    const { list } = await admin.data(audit.list, { targetId: id })
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'dataExportDownloaded', actor: { emailAccounts: 'admin@lab.test' } },
      { action: 'dataExportAsked', actor: { emailAccounts: 'admin@lab.test' } },
    ])
  })
})
