import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { admitTo, expect, expectAccessible, PASSWORD, signIn, speakEnglish, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

const LAKE = '高原湖泊生态观测'
const { reports, shares, spaces, tables } = contract

/** The board of a person who is signed in, in the space of the demo. */
async function makeBoard(page: Page, origin: string, word: string) {
  const spaceId = await admitTo(page, 'lin@demo.test', LAKE)
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  return { lin, ...(await boardIn(lin, spaceId, word)) }
}

/** A table of water samples, and a board over it whose two charts go together. */
async function boardIn(lin: Client, spaceId: string, word: string) {
  const { id, columnList } = await lin.data(tables.create, {
    spaceId,
    name: `监测${word}`,
    columns: [
      { name: '站位', type: 'text' },
      { name: '总氮', type: 'number', unit: 'mg/L' },
    ],
  })
  const ids = columnList.map((column) => column.id)
  const rows = [
    ['ST1', '0.41'],
    ['ST1', '0.47'],
    ['ST2', '0.38'],
  ]
  await lin.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
  const base = { kind: 'table' as const, id }
  const field = (key: string, name: string, at: number) => ({
    key,
    name,
    from: { kind: 'column' as const, source: 0, column: String(ids[at]) },
  })
  const query = { base, fields: [field('f1', '站位', 0), field('f2', '总氮', 1)] }
  const channels = { rows: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'mean' as const }] }
  const byStation = { type: 'pivotTable' as const, query, channels }
  const all = { type: 'number' as const, query, channels: { y: [{ field: 'f2', aggregate: 'count' as const }] } }
  const place = { y: 0, w: 6, h: 8 }
  const cards = [
    { key: 'c1', title: '各站位总氮', x: 0, ...place, content: { kind: 'chart' as const, definition: byStation } },
    { key: 'c2', title: '样品数', x: 6, ...place, content: { kind: 'chart' as const, definition: all } },
  ]
  const filters = [
    { key: 'q1', name: '站位', type: 'text' as const, columns: [{ source: base, column: String(ids[0]) }] },
  ]
  const board = { tabs: [{ key: 't1', name: '概览', cards }], filters }
  const name = `水质${word}`
  const report = await lin.data(reports.create, { spaceId, name, content: { kind: 'board', board } })
  return { spaceId, name, tableId: id, ids, report }
}

test('the list shows a board as its reader sees it, in the colours of the theme', inFull, async ({ page, server }) => {
  const { spaceId, name } = await makeBoard(page, server.origin, '图')
  await page.goto(`/space/${spaceId}/details/biReport`)
  const picture = page.getByRole('listitem').filter({ hasText: name }).locator('.report-picture img')
  /** How bright the picture is, of 255, and how many colours it has. */
  const looks = () =>
    picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const sheet = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const board = sheet.getContext('2d') as OffscreenCanvasRenderingContext2D
      board.drawImage(image, 0, 0)
      const { data } = board.getImageData(0, 0, sheet.width, sheet.height)
      const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 3))
      const bright = pixels.reduce((sum, [red = 0, green = 0, blue = 0]) => sum + (red + green + blue) / 3, 0)
      return { width: sheet.width, bright: bright / pixels.length, colours: new Set(pixels.map(String)).size }
    })
  await expect(picture).toBeVisible()
  const light = await looks()
  expect(light.width).toBe(640)
  expect(light.colours).toBeGreaterThan(20)
  expect(light.bright).toBeGreaterThan(200)
  await expect(page.locator('.report-stage')).toHaveCount(0)
  await expectAccessible(page)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await expect(picture).toBeVisible()
  expect((await looks()).bright).toBeLessThan(100)
})

test('a board is found, read, narrowed by a mark and a filter, which the address keeps, and reset', async ({
  page,
  server,
}) => {
  const { spaceId, lin, name, tableId, ids, report } = await makeBoard(page, server.origin, '甲')
  await page.goto(`/space/${spaceId}/details/biReport`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const [stations, count] = [
    page.getByRole('region', { name: '各站位总氮', exact: true }),
    page.getByRole('region', { name: '样品数', exact: true }),
  ]
  await expect(count).toContainText(/3 行(?!中)/)
  await expectAccessible(page)

  await stations.getByRole('row', { name: 'ST1' }).getByRole('button').click()
  await expect(count).toContainText('3 行中的 2 行')
  await expect(stations).toContainText(/3 行(?!中)/)
  await page.reload()
  await expect(count).toContainText('3 行中的 2 行')
  await page.goBack()
  await expect(count).toContainText(/3 行(?!中)/)

  await page.getByRole('combobox', { name: '站位' }).fill('ST2')
  await page.getByTitle('ST2').click()
  await page.keyboard.press('Escape')
  await expect(count).toContainText('3 行中的 1 行')
  const change = { kind: 'addRows' as const, columns: ids, rows: [['ST2', '0.52']] }
  await lin.data(tables.change, { spaceId, id: tableId, change })
  await expect(count).toContainText('4 行中的 2 行')
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(count).toContainText(/4 行(?!中)/)

  await count.hover()
  await count.getByRole('button', { name: '“样品数”的更多操作' }).click()
  await page.getByRole('menuitem', { name: '查看数据行' }).click()
  await expect(page.getByRole('dialog')).toContainText(/4 行(?!中)/)
  await lin.data(reports.remove, { spaceId, id: report.id })
})

test(
  'a board is drilled into by a mark, from a year to its months, and Back takes that back',
  inFull,
  async ({ page, server }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', LAKE)
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const columns = [{ name: '采样日期', type: 'date' as const }]
    const { id, columnList } = await lin.data(tables.create, { spaceId, name: '采样日', columns })
    const rows = [['2024-03-01'], ['2025-02-01'], ['2025-02-09'], ['2025-07-15']]
    const change = { kind: 'addRows' as const, columns: columnList.map((column) => column.id), rows }
    await lin.data(tables.change, { spaceId, id, change })
    const from = { kind: 'column' as const, source: 0, column: String(columnList[0]?.id) }
    const query = { base: { kind: 'table' as const, id }, fields: [{ key: 'f1', name: '采样日期', from }] }
    const y = [{ aggregate: 'count' as const }]
    const byYear = {
      type: 'pivotTable' as const,
      query,
      channels: { rows: [{ field: 'f1', time: 'year' as const }], y },
    }
    const cards = [byYear, { type: 'number' as const, query, channels: { y } }].map((definition, at) => ({
      key: `c${at + 1}`,
      title: ['各年样品', '样品数'][at] ?? '',
      x: at * 6,
      y: 0,
      w: 6,
      h: 8,
      content: { kind: 'chart' as const, definition },
    }))
    const board = { tabs: [{ key: 't1', name: '概览', cards }] }
    const report = await lin.data(reports.create, { spaceId, name: '采样年', content: { kind: 'board', board } })
    await page.goto(`/dashboard/${report.id}`)
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    const [years, count] = [region('各年样品'), region('样品数')]
    await years.getByRole('row', { name: '2025' }).getByRole('button').click()
    await expect(count).toContainText('4 行中的 3 行')
    await page.getByRole('button', { name: /^细分查看/ }).click()
    await expect(years).toContainText('4 行中的 3 行')
    await expect(years.getByRole('row')).toHaveCount(3)
    await expectAccessible(page)
    await years.getByRole('row').nth(1).getByRole('button').click()
    await expect(count).toContainText('4 行中的 2 行')
    await page.reload()
    await expect(count).toContainText('4 行中的 2 行')
    await page.goBack()
    await page.goBack()
    await expect(years).toContainText(/4 行(?!中)/)
    await lin.data(reports.remove, { spaceId, id: report.id })

    // A chart by itself has no card to narrow: its click lists the rows, and drills from there.
    const content = { kind: 'chart' as const, definition: byYear }
    const alone = await lin.data(reports.create, { spaceId, name: '逐年', content })
    await page.goto(`/dashboard/${alone.id}`)
    const main = page.getByRole('main')
    await main.getByRole('row', { name: '2025' }).getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/3 行(?!中)/)
    await dialog.getByRole('button', { name: '细分查看' }).click()
    await expect(main).toContainText('4 行中的 3 行')
    await page.goBack()
    await expect(main).toContainText(/4 行(?!中)/)
    await lin.data(reports.remove, { spaceId, id: alone.id })
  },
)

test(
  'a board is edited by keyboard on a narrow screen in English: cards move, steps are undone, and it is published',
  inFull,
  async ({ page, server }) => {
    const { lin, spaceId, name, report } = await makeBoard(page, server.origin, '乙')
    await speakEnglish(page)
    await page.goto(`/dashboard/${report.id}?edit=1`)
    const move = page.getByRole('button', { name: 'Move “样品数”', exact: true })
    const places = async () => {
      const { draft } = await lin.data(reports.show, { id: report.id })
      return draft?.kind === 'board' ? draft.board.tabs[0]?.cards.map(({ key, x, y, w }) => [key, x, y, w]) : []
    }
    await move.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(places).toEqual([
      ['c1', 0, 8, 6],
      ['c2', 5, 0, 5],
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(places).toEqual([
      ['c1', 0, 0, 6],
      ['c2', 6, 0, 6],
    ])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('About')
    // The toolbar has its words, not their keys.
    await expect(page.getByRole('dialog').getByRole('toolbar')).toContainText('Body')
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('region', { name: 'About' })).toBeVisible()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'About' })).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectAccessible(page)
    await lin.data(reports.remove, { spaceId, id: report.id })
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('This was deleted, or isn’t published yet')
  },
)

test(
  'a board is arranged by mouse, presented page by page, and tells who may not read its data so',
  inFull,
  async ({ page, server }) => {
    const { lin, spaceId, tableId, report } = await makeBoard(page, server.origin, '戊')
    const { draft } = await lin.data(reports.show, { id: report.id })
    if (draft?.kind !== 'board') throw new Error('no board')
    const text = { kind: 'text' as const, markup: '<p>说明</p>' }
    const second = {
      key: 't2',
      name: '说明',
      cards: [{ key: 'c3', title: '第二页', x: 0, y: 0, w: 6, h: 4, content: text }],
    }
    const board = { ...draft.board, tabs: [...draft.board.tabs, second] }
    await lin.data(reports.edit, { spaceId, id: report.id, version: report.version, content: { kind: 'board', board } })
    await page.goto(`/dashboard/${report.id}?edit=1`)
    const card = page.getByRole('region', { name: '样品数', exact: true })
    const place = async () => {
      const { draft: now } = await lin.data(reports.show, { id: report.id })
      const found = now?.kind === 'board' ? now.board.tabs[0]?.cards.find(({ key }) => key === 'c2') : undefined
      return [found?.x, found?.w]
    }
    await expect(card).toContainText(/3 行(?!中)/)
    const box = await card.boundingBox()
    /** The distance of two columns of the grid. */
    const column = ((box?.width ?? 0) + 12) / 6
    const pull = async (handle: Locator, dx: number) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {}
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      for (const part of [0.3, 0.7, 1]) await page.mouse.move(x + width / 2 + dx * part, y + height / 2)
      await page.mouse.up()
    }
    await pull(page.locator('.react-grid-item', { has: card }).locator('.react-resizable-handle'), -3 * column)
    await expect.poll(place).toEqual([6, 3])
    await pull(page.getByRole('button', { name: '移动“样品数”', exact: true }), 3 * column)
    await expect.poll(place).toEqual([9, 3])

    await page.clock.install()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('button', { name: '全屏演示' }).click()
    await expect(page.locator('[data-presenting]')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('region', { name: '第二页' })).toBeVisible()
    await page.clock.fastForward(draft.board.pageSeconds * 1000)
    await expect(card).toBeVisible()
    await page.evaluate(() => document.exitFullscreen())
    await expect(page.locator('[data-presenting]')).toHaveCount(0)

    // Somebody else may read the board, and not the table.
    await lin.data(tables.edit, { spaceId, id: tableId, isShared: false })
    await expect(card).toContainText(/3 行(?!中)/)
    await signIn(page, 'zhang@demo.test', `/dashboard/${report.id}`)
    await expect(card).toContainText('您无权查看该图表的数据')
    await expect(card).not.toContainText('使用')
    await expectAccessible(page)
    await lin.data(reports.remove, { spaceId, id: report.id })
  },
)

test('a chart is made on a board from a table and its columns, and one of the space is made, published and put on it', async ({
  page,
  server,
}) => {
  const { lin, spaceId, name, report } = await makeBoard(page, server.origin, '丙')
  await page.goto(`/dashboard/${report.id}?edit=1`)
  const drawer = page.getByRole('dialog')
  const make = async (title: string, label: string, dress = async () => {}) => {
    await drawer.getByRole('textbox', { name: label }).fill(title)
    await drawer.getByRole('combobox', { name: '选择表格、数据视图、文件或文件夹', exact: true }).fill('监测丙')
    await page.getByTitle('监测丙', { exact: true }).click()
    await drawer.getByRole('combobox', { name: '选择列' }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('站位', { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('总氮', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(drawer).toContainText(/3 行(?!中)/)
    await dress()
    await drawer.getByRole('button', { name: '完成' }).click()
  }
  const choose = async (label: string, value: string) => {
    await drawer.getByRole('combobox', { name: label, exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(value, { exact: true }).click()
  }
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('menuitem', { name: '图表', exact: true }).click()
  await make('新图表', '标题', async () => {
    // Column and channel are in sight at once.
    await page.setViewportSize({ width: 1440, height: 1600 })
    const channel = drawer.getByRole('group', { name: '颜色' })
    await drawer.getByRole('list', { name: '列' }).getByText('站位', { exact: true }).dragTo(channel)
    await expect(channel).toContainText('站位')
    // A column that is clicked says what it is used for, and its use is changed there, by keys too.
    await drawer.getByRole('list', { name: '列' }).getByRole('button', { name: '站位' }).click()
    const uses = page.getByRole('group', { name: '站位', exact: true })
    await uses.getByRole('button', { name: '移除站位' }).last().press('Enter')
    await expect(channel).not.toContainText('站位')
    await uses.getByRole('button', { name: '用作颜色' }).press('Enter')
    await expect(channel).toContainText('站位')
    await expect(uses.getByRole('combobox', { name: '排序' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer.getByRole('list', { name: '列' }).getByRole('button', { name: '站位' })).toBeFocused()
    // Types of charts are named in sight.
    await expect(drawer.getByRole('button', { name: '柱形图' })).toHaveText('柱形图')
  })
  await expect(page.getByRole('region', { name: '新图表', exact: true })).toContainText(/3 行(?!中)/)
  await expect(page.getByText('草稿已保存')).toBeVisible()
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api/reports/${report.id}`)) reads.push(request.url())
  })
  await page.getByRole('main').getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('button', { name: '编辑仪表板' })).toBeVisible()
  await expect(page.getByRole('region', { name: '新图表', exact: true })).toContainText(/3 行(?!中)/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(reads).toHaveLength(1)

  await page.goto(`/space/${spaceId}/details/biReport`)
  await page.getByRole('button', { name: '新建图表' }).click()
  await make('总氮图丙', '名称', async () => {
    const types = drawer.locator('.chart-types')
    const columns = drawer.locator('.view-steps section', { hasText: '选择列后会自动推荐' }).first()
    // Types that can't draw the columns are tried on the way, and the columns are there again afterwards.
    for (const type of ['数值', '散点图', '柱形图']) await types.getByRole('button', { name: type }).click()
    for (const column of ['站位', '总氮']) await expect(columns.locator('.ant-select').getByText(column)).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    // The picture stays in sight while the last settings are changed.
    await drawer.getByRole('combobox', { name: '误差线', exact: true }).scrollIntoViewIfNeeded()
    await expect(drawer.getByRole('img')).toBeInViewport({ ratio: 1 })
    await choose('配色', '柔和')
    await choose('数字格式', '科学记数法')
    await drawer.getByRole('spinbutton', { name: '小数位数' }).fill('2')
    await choose('误差线', '标准误')
    await expect(drawer.getByRole('img')).toBeVisible()
    // The last step is taken back, and done again.
    await drawer.getByRole('button', { name: '撤销' }).click()
    await expect(
      drawer.getByRole('combobox', { name: '误差线' }).locator('xpath=ancestor::*[contains(@class,"ant-select")][1]'),
    ).toContainText('无')
    await drawer.getByRole('button', { name: '重做' }).click()
  })
  await expect(page.getByRole('heading', { level: 1, name: '总氮图丙' })).toBeVisible()
  const [chart] = (await lin.data(reports.list, { spaceId, kind: 'chart', q: '总氮图丙' })).list
  const { draft, version } = await lin.data(reports.show, { id: report.id })
  const [tab] = draft?.kind === 'board' ? draft.board.tabs : []
  const card = {
    key: 'c99',
    title: '',
    x: 0,
    y: 99,
    w: 6,
    h: 6,
    content: { kind: 'saved' as const, id: chart?.id ?? '' },
  }
  const tabs = [{ ...tab, key: tab?.key ?? '', name: '', cards: [card] }]
  if (draft?.kind !== 'board') throw new Error('no board')
  await lin.data(reports.edit, {
    spaceId,
    id: report.id,
    version,
    content: { kind: 'board', board: { ...draft.board, tabs, filters: [] } },
  })
  await page.goto(`/dashboard/${report.id}?edit=1`)
  const publish = page.getByRole('main').getByRole('button', { name: '发布', exact: true })
  await publish.click()
  await expect(drawer).toContainText('仪表板上有 1 个图表尚未发布')
  await expect(drawer).toContainText('总氮图丙')
  await drawer.getByRole('button', { name: '取消' }).click()
  await publish.click()
  await drawer.getByRole('button', { name: '全部发布' }).click()
  await expect(page.getByRole('button', { name: '编辑仪表板' })).toBeVisible()
  await page.goto(`/dashboard/${chart?.id}`)
  await expect(page.getByText('发布于')).toBeVisible()
  const { list } = await lin.data(reports.list, { spaceId, kind: 'chart', q: '总氮图丙' })
  expect(list).toMatchObject([{ isChanged: false, name: '总氮图丙' }])
  const { published } = await lin.data(reports.show, { id: list[0]?.id ?? '' })
  expect(published).toMatchObject({
    definition: { options: { palette: 'muted', notation: 'scientific', decimals: 2, errorBar: 'standardError' } },
  })
  await lin.data(reports.remove, { spaceId, id: list[0]?.id ?? '' })
  await lin.data(reports.remove, { spaceId, id: report.id })
})

test('a board of a public space, and one behind a link that allows it, are read and filtered without an account', async ({
  page,
  server,
}) => {
  const { id: spaceId, owner, name: spaceName } = await ownSpace(server, '公开水质')
  const client = await new Client(server.origin).login(owner, PASSWORD)
  const { name, report, tableId, ids } = await boardIn(client, spaceId, '丁')
  await client.data(reports.publish, { spaceId, id: report.id, version: report.version })
  const count = page.getByRole('region', { name: '样品数', exact: true })
  const filter = page.getByRole('combobox', { name: '站位' })
  async function read(address: string) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(count).toContainText(/3 行(?!中)/)
    await filter.click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('ST1', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(count).toContainText('3 行中的 2 行')
    await expectAccessible(page)
    await page.reload()
    await expect(count).toContainText('3 行中的 2 行')
    await page.getByRole('button', { name: '清除筛选' }).click()
    await expect(count).toContainText(/3 行(?!中)/)
  }
  // A board of a private space asks strangers to sign in.
  await page.goto(`/dashboard/${report.id}`)
  await expect(page).toHaveURL((url) => url.pathname !== `/dashboard/${report.id}`)
  await client.data(spaces.setType, { id: spaceId, type: 'public' })
  await read(`/dashboard/${report.id}`)
  await expect(page.getByRole('link', { name: spaceName })).toBeVisible()
  const entry = page.getByRole('link', { name: '登录', exact: true })
  await expect(entry).toHaveAttribute('href', `/login?callback=${encodeURIComponent(`/dashboard/${report.id}`)}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(count).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  const wish = { reportId: report.id, way: 'none' as const }
  const closed = await client.data(shares.makeBoard, wish)
  await page.goto(closed.link ?? '')
  await expect(count).toContainText(/3 行(?!中)/)
  await expect(filter).toHaveCount(0)
  await read((await client.data(shares.makeBoard, { ...wish, mayFilter: true })).link ?? '')
  // The channel tells what is new, and the cards follow.
  const change = { kind: 'addRows' as const, columns: ids, rows: [['ST2', '0.44']] }
  await client.data(tables.change, { spaceId, id: tableId, change })
  await expect(count).toContainText(/4 行(?!中)/)
})
