import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { hasProgram, runAside, runThrough } from '../services/program.ts'
import { makeKey } from '../support/app-password.ts'
import { arrivingBytes, freshFolder } from '../support/ftp.ts'
import { drawing } from '../support/random.ts'
import { ODD_NAMES, rclone } from '../support/rclone.ts'
import { buildWorld, PASSWORD } from '../support/world.ts'

const { account, protocols, files, trash, versions } = contract
const SFTP = '/usr/bin/sftp'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function sftpWorld() {
  const world = await buildWorld({ SFTP_PORT: '0' })
  const port = (await world.services.openSftp()) ?? 0
  const space = await world.space()
  const key = await makeKey(world, { protocols: ['sftp'] })
  const folder = freshFolder()
  const ask = join(folder, 'ask')
  writeFileSync(ask, `#!/bin/sh\necho ${key.password}\n`)
  chmodSync(ask, 0o700)
  const env = { SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force' }
  const first = ['-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/hosts`, '-o', 'LogLevel=ERROR']
  /** OpenSSH's sftp with these commands. */
  const batchOf = (...lines: string[]) => {
    const path = join(folder, `batch-${lines.length}-${sha256(Buffer.from(lines.join())).slice(0, 8)}`)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return ['-P', String(port), '-o', `User=${key.user}`, ...first, '-o', 'BatchMode=no', '-b', path, '127.0.0.1']
  }
  const sftp = (...lines: string[]) => runAside(SFTP, batchOf(...lines), { env: { ...process.env, ...env } })
  return { world, port, space, key, folder, sftp, batchOf, env }
}
type SftpWorld = Awaited<ReturnType<typeof sftpWorld>>

/** A connection of ssh2 that came in, or the error why not. */
function connected({ port }: { port: number }, username: string, password: string): Promise<ssh2.Client | Error> {
  const client = new ssh2.Client()
  onTestFinished(() => void client.end())
  return new Promise((resolve) => {
    client.once('ready', () => resolve(client)).once('error', resolve)
    client.connect({ host: '127.0.0.1', port, username, password })
  })
}
const clientOf = async (site: SftpWorld): Promise<ssh2.Client> => {
  const client = await connected(site, site.key.user, site.key.password)
  if (client instanceof Error) throw client
  return client
}
const listed = async ({ world, space }: SftpWorld) =>
  (await (await world.as('owner')).data(files.list, { spaceId: space.id })).list.map(({ name, size }) => [name, size])

describe('coming in by SFTP', () => {
  test('a wrong password, that of the account, and one for another protocol are refused', async () => {
    const site = await sftpWorld()
    const other = await makeKey(site.world, { protocols: ['webdav', 'ftp'] })
    for (const password of ['aaaaa-aaaaa', PASSWORD, other.password])
      expect(await connected(site, site.key.user, password)).toMatchObject({ level: 'client-authentication' })
  })

  test('a shell, a command and a way through to elsewhere are refused', async () => {
    const client = await clientOf(await sftpWorld())
    const shell = new Promise((resolve) => client.shell((error) => resolve(error)))
    expect(await shell).toBeInstanceOf(Error)
    const command = new Promise((resolve) => client.exec('id', (error) => resolve(error)))
    expect(await command).toBeInstanceOf(Error)
    const way = new Promise((resolve) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, (error) => resolve(error)))
    expect(await way).toBeInstanceOf(Error)
    const back = new Promise((resolve) => client.forwardIn('127.0.0.1', 0, (error) => resolve(error)))
    expect(await back).toBeInstanceOf(Error)
  })

  test('every node shows the same key of the host', async () => {
    const site = await sftpWorld()
    const kept = () => site.world.db.selectFrom('setting').select('value').where('key', '=', 'sftpHostKey').execute()
    const [before] = await kept()
    expect(JSON.stringify(before)).not.toContain('PRIVATE KEY')
    await site.world.services.openSftp()
    expect(await kept()).toEqual([before])
  })

  test('the addresses of a space tell the fingerprint of the key that the host shows', async () => {
    const { world, space, port } = await sftpWorld()
    const client = new ssh2.Client()
    onTestFinished(() => void client.end())
    const shown = new Promise<Buffer>((resolve) => {
      client.once('error', () => undefined)
      client.connect({
        host: '127.0.0.1',
        port,
        username: 'nobody',
        hostVerifier: (key: Buffer) => {
          resolve(key)
          return true
        },
      })
    })
    const { sftp } = await (await world.as('owner')).data(protocols.addresses, { spaceId: space.id })
    const sum = createHash('sha256')
      .update(await shown)
      .digest('base64')
      .replaceAll('=', '')
    expect(sftp?.hostKey).toBe(`SHA256:${sum}`)
  })

  test('a password that is ended bites in the middle of a session', async () => {
    const site = await sftpWorld()
    const client = await clientOf(site)
    const sftp = await new Promise<ssh2.SFTPWrapper>((resolve, reject) =>
      client.sftp((error, wrapper) => (error ? reject(error) : resolve(wrapper))),
    )
    const list = () => new Promise((resolve) => sftp.readdir('/', (error) => resolve(error)))
    expect(await list()).toBeUndefined()
    await (await site.world.as('owner')).data(account.removeAppPassword, { id: site.key.id })
    expect(await list()).toBeInstanceOf(Error)
  })
})

/** A key pair of this kind: the private one, and the line of the public one. */
function pairOf(kind: 'ed25519' | 'rsa', bits = 2048): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  const pair =
    kind === 'rsa'
      ? ssh2.utils.generateKeyPairSync('rsa', { bits, comment: 'lab' })
      : ssh2.utils.generateKeyPairSync('ed25519', { comment: 'lab' })
  // One in 256 keys of the library is none that it can read itself: see host-key.ts.
  const isReadable = [pair.private, pair.public].every((key) => !(ssh2.utils.parseKey(key) instanceof Error))
  return isReadable ? pair : pairOf(kind, bits)
}
/** A client that shows this private key, or the error why it was not let in. */
function connectedByKey({ port }: { port: number }, username: string, privateKey: string) {
  const client = new ssh2.Client()
  onTestFinished(() => void client.end())
  return new Promise<ssh2.Client | Error>((resolve) => {
    client.once('ready', () => resolve(client)).once('error', resolve)
    client.connect({ host: '127.0.0.1', port, username, privateKey })
  })
}
const REFUSED = { level: 'client-authentication' }

describe('coming in by SFTP with a key', () => {
  test('what is no public key, a private one, a weak one, and one that is known are refused', async () => {
    const { world } = await sftpWorld()
    const owner = await world.as('owner')
    const add = async (publicKey: string) => {
      const answer = await owner.call(account.addSshKey, { name: 'lab', publicKey })
      return 'error' in answer ? answer.error : 'added'
    }
    const { public: line, private: secret } = pairOf('ed25519')
    expect(await add('ssh-ed25519 AAAAnothing lab')).toBe('sshKeyUnsupported')
    expect(await add('a letter')).toBe('sshKeyInvalid')
    expect(await add(secret)).toBe('sshKeyPrivate')
    expect(await add(pairOf('rsa', 1024).public)).toBe('sshKeyUnsupported')
    expect(await add('sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t lab')).toBe(
      'sshKeyUnsupported',
    )
    expect(await add(line)).toBe('added')
    expect(await add(line.replace('lab', 'another'))).toBe('sshKeyKnown')
  })

  test('nobody else comes in: with another key, by the key of a colleague, or by sending the key as a password', async () => {
    const site = await sftpWorld()
    const { user } = site.key
    const { public: line, private: secret } = pairOf('ed25519')
    await (await site.world.as('owner')).data(account.addSshKey, { name: 'lab', publicKey: line })
    expect(await connectedByKey(site, user, pairOf('ed25519').private)).toMatchObject(REFUSED)
    expect(await connectedByKey(site, 'senior@lab.test', secret)).toMatchObject(REFUSED)
    for (const password of [line, Buffer.from(line.split(' ')[1] ?? '', 'base64').toString('latin1')])
      expect(await connected(site, user, password)).toMatchObject(REFUSED)
  })

  test('a signature of somebody who only knows the public key is refused', async () => {
    const site = await sftpWorld()
    const [mine, theirs] = [pairOf('ed25519'), pairOf('ed25519')]
    await (await site.world.as('owner')).data(account.addSshKey, { name: 'lab', publicKey: theirs.public })
    const [their, own] = [ssh2.utils.parseKey(theirs.public), ssh2.utils.parseKey(mine.private)]
    if (their instanceof Error || own instanceof Error) throw new Error('no keys')
    class Thief extends ssh2.BaseAgent<ssh2.ParsedKey> {
      override getIdentities(done: (error: Error | undefined, keys?: ssh2.ParsedKey[]) => void) {
        done(undefined, [their as ssh2.ParsedKey])
      }
      override sign(_key: ssh2.ParsedKey, data: Buffer, ...rest: unknown[]) {
        const done = rest.at(-1) as (error: Error | undefined, signature?: Buffer) => void
        done(undefined, (own as ssh2.ParsedKey).sign(data) as unknown as Buffer)
      }
    }
    const client = new ssh2.Client()
    onTestFinished(() => void client.end())
    const over = new Promise<unknown>((resolve) => {
      client.once('ready', () => resolve('let in')).once('error', resolve)
    })
    client.connect({ host: '127.0.0.1', port: site.port, username: site.key.user, agent: new Thief() })
    expect(await over).toMatchObject(REFUSED)
  })

  test.each(['ed25519', 'rsa'] as const)('its owner comes in by %s, until it is deleted or over', async (kind) => {
    const site = await sftpWorld()
    const owner = await site.world.as('owner')
    const { public: line, private: secret } = pairOf(kind)
    const draft = { name: 'lab', publicKey: line, validityDays: 2 }
    const { id, fingerprint } = await owner.data(account.addSshKey, draft)
    const bytes = Buffer.from(line.split(' ')[1] ?? '', 'base64')
    expect(fingerprint).toBe(`SHA256:${createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '')}`)
    const client = await connectedByKey(site, site.key.user.toUpperCase(), secret)
    expect(client).toBeInstanceOf(ssh2.Client)
    expect(await owner.data(account.sshKeys, {})).toMatchObject([{ id, name: 'lab', lastUsedAt: expect.any(String) }])
    expect(await owner.data(account.appPasswords, {})).toHaveLength(1)
    await owner.data(account.removeSshKey, { id })
    expect(await connectedByKey(site, site.key.user, secret)).toMatchObject(REFUSED)
    await owner.data(account.addSshKey, draft)
    site.world.clock.advance(3 * DAY_MS)
    expect(await connectedByKey(site, site.key.user, secret)).toMatchObject(REFUSED)
  })

  test.skipIf(!hasProgram(SFTP))('sftp of OpenSSH comes in by an RSA key, which signs by SHA-2', async () => {
    const site = await sftpWorld()
    const { public: line, private: secret } = pairOf('rsa')
    await (await site.world.as('owner')).data(account.addSshKey, { name: 'lab', publicKey: line })
    const path = join(site.folder, 'key')
    writeFileSync(path, secret, { mode: 0o600 })
    const byKey = ['-i', path, '-o', 'IdentitiesOnly=yes', '-o', 'PreferredAuthentications=publickey']
    const said = await runThrough(SFTP, [...byKey, ...site.batchOf('ls -1 /')], {
      env: { ...process.env, SSH_AUTH_SOCK: '' },
    })
    expect(said).toContain(site.space.identifier)
  })

  test('a key of one space shows only that space', async () => {
    const site = await sftpWorld()
    const other = await site.world.space({ name: 'Other' })
    const { public: line, private: secret } = pairOf('ed25519')
    await (await site.world.as('owner')).data(account.addSshKey, { name: 'lab', publicKey: line, spaceId: other.id })
    const client = await connectedByKey(site, site.key.user, secret)
    if (client instanceof Error) throw client
    const names = await new Promise((resolve, reject) =>
      client.sftp((refused, sftp) =>
        refused
          ? reject(refused)
          : sftp.readdir('/', (error, list) => (error ? reject(error) : resolve(list.map(({ filename }) => filename)))),
      ),
    )
    expect(names).toEqual([other.identifier])
  })
})

/** A channel with promises, as a drive uses it. */
async function driveOf(site: SftpWorld) {
  const client = await clientOf(site)
  const sftp = await new Promise<ssh2.SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const asked = <T>(run: (done: (error: Error | null | undefined, value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => run((error, value) => (error ? reject(error) : resolve(value))))
  return {
    client,
    open: (path: string, flags: ssh2.OpenMode) => asked<Buffer>((done) => sftp.open(path, flags, done)),
    write: (handle: Buffer, at: number, bytes: Buffer) =>
      asked<void>((done) => sftp.write(handle, bytes, 0, bytes.length, at, (error) => done(error, undefined))),
    read: async (handle: Buffer, at: number, length: number) => {
      const into = Buffer.alloc(length)
      const count = await asked<number>((done) => sftp.read(handle, into, 0, length, at, done))
      return into.subarray(0, count)
    },
    resize: (handle: Buffer, size: number) =>
      asked<void>((done) => sftp.fsetstat(handle, { size } as ssh2.InputAttributes, (error) => done(error, undefined))),
    resizeAt: (path: string, size: number) =>
      asked<void>((done) => sftp.setstat(path, { size } as ssh2.InputAttributes, (error) => done(error, undefined))),
    size: async (path: string) => (await asked<ssh2.Stats>((done) => sftp.stat(path, done))).size,
    close: (handle: Buffer) => asked<void>((done) => sftp.close(handle, (error) => done(error, undefined))),
    bytes: (path: string) => asked<Buffer>((done) => sftp.readFile(path, done)),
  }
}

describe('a file that is changed anywhere', () => {
  test('is refused beyond the room of its space, and where there is none; it stays as it was', async () => {
    const site = await sftpWorld()
    const { db } = site.world
    const path = `/${site.space.identifier}/a.bin`
    const drive = await driveOf(site)
    const made = await drive.open(path, 'w')
    await drive.write(made, 0, Buffer.from('as it was'))
    await drive.close(made)
    const full = await drive.open(path, 'r+')
    const { capacity_bytes: room } = await db.selectFrom('space').select('capacity_bytes').executeTakeFirstOrThrow()
    await expect(drive.write(full, Number(room), Buffer.from('x'))).rejects.toThrow(/room|full|space/i)
    await expect(drive.resize(full, Number(room) + 1000)).rejects.toThrow(/room|full|space/i)
    await drive.close(full)
    await expect(drive.open(`/${site.space.identifier}/none.bin`, 'r+')).rejects.toThrow()
    expect(String(await drive.bytes(path))).toBe('as it was')
  })

  test('is what a disk would have: writes, reads, sizes and holes in any order', async () => {
    const site = await sftpWorld()
    const drive = await driveOf(site)
    const path = `/${site.space.identifier}/a.bin`
    const disk = join(site.folder, 'disk.bin')
    writeFileSync(disk, '')
    const local = await open(disk, 'r+')
    onTestFinished(() => local.close())
    const next = drawing(11)
    const upTo = (most: number) => Math.floor(next() * most)
    for (const round of [0, 1, 2]) {
      const handle = await drive.open(path, round ? 'r+' : 'xw+')
      for (let step = 0; step < 25; step += 1) {
        const [at, bytes] = [upTo(300_000), randomBytes(1 + upTo(20_000))]
        const what = upTo(10)
        if (what < 6) {
          await drive.write(handle, at, bytes)
          await local.write(bytes, 0, bytes.length, at)
        } else if (what < 7) {
          await drive.resize(handle, at)
          await local.truncate(at)
        } else {
          const there = Buffer.alloc(5000)
          const { bytesRead } = await local.read(there, 0, there.length, at)
          const found = bytesRead ? await drive.read(handle, at, 5000) : Buffer.alloc(0)
          expect(found.equals(there.subarray(0, bytesRead))).toBe(true)
        }
        // A drive asks for what it has open by its path.
        expect(await drive.size(path)).toBe((await local.stat()).size)
      }
      await drive.close(handle)
      expect(sha256(await drive.bytes(path))).toBe(sha256(readFileSync(disk)))
    }
    await drive.resizeAt(path, 10)
    expect((await drive.bytes(path)).equals(readFileSync(disk).subarray(0, 10))).toBe(true)
    const owner = await site.world.as('owner')
    const { list } = await owner.data(files.list, { spaceId: site.space.id })
    expect(list).toMatchObject([{ name: 'a.bin', size: 10 }])
    const { list: kept } = await owner.data(versions.list, { spaceId: site.space.id, hash: list[0]?.hash ?? '' })
    expect(kept).toHaveLength(4)
    expect(await site.world.db.selectFrom('unfinished').selectAll().execute()).toEqual([])
  })

  test('is kept as it is when the line breaks, to be resumed, and nothing of it takes its place', async () => {
    const site = await sftpWorld()
    const drive = await driveOf(site)
    const handle = await drive.open(`/${site.space.identifier}/a.bin`, 'w')
    await drive.write(handle, 0, Buffer.from('head and tail'))
    await drive.write(handle, 0, Buffer.from('HEAD'))
    drive.client.end()
    const parts = () => site.world.db.selectFrom('unfinished').select('size').execute()
    const digest = async () =>
      (await site.world.db.selectFrom('unfinished').select('blob_sha256').executeTakeFirst())?.blob_sha256?.toString(
        'hex',
      )
    await expect.poll(digest).toBe(sha256(Buffer.from('HEAD and tail')))
    expect(await parts()).toHaveLength(1)
    expect(await listed(site)).toEqual([])
  })
})

describe.skipIf(!hasProgram(SFTP))('sftp of OpenSSH', () => {
  test('puts, gets, renames over, removes; what is put again is a version', async () => {
    const site = await sftpWorld()
    const { folder, space } = site
    const bytes = randomBytes(5_000_000)
    writeFileSync(join(folder, 'a.bin'), bytes)
    writeFileSync(join(folder, 'b.txt'), 'lake')
    const at = `/${space.identifier}`
    const { status, said } = await site.sftp(
      ...[`mkdir ${at}/湖`, `put -p ${folder}/a.bin ${at}/湖/a.bin`, `put ${folder}/b.txt ${at}/湖/b.txt`],
      ...[`put ${folder}/a.bin ${at}/湖/b.txt`, `rename ${at}/湖/b.txt ${at}/湖/c.bin`, `ls -l ${at}/湖`],
      ...[`get ${at}/湖/c.bin ${folder}/c.bin`, `df ${at}`, `rm ${at}/湖/a.bin`, `pwd`],
    )
    expect(said).toMatch(/湖\/a\.bin/)
    expect(status, said).toBe(0)
    expect(sha256(readFileSync(join(folder, 'c.bin')))).toBe(sha256(bytes))
    const owner = await site.world.as('owner')
    const { list: top } = await owner.data(files.list, { spaceId: space.id })
    const { list } = await owner.data(files.list, { spaceId: space.id, hash: top[0]?.hash ?? '' })
    expect(list).toMatchObject([{ name: 'c.bin', size: bytes.length }])
    expect((await owner.data(versions.list, { spaceId: space.id, hash: list[0]?.hash ?? '' })).list).toHaveLength(2)
    expect((await owner.data(trash.list, { spaceId: space.id })).list).toMatchObject([{ name: 'a.bin' }])
  })

  test.each([
    ['a name with a dot in front', (at: string, from: string) => `put ${from} ${at}/.hidden`, /Failure/],
    ['a space', () => 'mkdir /other', /Permission denied|top level/],
    ['a path above the top', (_at: string) => 'get /../../etc/passwd /tmp/none', /not found|No such/i],
    ['a folder that is not empty', (at: string) => `rmdir ${at}/full`, /not empty|Failure/],
  ])('is refused %s', async (_what, line, words) => {
    const site = await sftpWorld()
    const at = `/${site.space.identifier}`
    writeFileSync(join(site.folder, 'a.txt'), 'lake')
    await site.sftp(`mkdir ${at}/full`, `put ${site.folder}/a.txt ${at}/full/a.txt`)
    const { status, said } = await site.sftp(line(at, join(site.folder, 'a.txt')))
    expect(said).toMatch(words)
    expect(status).not.toBe(0)
  })

  test('killed in the middle leaves no file, and reput goes on to the whole', async () => {
    const site = await sftpWorld()
    const { folder, space, env } = site
    const bytes = randomBytes(4_000_000)
    writeFileSync(join(folder, 'a.bin'), bytes)
    const child = spawn(SFTP, ['-l', '8000', ...site.batchOf(`put ${folder}/a.bin /${space.identifier}/a.bin`)], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true,
    })
    const underWay = () => site.world.db.selectFrom('unfinished').selectAll().execute()
    await expect.poll(() => arrivingBytes(site.world), { interval: 10 }).toBeGreaterThan(500_000)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await once(child, 'exit')
    await expect.poll(underWay).toHaveLength(1)
    expect(await listed(site)).toEqual([])
    const { said } = await site.sftp(`reput ${folder}/a.bin /${space.identifier}/a.bin`)
    expect(await listed(site), said).toEqual([['a.bin', bytes.length]])
    await site.sftp(`get /${space.identifier}/a.bin ${folder}/b.bin`)
    expect(sha256(readFileSync(join(folder, 'b.bin')))).toBe(sha256(bytes))
  })
})

const SSHFS = '/usr/bin/sshfs'
describe.skipIf(!hasProgram(SSHFS) || !existsSync('/dev/fuse'))('a drive by sshfs', () => {
  test('is worked on like a disk: appended to, changed in the middle, cut, renamed over, searched', async () => {
    const site = await sftpWorld()
    const { folder, port, key, space, env } = site
    const drive = join(folder, 'drive')
    mkdirSync(drive)
    const options = ['StrictHostKeyChecking=no', `UserKnownHostsFile=${folder}/hosts`, `port=${port}`]
    const argv = [`${key.user}@127.0.0.1:/${space.identifier}`, drive, ...options.flatMap((one) => ['-o', one])]
    // The server is this process: whoever waits for the drive is another one.
    const mounted = await runAside(SSHFS, argv, { env: { ...process.env, ...env } })
    expect(mounted.status, mounted.said).toBe(0)
    onTestFinished(async () => void (await runAside('/usr/bin/fusermount3', ['-u', drive], {})))
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const work = `set -e
      cd "$1"
      mkdir -p 数据/b
      printf 'one\\ntwo\\nthree\\n' > 数据/a.txt
      echo four >> 数据/a.txt
      sed -i s/two/TWO/ 数据/a.txt
      head -c 300000 /dev/zero > big.bin
      printf middle | dd of=big.bin bs=1 seek=150000 conv=notrunc status=none
      truncate -s 200000 big.bin
      printf tail >> big.bin
      cp big.bin 数据/b/copy.bin
      printf old > 数据/b/over.txt
      printf new > 数据/b/over.new
      mv 数据/b/over.new 数据/b/over.txt
      rm 数据/b/copy.bin
      find . -type f | sort | xargs sha256sum > "$2"`
    const [there, here] = await Promise.all(
      [drive, disk].map((at) =>
        runAside('/bin/sh', ['-c', work, 'sh', at, `${folder}/${at === drive ? 'there' : 'here'}`], {}),
      ),
    )
    expect([there?.status, here?.status], there?.said).toEqual([0, 0])
    expect(readFileSync(`${folder}/there`, 'utf8')).toBe(readFileSync(`${folder}/here`, 'utf8'))
    expect(await listed(site)).toEqual([['数据', expect.anything()], ['big.bin', 200_004]]) // biome-ignore format: pairs
  })
})

describe.skipIf(!hasProgram('/usr/bin/rclone'))('rclone over SFTP', () => {
  test('copies, checks and syncs a folder, whatever its names', async () => {
    const { folder, port, key, space } = await sftpWorld()
    mkdirSync(join(folder, 'up', 'deep'), { recursive: true })
    for (const name of ODD_NAMES) writeFileSync(join(folder, 'up', 'deep', name), name)
    writeFileSync(join(folder, 'up', 'large.bin'), randomBytes(9_000_000))
    const run = await rclone({
      TYPE: 'sftp',
      HOST: '127.0.0.1',
      PORT: String(port),
      USER: key.user,
      PASS: key.password,
      SHELL_TYPE: 'none',
      DISABLE_HASHCHECK: 'true',
    })
    const there = `lake:${space.identifier}/run`
    await run('copy', join(folder, 'up'), there)
    expect(await run('check', '--download', join(folder, 'up'), there)).toMatch(/0 differences found/)
    expect(await run('sync', '-v', join(folder, 'up'), there)).toMatch(/There was nothing to transfer/)
    await run('sync', there, join(folder, 'down'))
    expect(await runThrough('diff', ['-r', join(folder, 'up'), join(folder, 'down')])).toBe('')
  })
})
