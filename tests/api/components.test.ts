import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MarketItem } from '#contract/components.ts'
import { type CustomItem, customItemsOf, type Parameter } from '#contract/custom-parameters.ts'
import { contract } from '#contract/index.ts'
import { MARKET_REST_MS } from '../../server/modules/components/remote-market.ts'
import type { Client } from '../support/client.ts'
import { type Piece, zipOf } from '../support/package.ts'
import { upload } from '../support/upload.ts'
import { buildWorld, type World } from '../support/world.ts'

const { components, preview, audit } = contract
const bytes = (text: string) => new TextEncoder().encode(text)
const offers = async (client: Client) => (await client.data(components.market, {})).list
const named = async (client: Client, id: string) =>
  (await offers(client)).find((offer) => offer.id === id) as MarketItem
const wishOf = ({ id, parameters, rights, sha256 }: MarketItem) => ({ componentId: id, parameters, rights, sha256 })
const install = async (client: Client, id: string) => client.data(components.install, wishOf(await named(client, id)))
/** Parameters with another value of a custom item. */
const withValue = (parameters: readonly Parameter[], key: string, value: CustomItem['value']) =>
  parameters.map((one) =>
    one.key === 'custom'
      ? {
          key: 'custom',
          value: JSON.stringify(customItemsOf([one])?.map((item) => (item.key === key ? { ...item, value } : item))),
        }
      : one,
  )

const manifest = {
  protocol: 1,
  bundle: 'depths',
  version: '1.0.0',
  name: { zh: '深度', en: 'Depths' },
  entry: 'index.html',
  suffixes: ['dep'],
  rights: ['text'],
}
const packageOf = (change: object = {}, more: readonly Piece[] = []) =>
  zipOf([
    { name: 'component.json', text: JSON.stringify({ ...manifest, ...change }) },
    { name: 'index.html', text: '<!doctype html><p>depths' },
    ...more,
  ])
async function send(client: Client, file: Uint8Array, fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([new Uint8Array(file)]), 'package.zip')
  const response = await client.fetch(`/api${components.installFile.path}`, { method: 'POST', body })
  return (await response.json()) as { code: number; error?: string; message: string; data: MarketItem }
}
const put = async (client: Client, file: Uint8Array) => {
  const { data } = await send(client, file)
  return send(client, file, { isDryRun: 'false', sha256: data.sha256, parameters: JSON.stringify(data.parameters) })
}

describe('components', () => {
  test.each(['owner', 'normal'])('are no matter of %s', async (who) => {
    const client = await (await buildWorld()).as(who)
    expect(await client.call(components.list, {})).toMatchObject({ error: 'forbidden' })
    expect(await client.call(components.turn, { id: 'msa', isOn: false })).toMatchObject({ error: 'forbidden' })
  })

  test('of the local market are those in its folder, found by word, category and suffix, page by page', async () => {
    const admin = await (await buildWorld()).as('admin')
    const folders = (await readdir('market')).sort()
    expect((await offers(admin)).map(({ id }) => id)).toEqual(folders)
    const first = await admin.data(components.market, { size: 2 })
    const rest = await admin.data(components.market, { size: 2, after: first.next })
    expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(folders)
    // The specification's name for what `install` takes as `componentId`.
    for (const { id, downloadId } of first.list) expect(downloadId).toBe(id)
    expect((await admin.data(components.market, { suffix: 'STL' })).list.map(({ id }) => id)).toEqual(['stl'])
    expect((await admin.data(components.market, { q: '比对' })).list.map(({ id }) => id)).toEqual(['msa'])
    expect((await admin.data(components.market, { category: 'general' })).list.map(({ id }) => id)).toEqual(['hex'])
    const categories = await admin.data(components.categories, {})
    expect(categories.map(({ category }) => category)).toEqual(['bioinformatics', 'engineering', 'general'])
  })

  test('are packed the same each time', async () => {
    const [one, other] = await Promise.all([buildWorld(), buildWorld()])
    const sums = async (world: World) => (await offers(await world.as('admin'))).map(({ sha256 }) => sha256)
    expect(await sums(one)).toEqual(await sums(other))
  })
})

describe('POST /common/component.install', () => {
  const wrong: [string, string, (offer: MarketItem) => object][] = [
    ['that there is not', 'componentGone', () => ({ componentId: 'abacus' })],
    ['that is not what was agreed to', 'componentDamaged', () => ({ sha256: '0'.repeat(64) })],
    ['that asks for other rights', 'componentDamaged', () => ({ rights: [] })],
    [
      'with parameters that are no JSON',
      'componentParameters',
      () => ({ parameters: [{ key: 'custom', value: '{' }] }),
    ],
    [
      'with a value that is no option',
      'componentParameters',
      ({ parameters }) => ({ parameters: withValue(parameters, 'colours', 'rainbow') }),
    ],
    [
      'without a value that is required',
      'componentParameters',
      ({ parameters }) => ({ parameters: withValue(parameters, 'colours', '') }),
    ],
    [
      'with a suffix that is none',
      'componentParameters',
      ({ parameters }) => ({ parameters: [{ key: 'suffix', value: '../a' }, ...parameters.slice(1)] }),
    ],
  ]
  test('of one that is wrong is refused, and installs nothing', async () => {
    const admin = await (await buildWorld()).as('admin')
    const offer = await named(admin, 'msa')
    for (const [what, error, change] of wrong) {
      const answer = await admin.call(components.install, { ...wishOf(offer), ...change(offer) })
      expect([what, answer]).toEqual([what, expect.objectContaining({ error })])
    }
    expect((await admin.data(components.list, {})).list).toEqual([])
  })

  test('answers component.99 to custom parameters that are no JSON', async () => {
    const admin = await (await buildWorld()).as('admin')
    admin.language = 'zh'
    const wish = { ...wishOf(await named(admin, 'msa')), parameters: [{ key: 'custom', value: 'a,b' }] }
    expect(await admin.call(components.install, wish)).toMatchObject({ message: '自定义参数解析失败' })
  })

  test('puts it in with what was filled in, once of five at once, and tells the audit', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const offer = await named(admin, 'msa')
    const wish = { ...wishOf(offer), parameters: withValue(offer.parameters, 'colours', 'bases') }
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.call(components.install, wish)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter((answer) => 'error' in answer && answer.error === 'componentTaken')).toHaveLength(4)
    const { list } = await admin.data(components.list, {})
    expect(list).toMatchObject([{ id: 'msa', webPath: '/package/msa/index.html', isOn: true, rights: ['text'] }])
    expect(customItemsOf(list[0]?.parameters ?? [])?.find(({ key }) => key === 'colours')?.value).toBe('bases')
    expect((await named(admin, 'msa')).installed).toBe('1.0.0')
    const entries = await admin.data(audit.list, { topic: 'component' })
    expect(entries.list).toMatchObject([
      { action: 'componentInstalled', target: { id: 'msa' }, after: { colours: 'bases' } },
    ])
  })
})

describe('an installed component', () => {
  test('shows the files of its suffixes, in capital letters too, and before the viewers that ship with the product', async () => {
    const world = await buildWorld()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    const { id } = await world.space()
    const file = await upload(owner, { spaceId: id, name: 'a.ALN' }, bytes('x'))
    const asked = { spaceId: id, hash: file.hash }
    expect(await owner.data(preview.components, asked)).toMatchObject({
      status: 1,
      components: [],
      matchComponent: { id: 'msa' },
    })
    expect(await owner.call(preview.data, { ...asked, componentId: 'msa' })).toMatchObject({ error: 'componentGone' })
    await install(admin, 'msa')
    const found = await owner.data(preview.components, asked)
    expect(found).toMatchObject({ status: 0, components: [{ id: 'msa', webPath: '/package/msa/index.html' }] })
    const data = await owner.data(preview.data, { ...asked, componentId: 'msa' })
    expect(data).toMatchObject({ type: 'fileStr', rights: ['text'] })
    expect(data.parameters).toContainEqual({ key: 'colours', value: 'zappo' })
    const stranger = await upload(owner, { spaceId: id, name: 'a.unheard' }, bytes('x'))
    expect(await owner.data(preview.components, { spaceId: id, hash: stranger.hash })).toEqual({
      status: 2,
      components: [],
    })
  })

  test('has its files served in a policy of their own, and nothing beside them', async () => {
    const world = await buildWorld()
    await install(await world.as('admin'), 'msa')
    const page = await fetch(`${world.origin}/package/msa/index.html`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toContain(`connect-src ${world.origin}/package/msa/ ${world.origin}/api/preview/bytes/;`)
    const script = await fetch(`${world.origin}/package/msa/main.js`)
    expect(script.headers.get('access-control-allow-origin')).toBe('*')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const etag = script.headers.get('etag') ?? ''
    expect((await fetch(`${world.origin}/package/msa/main.js`, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    )
    for (const path of [
      'msa/none.js',
      'msa/',
      'msa/../stl/main.js',
      'msa/%2e%2e/stl/main.js',
      'stl/main.js',
      'msa/..%2f..%2fpackage.json',
    ])
      expect([path, (await fetch(`${world.origin}/package/${path}`)).status]).toEqual([path, 404])
    for (const path of ['msa/%00', 'msa%00/main.js', 'msa/%ff'])
      expect([path, (await fetch(`${world.origin}/package/${path}`)).status]).toEqual([path, 400])
  })

  test('that is turned off is gone at once, and its suffix is not offered by the market again', async () => {
    const world = await buildWorld()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    await install(admin, 'msa')
    const { id } = await world.space()
    const { hash } = await upload(owner, { spaceId: id, name: 'a.aln' }, bytes('x'))
    expect(await admin.data(components.turn, { id: 'msa', isOn: false })).toMatchObject({ isOn: false })
    expect((await fetch(`${world.origin}/package/msa/index.html`)).status).toBe(404)
    expect(await owner.data(preview.components, { spaceId: id, hash })).toEqual({ status: 2, components: [] })
    expect(await owner.call(preview.data, { spaceId: id, hash, componentId: 'msa' })).toMatchObject({
      error: 'componentGone',
    })
    await admin.data(components.turn, { id: 'msa', isOn: true })
    expect((await fetch(`${world.origin}/package/msa/index.html`)).status).toBe(200)
  })

  test.each(['msa', 'stl'])(
    'that is turned off or removed reads nothing more by the addresses that it has: %s',
    async (componentId) => {
      const world = await buildWorld()
      const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
      await install(admin, componentId)
      const { id } = await world.space()
      const { hash } = await upload(owner, { spaceId: id, name: componentId === 'msa' ? 'a.aln' : 'a.stl' }, bytes('x'))
      const { fileUrl } = await owner.data(preview.data, { spaceId: id, hash, componentId })
      const read = () => fetch(world.origin + (fileUrl[0] ?? ''))
      expect((await read()).status).toBe(200)
      await admin.data(components.turn, { id: componentId, isOn: false })
      expect((await read()).status).toBe(401)
      await admin.data(components.turn, { id: componentId, isOn: true })
      expect((await read()).status).toBe(200)
      await admin.data(components.remove, { id: componentId })
      expect((await read()).status).toBe(401)
    },
  )

  test('takes other values, other suffixes, and nothing else of its parameters', async () => {
    const world = await buildWorld()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    const { parameters } = await install(admin, 'msa')
    const changed = withValue(parameters, 'shown', ['kept']).map((one) =>
      one.key === 'suffix' ? { key: 'suffix', value: 'Aln, clu' } : one,
    )
    const forged = [...changed, { key: 'rights', value: 'bytes' }]
    const edited = await admin.data(components.edit, { id: 'msa', parameters: forged })
    expect(edited.suffixes).toEqual(['aln', 'clu'])
    expect(edited.parameters.map(({ key }) => key)).toEqual(['suffix', 'custom'])
    const { id } = await world.space()
    const { hash } = await upload(owner, { spaceId: id, name: 'a.clu' }, bytes('x'))
    expect((await owner.data(preview.data, { spaceId: id, hash, componentId: 'msa' })).parameters).toContainEqual({
      key: 'shown',
      value: ['kept'],
    })
    expect(await admin.call(components.edit, { id: 'abacus', parameters })).toMatchObject({ error: 'componentGone' })
  })

  test('is removed with its files', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await install(admin, 'msa')
    await admin.data(components.remove, { id: 'msa' })
    expect((await fetch(`${world.origin}/package/msa/index.html`)).status).toBe(404)
    expect(await admin.call(components.remove, { id: 'msa' })).toMatchObject({ error: 'componentGone' })
    const { rows } = await world.db
      .selectFrom('component_file')
      .selectAll()
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toEqual([])
  })

  test('keeps its contents from the sweeper', async () => {
    const world = await buildWorld()
    await install(await world.as('admin'), 'stl')
    world.clock.advance(2 * 86_400_000)
    await world.services.uploads.blobs()
    expect((await fetch(`${world.origin}/package/stl/main.js`)).status).toBe(200)
  })
})

describe('a market on another site', () => {
  /** The index and the package of a market, as somebody else runs it. */
  async function site(change: { entry?: object; package?: Uint8Array; status?: number } = {}) {
    const zip = Buffer.from(change.package ?? (await packageOf()))
    const sha256 = createHash('sha256').update(zip).digest('hex')
    const offer = { manifest, url: 'depths.zip', sha256, size: zip.length, ...change.entry }
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response
        .writeHead(change.status ?? 200)
        .end(request.url === '/index.json' ? JSON.stringify({ components: [offer] }) : zip)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { world: await buildWorld({ MARKET_URL: `${origin}/index.json` }), asked }
  }

  test('is offered beside our own, and its package is installed', async () => {
    const { world, asked } = await site()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    expect((await offers(admin)).map(({ id }) => id)).toEqual(['depths', 'hex', 'msa', 'stl'])
    const { id } = await world.space()
    const { hash } = await upload(owner, { spaceId: id, name: 'a.dep' }, bytes('x'))
    expect(await owner.data(preview.components, { spaceId: id, hash })).toMatchObject({ status: 1 })
    await install(admin, 'depths')
    expect(await owner.data(preview.components, { spaceId: id, hash })).toMatchObject({
      components: [{ id: 'depths' }],
    })
    expect(await (await fetch(`${world.origin}/package/depths/index.html`)).text()).toContain('depths')
    expect(asked).toEqual(['/index.json', '/depths.zip'])
  })

  test.each<[string, Parameters<typeof site>[0], string]>([
    ['is not the one that the index tells of', { entry: { sha256: 'a'.repeat(64) } }, 'componentDamaged'],
    ['asks for more than the index says', { entry: { manifest: { ...manifest, rights: [] } } }, 'componentDamaged'],
    [
      'has another name than the index says',
      { entry: { manifest: { ...manifest, bundle: 'heights' } } },
      'componentDamaged',
    ],
    [
      'has another version than the index says',
      { entry: { manifest: { ...manifest, version: '9.0.0' } } },
      'componentDamaged',
    ],
    ['lies inside our network', { entry: { url: 'http://127.0.0.1:1/depths.zip' } }, 'marketUnreachable'],
    ['is no package', { package: bytes('PK but no zip') }, 'componentRefused'],
  ])('whose package %s installs nothing', async (_what, change, error) => {
    const { world } = await site(change)
    const admin = await world.as('admin')
    const [offer] = (await offers(admin)).filter(({ id }) => id === 'depths' || id === 'heights')
    expect(await admin.call(components.install, wishOf(offer as MarketItem))).toMatchObject({ error })
    expect((await admin.data(components.list, {})).list).toEqual([])
  })

  test('that does not answer is left alone for a while, and it is said that something may be missing', async () => {
    const { world, asked } = await site({ status: 500 })
    const admin = await world.as('admin')
    for (let i = 0; i < 3; i += 1) expect((await admin.data(components.market, {})).isPartial).toBe(true)
    expect(asked).toEqual(['/index.json'])
    world.clock.advance(MARKET_REST_MS)
    await admin.data(components.categories, {})
    expect(asked).toHaveLength(2)
  })
})

describe('a package', () => {
  const cases: [string, RegExp, () => Promise<Uint8Array>][] = [
    ['that is no zip', /zip/, async () => bytes('PK but no zip')],
    ['without a manifest', /component\.json is missing/, () => zipOf([{ name: 'index.html', text: '' }])],
    [
      'whose manifest is no JSON',
      /component\.json is invalid \(JSON\)/,
      () => zipOf([{ name: 'component.json', text: '{' }]),
    ],
    ['of a strange name', /invalid \(bundle\)/, () => packageOf({ bundle: '../msa' })],
    ['that asks for a right that there is not', /invalid \(rights\.0\)/, () => packageOf({ rights: ['session'] })],
    ['of another protocol', /invalid \(protocol\)/, () => packageOf({ protocol: 2 })],
    ['without its page', /index\.html is missing|main\.html is missing/, () => packageOf({ entry: 'main.html' })],
    [
      'whose custom parameters are no JSON',
      /custom parameters/,
      () => packageOf({ parameters: [{ key: 'custom', value: '{' }] }),
    ],
    ['that climbs', /allowed \(\.\.\/evil\.js\)/, () => packageOf({}, [{ name: '../evil.js', text: '' }])],
    ['from a root', /allowed/, () => packageOf({}, [{ name: '/etc/cron.d/evil', text: '' }])],
    [
      'with a file twice',
      /duplicate file \(a\.js\)/,
      () =>
        packageOf({}, [
          { name: 'a.js', text: '1' },
          { name: 'A.js', text: '2' },
        ]),
    ],
    [
      'with a link',
      /links/,
      async () => linkIn(await packageOf({}, [{ name: 'link.js', text: '/etc/passwd' }]), 'link.js'),
    ],
    [
      'with too many files',
      /too many/,
      () =>
        packageOf(
          {},
          Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.js`, text: '' })),
        ),
    ],
  ]
  test('is refused, and says why, when it is one of these', async () => {
    const admin = await (await buildWorld()).as('admin')
    for (const [what, why, make] of cases) {
      const { error, message } = await send(admin, await make())
      expect([what, error, message]).toEqual([what, 'componentRefused', expect.stringMatching(why)])
    }
  })

  test('that unpacks to more than it may is refused before it is unpacked', async () => {
    const admin = await (await buildWorld()).as('admin')
    const bomb = sizeIn(await packageOf({}, [{ name: 'bomb.js', text: 'x' }]), 'bomb.js', 300 * 1_048_576)
    expect(await send(admin, bomb)).toMatchObject({ error: 'componentTooLarge' })
  })

  test('that lies about a size, or whose bytes are broken, is not installed, and breaks nothing else', async () => {
    const admin = await (await buildWorld()).as('admin')
    const text = Array.from({ length: 5000 }, (_, i) => `${i}`).join()
    const whole = await packageOf({}, [{ name: 'lie.js', text }])
    for (const [at, size] of [3, text.length + 7].entries()) {
      const lying = sizeIn(await packageOf({ version: `1.0.${at}` }, [{ name: 'lie.js', text }]), 'lie.js', size)
      expect((await put(admin, lying)).error).toBe('componentDamaged')
    }
    const broken = sizeIn(whole, 'lie.js', text.length)
    for (let i = 0; i < 5; i += 1) expect((await put(admin, broken)).error).toBe('componentDamaged')
    expect((await admin.data(components.list, {})).list).toEqual([])
  })

  test('that is not the one that was looked at is not installed', async () => {
    const admin = await (await buildWorld()).as('admin')
    const { data } = await send(admin, await packageOf())
    const other = await send(admin, await packageOf({ rights: ['bytes'] }), { isDryRun: 'false', sha256: data.sha256 })
    expect(other).toMatchObject({ error: 'componentDamaged' })
  })

  test('may not take the name of a viewer that ships with the product', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await put(admin, await packageOf({ bundle: 'text' }))).toMatchObject({ error: 'componentTaken' })
  })

  test('is looked at first and installed then; another version takes its place, the same one is refused', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const first = await packageOf({}, [{ name: 'old.js', text: '1' }])
    expect(await send(admin, first)).toMatchObject({ code: 0, data: { id: 'depths', installed: '' } })
    expect((await admin.data(components.list, {})).list).toEqual([])
    expect(await put(admin, first)).toMatchObject({ code: 0, data: { installed: '1.0.0' } })
    expect(await put(admin, first)).toMatchObject({ error: 'componentTaken' })
    expect((await fetch(`${world.origin}/package/depths/old.js`)).status).toBe(200)
    expect(await put(admin, await packageOf({ version: '1.1.0' }))).toMatchObject({
      code: 0,
      data: { installed: '1.1.0' },
    })
    expect((await fetch(`${world.origin}/package/depths/old.js`)).status).toBe(404)
  })

  test('takes objects and files only as their rules ask', async () => {
    const admin = await (await buildWorld()).as('admin')
    const part = (value: string) => ({ label: value, value })
    const items = [
      { key: 'site', label: 'Site', type: 'object', options: [part('lake'), part('station')] },
      { key: 'colours', label: 'Colours', type: 'file', rules: { multiply: '1:1', files: 'json', sizes: '*:1' } },
    ]
    const { data } = await send(
      admin,
      await packageOf({ parameters: [{ key: 'custom', value: JSON.stringify(items) }] }),
    )
    const file = (name: string, size: number) => ({
      name,
      content: `data:application/json;base64,${Buffer.alloc(size, ' ').toString('base64')}`,
    })
    const filled = (site: CustomItem['value'], colours: CustomItem['value']) =>
      withValue(withValue(data.parameters, 'site', site), 'colours', colours)
    const right = filled({ lake: 'Erhai', station: 'S1' }, file('map.json', 1024))
    const attempt = (parameters: Parameter[]) =>
      send(admin, packageBytes, { isDryRun: 'false', sha256: data.sha256, parameters: JSON.stringify(parameters) })
    const packageBytes = await packageOf({ parameters: [{ key: 'custom', value: JSON.stringify(items) }] })
    for (const wrong of [
      filled({ lake: 'Erhai', station: '' }, file('map.json', 1024)),
      filled('', ''),
      filled('', file('map.csv', 1024)),
      filled('', file('map.json', 1025)),
    ])
      expect(await attempt(wrong)).toMatchObject({ error: 'componentParameters' })
    expect(await attempt(right)).toMatchObject({ code: 0 })
    const { list } = await admin.data(audit.list, {})
    expect(JSON.stringify(list)).not.toContain('base64')
  })

  test('that takes the place of an older one keeps what was filled in, as far as it still fits', async () => {
    const admin = await (await buildWorld()).as('admin')
    const item = (key: string, value: string, options: string[] = []) => ({
      key,
      value,
      label: key,
      type: options.length ? 'radio' : 'input',
      options: options.map((one) => ({ label: one, value: one })),
    })
    const made = (version: string, suffixes: string[], ...items: object[]) =>
      packageOf({ version, suffixes, parameters: [{ key: 'custom', value: JSON.stringify(items) }] })
    const first = await send(
      admin,
      await made('1.0.0', ['dep'], item('unit', 'm'), item('colour', 'red', ['red', 'blue'])),
    )
    const filled = withValue(withValue(first.data.parameters, 'unit', 'ft'), 'colour', 'blue').map((one) =>
      one.key === 'suffix' ? { key: 'suffix', value: 'dep,depth' } : one,
    )
    const fields = { isDryRun: 'false', sha256: first.data.sha256, parameters: JSON.stringify(filled) }
    await send(admin, await made('1.0.0', ['dep'], item('unit', 'm'), item('colour', 'red', ['red', 'blue'])), fields)
    const newer = [item('unit', 'km'), item('colour', 'red', ['red', 'green']), item('grid', 'off')]
    const { data } = await send(admin, await made('2.0.0', ['dep', 'dpt'], ...newer))
    expect(data).toMatchObject({ version: '2.0.0', installed: '1.0.0' })
    const values = customItemsOf(data.parameters)?.map(({ key, value }) => [key, value])
    expect(values).toEqual([
      ['unit', 'ft'],
      ['colour', 'red'],
      ['grid', 'off'],
    ])
    expect(data.parameters).toContainEqual({ key: 'suffix', value: 'dep,dpt,depth' })
  })

  test('may have all its files in one folder', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const wrapped = await zipOf([
      { name: 'depths-1.0.0/component.json', text: JSON.stringify(manifest) },
      { name: 'depths-1.0.0/index.html', text: 'page' },
    ])
    expect(await put(admin, wrapped)).toMatchObject({ code: 0 })
    expect(await (await fetch(`${world.origin}/package/depths/index.html`)).text()).toBe('page')
  })
})

/** Where the directory of a zip tells of an entry. */
function directoryAt(zip: Buffer, name: string): number {
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4))
    if (zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString() === name) return at
  throw new Error(name)
}
/** The same zip, whose entry says that it is a symbolic link. */
function linkIn(zip: Buffer, name: string): Buffer {
  zip.writeUInt32LE(0o120777 * 65_536, directoryAt(zip, name) + 38)
  return zip
}
/** The same zip, whose entry says another size. */
function sizeIn(zip: Buffer, name: string, size: number): Buffer {
  const at = directoryAt(zip, name)
  // Packed, it says: what is not has to tell one size twice.
  zip.writeUInt16LE(8, at + 10)
  zip.writeUInt32LE(size, at + 24)
  return zip
}

describe('the list and the data of a preview by the address of a space', () => {
  test('are those of the space, for whoever may see it', async () => {
    const world = await buildWorld()
    const [owner, stranger, ordinary] = await Promise.all([
      world.as('owner'),
      world.as('stranger'),
      world.as('ordinary'),
    ])
    const open = await world.space({ type: 'public' })
    const closed = await world.space()
    for (const { id } of [open, closed]) await upload(owner, { spaceId: id, name: 'a.csv' }, bytes('a,b'))
    const hashIn = async (spaceId: string) => (await owner.data(contract.files.list, { spaceId })).list[0]?.hash ?? ''
    const asked = { url: open.identifier, hash: await hashIn(open.id) }
    expect((await stranger.data(preview.componentsPublic, asked)).components[0]?.id).toBe('csv')
    const { fileUrl } = await stranger.data(preview.dataPublic, { ...asked, componentId: 'csv' })
    expect(await (await fetch(world.origin + (fileUrl[0] ?? ''))).text()).toBe('a,b')
    const hidden = { url: closed.identifier, hash: await hashIn(closed.id) }
    expect(await ordinary.call(preview.componentsPublic, hidden)).toMatchObject({ error: 'spaceNotFound' })
    expect(await ordinary.call(preview.dataPublic, { ...hidden, componentId: 'csv' })).toMatchObject({
      error: 'spaceNotFound',
    })
  })
})
