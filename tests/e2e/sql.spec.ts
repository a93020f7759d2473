import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { enterTables, expect, expectAccessible, PASSWORD, speakEnglish, test } from './journey.ts'

const LAKE = '高原湖泊生态观测'
const { dataViews, tables } = contract

/** A table to ask, and the list of views open. */
async function openViews(page: Page, origin: string, name: string) {
  const spaceId = await enterTables(page, 'lin@demo.test', LAKE)
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  const columns = [
    { name: '站位', type: 'text' as const },
    { name: '总氮', type: 'number' as const, unit: 'mg/L' },
  ]
  const { id, columnList } = await lin.data(tables.create, { spaceId, name, columns })
  const rows = [
    ['ST1', '0.41'],
    ['ST1', '0.47'],
    ['ST2', '0.38'],
  ]
  const ids = columnList.map((column) => column.id)
  await lin.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
  return { spaceId, lin, source: { kind: 'table' as const, id } }
}

test('a view is written in SQL: completed, put right where it is wrong, formatted, run, saved and restored', async ({
  page,
  server,
}) => {
  await openViews(page, server.origin, '湖水丙')
  await page.locator('.tables-head').getByText('数据视图', { exact: true }).click()
  await page.getByRole('button', { name: '用 SQL 新建' }).click()
  await page.getByRole('combobox', { name: '添加表格、数据视图、文件或文件夹' }).fill('湖水丙')
  await page.getByTitle('湖水丙', { exact: true }).click()
  const text = page.getByRole('textbox', { name: 'SQL 语句' })
  await expect(text).toContainText('FROM 湖水丙')
  await expect(page.locator('.sql-bar')).toContainText('最长运行 60 秒，最多使用 512 MB 内存')
  await expect(page.getByRole('button', { name: '总氮' })).toBeVisible()
  await text.press('Control+Enter')
  const status = page.locator('.table-status')
  await expect(status).toContainText('3 行')
  await expectAccessible(page)

  await text.fill('select 站位, avg(总蛋) as 平均 from 湖水丙 group by 1')
  await page.getByRole('button', { name: '运行' }).click()
  await expect(page.getByRole('alert')).toContainText('第 1 行第 16 列')
  await expect(page.locator('.cm-lintRange-error')).toHaveText('总蛋')
  await expectAccessible(page)
  await text.fill('select 站位, avg(')
  await text.press('End')
  await page.keyboard.type('总')
  await page.getByRole('option', { name: '总氮' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(') as 平均 from 湖水丙 group by 1')
  await page.getByRole('button', { name: '整理格式' }).click()
  await expect(text).toContainText('GROUP BY')
  await page.getByRole('button', { name: '运行' }).click()
  await expect(status).toContainText('2 行')

  await page.getByRole('textbox', { name: '名称', exact: true }).fill('站位平均')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { name: '站位平均' })).toBeVisible()
  await expect(status).toContainText('2 行')

  await page.getByRole('button', { name: '编辑视图' }).click()
  await text.fill('select 1 as 一')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(status).toContainText('1 列')
  await page.getByRole('button', { name: '“站位平均”的更多操作' }).click()
  await page.getByRole('menuitem', { name: '版本' }).click()
  const versions = page.getByRole('dialog')
  await versions.getByRole('button', { name: '与当前版本比较' }).click()
  await expect(versions.locator('.compare-text')).toContainText('GROUP BY')
  await expectAccessible(page)
  await versions.getByRole('button', { name: '恢复此版本' }).click()
  await expect(status).toContainText('2 列')
})

test(
  'on a narrow screen in English a long query is stopped, and the view of SQL is changed',
  inFull,
  async ({ page, server }) => {
    const { spaceId, lin, source } = await openViews(page, server.origin, '湖水丁')
    const sql = { text: 'select 站位 as station from samples', sources: [{ name: 'samples', source }] }
    const { id } = await lin.data(dataViews.create, { spaceId, name: 'Stations by SQL', definition: { sql } })
    await page.setViewportSize({ width: 390, height: 844 })
    await speakEnglish(page)
    await page.goto(`/space/${spaceId}/details/form?view=${id}`)
    await expect(page.locator('.table-status')).toContainText('3 rows')
    await page.getByRole('button', { name: 'Edit view' }).click()
    const text = page.getByRole('textbox', { name: 'SQL', exact: true })
    await expect(text).toContainText('station')
    await expectAccessible(page)
    await text.fill('select count(*) from range(1000000000000) t(a) where a % 7 = 3')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Write a query and press')).toBeVisible()
    await text.fill('from samples select max(总氮) as most')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.locator('.table-status')).toContainText('1 row')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Stations by SQL' })).toBeVisible()
    await expect(page.locator('.table-status')).toContainText('1 column')
  },
)
