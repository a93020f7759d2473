import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PREVIEW_NONE } from '#contract/preview.ts'
import { examine } from '#server/doctor/index.ts'
import { officeService } from '#server/modules/renditions/office/index.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, preview, trash } = contract
const SOFFICE = '/usr/bin/soffice'
const sample = (name: string) => new Uint8Array(readFileSync(new URL(`../samples/files/${name}`, import.meta.url)))

async function documentIn(world: World, name = 'cruise.doc') {
  const { id: spaceId } = await world.space({ type: 'public' })
  const owner = await world.as('owner')
  const { hash } = await upload(owner, { spaceId, name }, sample(name))
  return { owner, spaceId, hash, asked: { spaceId, hash, componentId: 'office' } }
}

/** A program in the place of LibreOffice that notes each start outside of its sandbox’s reach: in what it makes. */
function programOf(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ds-office-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'program'))
  const program = join(folder, 'program', 'soffice')
  writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${script}\n`)
  chmodSync(program, 0o755)
  return program
}

test('without LibreOffice a .doc has no viewer, and nothing can be asked of one', async () => {
  const world = await buildWorld({ SOFFICE: 'off' })
  const { owner, spaceId, hash, asked } = await documentIn(world)
  expect(await owner.data(preview.components, { spaceId, hash })).toEqual({ components: [], status: PREVIEW_NONE })
  expect(await owner.call(preview.data, asked)).toMatchObject({ error: 'componentGone' })
})

test('LibreOffice that can’t be started in its sandbox is not used', async () => {
  const world = await buildWorld({ SOFFICE: '/usr/bin/false' })
  const { owner, spaceId, hash } = await documentIn(world)
  expect((await owner.data(preview.components, { spaceId, hash })).status).toBe(PREVIEW_NONE)
})

describe.skipIf(!existsSync('/usr/bin/bwrap'))('a document that LibreOffice shows', () => {
  test('is refused when it can’t be converted, and asked for again at the next try', async () => {
    const world = await buildWorld({ SOFFICE: programOf('exit 0') })
    const { owner, asked } = await documentIn(world)
    for (const _try of [1, 2])
      expect(await owner.call(preview.data, asked)).toMatchObject({ status: 422, error: 'notConverted' })
    expect(await world.db.selectFrom('rendition').selectAll().where('kind', '=', 'pdf').execute()).toEqual([])
  })

  test('that takes longer than readers wait is said to be still converted, and is there later', async () => {
    const world = await buildWorld({ SOFFICE: programOf('sleep 2; echo pdf > document.pdf') })
    const { owner, spaceId, hash } = await documentIn(world)
    const { sha256, size } = await owner.data(files.show, { spaceId, hash })
    const office = officeService({ ...world, log: world.app.log, now: world.clock.now }, 10)
    const document = { sha256: sha256 ?? '', size, suffix: 'doc' }
    await expect(office.pdfOf(document)).rejects.toMatchObject({ refusal: 'stillConverting' })
    await expect.poll(() => office.pdfOf(document).catch(() => null)).toMatchObject({ size: 4 })
  })

  test('is converted once for all who look at the same time and later, and goes with its content', async () => {
    const world = await buildWorld({ SOFFICE: programOf('cat /proc/sys/kernel/random/uuid > document.pdf') })
    const { owner, spaceId, hash, asked } = await documentIn(world)
    const normal = await world.as('normal')
    const read = async (who: typeof owner) => {
      const { fileUrl } = await who.data(preview.data, asked)
      return (await fetch(world.origin + (fileUrl[0] ?? ''))).text()
    }
    const texts = await Promise.all([read(owner), read(normal), read(owner)])
    expect(new Set([...texts, await read(normal)]).size).toBe(1)
    world.clock.advance(2 * 3_600_000)
    await world.services.uploads.blobs()
    expect(await read(owner)).toBe(texts[0])
    expect(await examine(world.db, world.blobs, { repair: false, deep: true })).toEqual({ lines: [], isHealthy: true })
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    await owner.data(trash.purge, { spaceId })
    for (const _round of [1, 2]) {
      world.clock.advance(2 * 3_600_000)
      await world.services.uploads.blobs()
    }
    expect(await world.db.selectFrom('blob').selectAll().execute()).toEqual([])
  })

  test('is read by nobody who may not read the file', async () => {
    const world = await buildWorld({ SOFFICE: programOf('echo pdf > document.pdf') })
    const { owner, spaceId, hash, asked } = await documentIn(world)
    const address = (await owner.data(preview.data, asked)).fileUrl[0] ?? ''
    expect((await fetch(world.origin + address)).status).toBe(200)
    await owner.data(files.remove, { spaceId, hashList: [hash] })
    expect(await owner.call(preview.data, asked)).toMatchObject({ error: 'fileGone' })
    await owner.data(trash.purge, { spaceId })
    expect((await fetch(world.origin + address)).status).toBe(401)
  })

  test.skipIf(!existsSync(SOFFICE)).each(['cruise.doc', 'cruise.ppt'])('%s comes as a PDF by ranges', async (name) => {
    const world = await buildWorld({ SOFFICE })
    const { owner, spaceId, hash, asked } = await documentIn(world, name)
    const { components, status } = await owner.data(preview.components, { spaceId, hash })
    expect([status, components.map(({ id }) => id)]).toEqual([0, ['office']])
    const { fileUrl } = await owner.data(preview.data, asked)
    const answer = await fetch(world.origin + (fileUrl[0] ?? ''), { headers: { range: 'bytes=0-4' } })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      206,
      'application/pdf',
      '%PDF-',
    ])
  })
})
