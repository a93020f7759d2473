import { once } from 'node:events'
import { createServer, type Server as Site } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { demoDataDir } from '../support/demo-data.ts'
import { inFull, isFull } from '../support/full.ts'
import { type Server, startServer } from '../support/server.ts'
import { tokenOf } from '../support/token.ts'
import { expect, expectAccessible, PASSWORD, signIn, test } from './journey.ts'

const LAKE = '高原湖泊生态观测'
const { sourceImports, spaces, tables } = contract

async function chooseKind(page: Page, kind: string): Promise<void> {
  await page.getByLabel('类型', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(kind, { exact: true }).click()
}

test.describe('a file of another site', () => {
  // Its servers, too, start in the full run only.
  test.skip(!isFull)

  let own: Server
  let site: Site
  let sent = 0
  test.beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url !== '/lab/readings.csv') return response.writeHead(404).end()
      if (request.headers['if-none-match'] === '"one"') return response.writeHead(304).end()
      sent += 1
      return response.writeHead(200, { etag: '"one"' }).end('station,depth\nS07,12.5\nS08,3\n')
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    own = await startServer({ dataDir: demoDataDir(), env: { OUTSIDE_ALLOW: '127.0.0.1' } })
  })
  test.afterAll(async () => {
    site?.closeAllConnections()
    site?.close()
    await own?.stop()
  })

  test('is added, looked into and imported; a run of an unchanged file says so', inFull, async ({ page }) => {
    const lin = await new Client(own.origin).login('lin@demo.test', PASSWORD)
    const spaceId = (await lin.data(spaces.list, { q: LAKE })).list[0]?.id ?? ''
    await signIn(page, 'lin@demo.test', `${own.origin}/space/${spaceId}/details/form?list=sources`)
    await page.getByRole('button', { name: '添加数据源' }).click()
    const form = page.getByRole('dialog')
    await chooseKind(page, '文件（HTTPS、WebDAV）')
    await form.getByLabel('名称').fill('观测文件')
    await form.getByLabel('地址').fill('127.0.0.1')
    await form.getByLabel('端口').fill(String((site.address() as AddressInfo).port))
    await form.getByLabel('文件路径').fill('lab/other.csv')
    await page.getByLabel('加密连接', { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('不加密', { exact: true }).click()
    await form.getByRole('button', { name: '测试连接' }).click()
    await expect(form.getByText('该路径下没有文件')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('文件路径').fill('lab/readings.csv')
    await form.getByRole('button', { name: '测试连接' }).click()
    await expect(form.getByText('连接成功：readings.csv')).toBeVisible()
    await form.getByRole('button', { name: '添加数据源' }).click()

    const tree = page.getByRole('navigation', { name: '数据源中的表' })
    await tree.getByRole('button', { name: /^readings\.csv/ }).click()
    const pane = page.getByRole('region', { name: 'readings.csv.readings.csv' })
    await expect(pane.getByRole('cell', { name: '12.5' })).toBeVisible()
    await expectAccessible(page)
    await pane.getByRole('button', { name: '导入到表格' }).click()
    await expect(form.getByText('每次运行都读取整个文件')).toBeVisible()
    await form.getByLabel('表格名称').fill('观测数据')
    await expectAccessible(page)
    await form.getByRole('button', { name: '保存并开始导入' }).click()
    const runs = form.locator('.source-run')
    await expect(runs.first()).toContainText('已完成')
    await expect(runs.first()).toContainText('写入2')
    const before = sent
    await form.getByRole('button', { name: '立即运行' }).click()
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toContainText('已完成')
    await runs.first().getByText('日志', { exact: true }).click()
    await expect(runs.first().locator('.source-log')).toContainText('自上次运行后没有变化')
    expect(sent).toBe(before)
    const [found] = (await lin.data(sourceImports.list, { spaceId })).list
    const { rows } = await lin.data(tables.rows, { spaceId, id: found?.target.id ?? '' })
    expect(rows).toHaveLength(2)
  })

  test(
    'or the tables of another installation are tried with a token; a wrong one is told beside its field',
    inFull,
    async ({ page }) => {
      const lin = await new Client(own.origin).login('lin@demo.test', PASSWORD)
      const { id: spaceId = '', identifier = '' } = (await lin.data(spaces.list, { q: LAKE })).list[0] ?? {}
      const { id, columnList } = await lin.data(tables.create, {
        spaceId,
        name: '水化学',
        columns: [{ name: 'pH', type: 'number' }],
      })
      const columns = columnList.map((column) => column.id)
      await lin.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns, rows: [['7.9'], ['8.1']] } })
      const token = await tokenOf(lin, 'read')
      await signIn(page, 'lin@demo.test', `${own.origin}/space/${spaceId}/details/form?list=sources`)
      await page.getByRole('button', { name: '添加数据源' }).click()
      const form = page.getByRole('dialog')
      await chooseKind(page, 'DataSpace 表格')
      await expect(form.getByLabel('账号')).toBeHidden()
      await form.getByLabel('名称').fill('另一平台')
      await form.getByLabel('地址').fill('127.0.0.1')
      await form.getByLabel('端口').fill(new URL(own.origin).port)
      await form.getByLabel('空间的唯一标识').fill(identifier)
      await form.getByLabel('访问令牌').fill('dst_wrong')
      await page.getByLabel('加密连接', { exact: true }).click()
      await page.locator('.ant-select-dropdown:visible').getByTitle('不加密', { exact: true }).click()
      await form.getByRole('button', { name: '测试连接' }).click()
      await expect(form.getByText('访问令牌错误、已过期或无权读取')).toBeVisible()
      await expectAccessible(page)
      await form.getByLabel('访问令牌').fill(token)
      await form.getByRole('button', { name: '测试连接' }).click()
      await expect(form.getByText(`连接成功：${identifier}`)).toBeVisible()
      await form.getByRole('button', { name: '添加数据源' }).click()
      await page
        .getByRole('navigation', { name: '数据源中的表' })
        .getByRole('button', { name: /^水化学/ })
        .click()
      await page.getByRole('button', { name: '导入到表格' }).click()
      await expect(form.getByText('每次运行都读取整张表')).toBeVisible()
      await form.getByLabel('表格名称').fill('另一平台的水化学')
      await form.getByRole('button', { name: '保存并开始导入' }).click()
      await expect(form.locator('.source-run').first()).toContainText('写入2')
    },
  )
})
