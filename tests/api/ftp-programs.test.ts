import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { hasProgram, runAside, runThrough } from '../services/program.ts'
import { arrivingBytes, type FtpWorld, freshFolder, ftpWorld } from '../support/ftp.ts'
import { ODD_NAMES, rclone } from '../support/rclone.ts'

const { files, versions } = contract
const hasLftp = hasOpenssl && hasProgram('/usr/bin/lftp')
const hasCurl = hasOpenssl && hasProgram('/usr/bin/curl')
const hasRclone = hasOpenssl && hasProgram('/usr/bin/rclone')
/** Large enough to be killed in the middle at RATE_BYTES a second. */
const LARGE_BYTES = 8_000_000
const RATE_BYTES = 2_000_000
const KILL_AT_BYTES = 1_000_000
const EARLIER = new Date('2026-01-02T03:04:05Z')

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const lftpArgv = ({ key, port }: FtpWorld, script: string) => {
  const settings = ['ssl:verify-certificate no', 'ftp:ssl-force yes', 'net:max-retries 2', 'net:timeout 20']
  const first = settings.map((setting) => `set ${setting};`).join(' ')
  return ['--norc', '-u', `${key.user},${key.password}`, '-e', `${first} ${script}; exit`, `ftp://127.0.0.1:${port}`]
}
const curlArgv = ({ key, port, space }: FtpWorld, name: string, ...argv: string[]) => [
  ...['-sS', '--ssl-reqd', '-k', '-u', `${key.user}:${key.password}`, ...argv],
  `ftp://127.0.0.1:${port}/${space.identifier}/${name}`,
]

/** Runs a program that brings something, and kills it in the middle. */
async function killedInTheMiddle(site: FtpWorld, command: string, argv: string[]): Promise<void> {
  const child = spawn(command, argv, { stdio: 'ignore' })
  await expect.poll(() => arrivingBytes(site.world), { interval: 10 }).toBeGreaterThan(KILL_AT_BYTES)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => site.world.db.selectFrom('unfinished').selectAll().execute()).toHaveLength(1)
}

/** Files of the space's top, by name and size. */
async function listed({ world, space }: FtpWorld) {
  const { list } = await (await world.as('owner')).data(files.list, { spaceId: space.id })
  return list.map(({ hash, name, size }) => ({ hash, name, size }))
}
async function versionsOf({ world, space }: FtpWorld, hash: string): Promise<number> {
  return (await (await world.as('owner')).data(versions.list, { spaceId: space.id, hash })).list.length
}

/** A folder with folders, empty files, large ones and odd names. */
function writeTree(folder: string): void {
  mkdirSync(join(folder, 'deep', '更深'), { recursive: true })
  for (let i = 0; i < 20; i += 1) writeFileSync(join(folder, 'deep', `${i}.bin`), randomBytes(5000 * i))
  for (const name of ODD_NAMES) writeFileSync(join(folder, 'deep', '更深', name), name)
  writeFileSync(join(folder, 'large.bin'), randomBytes(LARGE_BYTES))
}

describe.skipIf(!hasLftp)('lftp', () => {
  test('mirrors a folder up and down over TLS, four files at a time, byte for byte', async () => {
    const site = await ftpWorld({ tls: true })
    const folder = freshFolder()
    writeTree(join(folder, 'up'))
    const [up, down] = [join(folder, 'up'), join(folder, 'down')]
    await runThrough('lftp', lftpArgv(site, `mirror -R --parallel=4 ${up} /${site.space.identifier}/run`))
    await runThrough('lftp', lftpArgv(site, `mirror --parallel=4 /${site.space.identifier}/run ${down}`))
    expect(await runThrough('diff', ['-r', up, down])).toBe('')
    const again = await runThrough('lftp', lftpArgv(site, `mirror -R --dry-run ${up} /${site.space.identifier}/run`))
    expect(again).not.toMatch(/^(get|put|rm|chmod) /m)
  })

  test('goes on with a mirror that was killed, and the file is whole', async () => {
    const site = await ftpWorld({ tls: true })
    const folder = freshFolder()
    const bytes = randomBytes(LARGE_BYTES)
    writeFileSync(join(folder, 'large.bin'), bytes)
    // lftp goes on with what is newer than the file it sends, and the clock of a world stands still.
    utimesSync(join(folder, 'large.bin'), EARLIER, EARLIER)
    const mirror = `mirror -R -c ${folder} /${site.space.identifier}`
    await killedInTheMiddle(site, 'lftp', lftpArgv(site, `set net:limit-rate ${RATE_BYTES}; ${mirror}`))
    expect(await listed(site)).toEqual([])
    const output = await runThrough('lftp', ['-d', ...lftpArgv(site, mirror)])
    expect(output).toMatch(/REST [1-9]\d{5,}/)
    const [file] = await listed(site)
    expect(file).toMatchObject({ name: 'large.bin', size: LARGE_BYTES })
    expect(await versionsOf(site, file?.hash ?? '')).toBe(1)
    const back = join(folder, 'back')
    await runThrough('lftp', lftpArgv(site, `set net:limit-rate 0; get /${site.space.identifier}/large.bin -o ${back}`))
    expect(sha256(readFileSync(back))).toBe(sha256(bytes))
  })
})

describe.skipIf(!hasCurl)('curl', () => {
  test('puts a file and gets it, a part of it too', async () => {
    const site = await ftpWorld({ tls: true })
    const folder = freshFolder()
    const bytes = randomBytes(3_000_000)
    writeFileSync(join(folder, 'a.bin'), bytes)
    await runThrough('curl', curlArgv(site, '', '-T', join(folder, 'a.bin')))
    await runThrough('curl', curlArgv(site, 'a.bin', '-o', join(folder, 'b.bin')))
    expect(sha256(readFileSync(join(folder, 'b.bin')))).toBe(sha256(bytes))
    writeFileSync(join(folder, 'c.bin'), bytes.subarray(0, 1_234_567))
    await runThrough('curl', curlArgv(site, 'a.bin', '-C', '-', '-o', join(folder, 'c.bin')))
    expect(sha256(readFileSync(join(folder, 'c.bin')))).toBe(sha256(bytes))
  })

  test('goes on with an upload that was killed, and the file is whole', async () => {
    const site = await ftpWorld({ tls: true })
    const folder = freshFolder()
    const bytes = randomBytes(LARGE_BYTES)
    writeFileSync(join(folder, 'a.bin'), bytes)
    await killedInTheMiddle(
      site,
      'curl',
      curlArgv(site, '', '--limit-rate', String(RATE_BYTES), '-T', join(folder, 'a.bin')),
    )
    expect(await listed(site)).toEqual([])
    await runThrough('curl', curlArgv(site, 'a.bin', '-C', '-', '-T', join(folder, 'a.bin')))
    await runThrough('curl', curlArgv(site, 'a.bin', '-o', join(folder, 'b.bin')))
    expect(sha256(readFileSync(join(folder, 'b.bin')))).toBe(sha256(bytes))
    expect(await listed(site)).toMatchObject([{ name: 'a.bin', size: LARGE_BYTES }])
  })

  test('without TLS is turned away before the password', async () => {
    const { key, port } = await ftpWorld({ tls: true })
    const { status, said } = await runAside('curl', [
      '-sSv',
      '-u',
      `${key.user}:${key.password}`,
      `ftp://127.0.0.1:${port}/`,
    ])
    expect(status).not.toBe(0)
    expect(said).toMatch(/530 Say AUTH TLS first/)
    expect(said).not.toContain(`PASS ${key.password}`)
  })
})

describe.skipIf(!hasRclone)('rclone over FTP', () => {
  test('copies, checks and syncs a folder, whatever its names', async () => {
    const site = await ftpWorld({ tls: true })
    const folder = freshFolder()
    writeTree(join(folder, 'up'))
    const run = await rclone({
      TYPE: 'ftp',
      HOST: '127.0.0.1',
      PORT: String(site.port),
      USER: site.key.user,
      PASS: site.key.password,
      EXPLICIT_TLS: 'true',
      NO_CHECK_CERTIFICATE: 'true',
    })
    const there = `lake:${site.space.identifier}/run`
    await run('copy', join(folder, 'up'), there)
    expect(await run('check', '--download', join(folder, 'up'), there)).toMatch(/0 differences found/)
    expect(await run('sync', '-v', join(folder, 'up'), there)).toMatch(/There was nothing to transfer/)
    writeFileSync(join(folder, 'up', 'deep', '0.bin'), 'changed')
    await run('sync', join(folder, 'up'), there)
    await run('sync', there, join(folder, 'down'))
    expect(await runThrough('diff', ['-r', join(folder, 'up'), join(folder, 'down')])).toBe('')
  })
})
