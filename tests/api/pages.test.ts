import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { HOME_SPACES } from '#contract/core/limits.ts'
import { contract, operations } from '#contract/index.ts'
import { newId } from '#server/storage/id.ts'
import type { Client } from '../support/client.ts'
import { addressesIn, readPage } from '../support/page.ts'
import { buildReports } from '../support/reports.ts'
import { buildWorld } from '../support/world.ts'

const { settings } = contract

describe('pages', () => {
  test('nothing that people wrote can end the data block or become markup', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', introduction: '</script><img src=x onerror=alert(1)>' })
    const { html } = await readPage(world, '/')
    expect(html).not.toContain('</script><img')
    expect(html).not.toContain('<img src=x')
  })

  test.each(['/validate-register-email?email=wu@lab.test', '/validate-email?email=wu@lab.test', '/retrieve-password'])(
    '%s says that a mail was sent only where mails leave the site',
    async (path) => {
      const [silent, sending] = [await buildWorld(), await buildWorld({ MAIL_URL: 'smtp://127.0.0.1:9' })]
      const kept = await readPage(silent, path)
      const sent = await readPage(sending, path)
      expect(kept.body).toContain('本站尚未开通邮件发送')
      expect(kept.body).not.toMatch(/已发送|查收/)
      expect(sent.body).not.toContain('本站尚未开通邮件发送')
    },
  )

  test('every public page leads to the spaces, to help and to the reference; help is read without a script', async () => {
    const world = await buildWorld()
    const help = await readPage(world, '/help')
    expect(help.response.status).toBe(200)
    expect(help.body).toContain('保留 30 天')
    for (const path of ['/', '/login', '/help', '/zzz']) {
      const { html } = await readPage(world, path)
      for (const way of ['/?sort=hot', '/help', '/api/docs']) expect(html, path).toContain(`href="${way}"`)
    }
  })

  test('refused and missing pages have the header of who reads them: their spaces, or the way to sign in', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    for (const path of ['/access', '/access?space=nosuch', '/404', '/zzz', '/space/nosuch', '/space-share?link=x']) {
      const header = async (as?: Client) =>
        / class="public-header".*?<\/header>/s.exec((await readPage(world, path, as ? { as } : {})).html)?.[0] ?? ''
      expect(await header(owner), path).toContain('href="/space"')
      expect(await header(owner), path).not.toContain('href="/login')
    }
    const { html } = await readPage(world, '/access?space=glacier')
    expect(addressesIn(html)).toContain('/login?callback=%2Fspace%2Fglacier')
  })

  test('the reference stands in the frame of the site and finds operations by words, without a script', async () => {
    const world = await buildWorld()
    const read = async (query: string, language = 'zh') =>
      (await fetch(`${world.origin}/api/docs${query}`, { headers: { cookie: `lang=${language}` } })).text()
    const idsIn = (html: string) => [...html.matchAll(/<article id="([\w.]+)"/g)].map(([, id]) => id)
    const all = await read('')
    const font = await fetch(`${world.origin}/api/docs.woff2`)
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(idsIn(all)).toHaveLength(operations.length)
    expect(all).toContain('接口文档 · 数据空间')
    expect(all).toContain('<h2 id="trash">回收站</h2>')
    expect(all).not.toContain('{{')
    expect(await read('', 'en')).toContain('<h2 id="trash">Trash</h2>')
    for (const way of ['/?sort=hot', '/help']) expect(all).toContain(`href="${way}"`)
    expect(idsIn(await read('?q=post+/API/trash+restore'))).toEqual(['trash.restore', 'trash.restoreMany'])
    expect(idsIn(await read(`?q=${encodeURIComponent('回收站 批量恢复')}`))).toEqual(['trash.restoreMany'])
    expect(idsIn(await read('?q=Restore+several', 'en'))).toEqual(['trash.restoreMany'])
    const none = await read(`?q=${encodeURIComponent('<b>nothing')}`, 'en')
    expect(idsIn(none)).toEqual([])
    expect(none).toContain('No operations found')
    expect(none).not.toContain('<b>nothing')
    expect(idsIn(await read('?q=a&q=b'))).toHaveLength(operations.length)
  })

  test.each([
    ['zh', '新建空间，调用者成为拥有者。'],
    ['en', 'Create a space that you own.'],
  ])('programs read the contract in the language that they ask for: %s', async (language, summary) => {
    const world = await buildWorld()
    const answer = await fetch(`${world.origin}/api/openapi.json`, { headers: { 'accept-language': language } })
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { summary: string }>> }
    expect(paths['/api/spaces']?.post?.summary).toBe(summary)
  })

  test('a space that is called like a placeholder of ours is a space like any other', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', name: '__SITE__' })
    const { data } = await readPage(world, '/?q=__SITE__')
    expect(data).toMatchObject({ lang: 'zh', home: { spaces: { list: [{ name: '__SITE__' }] } } })
  })

  test.each(['/zzz', '/systemConfig/nosuch', '/space/a/b/c', '/dashboard/1/2'])(
    '%s leads nowhere, and says so with its status and without any script',
    async (path) => {
      const world = await buildWorld()
      const { response, html } = await readPage(world, path)
      expect(response.status).toBe(404)
      expect(html).toContain('<h1>')
    },
  )

  test('a tab of a hidden space answers as one of a space that does not exist; members get it', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'private' })
    const statusOf = async (code: string, as = {}) =>
      (await readPage(world, `/space/${code}/details/filesManage`, as)).response.status
    expect(await statusOf('nosuch')).toBe(404)
    expect(await statusOf(id)).toBe(404)
    expect(await statusOf(id, { as: await world.as('owner') })).toBe(200)
  })

  test('a board that nobody made, and one of a space that is hidden, are not there; members get it', async () => {
    const { world, publish } = await buildReports()
    const { id } = await publish()
    const statusOf = async (board: string, as = {}) =>
      (await readPage(world, `/dashboard/${board}`, as)).response.status
    const owner = { as: await world.as('owner') }
    for (const path of ['nosuch', newId()]) expect(await statusOf(path, owner), path).toBe(404)
    expect(await statusOf(id)).toBe(404)
    expect(await statusOf(id, owner)).toBe(200)
  })

  test('the pages of the console are there', async () => {
    const world = await buildWorld()
    for (const path of ['/space', '/space/', '/approvalManage', '/systemConfig/users', '/personalCenter?tab=4'])
      expect((await readPage(world, path)).response.status, path).toBe(200)
  })

  test('scripts run only from our own address, and nobody may frame us', async () => {
    const world = await buildWorld()
    const { response, html } = await readPage(world, '/login')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(html).not.toMatch(/<script>(?!<\/script>)/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBeTruthy()
  })

  test('what the build made is there for a year, compressed; another spelling is not found, a folder is no file', async () => {
    const world = await buildWorld()
    const { html } = await readPage(world, '/login')
    const [path = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
    const get = (asked: string) => fetch(world.origin + asked, { headers: { 'accept-encoding': 'br' } })
    const { status, headers } = await get(path)
    expect([status, headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('content-type')).toContain('javascript')
    for (const other of [path.toUpperCase(), '/assets/none.js']) expect((await get(other)).status, other).toBe(404)
    expect((await get('/assets/')).headers.get('cache-control')).toBe('no-store')
    const frame = await get('/frame/')
    expect([frame.status, await frame.text()]).toEqual([200, expect.stringContaining('/frame/assets/')])
  })

  test('the console is called by the name of the site before its script runs', async () => {
    const { html } = await readPage(await buildWorld(), '/systemConfig/users')
    expect(html).toContain('<title>数据空间</title>')
  })

  test('a well-known address that we do not serve is 404, in the form that programs read', async () => {
    const { origin } = await buildWorld()
    for (const name of ['openid-configuration', 'security.txt', 'nosuch/deeper']) {
      const answer = await fetch(`${origin}/.well-known/${name}`)
      expect([answer.status, answer.headers.get('content-type')], name).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
      expect(await answer.json()).toMatchObject({ error: 'notFound' })
    }
  })

  test('an address that is nobody is 404, with a page to read, and no place in an index', async () => {
    const world = await buildWorld()
    const { response, html } = await readPage(world, '/404')
    expect(response.status).toBe(404)
    expect(html).toContain('<h1')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('a page speaks the language that was chosen before, else Chinese, as its script does', async () => {
    const world = await buildWorld()
    expect((await readPage(world, '/login')).html).toContain('<html lang="zh-CN">')
    expect((await readPage(world, '/login', { headers: { cookie: 'lang=en' } })).html).toContain('<html lang="en">')
  })

  test.each(['/', '/text', '/login', '/register', '/space-invitation?code=none'])(
    '%s links the styles of its own and its scripts, so that it looks whole without any',
    async (path) => {
      const { html } = await readPage(await buildWorld(), path)
      const [head = ''] = html.split('</head>')
      expect(head.match(/<link rel="stylesheet"/g)?.length).toBeGreaterThan(1)
      expect(head).toContain('rel="modulepreload"')
    },
  )

  test('what is marked up in the copyright shows as a link, and nothing in it runs', async () => {
    const world = await buildWorld()
    const none = { zh: '', en: '' }
    const admin = await world.as('admin')
    const copyright = '© <a href="https://lake.example" onclick="alert(1)">Lake</a><script>alert(2)</script><img src=x>'
    await admin.data(settings.setWebsite, {
      dataSpaceName: none,
      indexTitle: none,
      indexDescription: none,
      notice: none,
      updateNotice: none,
      poweredBy: '',
      logo: '',
      banner: '',
      copyright: { zh: copyright, en: copyright },
      clause: { zh: '<a href="javascript:alert(3)">条款</a>', en: '' },
    })
    await admin.data(settings.setInstitution, {
      name: { zh: '湖泊研究所', en: '' },
      address: { zh: '</span><script>alert(4)</script>', en: '' },
      contact: '',
      email: '',
      telephone: '',
      homepage: 'https://institute.example',
      introduction: none,
    })
    for (const path of ['/', '/login', '/space/none']) {
      const { body, html } = await readPage(world, path)
      expect(body).toMatch(/<a href="https:\/\/lake\.example"[^>]*>Lake<\/a>/)
      expect(body).not.toMatch(/alert\([123]\)|javascript:|onclick|<img src="?x/)
      expect(body).toMatch(/<a href="https:\/\/institute\.example">湖泊研究所<\/a>/)
      expect(html).not.toContain('<script>alert')
    }
  })
})

describe('the home page', () => {
  test('a private space is nowhere on it, an open one is, without any script', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', name: 'Open lake', tags: ['shore'] })
    await world.space({ type: 'private', name: 'Closed lake', identifier: 'closedlake', tags: ['hideaway'] })
    const asked = ['/', '/text', '/?q=Closed', '/text?q=closedlak', '/?tag=hideaway', '/?sort=name', '/sitemap.xml']
    for (const path of asked) expect((await readPage(world, path)).html, path).not.toMatch(/Closed lake|closedlake/)
    for (const path of ['/', '/text']) {
      const { body } = await readPage(world, path)
      expect(body).toContain('Open lake')
      expect(body).toContain('shore')
      expect(body).not.toContain('hideaway')
    }
  })

  test('words, type, tag and order stand in the address; what makes no sense there is as not asked for', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', name: 'Alpha', tags: ['ice'] })
    await world.space({ type: 'restricted', name: 'Beta', tags: ['ice'] })
    await world.space({ type: 'public', name: 'Gamma' })
    const names = async (query: string) =>
      (await readPage(world, `/?${query}`)).data.home?.spaces.list.map(({ name }) => name).toSorted()
    expect(await names('q=amm')).toEqual(['Gamma'])
    // Too much to look for is looked for as far as it goes.
    expect(await names(`q=${'x'.repeat(300)}`)).toEqual([])
    expect(await names('type=restricted')).toEqual(['Beta'])
    expect(await names('tag=ice')).toEqual(['Alpha', 'Beta'])
    expect(await names('tag=ice&type=public')).toEqual(['Alpha'])
    const all = ['Alpha', 'Beta', 'Gamma']
    for (const query of ['type=zzz', 'type=private', 'sort=zzz', 'after=zzz', 'q=', `tag=${'x'.repeat(99)}`, 'q=a&q=b'])
      expect(await names(query), query).toEqual(all)
    const { data } = await readPage(world, '/?sort=name')
    expect(data.home?.spaces.list.map(({ name }) => name)).toEqual(all)
  })

  test('hot spaces come first, and pages follow one another by plain links', async () => {
    const world = await buildWorld()
    for (let at = 0; at <= HOME_SPACES; at += 1) await world.space({ type: 'public', name: `Lake ${at}` })
    await sql`update space set heat = 1 where name = 'Lake 3'`.execute(world.db)
    const { body, data } = await readPage(world, '/')
    expect(data.home?.spaces.list).toHaveLength(HOME_SPACES)
    expect(data.home?.spaces.list[0]?.name).toBe('Lake 3')
    const next = addressesIn(body).find((address) => address.includes('after='))
    const following = await readPage(world, next ?? '')
    expect(following.data.home?.spaces).toMatchObject({ list: [{}], isFirst: false })
    expect(following.html).toContain('<meta name="robots" content="noindex, follow">')
  })

  test('it names itself to previews and machines, and leads both faces to one address', async () => {
    const world = await buildWorld()
    for (const path of ['/', '/text']) {
      const { body } = await readPage(world, path)
      expect(body).toContain(`<link rel="canonical" href="${world.origin}/">`)
      expect(body).toContain('property="og:title"')
      const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
      expect(JSON.parse(jsonLd)).toMatchObject({ '@type': 'DataCatalog', url: `${world.origin}/` })
    }
  })
})

describe('what programs that walk the web are told', () => {
  test('robots.txt keeps them from the API and names the map', async () => {
    const world = await buildWorld()
    const text = await (await fetch(`${world.origin}/robots.txt`)).text()
    expect(text).toContain('Disallow: /api/')
    expect(text).toContain(`Sitemap: ${world.origin}/sitemap.xml`)
  })

  test('the map names every open space that is normal, and no other', async () => {
    const world = await buildWorld()
    const open = await world.space({ type: 'public' })
    const asked = await world.space({ type: 'restricted' })
    const hidden = await world.space({ type: 'private' })
    const away = await world.space({ type: 'public' })
    await sql`update space set status = 'offline' where id = ${away.id}::uuid`.execute(world.db)
    const xml = await (await fetch(`${world.origin}/sitemap.xml`)).text()
    for (const { identifier } of [open, asked]) expect(xml).toContain(`<loc>${world.origin}/space/${identifier}</loc>`)
    for (const { identifier } of [hidden, away]) expect(xml).not.toContain(identifier)
  })

  test('a map that would be too long is an index of maps, which name every space once', async () => {
    const world = await buildWorld()
    const { id } = await world.space({ type: 'public' })
    const count = 10_050
    const ids = Array.from({ length: count }, () => newId())
    await sql`
      insert into space (id, name, identifier, introduction, tags, type, status, capacity_bytes, root_id, owner_id)
      select n.id, s.name, 'm' || n.at, '', '{}', 'public', 'normal', s.capacity_bytes, s.root_id, s.owner_id
      from unnest(${ids}::uuid[]) with ordinality as n(id, at), space s where s.id = ${id}::uuid`.execute(world.db)
    const index = await (await fetch(`${world.origin}/sitemap.xml`)).text()
    const maps = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
    expect(maps).toHaveLength(2)
    const texts = await Promise.all(maps.map(async (address) => (await fetch(address)).text()))
    const named = texts.join('').match(/<loc>[^<]*\/space\/[^<]*<\/loc>/g) ?? []
    expect(new Set(named).size).toBe(count + 1)
    expect(named).toHaveLength(count + 1)
    expect((await fetch(`${world.origin}/sitemap.xml?spaces=zzz`)).status).toBe(404)
  })
})
