import { describe, expect, test } from 'vitest'
import { buildWorld } from '../support/world.ts'

const page = async (origin: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${origin}${path}`, { headers: { 'accept-language': 'en', ...headers } })
  return { response, html: await response.text() }
}

describe('pages', () => {
  test('nothing that people wrote can end the data block or become markup', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', introduction: '</script><img src=x onerror=alert(1)>' })
    const { html } = await page(world.origin, '/')
    expect(html).not.toContain('</script><img')
    expect(html).not.toContain('<img src=x')
  })

  test('a space that is called like a mark of ours is a space like any other', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', name: '__SITE__' })
    const { html } = await page(world.origin, '/?q=__SITE__')
    const [, text = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toMatchObject({ lang: 'zh', spaces: { list: [{ name: '__SITE__' }] } })
  })

  test('scripts run only from our own address, and nobody may frame us', async () => {
    const world = await buildWorld()
    const { response, html } = await page(world.origin, '/login')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(html).not.toMatch(/<script>(?!<\/script>)/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBeTruthy()
  })

  test('an address that is nobody is 404, with a page to read', async () => {
    const world = await buildWorld()
    const { response, html } = await page(world.origin, '/404')
    expect(response.status).toBe(404)
    expect(html).toContain('<h1')
  })

  test('a private space is not on the home page, a public one is, without any script', async () => {
    const world = await buildWorld()
    await world.space({ type: 'public', name: 'Open lake' })
    await world.space({ type: 'private', name: 'Closed lake' })
    const { html } = await page(world.origin, '/')
    const [body = ''] = html.split('<script type="application/json"')
    expect(body).toContain('Open lake')
    expect(html).not.toContain('Closed lake')
  })

  test('a page speaks the language that was chosen before, else Chinese, as its script does', async () => {
    const world = await buildWorld()
    expect((await page(world.origin, '/login')).html).toContain('<html lang="zh-CN">')
    expect((await page(world.origin, '/login', { cookie: 'lang=en' })).html).toContain('<html lang="en">')
  })
})
