import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PlaceAway } from '#server/backup/manifest.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { prune } from '#server/backup/prune.ts'
import { BLOB_REST_MS } from '../../server/modules/uploads/sweep.ts'
import { hasApache, startApacheDav } from '../services/apache-dav.ts'
import { serveSite } from '../services/site.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { hasSshd, startSshd } from '../services/sshd.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, SWIFT_START_MS, startSwift } from '../services/swift.ts'
import { hasVsftpd, startVsftpd } from '../services/vsftpd.ts'
import { backUp, emptyPlace } from '../support/backup.ts'
import { buildBackups, type PolicyDraft } from '../support/backups.ts'
import { corrupt } from '../support/corrupt.ts'
import { inFull } from '../support/full.ts'
import { sha256 } from '../support/upload.ts'

const { audit, backups, files, messages, spaces } = contract
const BUCKET = 'copies'
/** A backup of the whole installation asks a server some hundred times. */
const WHOLE_MS = 600_000

type Store = { server: string; host: string; stop: () => Promise<void>; account?: string; key?: string }
type Place = Pick<PolicyDraft, 'kind' | 'account' | 'secret' | 'bucket'>
type Side = { isHere: boolean; start: () => Promise<Store>; place: Place }
const sides: Record<string, Side> = {
  'Apache mod_dav': {
    isHere: hasApache,
    start: () => startApacheDav({ user: 'me', password: 'right' }),
    place: { kind: 'webdav', account: 'me', secret: 'right' },
  },
  'OpenSSH by SFTP': { isHere: hasSshd, start: startSshd, place: { kind: 'sftp' } },
  'vsftpd by FTP over TLS': { isHere: hasVsftpd, start: startVsftpd, place: { kind: 'ftp' } },
  'OpenStack Swift by S3': {
    isHere: hasSwift,
    start: () => startSwift(BUCKET),
    place: { kind: 's3', account: SWIFT_KEY, secret: SWIFT_SECRET, bucket: BUCKET },
  },
}

describe.each(Object.entries(sides))('%s', (name, { isHere, start, place: given }) => {
  // Servers differ in how a copy is sent and read back, not in what is done with it.
  const once = name === Object.keys(sides)[0] ? {} : inFull
  const inParts = given.kind === 's3' ? {} : once
  let store: Store
  let place = given
  beforeAll(async () => {
    if (!isHere) return
    store = await start()
    // Whoever runs the tests is let in by a key of this run.
    place = { ...given, account: store.account ?? given.account, secret: store.key ?? given.secret }
  }, SWIFT_START_MS)
  afterAll(() => store?.stop())

  /** A world whose configuration names no folder, with a target in a folder of its own at the server. */
  async function scene(server = store.server, host = store.host) {
    const built = await buildBackups({ BACKUP_FOLDERS: '' })
    built.world.config.outside.allow.push(host)
    const folder = `site/${crypto.randomUUID()}`
    const draft = (more: Partial<PolicyDraft> = {}) => built.draft({ ...place, server, folder, ...more })
    const create = (more: Partial<PolicyDraft> = {}) => built.admin.data(backups.create, draft(more))
    const drill = async (id: string) => {
      await built.admin.data(backups.run, { id, kind: 'drill' })
      await built.world.services.backups.drain()
      return built.lastRun(id)
    }
    /** Restores a copy into a new space; answers it as its owner sees it. */
    const restore = async (copyId: string, of = built.admin) => {
      await built.admin.data(backups.restore, {
        copyId,
        into: { way: 'new', name: 'Restored lake', identifier: 'restoredlake' },
      })
      await built.world.services.backups.drain()
      return (await of.data(spaces.list, { q: 'Restored lake' })).list[0]
    }
    return { ...built, draft, create, drill, restore }
  }

  test.skipIf(!isHere)(
    'a wrong account, place or address is named, by the test and when a policy is made',
    async () => {
      const { world, admin, draft } = await scene()
      const scheme = new URL(store.server).protocol
      const cases: [Partial<PolicyDraft>, string][] = [
        [{ secret: 'wrong' }, 'outsideSignIn'],
        [
          place.kind === 's3' ? { bucket: 'nothing' } : { server: `${store.server}nothing/deep/` },
          'backupPlaceMissing',
        ],
        [{ server: `${scheme}//127.0.0.1:9/` }, 'outsideRefused'],
        [{ server: scheme === 'sftp:' ? 'http://127.0.0.1:9/' : 'sftp://127.0.0.1:9/' }, 'backupServerWrong'],
        [{ folder: '../elsewhere' }, 'backupFolderForbidden'],
        ...(/^s?ftp:/.test(scheme)
          ? [[{ server: `${scheme}//127.0.0.1/%zz` }, 'backupServerWrong'] as [Partial<PolicyDraft>, string]]
          : []),
        [{ server: '' }, 'backupServerMissing'],
      ]
      for (const [wrong, error] of cases) {
        expect(await admin.call(backups.test, draft(wrong)), error).toMatchObject({ error })
        expect(await admin.call(backups.create, draft(wrong)), error).toMatchObject({ error })
      }
      world.config.outside.isOn = false
      expect(await admin.call(backups.test, draft())).toMatchObject({ error: 'outsideRefused' })
      expect((await admin.data(backups.list, {})).list).toEqual([])
    },
  )

  test.skipIf(!isHere)(
    'copies are sent once, tried out, restored and thinned as in a folder, and secrets are never shown',
    async () => {
      const { world, admin, owner, spaceId, create, draft, run, put, drill, restore } = await scene()
      await admin.data(backups.test, draft())
      const policy = await create({ retention: 'latest' })
      expect(policy).toMatchObject({ kind: place.kind, account: place.account, hasSecret: true })
      const first = await run(policy.id)
      expect(first.copy).toMatchObject({ state: 'completed', files: 2, bytes: 31, sentBytes: 31 })
      const file = await put('passing.txt', 'passing')
      expect((await run(policy.id)).copy).toMatchObject({ state: 'completed', bytes: 38, sentBytes: 7 })
      await owner.data(files.remove, { spaceId, hashList: [file.hash] })
      await owner.data(contract.trash.purge, { spaceId })
      const { copy } = await run(policy.id)
      expect(copy).toMatchObject({ state: 'completed', bytes: 31, sentBytes: 0, error: '' })
      // The content that no kept copy names was removed: it is sent again.
      await put('passing.txt', 'passing')
      expect((await run(policy.id)).copy).toMatchObject({ sentBytes: 7 })
      expect(await drill(policy.id)).toMatchObject({ state: 'completed', spacesFailed: 0, bytes: 38 })
      const [kept] = (await owner.data(backups.ofSpace, { spaceId })).list
      const restored = await restore(kept?.id ?? '')
      expect(restored).toBeDefined()
      const told = [await admin.data(backups.list, {}), await admin.data(audit.list, {})]
      expect(JSON.stringify(told)).not.toContain(`"${place.secret}"`)
      const row = await world.db.selectFrom('backup_policy').select('secret').executeTakeFirstOrThrow()
      expect(row.secret?.includes(place.secret ?? '')).toBe(false)
    },
  )

  test.skipIf(!isHere)(
    'a space that is gone comes back from an encrypted copy, with a content of several parts',
    inParts,
    async () => {
      const { owner, spaceId, create, run, put, restore, world } = await scene()
      const long = 'a line that is not compressed\n'.repeat(700_000)
      await put('long.txt', long)
      const { copy } = await run((await create({ passphrase: 'twelve letters', isCompressed: false })).id)
      expect(copy).toMatchObject({ state: 'completed', files: 3 })
      await corrupt(world.config, sha256(Buffer.from(long)), 'evil bytes')
      await owner.data(spaces.remove, {
        id: spaceId,
        identifier: (await owner.data(spaces.show, { id: spaceId })).identifier,
      })
      world.clock.advance(2 * BLOB_REST_MS)
      await world.services.uploads.blobs()
      const restored = await restore(copy?.id ?? '', owner)
      const { list } = await owner.data(files.list, { spaceId: restored?.id ?? '' })
      const hash = list.find(({ name }) => name === 'long.txt')?.hash
      const answer = await owner.fetch(`/api/files/${hash}/content?spaceId=${restored?.id}`)
      expect(await answer.text()).toBe(long)
    },
  )

  test.skipIf(!isHere)(
    'a target that is slow, then gone: the run goes on, then fails with its cause, and the copies stay',
    once,
    async () => {
      const proxy = await openSlowProxy(Number(new URL(store.server).port), 20)
      const host = `127.0.0.1:${proxy.port}`
      const { admin, create, run, spaceId, owner } = await scene(store.server.replace(store.host, host), host)
      const { id } = await create()
      expect((await run(id)).run).toMatchObject({ state: 'completed' })
      await proxy.close()
      expect((await run(id)).run).toMatchObject({ state: 'failed', error: 'outsideUnreachable' })
      expect((await owner.data(backups.ofSpace, { spaceId })).list).toHaveLength(1)
      expect((await admin.data(messages.list, {})).list.map(({ kind }) => kind)).toContain('backupFailed')
      await proxy.reopen()
      expect((await run(id)).run).toMatchObject({ state: 'completed', sentBytes: 0 })
      await proxy.close()
    },
  )

  test.skipIf(!isHere)(
    'the backup of the whole installation is made, restored and thinned there; a wrong account and a server that is gone are told',
    { ...once, timeout: WHOLE_MS },
    async () => {
      const { world, owner, spaceId, put } = await buildBackups()
      const passing = await put('passing.txt', 'passing')
      const proxy = await openSlowProxy(Number(new URL(store.server).port), 0)
      const server = store.server.replace(store.host, `127.0.0.1:${proxy.port}`)
      const given = {
        to: place.kind === 's3' ? `s3://${BUCKET}/whole?endpoint=${server.replace(/\/$/, '')}` : server,
        key: 'b'.repeat(32),
        account: place.account ?? '',
        secret: place.secret ?? '',
        hostKey: '',
      }
      if (place.kind === 'sftp') {
        const unknown = withPlace(given, (one) => one.entries())
        await expect(unknown).rejects.toThrow(/BACKUP_HOST_KEY is to be the key of this server: \S{43}$/)
        given.hostKey = /\S{43}$/.exec(String(await unknown.catch((error: Error) => error.message)))?.[0] ?? ''
      }
      await expect(withPlace({ ...given, secret: 'wrong' }, (one) => one.entries())).rejects.toThrow(PlaceAway)
      await withPlace(given, async (there) => {
        const first = await backUp(world, there)
        expect(first).toMatchObject({ isWhole: true, added: 3 })
        await owner.data(files.remove, { spaceId, hashList: [passing.hash] })
        await owner.data(contract.trash.purge, { spaceId })
        world.clock.advance(2 * BLOB_REST_MS)
        await world.services.uploads.blobs()
        await proxy.close()
        await expect(backUp(world, there)).rejects.toThrow(PlaceAway)
        await proxy.reopen()
      })
      await withPlace(given, async (there) => {
        await put('later.txt', 'later')
        const second = await backUp(world, there)
        expect(second).toMatchObject({ isWhole: true, added: 1 })
        const into = await emptyPlace()
        expect(await into.restore(there)).toMatchObject({ id: second.id, isGood: true })
        expect((await into.db.selectFrom('node').select('name').execute()).map(({ name }) => name)).toContain(
          'later.txt',
        )
        expect(await prune(there, 1, () => {})).toMatchObject({ contents: 1 })
        expect(await there.entries()).toEqual([{ id: second.id, isFinished: true }])
      })
      await proxy.close()
    },
  )

  test.skipIf(!isHere)('a place that was emptied is not taken for that of the policy', once, async () => {
    const { world, create, run } = await scene()
    const { id } = await create()
    await world.db.updateTable('backup_policy').set({ folder: 'site/another' }).execute()
    expect((await run(id)).run).toMatchObject({ state: 'failed', error: 'backupTargetAway', spacesTotal: 0 })
  })

  test.skipIf(!isHere)('account and secret change once they are right; the place never', once, async () => {
    const { admin, create, run, draft } = await scene()
    const { id } = await create()
    const { kind: _kind, server: _server, folder: _folder, bucket: _bucket, ...edit } = draft()
    expect(await admin.call(backups.edit, { ...edit, id, secret: 'wrong' })).toMatchObject({ error: 'outsideSignIn' })
    expect(await admin.call(backups.test, { id, account: place.account, secret: 'wrong' })).toMatchObject({
      error: 'outsideSignIn',
    })
    expect(await admin.call(backups.test, { id: crypto.randomUUID() })).toMatchObject({ error: 'backupPolicyGone' })
    await admin.data(backups.test, { id, account: place.account ?? '', server: 'http://elsewhere.test/' })
    await admin.data(backups.edit, { ...edit, id, name: 'Renamed', secret: '' })
    await admin.data(backups.edit, { ...edit, id, secret: place.secret })
    expect((await run(id)).run).toMatchObject({ state: 'completed' })
  })
})

test.skipIf(!hasSshd)('backupHostKeyChanged: an SFTP server with another key gets no secret and no copy', async () => {
  const store = await startSshd()
  onTestFinished(store.stop)
  const { world, admin, draft, run } = await buildBackups({ BACKUP_FOLDERS: '' })
  world.config.outside.allow.push(store.host)
  const { server, account, key: secret } = store
  // Pasted into a field of one line, a key loses its line breaks.
  const pasted = secret.replaceAll('\n', '')
  const policy = await admin.data(
    backups.create,
    draft({ kind: 'sftp', server, account, secret: pasted, folder: 'site' }),
  )
  expect(policy.hostKey).toMatch(/^[\w+/]{43}$/)
  expect((await run(policy.id)).run).toMatchObject({ state: 'completed' })
  await store.becomeAnother()
  expect((await run(policy.id)).run).toMatchObject({ state: 'failed', error: 'backupHostKeyChanged' })
})

describe.skipIf(!hasVsftpd)('an FTP server', () => {
  async function scene(options: Parameters<typeof startVsftpd>[0]) {
    const store = await startVsftpd(options)
    onTestFinished(store.stop)
    const built = await buildBackups({ BACKUP_FOLDERS: '' })
    built.world.config.outside.allow.push(store.host)
    const { server, account, key: secret } = store
    const draft = (more: Partial<PolicyDraft> = {}) =>
      built.draft({ kind: 'ftp', server, account, secret, folder: 'site', ...more })
    return { ...built, draft, store }
  }

  test('that is asked for TLS gets no password without it, nor with a certificate that nobody vouches for', async () => {
    for (const isTls of [false, true]) {
      const { admin, draft, store } = await scene({ isTls })
      const server = store.server.replace('ftp:', 'ftps:')
      expect(await admin.call(backups.test, draft({ server }))).toMatchObject({ error: 'outsideUnreachable' })
    }
  })

  test('without TLS takes copies by an address that does not ask for it', async () => {
    const { admin, draft, run } = await scene({ isTls: false })
    const { id } = await admin.data(backups.create, draft())
    expect((await run(id)).run).toMatchObject({ state: 'completed', sentBytes: 31 })
  })

  test('whose disk is full is told as that, nothing half is left, and the copies before it stay', async () => {
    const { admin, owner, draft, run, put, spaceId } = await scene({ isTls: false, size: 262_144 })
    const { id } = await admin.data(backups.create, draft({ isCompressed: false }))
    expect((await run(id)).run).toMatchObject({ state: 'completed' })
    const large = await put('large.txt', 'a line\n'.repeat(100_000))
    expect((await run(id)).copy).toMatchObject({ state: 'failed', error: 'backupTargetFull' })
    expect((await owner.data(backups.ofSpace, { spaceId })).list).toHaveLength(1)
    await owner.data(files.remove, { spaceId, hashList: [large.hash] })
    await owner.data(contract.trash.purge, { spaceId })
    expect((await run(id)).run).toMatchObject({ state: 'completed', sentBytes: 0 })
  })
})

/** A server that takes everything, until it is full. */
const fullAfter = (files: number): RequestListener => {
  let taken = 0
  const kept = new Map<string, Buffer>()
  return (request, response) => {
    const path = request.url ?? ''
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (request.method === 'MKCOL') return void response.writeHead(201).end()
      if (request.method === 'MOVE') {
        kept.set(new URL(String(request.headers.destination)).pathname, kept.get(path) ?? Buffer.alloc(0))
        return void response.writeHead(201).end()
      }
      if (request.method === 'PUT') {
        taken += 1
        if (taken > files) return void response.writeHead(507).end()
        kept.set(path, Buffer.concat(pieces))
        return void response.writeHead(201).end()
      }
      const found = request.method === 'GET' && kept.get(path)
      if (found) return void response.end(found)
      response.writeHead(request.method === 'DELETE' ? 204 : 404).end()
    })
  }
}

test('backupTargetFull: a full server fails the copy, which is not counted', async () => {
  const { world, admin, draft, run, spaceId } = await buildBackups({ BACKUP_FOLDERS: '' })
  const { origin } = await serveSite(world, fullAfter(3))
  const policy = await admin.data(backups.create, draft({ kind: 'webdav', server: origin, folder: '' }))
  expect((await run(policy.id)).copy).toMatchObject({ state: 'failed', error: 'backupTargetFull' })
  expect((await admin.data(backups.ofSpace, { spaceId })).list).toEqual([])
})

test('backupBucketMissing: an object store needs a bucket', async () => {
  const { admin, draft } = await buildBackups()
  const wrong = draft({ kind: 's3', server: 'https://s3.example', folder: '' })
  expect(await admin.call(backups.create, wrong)).toMatchObject({ error: 'backupBucketMissing' })
})

test('a server that keeps other bytes than it was given is refused', async () => {
  const { world, admin, draft } = await buildBackups()
  const { origin } = await serveSite(world, (request, response) => {
    request.resume()
    response.writeHead(request.method === 'GET' ? 200 : 201).end('other bytes')
  })
  expect(await admin.call(backups.test, draft({ kind: 'webdav', server: origin, folder: '' }))).toMatchObject({
    error: 'backupCopyDamaged',
  })
})
