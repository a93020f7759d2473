import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { mountDav } from '../services/davfs.ts'
import { hasProgram, runAside } from '../services/program.ts'
import { makeKey } from '../support/app-password.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { files, versions } = contract

/** A space with its WebDAV address, who comes in, and a folder for programs. */
async function webdavScene() {
  const world = await buildWorld()
  const space = await world.space()
  const key = await makeKey(world)
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-dav-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { world, space, ...key, folder, url: `${world.origin}/dav/${space.identifier}/` }
}
type Scene = Awaited<ReturnType<typeof webdavScene>>

/** What the space holds at a path, as its owner sees it on the page. */
async function bytesAt({ world, space }: Scene, path: string): Promise<Buffer> {
  const owner = await world.as('owner')
  let hash: string | undefined
  for (const name of path.split('/')) {
    const { list } = await owner.data(files.list, { spaceId: space.id, ...(hash && { hash }), size: 1000 })
    hash = list.find((item) => item.name === name.normalize('NFC'))?.hash
    if (!hash) throw new Error(`no ${name} of ${path}`)
  }
  return Buffer.from(await (await owner.fetch(`/api/files/${hash}/content?spaceId=${space.id}`)).arrayBuffer())
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasProgram('/usr/bin/litmus'))('litmus', () => {
  test('finds no failure and no warning in any of its suites', async () => {
    const { url, user, password, folder } = await webdavScene()
    const { said } = await runAside('litmus', ['-k', url, user, password], { cwd: folder })
    const summaries = [...said.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed, (\d+) failed/g)]
    expect(summaries.map(([, suite]) => suite)).toEqual(['basic', 'copymove', 'props', 'locks', 'http'])
    expect(said.match(/^.*(FAIL|WARNING|SKIPPED).*$/gm)).toBeNull()
    for (const [, , run, passed] of summaries) expect(passed).toBe(run)
  })
})

describe.skipIf(!hasProgram('/usr/bin/cadaver'))('cadaver', () => {
  test('puts, locks, names properties, copies, moves and gets, with Chinese names', async () => {
    const scene = await webdavScene()
    const { url, user, password, folder } = scene
    writeFileSync(join(folder, '湖泊.csv'), 'a,b\n1,2\n')
    writeFileSync(join(folder, '.netrc'), `machine 127.0.0.1\nlogin ${user}\npassword ${password}\n`, { mode: 0o600 })
    const script = [
      ...[
        `open ${url}`,
        'mkcol 数据',
        'put 湖泊.csv',
        'lock 湖泊.csv',
        'discover 湖泊.csv',
        'propset 湖泊.csv colour green',
      ],
      ...['propget 湖泊.csv colour', 'unlock 湖泊.csv', 'copy 湖泊.csv 数据/一.csv', 'move 数据/一.csv 数据/二.csv'],
      ...['cd 数据', 'get 二.csv got.csv', 'quit', ''],
    ]
    const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }
    const { said } = await runAside('cadaver', [], { cwd: folder, env, input: script.join('\n') })
    expect(said).not.toMatch(/failed|error/i)
    expect(said).toMatch(/Scope: exclusive/)
    expect(said).toMatch(/colour.*green/s)
    expect(readFileSync(join(folder, 'got.csv'), 'utf8')).toBe('a,b\n1,2\n')
    expect(String(await bytesAt(scene, '数据/二.csv'))).toBe('a,b\n1,2\n')
  })
})

/** Names that programs stumble over; the longest has 255 bytes. */
const oddNames = [
  'a b.txt',
  "h#%&+;'=@,.csv",
  '湖泊 数据.csv',
  'emoji-🐟.txt',
  'Größe.txt'.normalize('NFD'),
  '~odd[1]{x}!$^`.bin',
  `${'长'.repeat(84)}.bi`,
]

describe.skipIf(!hasProgram('/usr/bin/rclone'))('rclone', () => {
  test.each(['other', 'owncloud', 'nextcloud'])(
    'copies, compares and keeps in step, speaking as to %s',
    async (vendor) => {
      const scene = await webdavScene()
      const { url, user, password, folder } = scene
      const source = join(folder, 'source')
      mkdirSync(join(source, '文件夹 #1', 'deep'), { recursive: true })
      const at = new Date('2020-01-02T03:04:05Z')
      for (const name of oddNames) {
        for (const path of [name, join('文件夹 #1', 'deep', name)]) {
          writeFileSync(join(source, path), `text of ${path}`)
          utimesSync(join(source, path), at, at)
        }
      }
      writeFileSync(join(source, 'empty.bin'), '')
      writeFileSync(join(source, 'large.bin'), randomBytes(9_000_000))
      const { said: obscured } = await runAside('rclone', ['obscure', password])
      writeFileSync(
        join(folder, 'conf'),
        `[space]\ntype = webdav\nurl = ${url}\nvendor = ${vendor}\nuser = ${user}\npass = ${obscured.trim()}\n`,
      )
      const rclone = (...argv: string[]) => runAside('rclone', ['--config', join(folder, 'conf'), ...argv])
      expect(await rclone('copy', source, 'space:in')).toMatchObject({ status: 0 })
      const compared = await rclone('check', source, 'space:in')
      expect(compared).toMatchObject({ status: 0 })
      // Only those vendors have words for checksums.
      if (vendor !== 'other') expect(compared.said).not.toContain('could not be checked')
      expect((await rclone('check', '--download', source, 'space:in')).said).toContain(
        `${oddNames.length * 2 + 2} matching files`,
      )
      if (vendor !== 'other') expect((await rclone('lsl', 'space:in')).said).toContain('2020-01-02 03:04:05')
      rmSync(join(source, 'empty.bin'))
      writeFileSync(join(source, 'a b.txt'), 'another text')
      expect(await rclone('sync', source, 'space:in')).toMatchObject({ status: 0 })
      expect((await rclone('check', '--download', source, 'space:in')).said).toContain(
        `${oddNames.length * 2 + 1} matching files`,
      )
      expect(String(await bytesAt(scene, 'in/a b.txt'))).toBe('another text')
      await rclone('copy', 'space:in', join(folder, 'back'))
      expect(sha256(readFileSync(join(folder, 'back', 'large.bin')))).toBe(
        sha256(readFileSync(join(source, 'large.bin'))),
      )
    },
  )
})

describe('curl', () => {
  test('brings a file, and goes on where a download was cut', async () => {
    const scene = await webdavScene()
    const { url, user, password, folder } = scene
    const bytes = randomBytes(3_000_000)
    writeFileSync(join(folder, 'a.bin'), bytes)
    const curl = (...argv: string[]) =>
      runAside('curl', ['-sS', '-f', '-u', `${user}:${password}`, ...argv], { cwd: folder })
    expect(await curl('-T', 'a.bin', '-H', 'Expect: 100-continue', `${url}a.bin`)).toMatchObject({ status: 0 })
    expect(sha256(await bytesAt(scene, 'a.bin'))).toBe(sha256(bytes))
    writeFileSync(join(folder, 'b.bin'), bytes.subarray(0, 1_000_001))
    expect(await curl('-C', '-', '-o', 'b.bin', `${url}a.bin`)).toMatchObject({ status: 0 })
    expect(sha256(readFileSync(join(folder, 'b.bin')))).toBe(sha256(bytes))
  })
})

const canMount = hasProgram('/usr/sbin/mount.davfs') && hasProgram('/dev/fuse') && process.getuid?.() === 0

describe.skipIf(!canMount)('a network drive of Linux (davfs2)', () => {
  test('is read and written as any folder, under its locks', async () => {
    const scene = await webdavScene()
    const { world, space, url, user, password, folder } = scene
    const owner = await world.as('owner')
    await upload(owner, { spaceId: space.id, name: '湖.csv' }, Buffer.from('lake'))
    const bytes = randomBytes(5_000_000)
    writeFileSync(join(folder, 'large.bin'), bytes)
    const drive = await mountDav({ url, user, password, folder })
    try {
      // The programs of the system do this: the server that answers is this very process.
      const sh = (command: string) => runAside('sh', ['-ec', command], { cwd: drive.path })
      expect(await sh('ls')).toMatchObject({ status: 0, said: expect.stringContaining('湖.csv') })
      expect(await sh('cat 湖.csv')).toEqual({ status: 0, said: 'lake' })
      expect(await sh(`cp ${folder}/large.bin a.bin && mkdir in && mv a.bin in/b.bin && echo sea > 湖.csv`)).toEqual({
        status: 0,
        said: '',
      })
    } finally {
      await drive.unmount()
    }
    expect(sha256(await bytesAt(scene, 'in/b.bin'))).toBe(sha256(bytes))
    expect(String(await bytesAt(scene, '湖.csv'))).toBe('sea\n')
    const { list } = await owner.data(files.list, { spaceId: space.id })
    const hash = list.find(({ name }) => name === '湖.csv')?.hash ?? ''
    expect((await owner.data(versions.list, { spaceId: space.id, hash })).list.length).toBeGreaterThan(1)
  })
})
