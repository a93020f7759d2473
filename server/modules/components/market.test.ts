import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { outsideGateway } from '#server/http/outside.ts'
import { wholeMarket } from './market.ts'
import { MARKET_AGE_MS, remoteMarket } from './remote-market.ts'

const manifest = {
  protocol: 1,
  bundle: 'depths',
  version: '1.0.0',
  entry: 'index.html',
  suffixes: ['dep'],
  rights: [],
  name: { zh: '深度', en: 'Depths' },
}
const offer = { manifest, url: 'depths.zip', sha256: 'a'.repeat(64), size: 10 }

/** Starts a market on a site of its own, with `index` as the answer for its index. */
async function site(index: () => { status?: number; body: string }) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, body } = request.url === '/market/index.json' ? index() : { body: 'a package' }
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  let at = new Date('2026-11-21T00:00:00Z')
  const policy = { isOn: true, allow: [host] }
  const market = remoteMarket({
    url: `http://${host}/market/index.json`,
    outside: outsideGateway({ policy }),
    now: () => at,
  })
  return { market, asked, later: (ms: number) => void (at = new Date(at.getTime() + ms)) }
}
const indexOf = (...components: object[]) => ({ body: JSON.stringify({ components }) })

describe('a market on another site', () => {
  test.each([
    ['answers a failure', { status: 500, body: '' }],
    ['answers no JSON', { body: '<html>' }],
    ['offers what is no component', indexOf({ ...offer, manifest: { ...manifest, bundle: '../x' } })],
    ['has a picture that is an address', indexOf({ ...offer, logo: 'https://elsewhere.test/logo.png' })],
    ['offers a package that is too large', indexOf({ ...offer, size: 1e12 })],
  ])('that %s cannot be reached', async (_what, answer) => {
    const { market } = await site(() => answer)
    await expect(market.offers()).rejects.toMatchObject({ refusal: 'marketUnreachable' })
  })

  test('is asked once for a while, and its packages where they are', async () => {
    const { market, asked, later } = await site(() => indexOf(offer))
    const [first] = await Promise.all([market.offers(), market.offers()])
    await market.offers()
    expect(asked).toEqual(['/market/index.json'])
    expect((await first[0]?.bytes())?.toString()).toBe('a package')
    expect(asked).toEqual(['/market/index.json', '/market/depths.zip'])
    later(MARKET_AGE_MS)
    await market.offers()
    expect(asked).toHaveLength(3)
  })

  test('stands beside what ships with the product; of one package the newer is offered', async () => {
    const msa = (version: string) => ({ ...offer, manifest: { ...manifest, bundle: 'msa', version } })
    const older = wholeMarket((await site(() => indexOf(msa('0.9.0'), offer))).market)
    expect((await older.offers()).offers.map(({ id, manifest: { version } }) => `${id} ${version}`)).toEqual([
      ...['depths 1.0.0', 'hex 1.0.0', 'msa 1.0.0', 'stl 1.0.0'],
    ])
    const newer = wholeMarket((await site(() => indexOf(msa('1.10.0')))).market)
    expect((await newer.offers()).offers.find(({ id }) => id === 'msa')?.manifest.version).toBe('1.10.0')
  })

  test('that fails leaves what ships with the product, and says that something may be missing', async () => {
    const whole = wholeMarket((await site(() => ({ status: 500, body: '' }))).market)
    const { offers, isPartial } = await whole.offers()
    expect(isPartial).toBe(true)
    expect(offers.map(({ id }) => id)).toEqual(['hex', 'msa', 'stl'])
  })

  test('that fails holds nobody up who looks for a viewer', async () => {
    const whole = wholeMarket((await site(() => ({ status: 500, body: '' }))).market)
    expect((await whole.atHand()).map(({ id }) => id)).toEqual(['hex', 'msa', 'stl'])
  })
})
