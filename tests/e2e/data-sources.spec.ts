import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { hasMariadb } from '../services/mariadb.ts'
import { hasPostgres } from '../services/postgres.ts'
import { Client } from '../support/client.ts'
import { demoDataDir } from '../support/demo-data.ts'
import { inFull } from '../support/full.ts'
import { type Server, startServer } from '../support/server.ts'
import { READER, type SourceDatabases, startSourceDatabases } from '../support/source-databases.ts'
import { expect, expectAccessible, leave, PASSWORD, signIn, speakEnglish, test } from './journey.ts'

const LAKE = '高原湖泊生态观测'
const { dataSources, rights, sourceImports, spaces, tables } = contract

test.describe('data sources', () => {
  test.skip(!hasPostgres || !hasMariadb || !hasOpenssl, 'PostgreSQL and MariaDB are not on this machine')
  test.describe.configure({ mode: 'serial' })
  let databases: SourceDatabases
  let own: Server
  test.beforeAll(async () => {
    databases = await startSourceDatabases()
    own = await startServer({ dataDir: demoDataDir(), env: { OUTSIDE_ALLOW: '127.0.0.1' } })
  })
  test.afterAll(async () => {
    await own?.stop()
    await databases?.stop()
  })

  /** A member of the space at the page of its data sources, and the owner by the API. */
  async function open(page: Page, who = 'lin') {
    const lin = await new Client(own.origin).login('lin@demo.test', PASSWORD)
    const spaceId = (await lin.data(spaces.list, { q: LAKE })).list[0]?.id ?? ''
    const address = `${own.origin}/space/${spaceId}/details/form`
    await signIn(page, `${who}@demo.test`, `${address}?list=sources`)
    return { lin, spaceId, address }
  }
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByLabel(field, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
  }

  test('a database is connected, looked into and imported by schedule; a changed row comes by the watermark', async ({
    page,
  }) => {
    await databases.query(`drop table if exists lab.reading;
      create table lab.reading (id bigint primary key, depth numeric, changed_at timestamptz);
      insert into lab.reading values (1, 12.50, '2026-11-20 10:00+08'), (2, 3, '2026-11-20 11:00+08')`)
    const { lin, spaceId, address } = await open(page)
    await expect(page.getByText('还没有数据源')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '添加数据源' }).click()

    const form = page.getByRole('dialog')
    await form.getByLabel('名称').fill('监测站')
    await form.getByLabel('地址').fill('127.0.0.1')
    await form.getByLabel('端口').fill(String(databases.postgres.port))
    await form.getByLabel('数据库').fill('postgres')
    await form.getByLabel('账号').fill(READER.account)
    await form.getByLabel('密码', { exact: true }).fill('wrong')
    await choose(page, '加密连接', '不加密')
    await form.getByRole('button', { name: '测试连接' }).click()
    await expect(form.locator('.ant-form-item', { hasText: '密码' }).getByText('账号或密码错误')).toBeVisible()
    await form.getByRole('button', { name: '列出数据库' }).click()
    await expect(form.locator('.ant-form-item', { hasText: '密码' }).getByText('账号或密码错误')).toBeVisible()
    await form.getByLabel('密码', { exact: true }).fill(READER.password)
    await form.getByLabel('数据库').fill('')
    await form.getByRole('button', { name: '列出数据库' }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('postgres', { exact: true }).click()
    await form.getByRole('button', { name: '测试连接' }).click()
    await expect(form.getByText(/连接成功：PostgreSQL \d+/)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: '添加数据源' }).click()
    await expect(page.getByRole('heading', { name: '监测站' })).toBeVisible()

    const tree = page.getByRole('navigation', { name: '数据源中的表' })
    await tree.getByRole('button', { name: /^deep/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const pane = page.getByRole('region', { name: 'lab.reading' })
    await expect(pane.getByRole('columnheader', { name: 'depth numeric' })).toBeVisible()
    await expect(pane.getByRole('cell', { name: '12.50' })).toBeVisible()
    await expectAccessible(page)

    await pane.getByRole('button', { name: '导入到表格' }).click()
    await form.getByLabel('任务名称').fill('每日监测')
    await form.getByLabel('表格名称').fill('监测数据')
    await choose(page, '导入方式', '按键更新，不存在则新增')
    await choose(page, '键', 'id')
    await page.keyboard.press('Escape')
    await choose(page, '只读取新数据', 'changed_at · timestamp with time zone')
    await form.getByRole('switch', { name: '定时运行' }).click()
    await form.getByText('每周', { exact: true }).click()
    await expect(form.locator('.schedule-next li')).toHaveCount(5)
    await form.getByText('一次', { exact: true }).click()
    await expect(form.locator('.schedule-next li')).toHaveCount(1)
    await expect(form.getByRole('checkbox', { name: '保存后立即运行一次' })).not.toBeChecked()
    await expectAccessible(page)
    await form.getByRole('checkbox', { name: '保存后立即运行一次' }).check()
    await form.getByText('cron', { exact: true }).click()
    await form.getByLabel('cron 表达式').fill('* * * * *')
    await expect(form.locator('.schedule').getByRole('alert')).toContainText('两次运行至少间隔')
    await form.getByText('每天', { exact: true }).click()
    await form.getByLabel('时间', { exact: true }).fill('03:30')
    await expect(form.locator('.schedule-next li').first()).toContainText('03:30')
    await expectAccessible(page)
    await form.getByRole('button', { name: '保存并开始导入' }).click()

    await expect(page).toHaveURL(/import=/)
    const runs = form.locator('.source-run')
    await expect(runs.first()).toContainText('已完成')
    await expect(runs.first()).toContainText('写入2')
    await expect(form.getByText('每天 03:30')).toBeVisible()
    await expectAccessible(page)

    await databases.query(`update lab.reading set depth = 13, changed_at = '2026-11-22 09:00+08' where id = 1`)
    await form.getByRole('button', { name: '立即运行' }).click()
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toContainText('已完成')
    const [found] = (await lin.data(sourceImports.list, { spaceId })).list
    const { rows } = await lin.data(tables.rows, { spaceId, id: found?.target.id ?? '' })
    expect(rows.map(({ cells }) => cells.slice(0, 2)).sort()).toEqual([
      ['1', '13'],
      ['2', '3'],
    ])

    await databases.query('alter table lab.reading drop column depth')
    await form.getByRole('button', { name: '立即运行' }).click()
    await expect(runs.first()).toContainText('数据源中已没有列“depth”')
    await runs.first().getByText('日志', { exact: true }).click()
    await expect(runs.first().locator('.source-log')).toContainText('失败')
    await databases.query('alter table lab.reading add column depth numeric')
    await runs.first().getByRole('button', { name: '重试' }).click()
    await expect(runs.first()).toContainText('已完成')
    await form.getByRole('switch', { name: '定时运行' }).click()
    await expect(form.getByText('已停止')).toBeVisible()

    await page.goto(`${address}?list=sources`)
    await page.getByRole('button', { name: '“监测站”的更多操作' }).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    await form.getByRole('checkbox', { name: '删除已保存的密码' }).check()
    await expect(form.getByLabel('密码', { exact: true })).toBeDisabled()
    await form.getByRole('button', { name: '保存' }).click()
    const asked = page.getByRole('dialog', { name: '连接测试未通过，仍要保存吗？' })
    await expect(asked).toContainText('与数据源的连接中断')
    await expectAccessible(page)
    await asked.getByRole('button', { name: '取消' }).click()
    await expect(asked).toBeHidden()
    await form.getByRole('button', { name: '保存' }).click()
    await asked.getByRole('button', { name: '仍要保存' }).click()
    await expect(asked).toBeHidden()
    await expect(form).toBeHidden()
    expect((await lin.data(dataSources.list, { spaceId })).list).toMatchObject([{ hasPassword: false }])
    await page.getByRole('button', { name: '“监测站”的更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 个导入任务')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('还没有数据源')).toBeVisible()
  })

  test(
    'on a narrow screen in English a MariaDB is looked into and imported once; a member without the right sees none of it',
    inFull,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await speakEnglish(page)
      const { lin, spaceId, address } = await open(page)
      const place = { host: '127.0.0.1', tls: 'off' as const, spaceId }
      await lin.data(dataSources.create, { ...databases.drafts.mysql, ...place, name: 'LIMS' })
      await page.reload()
      await page.getByRole('link', { name: 'LIMS' }).click()
      await page.getByRole('button', { name: /^station/ }).click()
      await expect(page.getByRole('cell', { name: '东海站' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'All tables' }).click()
      await page.getByRole('button', { name: /^station/ }).click()
      await page.getByRole('button', { name: 'Import to table' }).click()
      await page.getByRole('dialog').getByLabel('Table name').fill('Stations of the lab')
      await page.getByRole('button', { name: 'Add condition' }).click()
      await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('S1')
      await page.getByRole('button', { name: 'Save and import now' }).click()
      await expect(page.locator('.source-run').first()).toContainText('Completed')
      await expect(page.locator('.source-run').first()).toContainText('Written1')
      await expectAccessible(page)

      await lin.data(rights.setOfSpace, { id: spaceId, senior: ['T_CREATE'], normal: ['T_EDIT'] })
      await leave(page)
      await signIn(page, 'sorensen@demo.test', address)
      await expect(page.getByText('Data views', { exact: true })).toBeVisible()
      await expect(page.getByText('Data sources', { exact: true })).toHaveCount(0)
      await page.goto(`${address}?list=sources`)
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByText('LIMS')).toHaveCount(0)
    },
  )
})
