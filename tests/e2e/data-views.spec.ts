import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { enterTables, expect, expectAccessible, PASSWORD, speakEnglish, test } from './journey.ts'

const LAKE = '高原湖泊生态观测'
const { dataViews, files, tables } = contract

/** Two tables that go together, and the list of views open. */
async function openViews(page: Page, origin: string, word: string) {
  const spaceId = await enterTables(page, 'lin@demo.test', LAKE)
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  const make = async (
    name: string,
    columns: { name: string; type: 'text' | 'number'; unit?: string }[],
    rows: string[][],
  ) => {
    const { id, columnList } = await lin.data(tables.create, { spaceId, name: `${name}${word}`, columns })
    const ids = columnList.map((column) => column.id)
    await lin.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
    return { ref: { kind: 'table' as const, id }, key: (at: number) => String(ids[at]) }
  }
  const samples = await make(
    '水样',
    [
      { name: '站位', type: 'text' },
      { name: '总氮', type: 'number', unit: 'mg/L' },
    ],
    [
      ['ST1', '0.41'],
      ['ST1', '0.47'],
      ['ST2', '0.38'],
      ['ST9', '0.52'],
    ],
  )
  const places = await make(
    '点位',
    [
      { name: '站位', type: 'text' },
      { name: '名称', type: 'text' },
    ],
    [
      ['ST1', '湖心'],
      ['ST2', '北湾'],
    ],
  )
  return { spaceId, lin, samples, places }
}

test('a view is made by clicking: joined, summarized, saved, looked at again, and deleted', async ({
  page,
  server,
}) => {
  await openViews(page, server.origin, '甲')
  await page.locator('.tables-head').getByText('数据视图', { exact: true }).click()
  await expect(page).toHaveURL(/list=views/)
  await expect(page.getByRole('button', { name: '新建数据视图' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '新建数据视图' }).click()
  await page.getByRole('combobox', { name: '选择表格、数据视图、文件或文件夹', exact: true }).fill('水样甲')
  await page.getByTitle('水样甲', { exact: true }).click()
  const status = page.locator('.table-status')
  await expect(status).toContainText('4 行')

  await page.getByRole('button', { name: '添加关联' }).click()
  await page.getByRole('combobox', { name: '选择要关联的表格、数据视图、文件或文件夹' }).fill('点位甲')
  await page.locator('.ant-select-dropdown:visible').getByTitle('点位甲', { exact: true }).click()
  await expect(page.getByText('多对一：左侧多行对应右侧的一行')).toBeVisible()
  await expect(page.getByText('左侧 4 行中有 1 行未匹配')).toBeVisible()

  await page.getByRole('combobox', { name: '按列分组' }).fill('名称')
  await page.locator('.ant-select-dropdown').getByTitle('名称', { exact: true }).click()
  await page.getByRole('button', { name: '添加汇总' }).click()
  await expect(status).toContainText('3 行')
  await expectAccessible(page)

  await page.getByRole('textbox', { name: '名称', exact: true }).fill('各点位样品数')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { name: '各点位样品数' })).toBeVisible()
  const saved = page.url()
  await page.goBack()
  await expect(page.getByRole('link', { name: '各点位样品数' })).toBeVisible()
  await page.goto(saved)
  await expect(page.getByRole('heading', { name: '各点位样品数' })).toBeVisible()
  await expect(status).toContainText('3 行')
  await expect(status).toContainText('水样甲')
  await page.getByRole('button', { name: '“各点位样品数”的更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('已删除“各点位样品数”')).toBeVisible()
  await expect(page).toHaveURL(/\?list=views$/)
  await expect(page.getByRole('button', { name: '新建数据视图' })).toBeVisible()
  await expect(page.getByRole('link', { name: '各点位样品数' })).toHaveCount(0)
  await page.goto(saved)
  await expect(page.getByRole('alert')).toContainText('该数据视图已被删除')
  await page.getByRole('button', { name: '返回全部数据视图' }).click()
  await expect(page.getByRole('button', { name: '新建数据视图' })).toBeVisible()
})

test(
  'a view is taken out as a file: exactly what is seen to the machine, all of it into a folder',
  inFull,
  async ({ page, server }) => {
    const { spaceId, lin, samples } = await openViews(page, server.origin, '丙')
    const field = (key: string, name: string, at: number) => ({
      key,
      name,
      from: { kind: 'column' as const, source: 0, column: samples.key(at) },
    })
    const query = { base: samples.ref, fields: [field('f1', '站位', 0), field('f2', '总氮', 1)] }
    const { id } = await lin.data(dataViews.create, { spaceId, name: '总氮导出', definition: { query } })
    const look = { filter: [], sort: [{ field: 'f2', order: 'desc' }] }
    const asked = new URLSearchParams({ view: id, ask: JSON.stringify(look) })
    await page.goto(`/space/${spaceId}/details/form?${asked}`)
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '当前显示的内容（筛选与排序）' }).check()
    await dialog.getByRole('radio', { name: 'CSV，供程序读取' }).check()
    await expectAccessible(page)
    const coming = page.waitForEvent('download')
    await dialog.getByRole('link', { name: '下载' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('总氮导出.csv')
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      '站位,总氮\r\nST9,0.52\r\nST1,0.47\r\nST1,0.41\r\nST2,0.38\r\n',
    )

    await page.getByRole('button', { name: '导出', exact: true }).click()
    await dialog.getByRole('button', { name: '导出到空间…' }).click()
    await page.getByRole('textbox', { name: '文件名' }).fill('总氮全部')
    await page.getByRole('treeitem').first().click()
    await page.getByRole('button', { name: '导出到此处' }).click()
    await expect(page.getByText('已开始导出')).toBeVisible()
    await expect
      .poll(async () => (await lin.data(files.list, { spaceId })).list.map(({ name }) => name))
      .toContain('总氮全部.csv')
  },
)

test(
  'on a narrow screen in English the lineage leads to a view; one that lost a column says so and is repaired',
  inFull,
  async ({ page, server }) => {
    const { spaceId, lin, samples } = await openViews(page, server.origin, '乙')
    const field = (key: string, name: string, at: number) => ({
      key,
      name,
      from: { kind: 'column' as const, source: 0, column: samples.key(at) },
    })
    const measured = { field: 'f2', operator: 'greater' as const, values: ['0.1'] }
    const query = {
      base: samples.ref,
      fields: [field('f1', 'Station', 0), field('f2', 'Nitrogen', 1)],
      filter: [{ match: 'all' as const, conditions: [measured] }],
    }
    const name = 'Nitrogen by station'
    const { id } = await lin.data(dataViews.create, { spaceId, name, definition: { query } })
    await page.setViewportSize({ width: 1024, height: 768 })
    await speakEnglish(page)
    await page.goto(`/space/${spaceId}/details/form?list=views`)
    const top = async (button: string) => (await page.getByRole('button', { name: button }).boundingBox())?.y
    expect(await top('New data view')).toBe(await top('New with SQL'))
    await expect(page.getByTitle('Members with access to sources').first()).toHaveCSS('text-overflow', 'ellipsis')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Data lineage' }).click()
    const picture = page.getByRole('dialog')
    await expect(picture.getByRole('link', { name: '水样乙' })).toBeVisible()
    await expectAccessible(page)
    await picture.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.locator('.table-status')).toContainText('4 rows')
    await expectAccessible(page)
    await page.getByRole('button', { name: `More actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Data lineage' }).click()
    // Around the view, nothing else of the space.
    await expect(picture.locator('.lineage li')).toHaveText([/Data view.*Nitrogen by station/, /Table.*水样乙/])
    await expectAccessible(page)

    const gone = { kind: 'removeColumns' as const, columns: [Number(samples.key(1))] }
    await lin.data(tables.change, { spaceId, id: samples.ref.id, change: gone })
    await page.goto(`/space/${spaceId}/details/form?view=${id}`)
    await expect(page.getByRole('alert')).toContainText('no longer has the column “Nitrogen”')
    await page.getByRole('button', { name: 'Repair' }).click()
    // Another column takes its place: one of its name first, and a type that differs is said.
    const another = { kind: 'addColumn' as const, column: { name: ' nitro gen', type: 'text' as const } }
    await lin.data(tables.change, { spaceId, id: samples.ref.id, change: another })
    await page.getByRole('combobox', { name: 'Replace “Nitrogen” with' }).click()
    await expect(page.locator('.ant-select-item-option').first()).toHaveText('nitro genText (was Number)')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // A condition on it stays in sight, and can be removed.
    await page.getByRole('button', { name: 'Remove filter “Nitrogen > 0.1”' }).click()
    await expect(page.getByText('Nitrogen > 0.1')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove “Nitrogen”' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.locator('.table-status')).toContainText('1 column')

    // Another table takes the place of one that is gone: what the view does with it stays.
    const columns = [
      { name: 'Day', type: 'date' as const },
      { name: 'station', type: 'text' as const },
    ]
    const newer = await lin.data(tables.create, { spaceId, name: 'Stations of 2027', columns })
    const added = { kind: 'addRows' as const, columns: [newer.columnList[1]?.id ?? 0], rows: [['ST7'], ['ST8']] }
    await lin.data(tables.change, { spaceId, id: newer.id, change: added })
    await lin.data(tables.remove, { spaceId, id: samples.ref.id })
    await page.goto(`/space/${spaceId}/details/form?view=${id}`)
    await expect(page.getByRole('alert')).toContainText('A source was deleted')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Repair' }).click()
    await expect(page.getByText('Deleted source')).toBeVisible()
    await page.getByLabel('Choose a table, data view, file or folder').click()
    await page.getByTitle('Stations of 2027').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.table-status')).toContainText('2 rows')

    // So it is with one that was joined.
    const depthTable = async (title: string, names: readonly string[], row: string[]) => {
      const draft = { spaceId, name: title, columns: names.map((one) => ({ name: one, type: 'text' as const })) }
      const made = await lin.data(tables.create, draft)
      const rows = { kind: 'addRows' as const, columns: made.columnList.map((column) => column.id), rows: [row] }
      await lin.data(tables.change, { spaceId, id: made.id, change: rows })
      return { id: made.id, keys: made.columnList.map((column) => String(column.id)) }
    }
    const depths = await depthTable('Depths', ['Station', 'Depth'], ['ST7', '5 m'])
    await depthTable('Depths of 2027', ['Depth', 'Station'], ['7 m', 'ST7'])
    const station = { source: 0, column: String(newer.columnList[1]?.id) }
    const joinedQuery = {
      base: { kind: 'table' as const, id: newer.id },
      joins: [
        {
          source: { kind: 'table' as const, id: depths.id },
          type: 'left' as const,
          on: [{ left: station, right: depths.keys[0] ?? '' }],
        },
      ],
      fields: [
        { key: 'f1', name: 'Station', from: { kind: 'column' as const, ...station } },
        { key: 'f2', name: 'Depth', from: { kind: 'column' as const, source: 1, column: depths.keys[1] ?? '' } },
      ],
    }
    const joined = await lin.data(dataViews.create, {
      spaceId,
      name: 'Depth by station',
      definition: { query: joinedQuery },
    })
    await lin.data(tables.remove, { spaceId, id: depths.id })
    await page.goto(`/space/${spaceId}/details/form?view=${joined.id}`)
    await page.getByRole('button', { name: 'Repair' }).click()
    await expect(page.getByText('Deleted source')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Choose a table, data view, file or folder to join').click()
    await page.getByTitle('Depths of 2027').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.table-status')).toContainText('2 rows')
    await expect(page.getByText('7 m')).toBeAttached()
  },
)
