import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DERIVE_TRIES, TEXT_INDEX_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import type { Client } from '../support/client.ts'
import { type Hostile, hostile } from '../support/hostile.ts'
import { share } from '../support/share.ts'
import { check, upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { archives, metadata, files, preview, session, shareAccess, tasks, versions } = contract
/** What a browser may be told that the bytes are: nothing among it runs, and svg does not within its sandbox. */
const HARMLESS =
  /^(text\/plain; charset=utf-8|application\/octet-stream|application\/pdf|image\/[a-z.+-]+|(audio|video)\/[a-z0-9]+)$/
type Placed = Hostile & { hash: string; content: Buffer }

/** Says what is wrong with the bytes that a route gives. */
async function faultsOf(response: Response, content: Buffer, isSaved: boolean): Promise<string[]> {
  const said = (name: string) => response.headers.get(name) ?? ''
  const body = Buffer.from(await response.arrayBuffer())
  const policy = said('content-security-policy')
  return [
    response.status === 200 ? '' : `answers ${response.status} ${body.subarray(0, 200)}`,
    body.equals(content) ? '' : 'gives other bytes',
    HARMLESS.test(said('content-type')) ? '' : `says ${said('content-type')}`,
    said('x-content-type-options') === 'nosniff' ? '' : 'lets browsers sniff',
    policy.startsWith('sandbox;') && policy.includes("default-src 'none'") ? '' : `has the policy ${policy}`,
    isSaved && !said('content-disposition').startsWith('attachment') ? 'is shown where it is to be saved' : '',
    said('set-cookie') ? 'sets a cookie' : '',
  ].filter(Boolean)
}

type Callers = { owner: Client; visitor: Client; spaceId: string; linkId: string }
/** Every route that gives bytes of a file. */
async function answersOf({ owner, visitor, spaceId, linkId }: Callers, hash: string) {
  const item = { spaceId, hash }
  const { fileUrl } = await owner.data(preview.data, { ...item, componentId: 'text' })
  const shown = await visitor.data(shareAccess.data, { linkId, hash, componentId: 'text' })
  return {
    inline: await owner.send(files.content, item),
    saved: await owner.send(files.content, { ...item, download: '1' }),
    version: await owner.send(versions.content, { ...item, number: 1 }),
    preview: await fetch(owner.origin + (fileUrl[0] ?? '')),
    'shared preview': await fetch(owner.origin + (shown.fileUrl[0] ?? '')),
    shared: await visitor.send(shareAccess.content, { linkId, hash }),
    'shared, saved': await visitor.send(shareAccess.content, { linkId, hash, download: '1' }),
  }
}

/** What came of extracting: the refusal of the whole, or the causes of entries. */
async function extracted(world: World, owner: Client, item: { spaceId: string; hash: string }) {
  const begun = await owner.call(archives.unpack, item)
  if (begun.code !== 0) return 'error' in begun ? begun.error : ''
  const { id } = (begun as { data: { id: string } }).data
  await world.services.tasks.drain()
  const { state, error } = await owner.data(tasks.show, { id })
  const parts = (await owner.data(tasks.parts, { id, size: 100 })).list
  if (state === 'failed' && !parts.length) return error
  return parts.flatMap((part) => part.error || []).sort()
}

test('files that were made to harm come to a clear refusal or a harmless answer by every route', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const [owner, visitor] = [await world.as('owner'), await world.as('stranger')]
  const folder = await owner.data(files.create, { spaceId, path: 'hostile' })
  const { linkId } = await share(owner, { spaceId, hashes: [folder] })
  const placed: Placed[] = []
  for (const one of hostile) {
    const content = one.make()
    placed.push({
      ...one,
      content,
      hash: (await upload(owner, { spaceId, hash: folder, name: one.name }, content)).hash,
    })
  }
  const wrong: string[] = []

  for (const { what, hash, content } of placed)
    for (const [route, answer] of Object.entries(await answersOf({ owner, visitor, spaceId, linkId }, hash)))
      for (const fault of await faultsOf(answer, content, route.includes('saved')))
        wrong.push(`${what}, ${route}: ${fault}`)

  // What its maker died over comes again minutes later.
  for (let tries = 0; tries < DERIVE_TRIES; tries += 1) {
    await sql`update rendition set due_at = now() where state = 'due'`.execute(world.db)
    await world.services.renditions.drain()
  }
  for (const { what, hash } of placed) {
    const small = await owner.send(files.thumb, { spaceId, hash })
    const isPicture = small.status === 200 && small.headers.get('content-type') === 'image/webp'
    if (!isPicture && small.status !== 204) wrong.push(`${what}, small picture: ${small.status}`)
    await small.arrayBuffer()
  }
  const made = await world.db.selectFrom('rendition').select(['suffix', 'kind', 'state']).execute()
  wrong.push(...made.flatMap(({ suffix, kind, state }) => (state === 'due' ? `${suffix} ${kind}: never ends` : [])))
  const texts = await world.db.selectFrom('content_text').select('text').execute()
  for (const { text } of texts) {
    if (/root:|lollol/.test(text)) wrong.push(`a text tells ${text.slice(0, 80)}`)
    if (Buffer.byteLength(text) > TEXT_INDEX_BYTES) wrong.push('a text is longer than any may be')
  }

  for (const { what, hash, extracts } of placed) {
    if (extracts === undefined) continue
    const said = await extracted(world, owner, { spaceId, hash })
    if (JSON.stringify(said) !== JSON.stringify(extracts)) wrong.push(`${what}, extracted: ${JSON.stringify(said)}`)
  }
  expect(wrong).toEqual([])

  expect(await owner.call(session.current, {})).toMatchObject({ code: 0 })
  const { used_bytes, reserved_bytes } = await world.db
    .selectFrom('space_usage')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  expect(reserved_bytes).toBe(0)
  expect(used_bytes).toBeLessThan(20_000_000)
  expect((await examine(world.db, world.blobs, { repair: false, deep: true })).lines).toEqual([])
})

test('names that were made to harm are refused; two forms of one name are one', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const owner = await world.as('owner')
  const empty = Buffer.alloc(1)
  const names = [
    ...['../a', '/etc/passwd', 'a/b', 'a\\b', 'C:a', '.htaccess', '..', 'a\0.txt', 'a\r\nX: y', ' a', 'a.', 'a '],
    ...['photo\u202egnp.html', '"a', 'a|b', 'a*', '\u0085'.repeat(200), '湖'.repeat(86)],
  ]
  for (const name of names) {
    const answer = await check(owner, { spaceId, name }, empty)
    const said = answer.code === 0 ? (answer as { data: { code: number } }).data.code : 'invalid'
    expect([name, said]).toEqual([name, expect.toBeOneOf([1, 'invalid'])])
    // A slash parts the folders of a path: those it names are made, below the one that is open.
    if (name.includes('/') && !name.includes('..')) continue
    expect([name, (await owner.call(files.create, { spaceId, path: name })).code]).not.toEqual([name, 0])
  }
  expect((await upload(owner, { spaceId, name: 'cafe\u0301.txt' }, empty)).name).toBe('caf\u00e9.txt')
  expect(await check(owner, { spaceId, name: 'caf\u00e9.txt' }, Buffer.alloc(2))).toMatchObject({ data: { code: 4 } })
  const deep = await owner.call(files.create, { spaceId, path: 'a/'.repeat(10_000) })
  expect(deep.code).not.toBe(0)
  expect((await owner.data(files.list, { spaceId })).list).toHaveLength(1)
})

test('what looks like a formula leaves as text, wherever a sheet is made of it', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  const owner = await world.as('owner')
  const evil = ['=cmd|"/c calc"!A0', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1']
  for (const [i, value] of evil.entries()) {
    const { hash } = await upload(owner, { spaceId, name: `=1+${i}.txt` }, Buffer.from(value))
    await owner.data(metadata.add, { spaceId, hash, data: [{ key: `=k${i}`, value }] })
    await owner.data(metadata.note, { spaceId, hash, note: value })
  }
  const csv = await (await owner.send(metadata.export, { spaceId, form: 'csv' })).text()
  expect(csv.split(/\r?\n|,/).filter((cell) => /^"?[=+@\t\r]/.test(cell))).toEqual([])
})
