import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { FOLDER_ROWS, README_BYTES_MAX, VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { addressesIn, readPage } from '../support/page.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { files, joining, spaces } = contract
const text = (content: string) => new TextEncoder().encode(content)
const jsonLdIn = (body: string) => {
  const [, jsonLd] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
  return jsonLd === undefined ? null : (JSON.parse(jsonLd) as Record<string, unknown>)
}
/** A page without what differs from one answer to the next, and the address that its visitor asked for. */
const still = (html: string) =>
  html.replaceAll(/callback=[^"&]*/g, 'callback=').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

describe('GET /space/:id', () => {
  test('a private space, an unknown one and one that is no code at all are the same page to a stranger', async () => {
    const world = await buildWorld()
    const { identifier, id } = await world.space({ type: 'private', name: 'Closed lake' })
    const pages = await Promise.all(
      [identifier, id, 'nowhere', 'x', '%3Cscript%3E', '00000000-0000-4000-8000-000000000000'].map((code) =>
        readPage(world, `/space/${code}`),
      ),
    )
    for (const { response, html } of pages) {
      expect(response.status).toBe(404)
      expect(html).not.toContain('Closed lake')
      expect(html).toContain('<meta name="robots" content="noindex">')
    }
    expect(new Set(pages.map(({ html }) => still(html))).size).toBe(1)
    const outsider = await readPage(world, `/space/${identifier}`, { as: await world.as('ordinary') })
    expect(outsider.response.status).toBe(404)
    expect(outsider.html).not.toContain('Closed lake')
  })

  test.each(['pending', 'failed', 'offline'] as const)(
    'a space that is %s is there for its owner and administrators alone',
    async (status) => {
      const world = await buildWorld()
      const { id, identifier } = await world.space({ type: 'public', name: 'Held lake' })
      await sql`update space set status = ${status}, reason = 'too vague' where id = ${id}::uuid`.execute(world.db)
      for (const who of ['stranger', 'ordinary'] as const) {
        const { response, html } = await readPage(world, `/space/${identifier}`, { as: await world.as(who) })
        expect(response.status).toBe(404)
        expect(html).not.toContain('Held lake')
      }
      for (const who of ['owner', 'admin'] as const) {
        const { response, body, data } = await readPage(world, `/space/${identifier}`, { as: await world.as(who) })
        expect(response.status).toBe(200)
        expect(body).toContain({ pending: '等待审批', failed: '<strong>未通过</strong>', offline: '已下线' }[status])
        expect(body).toContain('too vague')
        expect(body).toContain('<meta name="robots" content="noindex">')
        expect(data.space).toMatchObject({ folder: null, readme: null, mayJoin: false })
        expect(jsonLdIn(body)).toBeNull()
      }
    },
  )

  test('a restricted space shows what it is and its README, never its files', async () => {
    const world = await buildWorld()
    const { id: spaceId, identifier, root } = await world.space({ type: 'restricted', name: 'Glacier' })
    const owner = await world.as('owner')
    await upload(owner, { spaceId, name: 'README.md' }, text('# Mass balance'))
    await upload(owner, { spaceId, name: 'secret-list.csv' }, text('a'))
    for (const path of [`/space/${identifier}`, `/space/${identifier}?folder=${root}`]) {
      const { response, html, body, data } = await readPage(world, path)
      expect(response.status).toBe(200)
      expect(body).toContain('<h1>Glacier</h1>')
      expect(body).toContain('<h2>Mass balance</h2>')
      expect(data.space).toMatchObject({ folder: null, mayJoin: false })
      expect(html).not.toContain('secret-list')
      expect(jsonLdIn(body)).toMatchObject({ '@type': 'Collection', isAccessibleForFree: false })
      expect(addressesIn(body)).toContain(`/login?callback=${encodeURIComponent(`/space/${identifier}`)}`)
    }
  })

  test('a public space is walked, read and downloaded by plain links, by a stranger', async () => {
    const world = await buildWorld()
    const { id: spaceId, identifier } = await world.space({ type: 'public', name: 'Lake', tags: ['ice'] })
    const owner = await world.as('owner')
    const folder = await owner.data(files.create, { spaceId, path: 'deep/er' })
    await upload(owner, { spaceId, hash: folder, name: 'a.csv' }, text('a,b'))
    await upload(owner, { spaceId, name: 'top.txt' }, text('top'))
    const start = await readPage(world, `/space/${identifier}`)
    expect(addressesIn(start.body)).toContain('/?tag=ice')
    const seen = new Set<string>()
    const waiting = addressesIn(start.body)
    for (let address = waiting.pop(); address; address = waiting.pop()) {
      if (seen.has(address) || !/^\/(space\/[^/]*\?|api\/files)/.test(address)) continue
      seen.add(address)
      const response = await fetch(world.origin + address)
      expect(response.status, address).toBe(200)
      if (address.startsWith('/space')) waiting.push(...addressesIn(await response.text()))
      else await response.arrayBuffer()
    }
    const downloads = [...seen].filter((address) => address.includes('download=1'))
    expect(downloads).toHaveLength(2)
    expect([...seen].filter((address) => address.includes('/zip'))).toHaveLength(3)
    const inner = await readPage(world, `/space/${identifier}?folder=${folder}`)
    expect(inner.body).toMatch(/<li aria-current="page">er<\/li>/)
    expect(inner.body).toContain('<title>er · Lake')
  })

  test('a folder that is gone, of another space, or a file is no page', async () => {
    const world = await buildWorld()
    const { id: spaceId, identifier } = await world.space({ type: 'public' })
    const other = await world.space({ type: 'public' })
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'a.txt' }, text('a'))
    const gone = await owner.data(files.create, { spaceId, path: 'gone' })
    await owner.data(files.remove, { spaceId, hashList: [gone] })
    for (const folder of [hash, gone, other.root, 'zzz'])
      expect((await readPage(world, `/space/${identifier}?folder=${folder}`)).response.status, folder).toBe(404)
    expect((await readPage(world, `/space/${identifier}?after=zzz`)).response.status).toBe(200)
  })

  test('a long folder is paged', async () => {
    const world = await buildWorld()
    const { id: spaceId, identifier } = await world.space({ type: 'public' })
    const owner = await world.as('owner')
    for (let at = 0; at <= FOLDER_ROWS; at += 1) await owner.data(files.create, { spaceId, path: `f${at}` })
    const { body, data } = await readPage(world, `/space/${identifier}`)
    expect(data.space?.folder?.list).toHaveLength(FOLDER_ROWS)
    const next = addressesIn(body).find((address) => address.includes('after='))
    expect((await readPage(world, next ?? '')).data.space?.folder?.list).toHaveLength(1)
  })

  test('case, a last slash and the id lead to the same page, which names its one address', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type: 'public', name: 'Lake', identifier: 'MixedCase' })
    for (const code of [identifier, 'mixedcase', 'MIXEDCASE/', id, id.toUpperCase()]) {
      const { response, body } = await readPage(world, `/space/${code}`)
      expect(response.status, code).toBe(200)
      expect(body).toContain(`<link rel="canonical" href="${world.origin}/space/MixedCase">`)
      expect(body).toContain(`<meta property="og:url" content="${world.origin}/space/MixedCase">`)
    }
  })

  test('nothing that its people wrote becomes markup, in the page or in its head', async () => {
    const world = await buildWorld()
    const evil = '"><script>alert(1)</script><!--head--></script>'
    const { id: spaceId, identifier } = await world.space({ type: 'public', introduction: evil, tags: ['<b>"x'] })
    const readme = `# ${evil}\n\n<img src=x onerror=alert(2)>\n\n[x](javascript:alert(3)) [y](/logout) ![z](https://spy.example/z.png)\n`
    await upload(await world.as('owner'), { spaceId, name: 'README.md' }, text(readme))
    const { body, html } = await readPage(world, `/space/${identifier}`)
    expect(html).not.toMatch(/<script>alert|<img src=x|<b>"x/)
    expect(body).not.toMatch(/href="javascript:|src="https:\/\/spy/)
    expect(body.match(/<script(?![^>]*(src=|application\/ld))/g)).toBeNull()
    expect(jsonLdIn(body)).toMatchObject({ '@type': 'Dataset', description: evil, keywords: ['<b>"x'] })
  })

  test('a member is shown the way in, somebody who asked that they wait, and others how to ask', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type: 'restricted' })
    const path = `/space/${identifier}`
    const member = await readPage(world, path, { as: await world.as('normal') })
    expect(addressesIn(member.body)).toContain(`/space/${id}/details/filesManage`)
    const ordinary = await world.as('ordinary')
    const before = await readPage(world, path, { as: ordinary })
    expect(before.data.space?.mayJoin).toBe(true)
    expect(before.body).toContain('<textarea')
    await ordinary.data(joining.apply, { id, reason: 'I measure ice' })
    const after = await readPage(world, path, { as: ordinary })
    expect(after.body).toContain('申请等待处理')
    expect(after.body).not.toContain('<textarea')
  })

  test('each visitor who is shown the page counts once', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type: 'public' })
    for (let round = 0; round < 3; round += 1) await readPage(world, `/space/${identifier}`)
    await readPage(world, `/space/${identifier}`, { as: await world.as('ordinary') })
    await world.services.spaces.write()
    const { rows } = await sql<{ views: number }>`select views::int from space where id = ${id}::uuid`.execute(world.db)
    expect(rows[0]?.views).toBe(2)
  })

  test('the console stays what it is below the page', async () => {
    const world = await buildWorld()
    const { identifier } = await world.space({ type: 'private', name: 'Closed lake' })
    const hidden = `/space/${identifier}/details`
    for (const path of ['/space', hidden, `${hidden}/filesManage`]) {
      const { response, html } = await readPage(world, path)
      expect(response.status).toBe(path === '/space' ? 200 : 404)
      expect(html).toContain('<div id="root"></div>')
      expect(html).not.toContain('Closed lake')
    }
  })
})

describe('GET /spaces/:id/page', () => {
  const page = async (world: World, who: 'stranger' | 'ordinary' | 'normal' | 'owner' | 'admin', id: string) =>
    (await world.as(who)).data(files.page, { id })
  const write = async (world: World, spaceId: string, text: string | Buffer, name = 'README.md') =>
    upload(await world.as('owner'), { spaceId, name, conflict: 'replace' }, Buffer.from(text))

  test('of a private space does not exist for those outside; one that is closed shows no README', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space()
    await write(world, id, '# Secret')
    expect(await (await world.as('ordinary')).call(files.page, { id })).toMatchObject({ error: 'spaceNotFound' })
    expect((await page(world, 'normal', id)).readme?.html).toContain('Secret')
    // Administrators know of the space; its content is for members, whom they join only where the owner is told.
    expect((await page(world, 'admin', id)).readme).toBeNull()
    const { body, html } = await readPage(world, `/space/${identifier}`, { as: await world.as('admin') })
    expect(html).not.toContain('Secret')
    expect(body).toContain('README 仅成员可见')
    await world.db.updateTable('space').set({ status: 'offline' }).where('id', '=', id).execute()
    expect((await page(world, 'owner', id)).readme).toBeNull()
  })

  test('shows the README rendered, with nothing in it that runs, loads or leads astray', async () => {
    const world = await buildWorld()
    const { id, identifier } = await world.space({ type: 'restricted' })
    expect((await page(world, 'stranger', identifier)).readme).toBeNull()
    await write(
      world,
      id,
      `# 青海湖
<script>alert(1)</script><img src=x onerror=alert(1)>
[run](javascript:alert(1)) [site](https://lab.test/a?b=1&c=2) [file](data/a.csv) ![map](https://spy.test/x.png)
| a | b |
|---|---|
| 1 | 2 |
`,
    )
    const { readme } = await page(world, 'stranger', identifier)
    expect(readme?.name).toBe('README.md')
    const html = readme?.html ?? ''
    expect(html).toContain('<h2>青海湖</h2>')
    expect(html).toContain('<td>1</td>')
    expect(html).toContain('rel="nofollow noopener noreferrer"')
    expect(html).not.toMatch(/<script|<img|href="javascript|spy\.test|href="data\/a/)
  })

  test('a README in another encoding is read, a very long one up to its limit', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    await write(world, id, Buffer.from([0xba, 0xfe, 0xb2, 0xb4]))
    expect((await page(world, 'stranger', id)).readme?.html).toContain('湖泊')
    await write(world, id, `${'long line\n'.repeat(README_BYTES_MAX / 10)}the end`)
    const { readme } = await page(world, 'stranger', id)
    expect(readme?.html).toContain('long line')
    expect(readme?.html).not.toContain('the end')
  })

  test('counts as a view, once for a visitor within an hour; downloads and joins are counted by day', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const file = await write(world, id, '# Lake')
    await page(world, 'stranger', id)
    await page(world, 'stranger', id)
    await page(world, 'ordinary', id)
    const sent = await (await world.as('stranger')).send(files.content, { spaceId: id, hash: file.hash, download: '' })
    expect(sent.status).toBe(200)
    await world.services.spaces.write()
    const shown = await (await world.as('owner')).data(spaces.show, { id })
    expect(shown).toMatchObject({ views: 2, downloads: 1 })
    world.clock.advance(VIEW_AGAIN_MS)
    await page(world, 'stranger', id)
    await world.services.spaces.write()
    const days = await world.db.selectFrom('space_day').selectAll().where('space_id', '=', id).execute()
    const sum = (what: 'views' | 'downloads' | 'joins') => days.reduce((all, one) => all + one[what], 0)
    expect([sum('views'), sum('downloads'), sum('joins')]).toEqual([3, 1, 2])
  })
})
