import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { upload } from '../support/upload.ts'
import { test as base, expect, expectAccessible, PASSWORD, signIn } from './journey.ts'

/** Files change here: other journeys have their own server. */
const test = base.extend<object, { isApart: string }>({ isApart: ['journal', { scope: 'worker', auto: true }] })
const { files, spaces } = contract
const bytes = (kilobytes: number, fill: number) => new Uint8Array(kilobytes * 1024).fill(fill)

/** A space of lin's with some life in it, and lin's program. */
async function makeSpace(origin: string, name: string) {
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  const identifier = `j${Math.random().toString(36).slice(2, 10)}`
  const space = await lin.data(spaces.create, { name, identifier, type: 'public', size: 1 })
  return { lin, id: space.id }
}
const openTab = (page: Page, id: string, tab: string) => signIn(page, 'lin@demo.test', `/space/${id}/details/${tab}`)
const entry = (page: Page, text: string | RegExp) => page.locator('.journal-entry').filter({ hasText: text })

async function secondWindow(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', baseURL })).newPage()
}

test('the journal tells who did what, leads to it, is filtered and taken away', async ({ page, server }) => {
  const { lin, id } = await makeSpace(server.origin, '日志甲')
  const folder = await lin.data(files.create, { spaceId: id, path: '观测/2026' })
  const kept = await upload(lin, { spaceId: id, hash: folder, name: 'ctd.csv' }, bytes(1, 1))
  await lin.data(files.rename, { spaceId: id, hash: kept.hash, name: 'ctd-1.csv' })
  const gone = await upload(lin, { spaceId: id, name: 'draft.docx' }, bytes(1, 2))
  await lin.data(files.remove, { spaceId: id, hashList: [gone.hash] })

  await openTab(page, id, 'journal')
  await expect(entry(page, '将“ctd.csv”重命名为 ctd-1.csv')).toBeVisible()
  await expect(entry(page, '将 draft.docx 移入回收站')).toBeVisible()
  await expect(page.locator('.journal-days h2')).toContainText('今天')
  await expect(page.locator('.journal-active')).toContainText('林蔚')
  await expectAccessible(page)

  // What is gone is told, and is no link.
  await expect(page.getByRole('link', { name: 'draft.docx' })).toHaveCount(0)
  await page.getByRole('link', { name: 'ctd-1.csv' }).first().click()
  await expect(page).toHaveURL(/filesManage\?folder=.*select=/)
  await expect(page.getByRole('grid')).toContainText('ctd-1.csv')
  await page.goBack()

  await page.locator('.journal-filters .ant-segmented-item').filter({ hasText: '空间' }).click()
  await expect(entry(page, '创建了空间')).toBeVisible()
  await expect(entry(page, 'ctd')).toHaveCount(0)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await page.getByRole('searchbox', { name: '文件名或人名' }).fill('没有这个')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await page.getByRole('searchbox', { name: '文件名或人名' }).fill('ctd-1')
  await expect(page.locator('.journal-entry')).toHaveCount(1)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '导出 CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('ctd-1.csv')
})

test(
  'new entries are offered and do not jump; a lost network is told with another try',
  inFull,
  async ({ page, server, context }) => {
    const { lin, id } = await makeSpace(server.origin, '日志乙')
    await lin.data(files.create, { spaceId: id, path: '第一个' })
    await openTab(page, id, 'journal')
    await expect(entry(page, '第一个')).toBeVisible()
    await lin.data(files.create, { spaceId: id, path: '第二个' })
    const offer = page.getByRole('button', { name: '1 条新记录' })
    await expect(offer).toBeVisible()
    await expect(entry(page, '第二个')).toHaveCount(0)
    await offer.click()
    await expect(entry(page, '第二个')).toBeVisible()
    await expect(offer).toBeHidden()

    await context.route('**/api/spaces/*/journal?*', (route) => route.abort())
    await page.locator('.journal-filters .ant-segmented-item').filter({ hasText: '成员' }).click()
    await page.reload()
    await expect(page.getByText('日志加载失败')).toBeVisible()
    await context.unroute('**/api/spaces/*/journal?*')
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  },
)

test(
  'room is made: duplicates, large files, older versions and the trash',
  inFull,
  async ({ page, browser, server, baseURL }) => {
    const { lin, id } = await makeSpace(server.origin, '清理')
    for (const name of ['a.bin', 'b.bin']) await upload(lin, { spaceId: id, name }, bytes(200, 1))
    for (let i = 0; i < 3; i += 1)
      await upload(lin, { spaceId: id, name: 'v.bin', conflict: 'replace' }, bytes(300, 10 + i))
    await openTab(page, id, 'spaceInfo')
    await page.getByRole('button', { name: '清理空间' }).click()
    const drawer = page.getByRole('dialog', { name: '清理空间' })
    await expect(drawer.locator('.advice-bar')).toContainText('600.00 KB')
    await expectAccessible(page)

    await drawer.getByRole('radio', { name: '保留“/b.bin”' }).check()
    await drawer.getByRole('button', { name: '其余移入回收站' }).click()
    await expect(page.getByText('1 项已移入回收站，清空回收站后才会释放容量')).toBeVisible()
    await expect(drawer.getByText('最大的文件中没有重复文件。')).toBeVisible()
    await expect(drawer.getByText('回收站里有 1 项')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(drawer.getByText('回收站是空的。')).toBeVisible()

    await drawer.getByRole('checkbox', { name: '选择“a.bin”' }).check()
    await expect(drawer.getByText('已选 1 项，200.00 KB')).toBeVisible()
    await drawer.getByRole('button', { name: '移入回收站', exact: true }).click()
    await drawer.getByRole('button', { name: '清空回收站' }).click()
    const sure = page.getByRole('dialog', { name: '清空回收站？' })
    await sure.getByRole('button', { name: '清空回收站' }).click()
    await expect(page.getByText('已彻底删除 1 项')).toBeVisible()

    await drawer.locator('section').filter({ hasText: '旧版本' }).getByRole('checkbox', { name: '选择“v.bin”' }).check()
    await drawer.getByRole('button', { name: '删除旧版本' }).click()
    const lose = page.getByRole('dialog', { name: '删除 1 个文件的旧版本？' })
    await expect(lose).toContainText('/v.bin · 2 个旧版本')
    await lose.getByRole('button', { name: '删除旧版本' }).click()
    await expect(page.getByText('已释放 600.00 KB')).toBeVisible()
    await expect(drawer.getByText('没有占用空间的旧版本。')).toBeVisible()

    const other = await secondWindow(browser, baseURL ?? '')
    await openTab(other, id, 'journal')
    await expect(entry(other, '删除了 v.bin 的旧版本')).toBeVisible()
    await expect(entry(other, '彻底删除了 a.bin')).toBeVisible()
  },
)
