import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import packageJson from '../../client/package/package.json' with { type: 'json' }
import product from '../../package.json' with { type: 'json' }
import { packClient, runClient, tempDir } from '../support/dataspace.ts'
import { inFull } from '../support/full.ts'
import { openHoldingProxy } from '../support/holding-proxy.ts'
import { tokenOf } from '../support/token.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { files } = contract
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let packed: ReturnType<typeof packClient>
beforeAll(() => {
  packed = packClient()
})
afterAll(() => packed.remove())

/** Files of a folder by their path; names are written as they are given. */
function writeTree(dir: string, tree: Record<string, Uint8Array | string>): void {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
}

async function scene(who: 'owner' | 'normal' = 'owner', scope: 'read' | 'write' = 'write') {
  const world = await buildWorld()
  const space = await world.space()
  const person = await world.as(who)
  const dir = tempDir()
  const env = {
    DATASPACE_URL: world.origin,
    DATASPACE_TOKEN: await tokenOf(person, scope),
    LANG: 'en_US.UTF-8',
    HOME: dir,
  }
  const run = (argv: string[], more: Record<string, string> = {}) =>
    runClient([process.execPath, packed.program, ...argv], { env: { ...env, ...more }, cwd: dir })
  return { world, space, person, dir, env, run, id: space.identifier }
}

describe('the package', () => {
  test('has no dependency, no script of an installation, and the version of the product', () => {
    expect(packageJson).not.toHaveProperty('dependencies')
    expect(Object.keys(packageJson.scripts)).toEqual(['prepack'])
    expect(packageJson.version).toBe(product.version)
    expect(readFileSync(packed.program, 'utf8')).not.toMatch(/^import .* from "(?!node:)/m)
  })

  test('runs by npx from its tarball', async () => {
    const { env, dir, space } = await scene()
    const offline = {
      npm_config_offline: 'true',
      npm_config_cache: join(dir, 'npm'),
      npm_config_update_notifier: 'false',
    }
    const { code, stdout, stderr } = await runClient(
      ['npx', '--yes', `./${basename(packed.tarball)}`, 'ls', '--json'],
      {
        env: { ...env, ...offline },
        cwd: dirname(packed.tarball),
      },
    )
    expect(stderr).toBe('')
    expect(stdout).toContain(space.identifier)
    expect(code).toBe(0)
  })

  test.runIf(existsSync('/usr/bin/node'))('runs on the Node that the machine has', async () => {
    const { stdout } = await runClient(['/usr/bin/node', packed.program, '--version'], { env: {} })
    expect(stdout).toBe(`${packageJson.version}\n`)
  })
})

describe('the call', () => {
  test.each([
    [[]],
    [['fly']],
    [['upload', 'only-one']],
    [['verify', 'a', 'x']],
    [['ls', '--parallel', '99']],
    [['ls', '--conflict', 'maybe']],
    [['ls', '--strange']],
    [['login', 'data.example.org']],
  ])('%j makes no sense: exit code 2 and a sentence', async (argv) => {
    const env = { DATASPACE_URL: 'http://127.0.0.1:1', DATASPACE_TOKEN: 'dst_x', LANG: 'en' }
    const { code, stderr } = await runClient([process.execPath, packed.program, ...argv], { env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/Not understood|names no space|is no address/)
  })

  test('speaks the language of LANG, in its own words and in those of the server', async () => {
    const { run, id } = await scene()
    const zh = { LANG: 'zh_CN.UTF-8' }
    expect((await run(['--help'], zh)).stdout).toContain('用法')
    expect((await run(['ls', `${id}:/nowhere`], zh)).stderr).toContain('空间里没有“/nowhere”')
    expect((await run(['ls', 'nospace'], zh)).stderr).toMatch(/\p{Script=Han}/u)
    expect((await run(['ls', 'nospace'])).stderr).not.toMatch(/\p{Script=Han}/u)
  })
})

describe('login', () => {
  const stored = (dir: string) => join(dir, '.config/dataspace/token.json')

  test('a wrong token is refused and not kept', async () => {
    const { world, env, dir } = await scene()
    const { DATASPACE_TOKEN: _token, DATASPACE_URL: _url, ...bare } = env
    const asked = await runClient([process.execPath, packed.program, 'login', world.origin], {
      env: bare,
      input: 'dst_no\n',
    })
    expect(asked.code).toBe(1)
    expect(existsSync(stored(dir))).toBe(false)
  })

  test('a token from a pipe is kept for nobody else to read, goes to its site only, and is forgotten', async () => {
    const { world, env, dir, id } = await scene()
    const { DATASPACE_TOKEN: token, DATASPACE_URL: _url, ...bare } = env
    const run = (argv: string[], more = {}, input = '') =>
      runClient([process.execPath, packed.program, ...argv], { env: { ...bare, ...more }, input })
    expect((await run(['ls'])).stderr).toContain('dataspace login')
    expect((await run(['login', world.origin], {}, `${token}\n`)).stdout).toContain('Olive Owner')
    expect(statSync(stored(dir)).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(stored(dir))).mode & 0o777).toBe(0o700)
    expect((await run(['ls'])).stdout).toContain(id)
    expect((await run(['ls'], { DATASPACE_URL: 'http://127.0.0.1:1' })).stderr).toContain('No site is known yet')
    expect((await run(['logout'])).code).toBe(0)
    expect(existsSync(stored(dir))).toBe(false)
  })
})

describe('refusals', () => {
  test('a wrong token, a space that is not there and one that only others see end the command at once', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, { 'a.txt': 'a' })
    const wrong = await run(['upload', 'a.txt', id], { DATASPACE_TOKEN: 'dst_wrong' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Sign in') })
    expect(await run(['upload', 'a.txt', 'nospace'])).toMatchObject({ code: 1 })
  })

  test('a token that only reads downloads and brings nothing', async () => {
    const { run, dir, id, person, space } = await scene('owner', 'read')
    await upload(person, { spaceId: space.id, name: 'r.txt' }, Buffer.from('r'))
    writeTree(dir, { 'a.txt': 'a' })
    expect((await run(['download', `${id}:/r.txt`, '.'])).code).toBe(0)
    const { code, stderr } = await run(['upload', 'a.txt', id])
    expect(stderr).toMatch(/read/)
    expect(code).toBe(1)
    expect((await person.data(files.list, { spaceId: space.id })).list).toHaveLength(1)
  })

  test('what does not fit into the space is reported, and the rest comes', async () => {
    const { run, dir, id, space, world } = await scene()
    await world.db.updateTable('space').set({ capacity_bytes: 1000 }).where('id', '=', space.id).execute()
    writeTree(dir, { 'in/large.bin': randomBytes(5000), 'in/small.bin': randomBytes(500) })
    const { code, stderr, stdout } = await run(['upload', 'in', id])
    expect(stderr).toContain('in/large.bin')
    expect(stdout).toContain('1 sent, 1 refused')
    expect(code).toBe(1)
  })

  test('names that no file may have are reported before a byte goes, and the rest comes', async () => {
    const { run, dir, id, person, space } = await scene()
    writeTree(dir, {
      'in/.DS_Store': 'x',
      'in/a:b.txt': 'x',
      'in/.git/config': 'x',
      'in/good.txt': 'x',
      'in/end.': 'x',
    })
    writeTree(dir, { 'in/caf\u00e9.txt': '1', 'in/cafe\u0301.txt': '2' })
    symlinkSync('/etc', join(dir, 'in/link'))
    const { code, lines } = await run(['upload', 'in', id, '--json'])
    const refused = lines.filter(({ state }) => state === 'refused').map(({ path }) => path)
    expect(refused.sort()).toEqual(['in/.DS_Store', 'in/.git', 'in/a:b.txt', 'in/caf\u00e9.txt', 'in/end.', 'in/link'])
    expect(lines.findIndex(({ state }) => state === 'sent')).toBeGreaterThan(refused.length - 1)
    expect(code).toBe(1)
    const [folder] = (await person.data(files.list, { spaceId: space.id })).list
    const { list } = await person.data(files.list, { spaceId: space.id, hash: folder?.hash })
    expect(list.map(({ name }) => name).sort()).toEqual(['caf\u00e9.txt', 'good.txt'])
  })
})

describe('up, down and verified', () => {
  const tree = () => ({
    'lake/empty': '',
    'lake/large.bin': randomBytes(2 * CHUNK_BYTES + 77),
    'lake/exact.bin': randomBytes(CHUNK_BYTES),
    'lake/数据/2024 年 (1).csv': 'a,b\n',
    'lake/数据/e\u0301te\u0301 & 100%#+.txt': 'x',
    "lake/it's/deep/er/\u{1f30a}.txt": 'wave',
  })

  test('a folder comes back as it was: names, contents, empty folders, times', async () => {
    const { run, dir, id } = await scene()
    const seeded = tree()
    writeTree(dir, seeded)
    mkdirSync(join(dir, 'lake/nothing/inside'), { recursive: true })
    const up = await run(['upload', 'lake', `${id}:/in/2024`])
    expect(up.stderr).toBe('')
    expect(up.stdout).toContain('6 sent')
    const down = await run(['download', `${id}:/in/2024/lake`, 'out'])
    expect(down.stdout).toContain('6 received'.replace('received', 'fetched'))
    for (const [path, content] of Object.entries(seeded))
      expect(readFileSync(join(dir, 'out', path.normalize('NFC')))).toEqual(Buffer.from(content))
    expect(readdirSync(join(dir, 'out/lake/nothing'))).toEqual(['inside'])
    expect(readdirSync(join(dir, 'out/lake')).some((name) => name.endsWith('.part'))).toBe(false)
    expect(await run(['verify', 'out/lake', `${id}:/in/2024/lake`])).toMatchObject({ code: 0, stdout: /6 the same/ })
    expect(await run(['verify', 'lake', `${id}:/in/2024/lake`])).toMatchObject({ code: 0 })
    const listed = await run(['ls', `${id}:/in/2024/lake`, '--json'])
    const listing = listed.lines.find(({ name }) => name === 'exact.bin') as { updateTime: string }
    expect(statSync(join(dir, 'out/lake/exact.bin')).mtime.toISOString()).toBe(listing.updateTime)
  })

  test('done again, nothing is sent and nothing is fetched', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, tree())
    await run(['upload', 'lake', id])
    await run(['download', id, 'out'])
    for (const argv of [
      ['upload', 'lake', id],
      ['download', id, 'out'],
      ['upload', 'lake', id, '--conflict', 'keepBoth'],
    ]) {
      const { code, lines } = await run([...argv, '--json'])
      expect(lines.at(-1)).toMatchObject({ done: true, counts: { same: 6 }, bytes: 0 })
      expect(code).toBe(0)
    }
  })

  test('verify tells what is missing, different and only here, and ends with 1', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, { 'd/a.txt': 'a', 'd/b.txt': 'b', 'd/sub/c.txt': 'c' })
    await run(['upload', 'd', id])
    writeTree(dir, { 'e/a.txt': 'a', 'e/b.txt': 'B', 'e/d.txt': 'd', 'e/.hidden': 'h' })
    const { code, stdout } = await run(['verify', 'e', `${id}:/d`])
    expect(code).toBe(1)
    expect(stdout.split('\n').slice(0, 4).sort()).toEqual([
      'different: b.txt',
      'missing here: sub/c.txt',
      'only here: .hidden',
      'only here: d.txt',
    ])
  })

  test('a damaged byte of the same length and time is found', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, { 'd/a.bin': randomBytes(100_000) })
    await run(['upload', 'd', id])
    const path = join(dir, 'd/a.bin')
    const { mtime } = statSync(path)
    const bytes = readFileSync(path)
    bytes.writeUInt8((bytes.readUInt8(5000) + 1) % 256, 5000)
    writeFileSync(path, bytes)
    utimesSync(path, mtime, mtime)
    expect(await run(['verify', 'd', `${id}:/d`])).toMatchObject({ code: 1, stdout: /different: a\.bin/ })
  })
})

describe('a taken name', () => {
  async function taken(conflict: string) {
    const world = await scene()
    writeTree(world.dir, { 'd/a.txt': 'old' })
    await world.run(['upload', 'd', world.id])
    writeTree(world.dir, { 'd/a.txt': 'newer' })
    const ended = await world.run(['upload', 'd', world.id, '--conflict', conflict, '--json'])
    await world.run(['download', `${world.id}:/d`, 'out'])
    return { ...world, ended, names: readdirSync(join(world.dir, 'out/d')).sort() }
  }
  const read = (dir: string, name: string) => readFileSync(join(dir, 'out/d', name), 'utf8')

  test('is refused unless something else is said', async () => {
    const { ended, dir } = await taken('refuse')
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.lines[0]).toMatchObject({ path: 'd/a.txt', state: 'refused' })
    expect(read(dir, 'a.txt')).toBe('old')
  })
  test('is skipped', async () => {
    const { ended, dir } = await taken('skip')
    expect(ended).toMatchObject({ code: 0 })
    expect(read(dir, 'a.txt')).toBe('old')
  })
  test('gets a new version', async () => {
    const { ended, dir, names } = await taken('replace')
    expect(ended).toMatchObject({ code: 0 })
    expect([names, read(dir, 'a.txt')]).toEqual([['a.txt'], 'newer'])
  })
  test('gets a number', async () => {
    const { names, dir } = await taken('keepBoth')
    expect(names).toEqual(['a (1).txt', 'a.txt'])
    expect(read(dir, 'a (1).txt')).toBe('newer')
  })

  test('of this machine is kept unless something else is said', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, { 'd/a.txt': 'theirs' })
    await run(['upload', 'd', id])
    writeTree(dir, { 'd/a.txt': 'mine' })
    expect(await run(['download', `${id}:/d/a.txt`, 'd'])).toMatchObject({ code: 1, stderr: /another one/ })
    expect(await run(['download', `${id}:/d/a.txt`, 'd', '--conflict', 'skip'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, 'd/a.txt'), 'utf8')).toBe('mine')
    await run(['download', `${id}:/d/a.txt`, 'd', '--conflict', 'keepBoth'])
    expect(readFileSync(join(dir, 'd/a (1).txt'), 'utf8')).toBe('theirs')
    await run(['download', `${id}:/d/a.txt`, 'd', '--conflict', 'replace'])
    expect(readFileSync(join(dir, 'd/a.txt'), 'utf8')).toBe('theirs')
  })

  test('of a folder where a file comes, and the other way round, is refused', async () => {
    const { run, dir, id } = await scene()
    writeTree(dir, { 'd/x/inner.txt': '1', 'd/y': '2' })
    await run(['upload', 'd', id])
    const other = join(dir, 'other')
    writeTree(other, { 'd/x': '1', 'd/y/inner.txt': '2' })
    const { lines, code } = await run(['upload', 'other/d', id, '--conflict', 'replace', '--json'])
    expect(
      lines
        .filter(({ state }) => state === 'refused')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['d/x', 'd/y/'])
    expect(code).toBe(1)
  })
})

describe('a dry run', () => {
  test('tells what would go and changes nothing, here and there', async () => {
    const { run, dir, id, person, space } = await scene()
    writeTree(dir, { 'd/a.txt': 'a' })
    const up = await run(['upload', 'd', `${id}:/new`, '--dry-run'])
    expect(up.stdout).toContain('would go: d/a.txt')
    expect((await person.data(files.list, { spaceId: space.id })).list).toEqual([])
    await run(['upload', 'd', id])
    const down = await run(['download', id, 'out', '--dry-run'])
    expect(down.stdout).toContain('would go: d/a.txt')
    expect(existsSync(join(dir, 'out'))).toBe(false)
  })
})

describe('after a cut', () => {
  test('an upload whose client was killed goes on: only the missing chunks are sent', async () => {
    const { world, run, dir, id } = await scene()
    const bytes = randomBytes(5 * CHUNK_BYTES + 9)
    writeTree(dir, { 'cut.bin': bytes })
    const gate = await openHoldingProxy(world.origin, /^POST \/api\/file\/upload$/, 4)
    onTestFinished(gate.close)
    const first = run(['upload', 'cut.bin', id, '--parallel', '1'], { DATASPACE_URL: gate.origin })
    await gate.held
    first.child.kill('SIGKILL')
    await first
    const { code, lines } = await run(['upload', 'cut.bin', id, '--json'])
    expect(code).toBe(0)
    expect(lines).toMatchObject([{ state: 'sent', sha256: sha256(bytes) }, { bytes: CHUNK_BYTES + 9 }])
  })

  test('a download goes on from what is there, and starts anew when that was no part of it', async () => {
    const { run, dir, id, person, space } = await scene()
    const bytes = randomBytes(300_000)
    await upload(person, { spaceId: space.id, name: 'a.bin' }, bytes)
    const part = `a.bin.${sha256(bytes).slice(0, 16)}.part`
    writeTree(join(dir, 'out'), { [part]: bytes.subarray(0, 100_000) })
    const { code, lines } = await run(['download', `${id}:/a.bin`, 'out', '--json'])
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ bytes: 200_000 })
    expect(readFileSync(join(dir, 'out/a.bin'))).toEqual(bytes)
    writeTree(join(dir, 'bad'), { [part]: randomBytes(100_000) })
    expect(await run(['download', `${id}:/a.bin`, 'bad'])).toMatchObject({ code: 1, stderr: /run this again/ })
    expect(await run(['download', `${id}:/a.bin`, 'bad'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(dir, 'bad/a.bin'))).toEqual(bytes)
  })

  test('a server that hurries nobody is asked again', async () => {
    const { run, dir, id, world } = await scene()
    writeTree(dir, { 'a.txt': 'a' })
    const { createServer } = await import('node:http')
    let refused = 0
    const busy = createServer((near, answer) => {
      if (refused < 2) {
        refused += 1
        answer.writeHead(refused === 1 ? 429 : 503, { 'retry-after': '0' }).end('slow down')
        return
      }
      answer.writeHead(307, { location: world.origin + near.url }).end()
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void busy.close())
    const { port } = busy.address() as { port: number }
    const { code, stderr } = await run(['upload', 'a.txt', id], { DATASPACE_URL: `http://127.0.0.1:${port}` })
    expect(stderr.match(/trying again/g)).toHaveLength(2)
    expect(stderr).toContain(`The server says that it is at ${world.origin}`)
    expect(code).toBe(1)
  })
})

describe('very many', () => {
  test('2,000 small files in 40 folders go up and are verified', inFull, async () => {
    const { run, dir, id } = await scene()
    const many = Array.from({ length: 2000 }, (_, i) => [`many/${i % 40}/${i}.txt`, `file ${i}`] as const)
    writeTree(dir, Object.fromEntries(many))
    const up = await run(['upload', 'many', id, '--json', '--parallel', '16'])
    expect(up.lines.at(-1)).toMatchObject({ done: true, counts: { sent: 2000 } })
    const { code, lines } = await run(['verify', 'many', `${id}:/many`, '--json'])
    expect(lines.at(-1)).toMatchObject({ done: true, counts: { same: 2000 } })
    expect(code).toBe(0)
  })
})
