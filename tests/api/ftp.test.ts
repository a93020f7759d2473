import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { PROTOCOL_SESSIONS, UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { textOf } from '#server/http/texts.ts'
import { FTP_LINE_BYTES } from '../../server/modules/ftp/line.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { makeKey } from '../support/app-password.ts'
import { type FtpWorld, ftpWorld } from '../support/ftp.ts'
import { dataTo, ftpClient } from '../support/ftp-client.ts'
import { fetched, secureDataTo, store } from '../support/ftp-data.ts'
import { upload } from '../support/upload.ts'
import { PASSWORD } from '../support/world.ts'

const { account, files, journal, rights, spaces, trash, versions } = contract

/** What a refusal says to programs, which name no language. */
const said = (name: ErrorName) => textOf('en', errors[name].text)
/** What the space holds, by name and size. */
const listed = async ({ world, space }: FtpWorld) => {
  const { list } = await (await world.as('owner')).data(files.list, { spaceId: space.id })
  return list.map(({ name, size }) => [name, size])
}
const reserved = async ({ world, space }: FtpWorld) =>
  (
    await world.db
      .selectFrom('space_usage')
      .select('reserved_bytes')
      .where('space_id', '=', space.id)
      .executeTakeFirstOrThrow()
  ).reserved_bytes

describe('coming in by FTP', () => {
  test.skipIf(!hasOpenssl)('a password in the clear is not even asked for where there is a certificate', async () => {
    const { port, key } = await ftpWorld({ tls: true })
    const client = await ftpClient(port)
    expect(await client.say(`USER ${key.user}`)).toMatch(/^530 .*AUTH TLS/)
    expect(await client.say(`PASS ${key.password}`)).toMatch(/^530/)
  })

  test.skipIf(!hasOpenssl)(
    'what came in the clear behind AUTH TLS counts for nothing, and ends the session',
    async () => {
      const { port, key } = await ftpWorld({ tls: true })
      const client = await ftpClient(port)
      client.send(`AUTH TLS\r\nUSER ${key.user}\r\nPASS ${key.password}\r\n`)
      expect(await client.reply()).toMatch(/^421/)
      expect(await client.reply()).toBe('')
    },
  )

  test('a wrong password, that of the account, and one for another protocol are refused', async () => {
    const { world, port, key } = await ftpWorld()
    const other = await makeKey(world, { protocols: ['webdav', 'sftp'] })
    for (const password of ['aaaaa-aaaaa', PASSWORD, other.password])
      expect(await (await ftpClient(port)).login(key.user, password)).toMatch(/^530 Wrong username or app password/)
  })

  test('a stranger may do nothing', async () => {
    const { port, at } = await ftpWorld()
    const client = await ftpClient(port)
    for (const command of ['PWD', 'LIST', 'EPSV', `RETR ${at('a')}`, 'MKD a', 'REST 1'])
      expect(await client.say(command)).toMatch(/^530/)
  })

  test('a password that is ended bites in the middle of a session', async () => {
    const { world, key, logIn } = await ftpWorld()
    const client = await logIn()
    expect(await client.say('PWD')).toMatch(/^257/)
    await (await world.as('owner')).data(account.removeAppPassword, { id: key.id })
    expect(await client.say('PWD')).toMatch(/^421 Wrong username or app password/)
    expect(await client.reply()).toBe('')
  })

  test('an address, and a person, has so many sessions and no more', async () => {
    const { port, key } = await ftpWorld()
    const clients = await Promise.all(Array.from({ length: PROTOCOL_SESSIONS.address }, () => ftpClient(port)))
    const one = await ftpClient(port).catch((error: unknown) => error)
    expect(await (one as Awaited<ReturnType<typeof ftpClient>>).say('NOOP')).toBe('')
    const answers = []
    for (const client of clients.slice(0, PROTOCOL_SESSIONS.person + 1))
      answers.push((await client.login(key.user, key.password)).slice(0, 3))
    expect(answers).toEqual([...Array.from({ length: PROTOCOL_SESSIONS.person }, () => '230'), '450'])
    for (const client of clients) client.die()
  })

  test('whoever holds a wrong line, or an endless one, gets an answer and cut', async () => {
    const { logIn } = await ftpWorld()
    const client = await logIn()
    expect(await client.say('CWD \xff'.repeat(2))).toMatch(/^550/)
    client.send(`CWD ${'a'.repeat(FTP_LINE_BYTES)}`)
    expect(await client.reply()).toMatch(/^421/)
    expect(await client.reply()).toBe('')
  })

  test('the server says goodbye when it stops', async () => {
    const { world, logIn } = await ftpWorld()
    const client = await logIn()
    const closing = world.app.close()
    expect(await client.reply()).toMatch(/^421 The server stops/)
    await closing
  })
})

describe('data connections of FTP', () => {
  test('PORT and EPRT are refused: nobody is connected to', async () => {
    const client = await (await ftpWorld()).logIn()
    expect(await client.say('PORT 127,0,0,1,4,1')).toMatch(/^502/)
    expect(await client.say('EPRT |1|127.0.0.1|1025|')).toMatch(/^502/)
    expect(await client.say('LIST')).toMatch(/^425/)
  })

  test('one from another address is cut, and the right one is served', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    const port = await client.passive()
    const thief = await dataTo(port, '127.0.0.2')
    thief.resume()
    await once(thief, 'end')
    thief.destroy()
    const answer = client.say(`STOR ${site.at('a.txt')}`)
    const data = await dataTo(port)
    expect(await answer).toMatch(/^150/)
    data.end('lake')
    expect(await client.reply()).toMatch(/^226/)
    expect(await listed(site)).toEqual([['a.txt', 4]])
  })

  test.skipIf(!hasOpenssl)('files go over TLS only where there is a certificate', async () => {
    const { port, key, at } = await ftpWorld({ tls: true })
    const client = await ftpClient(port)
    await client.secure()
    await client.login(key.user, key.password)
    await client.say('PBSZ 0')
    expect(await client.say('PROT C')).toMatch(/^536/)
    await client.passive()
    expect(await client.say(`STOR ${at('a')}`)).toMatch(/^521/)
  })

  test('after EPSV ALL there is no PASV', async () => {
    const client = await (await ftpWorld()).logIn()
    expect(await client.say('PASV')).toMatch(/^227 .*\(127,0,0,1,\d+,\d+\)/)
    expect(await client.say('EPSV ALL')).toMatch(/^200/)
    expect(await client.say('PASV')).toMatch(/^503/)
  })

  test('what goes through is counted', async () => {
    const { world, logIn, at } = await ftpWorld()
    await store(await logIn(), `STOR ${at('a.txt')}`, 'lake')
    const text = await (await fetch(`${world.origin}/metrics`)).text()
    expect(text).toMatch(/dataspace_protocol_sessions\{protocol="ftp"\} 1/)
    expect(text).toMatch(/dataspace_protocol_bytes_total\{protocol="ftp",direction="in"\} 4/)
  })
})

describe('rules of files by FTP', () => {
  test('a path leads no higher than the top, where the spaces are', async () => {
    const { logIn, space } = await ftpWorld()
    const client = await logIn()
    expect(await client.say('CWD ../../../etc')).toMatch(/^550/)
    expect(await client.say(`CWD /${space.identifier}/../..`)).toMatch(/^250/)
    expect(await client.say('PWD')).toMatch(/^257 "\/"/)
    expect(await fetched(client, 'NLST')).toBe(`${space.identifier}\r\n`)
  })

  test('spaces are not made, renamed, deleted or written over', async () => {
    const { logIn, space } = await ftpWorld()
    const client = await logIn()
    expect(await client.say('MKD other')).toMatch(/^550 The top level contains spaces/)
    expect(await client.say(`RMD /${space.identifier}`)).toMatch(/^550/)
    await client.say(`RNFR /${space.identifier}`)
    expect(await client.say('RNTO /other')).toMatch(/^550 The top level/)
    expect(await store(client, 'STOR /a.txt', 'lake')).toMatch(/^550 The top level/)
  })

  test.each([
    ['.hidden', /^553 The name “\.hidden” can’t be used/],
    ['a:b', /^553/],
    ['gone/a.txt', /^550/],
    ['a'.repeat(256), /^553/],
  ])('a file called %j is refused before it is sent', async (name, reply) => {
    const site = await ftpWorld()
    expect(await store(await site.logIn(), `STOR ${site.at(name)}`, 'lake')).toMatch(reply)
    expect(await listed(site)).toEqual([])
  })

  test('what does not fit is refused: before it comes when its size is announced, else when there is no more room', async () => {
    const site = await ftpWorld()
    await site.world.db
      .updateTable('space')
      .set({ capacity_bytes: 3_000_000 })
      .where('id', '=', site.space.id)
      .execute()
    const client = await site.logIn()
    expect(await client.say('ALLO 3000001')).toMatch(/^200/)
    expect(await store(client, `STOR ${site.at('a.bin')}`, 'lake')).toBe('552 Not enough storage in this space')
    expect(await store(client, `STOR ${site.at('b.bin')}`, Buffer.alloc(4_000_000))).toBe(
      '552 Not enough storage in this space',
    )
    expect(await listed(site)).toEqual([])
    expect(await reserved(site)).toBe(0)
  })

  test('a member without the rights neither reads, replaces nor deletes what others brought', async () => {
    const { world, logIn, space, at } = await ftpWorld()
    await upload(await world.as('owner'), { spaceId: space.id, name: 'a.csv' }, Buffer.from('lake'))
    const client = await logIn('normal')
    expect(await fetched(client, `RETR ${at('a.csv')}`)).toMatch(
      /^550 You don’t have permission to do this with “a.csv”/,
    )
    expect(await store(client, `STOR ${at('a.csv')}`, 'sea')).toMatch(/^550 You don’t have permission/)
    expect(await client.say(`DELE ${at('a.csv')}`)).toMatch(/^550 You don’t have permission/)
  })

  test('without the flag for FTP a member does not come into the space, from one command to the next', async () => {
    const { world, logIn, space } = await ftpWorld()
    const client = await logIn('normal')
    expect(await client.say(`CWD /${space.identifier}`)).toMatch(/^250/)
    await (await world.as('owner')).data(rights.setOfSpace, { id: space.id, senior: [], normal: ['F_OTHER_WEBDAV'] })
    expect(await client.say('MLST')).toMatch(/^550/)
    await client.say('CDUP')
    expect(await fetched(client, 'NLST')).toBe('')
  })

  test('what is stored again is a version, what is deleted lies in the trash, and the journal names the channel', async () => {
    const { world, logIn, space, at } = await ftpWorld()
    const client = await logIn()
    expect(await store(client, `STOR ${at('a.txt')}`, 'lake')).toMatch(/^226/)
    expect(await store(client, `STOR ${at('a.txt')}`, 'sea')).toMatch(/^226/)
    const owner = await world.as('owner')
    const { list } = await owner.data(files.list, { spaceId: space.id })
    expect((await owner.data(versions.list, { spaceId: space.id, hash: list[0]?.hash ?? '' })).list).toHaveLength(2)
    expect(await fetched(client, `RETR ${at('a.txt')}`)).toBe('sea')
    expect(await client.say(`DELE ${at('a.txt')}`)).toMatch(/^250/)
    expect((await owner.data(trash.list, { spaceId: space.id })).list).toMatchObject([{ name: 'a.txt' }])
    await world.services.journal.flushed()
    const entries = await owner.data(journal.list, { id: space.id })
    expect(new Set(entries.list.filter(({ channel }) => channel === 'ftp').map(({ action }) => action))).toEqual(
      new Set(['uploaded', 'replaced', 'downloaded', 'trashed']),
    )
  })

  test('folders are made, renamed over nothing but files, and removed when they are empty', async () => {
    const { logIn, at } = await ftpWorld()
    const client = await logIn()
    expect(await client.say(`MKD ${at('a b')}`)).toMatch(/^257 "\/\w+\/a b" /)
    expect(await client.say(`MKD ${at('湖')}`)).toMatch(/^257/)
    expect(await client.say(`MKD ${at('湖')}`)).toMatch(/^550/)
    await store(client, `STOR ${at('湖/a.txt')}`, 'lake')
    expect(await client.say(`RMD ${at('湖')}`)).toMatch(/^550 The folder is not empty/)
    await client.say(`RNFR ${at('湖/a.txt')}`)
    expect(await client.say(`RNTO ${at('b.txt')}`)).toMatch(/^250/)
    await store(client, `STOR ${at('c.txt')}`, 'sea')
    await client.say(`RNFR ${at('c.txt')}`)
    expect(await client.say(`RNTO ${at('b.txt')}`)).toMatch(/^250/)
    expect(await fetched(client, `RETR ${at('b.txt')}`)).toBe('sea')
    expect(await client.say(`RNTO ${at('d.txt')}`)).toMatch(/^503/)
    await client.say(`RNFR ${at('b.txt')}`)
    expect(await client.say(`RNTO ${at('湖')}`)).toMatch(/^550 “湖” already exists/)
    expect(await client.say(`RMD ${at('湖')}`)).toMatch(/^250/)
  })

  test('properties of a file are reported and its time is set', async () => {
    const { logIn, at } = await ftpWorld()
    const client = await logIn()
    await store(client, `STOR ${at('a.txt')}`, 'lake')
    expect(await client.say(`SIZE ${at('a.txt')}`)).toBe('213 4')
    expect(await client.say(`MFMT 20200202020202 ${at('a.txt')}`)).toMatch(/^213 Modify=20200202020202; /)
    expect(await client.say(`MFMT 20201302020202 ${at('a.txt')}`)).toMatch(/^501/)
    expect(await client.say(`MDTM ${at('a.txt')}`)).toBe('213 20200202020202')
    const sha256 = createHash('sha256').update('lake').digest('hex')
    expect(await client.say(`HASH ${at('a.txt')}`)).toBe(`213 SHA-256 0-4 ${sha256} ${at('a.txt')}`)
    expect(await client.say(`MLST ${at('a.txt')}`)).toMatch(
      /\r\n type=file;size=4;modify=20200202020202;unique=[\w-]+;/,
    )
    expect(await fetched(client, `LIST ${at('')}`)).toMatch(/^-rw-r--r-- 1 \w+ \w+ +4 Feb 02 {2}2020 a\.txt\r\n$/)
    expect(await client.say(`SITE CHMOD 777 ${at('a.txt')}`)).toMatch(/^504/)
  })
})

describe('an upload by FTP that breaks off', () => {
  test('leaves no file when the client dies, though the data ended well', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    const port = await client.passive()
    const answer = client.say(`STOR ${site.at('a.bin')}`)
    const data = await dataTo(port)
    expect(await answer).toMatch(/^150/)
    data.write(Buffer.alloc(100_000, 1))
    data.end()
    client.die()
    await kept(site, 100_000)
    expect(await listed(site)).toEqual([])
  })

  test.skipIf(!hasOpenssl)('leaves no file when TLS ends without saying so', async () => {
    const site = await ftpWorld({ tls: true })
    const client = await site.logIn()
    const port = await client.passive()
    const answer = client.say(`STOR ${site.at('a.bin')}`)
    const data = await secureDataTo(port)
    expect(await answer).toMatch(/^150/)
    await new Promise<void>((resolve) => data.write(Buffer.alloc(100_000, 1), () => resolve()))
    data.destroy()
    expect(await client.reply()).toMatch(/^426/)
    expect(await listed(site)).toEqual([])
    const again = await client.passive()
    const second = client.say(`STOR ${site.at('b.bin')}`)
    const whole = await secureDataTo(again)
    expect(await second).toMatch(/^150/)
    whole.end('lake')
    expect(await client.reply()).toMatch(/^226/)
    expect(await listed(site)).toEqual([['b.bin', 4]])
  })

  test('leaves no file when less came than was announced; it goes on from there, and is whole', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    await client.say('ALLO 8')
    expect(await store(client, `STOR ${site.at('a.txt')}`, 'lake')).toMatch(/^426/)
    expect(await listed(site)).toEqual([])
    expect(await client.say(`SIZE ${site.at('a.txt')}`)).toBe('213 4')
    expect(await fetched(client, `NLST ${site.at('')}`)).toBe(`${site.at('')}a.txt\r\n`)
    expect(await fetched(client, `RETR ${site.at('a.txt')}`)).toContain(`550 ${said('fileUnfinished')}`)
    expect(await client.say(`HASH ${site.at('a.txt')}`)).toMatch(/^450/)
    await client.say('REST 4')
    expect(await store(client, `STOR ${site.at('a.txt')}`, 'side')).toMatch(/^226/)
    expect(await fetched(client, `RETR ${site.at('a.txt')}`)).toBe('lakeside')
    expect(await reserved(site)).toBe(0)
  })

  test('counts against the capacity when a try to go on with it is refused, or breaks off before it begins', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    await client.say('ALLO 8')
    await store(client, `STOR ${site.at('a.txt')}`, 'lake')
    await client.say(`ALLO ${Number.MAX_SAFE_INTEGER}`)
    expect(await client.say(`STOR ${site.at('a.txt')}`)).toMatch(/^552/)
    expect(await reserved(site)).toBe(4)
    expect(await client.say(`STOR ${site.at('a.txt')}`)).toMatch(/^425/)
    expect(await reserved(site)).toBe(4)
    await client.say('REST 4')
    expect(await store(client, `STOR ${site.at('a.txt')}`, 'side')).toMatch(/^226/)
    expect(await reserved(site)).toBe(0)
  })

  test('is seen by nobody else, counts against the capacity, and goes after a day', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    await client.say('ALLO 8')
    await store(client, `STOR ${site.at('a.txt')}`, 'lake')
    expect(await (await site.logIn('senior')).say(`SIZE ${site.at('a.txt')}`)).toMatch(/^550/)
    expect(await reserved(site)).toBe(4)
    expect((await examine(site.world.db, site.world.blobs, { repair: false, deep: true })).isHealthy).toBe(true)
    await site.world.services.uploads.blobs()
    site.world.clock.advance(UPLOAD_IDLE_MS + 1)
    await site.world.services.protocols.sweep()
    expect(await client.say(`SIZE ${site.at('a.txt')}`)).toMatch(/^550/)
    expect(await reserved(site)).toBe(0)
  })

  test('of a file that is there leaves that as it is, for everybody else; deleting it takes only what broke off', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    await store(client, `STOR ${site.at('a.txt')}`, 'lake')
    await client.say('ALLO 8')
    await store(client, `STOR ${site.at('a.txt')}`, 'sea')
    expect(await client.say(`SIZE ${site.at('a.txt')}`)).toBe('213 3')
    expect(await listed(site)).toEqual([['a.txt', 4]])
    expect(await client.say(`DELE ${site.at('a.txt')}`)).toMatch(/^250/)
    expect(await fetched(client, `RETR ${site.at('a.txt')}`)).toBe('lake')
  })

  test('APPE and REST go behind what is there; beyond its end they are refused', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    expect(await store(client, `APPE ${site.at('a.txt')}`, 'lake')).toMatch(/^226/)
    expect(await store(client, `APPE ${site.at('a.txt')}`, 'side')).toMatch(/^226/)
    await client.say('REST 2')
    expect(await fetched(client, `RETR ${site.at('a.txt')}`)).toBe('keside')
    await client.say('REST 9')
    expect(await store(client, `STOR ${site.at('a.txt')}`, 'x')).toMatch(/^550/)
    await client.say('REST 9')
    expect(await fetched(client, `RETR ${site.at('a.txt')}`)).toMatch(/^554/)
  })

  test('by ABOR is cut, and the session goes on', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    const port = await client.passive()
    const answer = client.say(`STOR ${site.at('a.bin')}`)
    const data = await dataTo(port)
    await answer
    data.on('error', () => {})
    data.write(Buffer.alloc(1000))
    expect(await client.say('STAT')).toMatch(/A transfer is under way/)
    expect(await client.say('ABOR')).toMatch(/^426/)
    expect(await client.reply()).toMatch(/^226/)
    expect(await client.say('NOOP')).toMatch(/^200/)
    expect(await listed(site)).toEqual([])
  })

  test('because its password was ended meanwhile brings nothing', async () => {
    const site = await ftpWorld()
    const client = await site.logIn()
    const port = await client.passive()
    const answer = client.say(`STOR ${site.at('a.bin')}`)
    const data = await dataTo(port)
    await answer
    await (await site.world.as('owner')).data(account.removeAppPassword, { id: site.key.id })
    data.end('lake')
    expect(await client.reply()).toMatch(/^530/)
    expect(await listed(site)).toEqual([])
    expect((await (await site.world.as('owner')).data(spaces.show, { id: site.space.id })).usedBytes).toBe(0)
  })
})

/** Resolves when what broke off is kept: whoever died hears no reply. */
async function kept(site: FtpWorld, bytes: number): Promise<void> {
  const client = await site.logIn()
  await expect.poll(() => client.say(`SIZE ${site.at('a.bin')}`)).toBe(`213 ${bytes}`)
}
