import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import JSZip from 'jszip'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { HealthCheck, HealthKey } from '#contract/health.ts'
import { contract } from '#contract/index.ts'
import { within } from '#server/concurrency/within.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { bundleOf } from '#server/modules/health/bundle.ts'
import { hasOpenssl, makeCertificate } from '../services/certificates.ts'
import { runProgram } from '../services/program.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, hasSlapd, startSlapd } from '../services/slapd.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { buildBackups } from '../support/backups.ts'
import { corrupt } from '../support/corrupt.ts'
import { sha256 as hashOf, upload } from '../support/upload.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { health, jobs } = contract
const DAYS = 30

/** The checks as the administrator sees them after what was remembered is forgotten. */
async function checked(world: World, key: HealthKey): Promise<HealthCheck> {
  world.clock.advance(MINUTE_MS)
  const { checks } = await (await world.as('admin')).data(health.show, {})
  const found = checks.find((check) => check.key === key)
  if (!found) throw new Error(`no check of ${key}`)
  return found
}
/** A file whose content is due to be read. */
const POLLEN = 'pollen counts of the lake'
const makeOld = (world: World) => {
  const before = new Date(world.clock.now().getTime() - (DAYS + 5) * DAY_MS)
  return sql`update blob set created_at = ${before}, checked_at = null`.execute(world.db)
}
async function oldFile(world: World) {
  const { id: spaceId } = await world.space()
  await upload(await world.as('owner'), { spaceId, name: 'pollen.txt' }, Buffer.from(POLLEN))
  await makeOld(world)
  const { rows } = await sql<{ sha256: string }>`select encode(sha256, 'hex') as sha256 from blob`.execute(world.db)
  return rows[0]?.sha256 ?? ''
}

describe('health', () => {
  test('is for administrators', async () => {
    const owner = await (await buildWorld()).as('owner')
    for (const operation of [health.show, health.damaged, health.checkDamaged, health.configuration])
      expect(await owner.call(operation, {})).toMatchObject({ error: 'forbidden' })
  })

  test('says of each check its state, since when, and what to do where something is wrong', async () => {
    const world = await buildWorld()
    expect(await checked(world, 'database')).toMatchObject({ state: 'fine', advice: '', link: '' })
    expect(await checked(world, 'store')).toMatchObject({ state: 'fine' })
    const mail = await checked(world, 'mail')
    expect(mail).toMatchObject({ state: 'weak', link: '/systemConfig/mails' })
    expect(mail.advice).not.toBe('')
    expect((await checked(world, 'mail')).since).toBe(mail.since)
    expect(await checked(world, 'identifiers')).toMatchObject({
      state: 'weak',
      said: expect.stringContaining('which lead nowhere outside this site'),
      advice: expect.stringContaining('ARK_NAAN'),
    })
    const address = await checked(world, 'address')
    expect([address.state, address.said.includes(world.origin)]).toEqual(['weak', true])
    expect(address.advice).toContain('PUBLIC_URL')
  })

  test('names a mail server that is away, and the next look finds it back', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 lake ESMTP\r\n')
      socket.on('data', (data) => socket.write(String(data).startsWith('EHLO') ? '250 lake\r\n' : '221 bye\r\n'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const world = await buildWorld({ MAIL_URL: `smtp://127.0.0.1:${port}?security=none` })
    expect(await checked(world, 'mail')).toMatchObject({ state: 'fine' })
    server.close()
    const away = await checked(world, 'mail')
    expect(away).toMatchObject({ state: 'failing' })
    expect(away.said).toContain('ECONNREFUSED')
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    expect(await checked(world, 'mail')).toMatchObject({ state: 'fine' })
  })

  test('names a store whose folder is gone, and the next look finds it back', async () => {
    const world = await buildWorld()
    const { blobDir } = world.config
    await rename(blobDir, `${blobDir}.gone`)
    const away = await checked(world, 'store')
    expect([away.state, away.said.includes(blobDir)]).toEqual(['failing', true])
    await rename(`${blobDir}.gone`, blobDir)
    expect(await checked(world, 'store')).toMatchObject({ state: 'fine' })
  })

  test.runIf(process.getuid?.() === 0)(
    'names the disk of the contents that is full, apart from that of the data',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'ds-disk-'))
      runProgram('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
      onTestFinished(() => {
        runProgram('umount', ['--lazy', folder])
        return rm(folder, { recursive: true, force: true })
      })
      const world = await buildWorld({ BLOB_STORE: folder })
      await checked(world, 'disk')
      const { checks } = await (await world.as('admin')).data(health.show, {})
      const disks = checks.filter(({ key }) => key === 'disk')
      expect(disks.map(({ state, name }) => [name.includes(folder), state])).toContainEqual([true, 'failing'])
      expect(disks).toHaveLength(2)
    },
  )

  test.runIf(hasSlapd)('names a directory that is away, and the next look finds it back', async () => {
    const slapd = await startSlapd()
    onTestFinished(() => slapd.stop())
    const way = await openSlowProxy(slapd.port, 0)
    onTestFinished(() => way.close())
    const world = await buildWorld()
    const url = `ldap://127.0.0.1:${way.port}`
    await (await world.as('admin')).data(contract.methods.create, {
      kind: 'ldap',
      name: { zh: '研究所目录', en: 'Institute directory' },
      isOn: true,
      config: { url, bindDn: ADMIN_DN, baseDn: BASE, userFilter: '(uid={username})' },
      secrets: { bindPassword: ADMIN_PASSWORD },
    })
    // Its passwords travel without encryption, which is told, too.
    expect(await checked(world, 'signIn')).toMatchObject({ state: 'weak' })
    await way.close()
    const away = await checked(world, 'signIn')
    expect(away).toMatchObject({ state: 'failing', name: expect.stringContaining('Institute directory') })
    await way.reopen()
    expect(await checked(world, 'signIn')).toMatchObject({ state: 'weak' })
  })

  test('does not wait for a check that never answers', async () => {
    await expect(within(5, () => new Promise(() => {}))).rejects.toThrow('no answer for 5 ms')
  })

  test('knows the servers that run, and those that went without a word', async () => {
    const world = await buildWorld()
    await world.services.health.start()
    expect(await checked(world, 'nodes')).toMatchObject({ state: 'fine' })
    const long = new Date(world.clock.now().getTime() - 10 * MINUTE_MS)
    await sql`insert into server_node (id, host, version, started_at, seen_at)
      values (gen_random_uuid(), 'gone', '0.1.0', ${long}, ${long})`.execute(world.db)
    const silent = await checked(world, 'nodes')
    expect(silent).toMatchObject({ state: 'weak' })
    expect(silent.details.join()).toContain('gone')
  })

  test('names a clock that is not that of the database', async () => {
    const world = await buildWorld()
    world.clock.advance(10 * MINUTE_MS)
    const behind = await checked(world, 'clock')
    expect(behind).toMatchObject({ state: 'failing' })
    expect(behind.said).toMatch(/^\d+\.\d seconds behind the database$/)
  })

  test.runIf(hasOpenssl)('tells a certificate that is about to end, and one that is over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ds-certificate-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { key, certificate: cert } = makeCertificate(folder, 'localhost', 60)
    const site = createSecureServer({ key, cert }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    onTestFinished(() => void site.close())
    const world = await buildWorld({ PUBLIC_URL: `https://localhost:${(site.address() as AddressInfo).port}` })
    const states: string[] = []
    for (const days of [0, 45, 30]) {
      world.clock.advance(days * DAY_MS)
      await (await world.as('admin')).login('admin@lab.test', PASSWORD)
      states.push((await checked(world, 'certificate')).state)
    }
    expect(states).toEqual(['fine', 'weak', 'failing'])
    expect(await checked(world, 'address')).toMatchObject({ state: 'fine', advice: '' })
  })

  test('tells what the nightly comparison of database and store found', async () => {
    const world = await buildWorld()
    expect(await checked(world, 'consistency')).toMatchObject({ state: 'unchecked' })
    expect(await world.services.health.checkConsistency()).toBe(0)
    expect(await checked(world, 'consistency')).toMatchObject({ state: 'fine' })
    await world.space()
    await sql`update space_usage set member_count = member_count + 5, used_bytes = used_bytes + 1`.execute(world.db)
    expect(await world.services.health.checkConsistency()).toBeGreaterThan(0)
    const found = await checked(world, 'consistency')
    expect(found).toMatchObject({ state: 'weak' })
    expect(found.details).not.toEqual([])
  })
})

describe('the check of contents', () => {
  test('reads what is due, once within its days, and nothing when it is off', async () => {
    const off = await buildWorld({ FIXITY_DAYS: '0' })
    await oldFile(off)
    expect(await off.services.health.checkFixity()).toBe(0)
    expect(await checked(off, 'fixity')).toMatchObject({ state: 'unchecked' })
    const world = await buildWorld()
    await oldFile(world)
    expect(await checked(world, 'fixity')).toMatchObject({ state: 'weak' })
    expect(await world.services.health.checkFixity()).toBe(1)
    expect(await world.services.health.checkFixity()).toBe(0)
    expect(await checked(world, 'fixity')).toMatchObject({ state: 'fine' })
    world.clock.advance((DAYS + 1) * DAY_MS)
    expect(await world.services.health.checkFixity()).toBe(1)
  })

  test('spaces in no backup policy need attention, and so does an installation without a whole backup', async () => {
    const { world, create, run } = await buildBackups()
    const { id: other } = await world.space({ name: 'Other' })
    const { id: requested } = await world.space({ name: 'Requested' })
    await sql`update space set status = 'pending' where id = ${requested}::uuid`.execute(world.db)
    const some = await create({ name: 'Other', scope: 'some', spaceIds: [other] })
    await run(some.id)
    expect(await checked(world, 'backup')).toMatchObject({ state: 'weak', said: 'Spaces in no backup policy: 1' })
    await run((await create({ name: 'Of the owner', scope: 'rule', ownerId: world.idOf('owner') })).id)
    expect(await checked(world, 'backup')).toMatchObject({ state: 'fine' })
    expect(await checked(world, 'installationBackup')).toMatchObject({
      state: 'weak',
      link: expect.stringContaining('backups'),
    })
    const made = await buildWorld({ BACKUP_TO: '/srv/copies' })
    expect(await checked(made, 'installationBackup')).toMatchObject({ state: 'unchecked' })
  })

  test('names the files of a content with one flipped byte, writes to administrators, and sees when it is whole again', async () => {
    const world = await buildWorld()
    const sha256 = await oldFile(world)
    await corrupt(world.config, sha256, POLLEN.replace('p', 'q'))
    expect(await world.services.health.checkFixity()).toBe(1)
    const admin = await world.as('admin')
    const { list } = await admin.data(health.damaged, {})
    expect(list).toMatchObject([{ sha256, problem: 'damaged' }])
    expect(list[0]?.files.join()).toContain('pollen.txt')
    expect(await checked(world, 'fixity')).toMatchObject({ state: 'failing' })
    expect(await world.services.jobs.look()).toBe(1)
    expect(await admin.data(health.checkDamaged, {})).toEqual({ checked: 1, damaged: 1 })
    await corrupt(world.config, sha256, POLLEN)
    expect(await admin.data(health.checkDamaged, {})).toEqual({ checked: 1, damaged: 0 })
    expect((await admin.data(health.damaged, {})).list).toEqual([])
    expect((await admin.data(jobs.list, { state: 'failed' })).list).toEqual([])
  })

  test('repairs one flipped byte, and a content that is gone, from the newest copy that has it whole, and tells it', async () => {
    const { world, admin, root, create, run, stored } = await buildBackups()
    const sha256 = hashOf(Buffer.from('calm water'))
    const secrets = { passphrase: 'twelve letters' }
    await run((await create({ name: 'Damaged one' })).id)
    await run((await create({ name: 'Whole one', folder: join(root, 'sealed'), ...secrets })).id)
    const third = await create({ name: 'Third one', folder: join(root, 'third') })
    await run(third.id)
    const [copied] = stored(`*/contents/${sha256.slice(0, 2)}/${sha256}.zst`)
    writeFileSync(copied ?? '', 'not what was written')
    await makeOld(world)
    await corrupt(world.config, sha256, 'calm wafer')
    // The newest copy breaks off while it is read: the damaged content stays, and the next copy is asked.
    const put = vi.spyOn(world.blobs, 'put').mockRejectedValueOnce(new Error('broke off'))
    const remove = vi.spyOn(world.blobs, 'remove')
    onTestFinished(() => void vi.restoreAllMocks())
    await world.services.health.checkFixity()
    expect((await admin.data(health.damaged, {})).list).toEqual([])
    const { list } = await admin.data(health.repaired, {})
    expect(list).toMatchObject([{ sha256, problem: 'damaged', policyName: 'Whole one', spaceName: 'Lake survey' }])
    expect(list[0]?.files.join()).toContain('notes.txt')
    expect(await text(await world.blobs.read(sha256))).toBe('calm water')

    expect(put).toHaveBeenCalledTimes(2)
    expect(remove).not.toHaveBeenCalled()
    await world.blobs.remove(sha256)
    await makeOld(world)
    await world.services.health.checkFixity()
    expect((await admin.data(health.repaired, {})).list.map(({ problem }) => problem)).toEqual(['missing', 'damaged'])
    expect(await checked(world, 'fixity')).toMatchObject({ state: 'fine' })
  })

  test('names a content that is gone', async () => {
    const world = await buildWorld()
    const sha256 = await oldFile(world)
    await world.blobs.remove(sha256)
    await world.services.health.checkFixity()
    expect((await (await world.as('admin')).data(health.damaged, {})).list).toMatchObject([
      { sha256, problem: 'missing' },
    ])
  })
})

describe('configuration and support bundle', () => {
  const SECRETS = {
    SECRET_KEY: 'k'.repeat(40),
    MAIL_URL: 'smtp://lake:hunter-2@127.0.0.1:2',
    ADMIN_PASSWORD: 'pike-perch-9',
  }

  test('each key has its source, and secrets say only that they are set', async () => {
    const world = await buildWorld({ ...SECRETS, LOG_LEVEL: 'error' })
    const admin = await world.as('admin')
    const rows = await admin.data(health.configuration, {})
    const of = (key: string) => rows.find((row) => row.key === key)
    expect(of('LOG_LEVEL')).toMatchObject({ value: 'error', from: 'environment', isSecret: false })
    expect(of('FIXITY_DAYS')).toMatchObject({ value: '30', from: 'default' })
    expect(of('SECRET_KEY')).toMatchObject({ isSecret: true, from: 'environment' })
    expect(of('PORT')?.means).toMatch(/^Port /)
    admin.language = 'zh'
    expect((await admin.data(health.configuration, {}))[0]?.means).toMatch(/端口/)
    expect(JSON.stringify(rows)).not.toMatch(/kkkk|hunter-2|pike-perch/)
    const shown = readConfig({ LOG_LEVEL: 'warn' }, new Set(['LOG_LEVEL'])).shown
    expect(shown.find(({ key }) => key === 'LOG_LEVEL')).toMatchObject({ from: 'file' })
  })

  test('no secret that is planted anywhere gets into the bundle, nor an address of a person', async () => {
    const planted = {
      SECRET_KEY: 'planted-'.repeat(5),
      MAIL_URL: 'smtp://lake:planted-mail@127.0.0.1:2',
      ADMIN_PASSWORD: 'planted-admin',
      BACKUP_TO: 'webdavs://127.0.0.1:3/copies',
      BACKUP_ACCOUNT: 'keeper',
      BACKUP_SECRET: 'planted/backup secret',
      BACKUP_KEY: 'planted-passphrase-of-backups-2026',
      BLOB_STORE: 's3://contents?endpoint=http://127.0.0.1:4',
      S3_ACCESS_KEY: 'planted-access',
      S3_SECRET_KEY: 'planted-store',
      DATACITE_REPOSITORY: 'LAB.LAKE',
      DATACITE_PASSWORD: 'planted-datacite',
      DATACITE_PREFIX: '10.5072',
    }
    const config = readConfig(planted)
    const log = openLog('warn', { write: () => undefined })
    for (const value of Object.values(planted)) log.error({ err: new Error(`refused ${value} twice`) }, `with ${value}`)
    log.error('Authorization: Bearer planted-bearer, Cookie: ds_session_id=planted-cookie; path=/')
    log.error({ err: new Error('{"password": "planted with a space", "token":"planted-token"}') }, 'webhook')
    log.warn('550 no mailbox planted@lab.test')
    const bundle = bundleOf({ version: '1', config, checks: { at: '', checks: [] } as never, troubles: [] }, new Date())
    const zip = await JSZip.loadAsync(await buffer(bundle))
    const all = (await Promise.all(Object.values(zip.files).map((file) => file.async('string')))).join()
    expect(all).toContain('no mailbox')
    expect(all.match(/.{30}planted.{30}/g)).toBeNull()
  })

  test('the bundle is for administrators, is audited and holds no secret', async () => {
    const world = await buildWorld(SECRETS)
    expect((await (await world.as('owner')).send(health.bundle, {})).status).toBe(403)
    const log = openLog('warn', { write: () => undefined })
    log.error({ err: new Error('no way to smtp://lake:hunter-2@127.0.0.1') }, 'mail password=pike-perch-9')
    const admin = await world.as('admin')
    const zip = await JSZip.loadAsync(await (await admin.send(health.bundle, {})).arrayBuffer())
    expect(Object.keys(zip.files).sort()).toEqual([
      'background-work.json',
      'configuration.json',
      'errors.json',
      'health.json',
      'versions.json',
    ])
    const all = (await Promise.all(Object.values(zip.files).map((file) => file.async('string')))).join()
    expect(all).toContain('no way to smtp')
    expect(all).not.toMatch(/kkkk|hunter-2|pike-perch/)
    expect((await admin.data(contract.audit.list, {})).list[0]).toMatchObject({ action: 'supportBundleMade' })
  })
})
