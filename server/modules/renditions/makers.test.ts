import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { MakerLost, makers } from './makers.ts'

const samples = new URL('../../../tests/samples/files/', import.meta.url)
const wish = (name: string, kind: 'text' | 'thumb') => ({
  kind,
  suffix: name.split('.').at(-1) ?? '',
  size: 100,
  path: new URL(name, samples).pathname,
})

/** Makers that run this program instead of ours. */
function makersOf(program: string, longestMs = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), 'ds-makers-'))
  const path = join(folder, 'maker.mjs')
  writeFileSync(path, program)
  const pool = makers({ folder, ffmpeg: null, program: pathToFileURL(path), longestMs })
  onTestFinished(() => {
    pool.end()
    rmSync(folder, { recursive: true })
  })
  return pool
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a maker that dies over a content says so, and the next content has another one', async () => {
  const pool = makersOf(
    `process.on('message', ({ suffix }) => suffix === 'md' ? process.exit(1) : process.send({ as: 'none' }))`,
  )
  await expect(pool.make(wish('notes.md', 'text'))).rejects.toThrow(MakerLost)
  expect(await pool.make(wish('mean.py', 'text'))).toEqual({ as: 'none' })
})

test('a maker that takes too long is ended', async () => {
  const pool = makersOf(`process.on('message', () => { for (;;) {} })`, 300)
  await expect(pool.make(wish('notes.md', 'text'))).rejects.toThrow(MakerLost)
})

test('a maker that never answers is ended, though it does nothing', async () => {
  const pool = makersOf(`process.on('message', () => {})`, 300)
  await expect(pool.make(wish('notes.md', 'text'))).rejects.toThrow(MakerLost)
})

test.runIf(process.platform === 'linux')('a maker that waits for the processor is not ended for it', async () => {
  const pool = makersOf(`process.on('message', () => setTimeout(() => process.send({ as: 'none' }), 3000))`, 2000)
  expect(await pool.make(wish('notes.md', 'text'))).toEqual({ as: 'none' })
})

test('a maker that is at work when its server is killed ends too', { timeout: 20_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ds-makers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ours = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = join(folder, 'maker.mjs')
  writeFileSync(
    program,
    `import ${ours('../../processes/end-with-parent.ts')}
    process.on('message', () => { process.send({ as: 'failed', reason: String(process.pid) }, () => { for (;;) {} }) })`,
  )
  const server = spawn(
    process.execPath,
    [
      ...['--input-type=module', '-e'],
      `import { makers } from ${ours('./makers.ts')}
      const pool = makers({ folder: '${folder}', ffmpeg: null, program: new URL('${pathToFileURL(program)}') })
      process.stdout.write((await pool.make({ kind: 'text', suffix: 'md', size: 1, path: '' })).reason)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [pid] = await once(server.stdout, 'data')
  server.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false)
})

test('a maker can write nothing, start nothing, read nothing beside its contents, and knows no secret', async () => {
  process.env.DS_SECRET_OF_TEST = 'secret'
  const pool = makersOf(`
    import { spawnSync } from 'node:child_process'
    import { readFileSync, writeFileSync } from 'node:fs'
    const tried = (run) => { try { run(); return 'done' } catch (error) { return error.code } }
    process.on('message', () => process.send({ as: 'failed', reason: [
      tried(() => writeFileSync('/tmp/ds-maker-was-here', '')), tried(() => spawnSync('true')),
      tried(() => readFileSync('/etc/passwd')), process.env.DS_SECRET_OF_TEST].join() }))`)
  expect(await pool.make(wish('notes.md', 'text'))).toEqual({
    as: 'failed',
    reason: 'ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,',
  })
})

test('our own maker works within these walls', async () => {
  const pool = makers({ folder: samples.pathname, ffmpeg: null })
  onTestFinished(pool.end)
  expect(await pool.make(wish('moorings.h5', 'text'))).toMatchObject({ as: 'text', extract: { isWhole: true } })
  expect(await pool.make(wish('report.pdf', 'thumb'))).toMatchObject({ as: 'thumb' })
  expect(await pool.make(wish('mark.svg', 'thumb'))).toMatchObject({ as: 'thumb' })
  expect(await pool.make(wish('tone.wav', 'text'))).toEqual({ as: 'none' })
})
