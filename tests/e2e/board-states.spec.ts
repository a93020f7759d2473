import { contract } from '#contract/index.ts'
import { openPdf } from '#server/modules/renditions/pdf.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import type { ChartWish } from '../support/reports.ts'
import { expect, expectAccessible, PASSWORD, signIn, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

const { reports, tables } = contract

const COLUMNS = [
  { name: '站位', type: 'text' as const },
  { name: '总氮', type: 'number' as const, unit: 'mg/L' },
]
const ROWS = [
  ['ST1', '0.41'],
  ['ST2', '0.38'],
  ['ST3', '0.52'],
]

/** A table of water samples; `rows` are none for an empty one. */
async function makeTable(client: Client, spaceId: string, name: string, rows = ROWS) {
  const { id, columnList } = await client.data(tables.create, { spaceId, name, columns: COLUMNS })
  const columns = columnList.map((column) => column.id)
  const add = (more: string[][]) =>
    client.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns, rows: more } })
  if (rows.length) await add(rows)
  return { id, columns, add }
}
type Made = Awaited<ReturnType<typeof makeTable>>

/** The number of samples, or the mean of each station, of which there may be few. */
function chartOf({ id, columns }: Made, isByStation = false): ChartWish {
  const field = (key: string, at: number) => ({
    key,
    name: COLUMNS[at]?.name ?? '',
    from: { kind: 'column' as const, source: 0, column: String(columns[at]) },
  })
  const query = { base: { kind: 'table' as const, id }, fields: [field('f1', 0), field('f2', 1)] }
  const y = [{ field: 'f2', aggregate: 'mean' as const }]
  if (!isByStation)
    return { type: 'number' as const, query, channels: { y: [{ field: null, aggregate: 'count' as const }] } }
  const options = { categories: 2, hasOthers: false }
  return { type: 'bar' as const, query, channels: { x: [{ field: 'f1' }], y }, options }
}

/** A card of a board, by its place. */
const cardOf = (key: string, title: string, [x, y]: readonly [number, number], definition: ChartWish) => ({
  key,
  title,
  x,
  y,
  w: 4,
  h: 8,
  content: { kind: 'chart' as const, definition },
})

/** A published board of these cards. */
async function publishBoard(client: Client, spaceId: string, cards: ReturnType<typeof cardOf>[], more = {}) {
  const board = { tabs: [{ key: 't1', name: '概览', cards }], ...more }
  const { id, version } = await client.data(reports.create, {
    spaceId,
    name: '水质',
    content: { kind: 'board', board },
  })
  await client.data(reports.publish, { spaceId, id, version })
  return id
}

/** The text of a document, in plain characters. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await openPdf(bytes)
  const pages = Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1))
  const contents = await Promise.all(pages.map(async (one) => (await one).getTextContent()))
  return contents
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : '')))
    .join('')
    .normalize('NFKC')
}

test(
  'an empty, loading, outdated, limited, failed and closed card each say so, and what is closed meanwhile is gone',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, '卡片状态')
    const owner = await new Client(server.origin).login(space.owner, PASSWORD)
    const make = (name: string, rows = ROWS) => makeTable(owner, space.id, name, rows)
    const [empty, slow, stale, many, broken, closed] = await Promise.all([
      make('空表', []),
      make('慢表'),
      make('旧表'),
      make('多表'),
      make('坏表'),
      make('私表'),
    ])
    const reportId = await publishBoard(owner, space.id, [
      cardOf('c1', '空', [0, 0], chartOf(empty)),
      cardOf('c2', '载入', [4, 0], chartOf(slow)),
      cardOf('c3', '过期', [8, 0], chartOf(stale)),
      cardOf('c4', '受限', [0, 8], chartOf(many, true)),
      cardOf('c5', '失败', [4, 8], chartOf(broken, true)),
      cardOf('c6', '无权', [8, 8], chartOf(closed)),
    ])
    const removed = { kind: 'removeColumns' as const, columns: broken.columns.slice(1) }
    await owner.data(tables.change, { spaceId: space.id, id: broken.id, change: removed })
    await owner.data(tables.edit, { spaceId: space.id, id: closed.id, isShared: false })
    let [isAway, isHeld] = [false, true]
    const held: (() => Promise<void>)[] = []
    await page.route('**/api/data/space/queries', async (route) => {
      const asked = route.request().postData() ?? ''
      if (isHeld && asked.includes(slow.id)) held.push(() => route.continue())
      else if (isAway && asked.includes(stale.id)) await route.abort()
      else await route.continue()
    })
    await signIn(page, space.member, `/dashboard/${reportId}`)
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(card('过期')).toContainText(/3 行(?!中)/)
    isAway = true
    await stale.add([['ST4', '0.6']])
    const words = {
      空: '数据来源中还没有数据',
      过期: '未能更新，显示的是',
      受限: '站位的另外 1 项未显示',
      失败: '图表未能显示',
      无权: '您无权查看该图表的数据',
    }
    for (const [name, text] of Object.entries(words)) {
      await expect(card(name)).toContainText(text)
      for (const other of Object.keys(words)) if (other !== name) await expect(card(other)).not.toContainText(text)
    }
    await expect(card('载入').locator('.chart-skeleton')).toBeVisible()
    await expect(page.locator('.board-card .chart-skeleton')).toHaveCount(1)
    await expect(card('过期')).toContainText(/3 行(?!中)/)
    await expect(card('受限').locator('.chart-basis')).toHaveAttribute('data-partial', 'true')
    await expect(card('失败').getByRole('button', { name: '重试' })).toBeVisible()
    await expect(card('无权').getByRole('button', { name: '重试' })).toHaveCount(0)
    await expectAccessible(page)

    // The data come, and go again when its reader may not see them any more.
    isHeld = false
    for (const release of held) await release()
    await expect(card('载入')).toContainText(/3 行(?!中)/)
    await owner.data(tables.edit, { spaceId: space.id, id: slow.id, isShared: false })
    await expect(card('载入')).toContainText(words.无权)
    await expect(card('载入')).not.toContainText(/3 行(?!中)/)
    await owner.data(tables.edit, { spaceId: space.id, id: slow.id, isShared: true })
    await expect(card('载入')).toContainText(/3 行(?!中)/)
    await owner.data(reports.remove, { spaceId: space.id, id: reportId })
    await expect(page.getByRole('alert').filter({ hasText: '已被删除，或尚未发布' })).toBeVisible()
    await expect(page.locator('.board-card')).toHaveCount(0)
  },
)

test(
  'a board refreshes by itself as often as it says, is read in order on a phone, and printed whole',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, '打印')
    const owner = await new Client(server.origin).login(space.owner, PASSWORD)
    const made = await makeTable(owner, space.id, '水样')
    const places = [
      ['第二', [6, 0]],
      ['第四', [4, 40]],
      ['第一', [0, 0]],
      ['第三', [8, 20]],
    ] as const
    const cards = places.map(([title, place], at) => cardOf(`c${at + 1}`, title, place, chartOf(made, at > 1)))
    const reportId = await publishBoard(owner, space.id, cards, { refreshSeconds: 60 })
    // A channel that is open and never tells anything.
    await page.routeWebSocket(/\/api\/msg\//, () => {})
    await page.clock.install()
    await signIn(page, space.member, `/dashboard/${reportId}`)
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(card('第二')).toContainText(/3 行(?!中)/)
    await made.add([['ST1', '0.6']])
    await page.clock.fastForward(59_000)
    await expect(card('第二')).toContainText(/3 行(?!中)/)
    await page.clock.fastForward(2000)
    await expect(card('第二')).toContainText(/4 行(?!中)/)

    await page.setViewportSize({ width: 390, height: 844 })
    const inOrder = ['第一', '第二', '第三', '第四']
    const regions = page.locator('.board-card')
    expect(await regions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(inOrder)
    const boxes = await regions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes.every(({ left, right }) => left >= 0 && right <= 390)).toBe(true)
    expect(boxes.every(({ top }, at) => top >= (boxes[at - 1]?.bottom ?? 0))).toBe(true)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => {
      Object.assign(window, { print: () => document.documentElement.setAttribute('data-printed', '') })
    })
    await page.getByRole('button', { name: '打印' }).click()
    await page.clock.runFor(5000)
    await expect(page.locator('[data-printed]')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
    // Of three stations, two are drawn.
    for (const name of ['第一', '第三']) await expect(card(name)).toContainText('4 行中的 3 行')
    for (const name of ['第二', '第四']) await expect(card(name)).toContainText(/4 行(?!中)/)
    const cut = regions.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1),
    )
    expect(await cut).toEqual([])
    const text = await textOf(await page.pdf({ preferCSSPageSize: true }))
    for (const name of ['水质', ...inOrder]) expect(text).toContain(name)
    await expect(page.locator('[data-printing]')).toHaveCount(0)
  },
)

test(
  'two people with different rights see different totals on one board, and the card of each says so',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, '各看各的')
    const [owner, member] = await Promise.all(
      [space.owner, space.member].map((email) => new Client(server.origin).login(email, PASSWORD)),
    )
    if (!owner || !member) throw new Error('nobody is signed in')
    const [ownerId, memberId] = await Promise.all(
      [owner, member].map(async (client) => (await client.data(contract.session.current, {}))?.userId ?? ''),
    )
    const columns = [{ name: '采样人', type: 'person' as const }]
    const { id, columnList } = await owner.data(tables.create, {
      spaceId: space.id,
      name: '样品',
      columns,
      isShared: false,
    })
    const [column = 0] = columnList.map((one) => one.id)
    const add = (rows: string[][]) =>
      owner.data(tables.change, { spaceId: space.id, id, change: { kind: 'addRows', columns: [column], rows } })
    await add([[ownerId ?? ''], [ownerId ?? ''], [memberId ?? '']])
    const from = { kind: 'column' as const, source: 0, column: String(column) }
    const conditions = [{ field: 'f1', operator: 'isReader' as const }]
    const query = {
      base: { kind: 'table' as const, id },
      fields: [{ key: 'f1', name: '采样人', from }],
      filter: [{ match: 'all' as const, conditions }],
    }
    const wish = { spaceId: space.id, name: '我的样品', access: 'published' as const, definition: { query } }
    const view = await owner.data(contract.dataViews.create, wish)
    const mine = {
      type: 'number' as const,
      query: {
        base: { kind: 'view' as const, id: view.id },
        fields: [{ key: 'f1', name: '采样人', from: { ...from, column: 'f1' } }],
      },
      channels: { y: [{ field: null, aggregate: 'count' as const }] },
    }
    const ofMember = [
      { match: 'all' as const, conditions: [{ field: 'f1', operator: 'is' as const, values: [memberId ?? ''] }] },
    ]
    const named = { ...mine, query: { ...query, filter: ofMember } }
    const cards = [cardOf('c1', '我的样品数', [0, 0], mine), cardOf('c2', '同伴的样品数', [4, 0], named)]
    const reportId = await publishBoard(owner, space.id, cards)
    const card = page.getByRole('region', { name: '我的样品数', exact: true })
    const says = '所含行取决于读者，他人看到的总数可能不同'
    await signIn(page, space.owner, `/dashboard/${reportId}`)
    await expect(card).toContainText(/2 行(?!中)/)
    await expect(card).toContainText(says)
    await expect(page.getByRole('region', { name: '同伴的样品数', exact: true })).toContainText('采样人 = Mara Okello')
    // The chips of views and their editors have the names, too.
    const { id: ofOne } = await owner.data(contract.dataViews.create, {
      ...wish,
      name: '同伴的样品',
      definition: { query: named.query },
    })
    await page.goto(`/space/${space.id}/details/form?view=${ofOne}&edit=1`)
    await expect(page.getByTitle('采样人 = Mara Okello')).toBeVisible()
    const look = { filter: ofMember, sort: [] }
    await page.goto(`/space/${space.id}/details/form?view=${view.id}&ask=${encodeURIComponent(JSON.stringify(look))}`)
    await expect(page.getByTitle('采样人 = Mara Okello')).toBeVisible()
    await signIn(page, space.member, `/dashboard/${reportId}`)
    await expect(card).toContainText(/1 行(?!中)/)
    await expect(card).toContainText(says)
    // The channel tells of a table that this reader may not see, without naming it.
    await add([[memberId ?? '']])
    await expect(card).toContainText(/2 行(?!中)/)
    await expectAccessible(page)
  },
)
