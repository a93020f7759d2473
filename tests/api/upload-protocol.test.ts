import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { errors } from '#contract/core/errors.ts'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { hasProgram } from '../services/program.ts'
import { tokenOf } from '../support/token.ts'
import { check, sendChunk, sliceOf, upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { uploads, files } = contract
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const page = readFileSync(join(docs, 'upload-protocol.md'), 'utf8')
const run = promisify(execFile)
const examples = [
  { program: process.execPath, file: 'upload.mjs' },
  { program: '/usr/bin/python3', file: 'upload.py' },
]
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ds-example-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

async function scene() {
  const world = await buildWorld()
  const space = await world.space()
  const owner = await world.as('owner')
  const start = (example: (typeof examples)[number], path: string, token: string) =>
    run(example.program, [join(docs, 'examples', example.file), world.origin, space.identifier, path], {
      env: { ...process.env, DATASPACE_TOKEN: token },
    })
  return { world, space, owner, start }
}

describe.each(examples)('the example $file', (example) => {
  const isRunnable = hasProgram(example.program)
  test('stands in the documentation word for word', () => {
    expect(page).toContain(readFileSync(join(docs, 'examples', example.file), 'utf8').trim())
  })

  test.runIf(isRunnable)(
    'fails with the sentence of the server: a wrong token, one that only reads, a name that is not allowed',
    async () => {
      const { owner, start } = await scene()
      const path = await fileOf('a.bin', randomBytes(10))
      await expect(start(example, path, 'dst_wrong')).rejects.toThrow(/Sign in again/)
      await expect(start(example, path, await tokenOf(owner, 'read'))).rejects.toThrow(/read-only/)
      const hidden = await fileOf('.hidden', randomBytes(10))
      await expect(start(example, hidden, await tokenOf(owner))).rejects.toThrow(/can’t be used/)
    },
  )

  test.runIf(isRunnable)('brings a file of several chunks, an empty one, and one that is there already', async () => {
    const { owner, start } = await scene()
    const token = await tokenOf(owner)
    const bytes = randomBytes(2 * CHUNK_BYTES + 5)
    const path = await fileOf('报告 (1).bin', bytes)
    const first = await start(example, path, token)
    expect(first.stdout).toBe(`sent 3 of 3 chunks\n/报告 (1).bin sha256 ${sha256(bytes)}\n`)
    const again = await start(example, path, token)
    expect(again.stdout).toBe(`/报告 (1).bin sha256 ${sha256(bytes)}\n`)
    const empty = await start(example, await fileOf('empty', Buffer.alloc(0)), token)
    expect(empty.stdout).toContain(sha256(Buffer.alloc(0)))
  })

  test.runIf(isRunnable)('sends only what is missing after a cut', async () => {
    const { space, owner, start } = await scene()
    const bytes = randomBytes(2 * CHUNK_BYTES + 5)
    const begun = await check(owner, { spaceId: space.id, name: 'cut.bin', conflict: 'replace' }, bytes)
    const { checkId = '' } = (begun as { data: { checkId?: string } }).data
    await sendChunk(owner, { checkId, chunkCount: 3, chunkIndex: 1 }, sliceOf(bytes, 1))
    const { stdout } = await start(example, await fileOf('cut.bin', bytes), await tokenOf(owner))
    expect(stdout).toBe(`sent 2 of 3 chunks\n/cut.bin sha256 ${sha256(bytes)}\n`)
  })

  test.runIf(isRunnable)('makes a new version of a file that is there', async () => {
    const { space, owner, start } = await scene()
    const file = await upload(owner, { spaceId: space.id, name: 'a.bin' }, randomBytes(10))
    await start(example, await fileOf('a.bin', randomBytes(20)), await tokenOf(owner))
    expect(await owner.data(files.show, { spaceId: space.id, hash: file.hash })).toMatchObject({ version: 2, size: 20 })
  })
})

describe('the page', () => {
  const shapes = Object.entries(uploads).flatMap(([name, operation]) =>
    Object.keys((operation.input as unknown as { shape: object }).shape).map((field) => [name, field]),
  )
  test.each(shapes)('tells the field of %s: %s', (_name, field) => {
    expect(page).toContain(`\`${field}`)
  })

  test.each([...new Set(Object.values(uploads).flatMap((operation) => operation.errors))])(
    'tells the refusal %s with its status',
    (name) => {
      const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
      expect(row).toContain(` ${errors[name].status} `)
    },
  )

  test.each(Object.values(uploads).map(({ method, path }) => `### ${method} /api${path}\n`))('tells %j', (heading) => {
    expect(page).toContain(heading)
  })
})
