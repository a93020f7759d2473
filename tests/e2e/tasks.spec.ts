import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { davOf } from '../services/drives.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { enterSpace, expect, expectAccessible, ownServer, PASSWORD, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'

const inMenu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: false })
async function chooseOf(page: Page, row: RegExp, action: string): Promise<void> {
  await page.getByRole('row', { name: row }).click({ button: 'right' })
  await inMenu(page, action).click()
}
const strip = (page: Page) => page.locator('.task-strip')

test('a folder is compressed, the archive extracted, and both are told as they go', async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  const folder = (await page.locator('.row[aria-rowindex="2"] .name span[title]').getAttribute('title')) ?? ''
  await chooseOf(page, new RegExp(folder), '压缩…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('压缩包名称').fill('打包')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '开始压缩' }).click()
  await expect(strip(page)).toContainText('已完成')
  await expect(page.getByRole('row', { name: /打包\.zip/ })).toBeVisible()

  await chooseOf(page, /打包\.zip/, '解压…')
  await page.getByRole('dialog').getByRole('button', { name: '开始解压' }).click()
  const extracted = page.getByRole('row', { name: new RegExp(`${folder} \\(1\\)`) })
  await expect(extracted).toBeVisible()
  await expect(strip(page).locator('.task')).toHaveCount(2)
  await expect(strip(page).locator('.task').first()).toContainText('已完成')
  await expectAccessible(page)

  await strip(page).locator('.task').first().getByRole('button', { name: '打开所在文件夹' }).click()
  await expect(page.locator('.crumbs')).toContainText(`${folder} (1)`)
  await strip(page).getByRole('button', { name: '全部任务' }).click()
  await expect(page).toHaveURL(/place=tasks/)
  const first = page.locator('.tasks .task').first()
  await first.getByRole('button', { name: '查看明细' }).click()
  await expect(first.locator('.task-parts li').first()).toContainText('已完成')
  await expectAccessible(page)
  // Other journeys of the same person left records too.
  const records = await page.locator('.tasks .task').count()
  await first.getByRole('button', { name: '清除' }).click()
  await expect(page.locator('.tasks .task')).toHaveCount(records - 1)
})

test(
  'a file is verified, which is told whatever the clock of the computer says, and its checksums are there to be taken along',
  inFull,
  async ({ page }) => {
    await speakEnglish(page)
    // The clock of a computer can be wrong.
    await page.clock.setSystemTime(Date.now() + HOUR_MS)
    await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
    await page.getByRole('row', { name: /README\.md/ }).click({ button: 'right' })
    await inMenu(page, 'Verify…').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: 'Download SHA256SUMS' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Verify' }).click()
    await expect(strip(page)).toContainText('Completed')
  },
)

test('files come from a drive, and a link that is none is told beside its field', inFull, async ({ page }) => {
  const drive = createServer(davOf({ 'data/a.csv': 'a,b', 'data/deep/b.csv': 'b' }, { user: 'me', password: 'right' }))
  drive.listen(0, '127.0.0.1')
  await once(drive, 'listening')
  const host = `127.0.0.1:${(drive.address() as AddressInfo).port}`
  await ownServer(
    async ({ origin }) => {
      await enterSpace(page, 'lin@demo.test', SPACE, origin)
      await page.getByRole('button', { name: '更多' }).click()
      await inMenu(page, '导入…').click()
      const drawer = page.getByRole('dialog')
      await expect(drawer.getByLabel('文件网址')).toBeVisible()
      await drawer.getByLabel('文件网址').fill('不是网址')
      await expect(drawer).toContainText('“不是网址”不是有效的网址')
      await expect(drawer.getByRole('button', { name: '开始导入' })).toBeDisabled()
      await expectAccessible(page)

      await drawer.getByRole('tab', { name: '分享链接' }).click()
      await drawer.getByLabel('分享链接').last().fill('https://a.example/x')
      await drawer.getByRole('button', { name: '查看内容' }).click()
      await expect(drawer.getByRole('alert')).toContainText('链接格式不正确')

      await drawer.getByRole('tab', { name: '网盘' }).click()
      await drawer.getByLabel('服务器地址').fill(`http://${host}/dav/`)
      await drawer.getByLabel('用户名').fill('me')
      await drawer.getByLabel('密码或应用密码').fill('wrong')
      await drawer.getByRole('button', { name: '连接' }).click()
      await expect(drawer).toContainText('对方服务器拒绝访问')
      await drawer.getByLabel('密码或应用密码').fill('right')
      await drawer.getByRole('button', { name: '连接' }).click()
      await drawer.getByRole('button', { name: 'data' }).click()
      await drawer.getByRole('checkbox', { name: 'deep' }).check()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: '开始导入' }).click()
      await expect(strip(page)).toContainText('已完成')
      await expect(page.getByRole('row', { name: /deep/ })).toBeVisible()
    },
    { OUTSIDE_ALLOW: host },
  )
  drive.close()
})

/** A repository with one record, as InvenioRDM answers for it. */
async function openRepository() {
  const pages: Record<string, string> = {
    '/records/7': '<html>',
    '/api/records/7': JSON.stringify({ metadata: { title: '湖心站剖面' } }),
    '/api/records/7/files': JSON.stringify({ entries: [{ key: 'profile.csv', size: 4, checksum: '' }] }),
    '/api/records/7/files/profile.csv/content': 'a,b\n',
  }
  const site = createServer(({ url = '' }, response) => {
    const page = pages[url]
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return { site, host: `127.0.0.1:${(site.address() as AddressInfo).port}` }
}

test(
  'a published dataset is shown before it is imported, and its files lie below its title',
  inFull,
  async ({ page }) => {
    const { site, host } = await openRepository()
    await ownServer(
      async ({ origin }) => {
        await page.setViewportSize({ width: 390, height: 800 })
        await enterSpace(page, 'lin@demo.test', SPACE, origin)
        await page.getByRole('toolbar').getByRole('button', { name: '更多' }).click()
        await inMenu(page, '导入…').click()
        const drawer = page.getByRole('dialog')
        await drawer.getByRole('tab', { name: '已发布数据集' }).click()
        const field = drawer.locator('#import-published')
        await field.fill('湖泊')
        await field.press('Enter')
        await expect(drawer.getByRole('alert')).toContainText('请输入以 http:// 或 https:// 开头的完整网址，或 DOI')
        await field.fill(`http://${host}/records/8`)
        await field.press('Enter')
        await expect(drawer.getByRole('alert')).toContainText('该网址下没有找到已发布的数据集')
        await expect(drawer.getByRole('button', { name: '开始导入' })).toBeDisabled()
        await field.fill(`http://${host}/records/7`)
        await field.press('Enter')
        await expect(drawer.getByRole('alert')).toContainText('InvenioRDM 或 Zenodo · 1 个文件 · 4 B')
        await expectAccessible(page)
        await drawer.getByRole('button', { name: '开始导入' }).click()
        await expect(strip(page)).toContainText('已完成')
        await expect(page.getByRole('row', { name: /湖心站剖面/ })).toBeVisible()
      },
      { OUTSIDE_ALLOW: host },
    )
    site.close()
  },
)

test(
  'a shared folder is marked as one and arrives as that folder, after the password that no other link is told',
  inFull,
  async ({ page, server }) => {
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const source = await lin.data(contract.spaces.create, { name: 'Shared', identifier: 'shared1', type: 'private' })
    const folder = await lin.data(contract.files.create, { spaceId: source.id, path: 'stations/deep' })
    const { phash } = await lin.data(contract.files.show, { spaceId: source.id, hash: folder })
    const { link = '' } = await lin.data(contract.shares.makeFile, {
      spaceId: source.id,
      hashList: [phash ?? ''],
      way: 'custom',
      password: 'Pass2026',
    })
    await enterSpace(page, 'lin@demo.test', SPACE)
    await page.getByRole('button', { name: '更多' }).click()
    await inMenu(page, '导入…').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('tab', { name: '分享链接' }).click()
    const field = drawer.locator('#import-link')
    await field.fill(String(link))
    await drawer.getByRole('button', { name: '查看内容' }).click()
    await expect(drawer).toContainText('这个分享设有密码')
    await expect(drawer.getByLabel('分享密码')).toBeFocused()
    await page.keyboard.type('Pass2026')
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('tran/file') && asked.push(request.postData() ?? '')))
    await field.fill('http://a.example/file-share?link=0123456789012345678901')
    await field.press('Enter')
    await expect(drawer.getByRole('alert')).toBeVisible()
    expect(asked.join()).not.toContain('Pass2026')

    await field.fill(String(link))
    await field.press('Enter')
    await expect(drawer.getByLabel('分享密码')).toBeFocused()
    await page.keyboard.type('Pass2026\n')
    await drawer.getByRole('button', { name: 'deep' }).click()
    await drawer.getByRole('button', { name: '返回上一层' }).click()
    await drawer.getByRole('checkbox', { name: 'stations' }).check()
    await expect(drawer.getByRole('checkbox', { name: 'deep' })).toBeChecked()
    await drawer.getByRole('button', { name: '开始导入' }).click()
    await expect(strip(page).locator('.task').first()).toContainText('stations')
    await expect(strip(page).locator('.task').first()).toContainText('已完成')
    await expect(page.getByRole('row', { name: /stations/ })).toBeVisible()
  },
)

test('another space is found by its name, and what is chosen of it arrives', inFull, async ({ page, server }) => {
  const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const source = await lin.data(contract.spaces.create, { name: 'Nearby', identifier: 'nearby1', type: 'private' })
  await lin.data(contract.files.create, { spaceId: source.id, path: 'buoys' })
  await enterSpace(page, 'lin@demo.test', SPACE)
  await page.getByRole('button', { name: '更多' }).click()
  await inMenu(page, '导入…').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: '其他空间' }).click()
  await drawer.getByLabel('来源空间').fill('nearb')
  const option = page.locator('.ant-select-item-option')
  await expect(option).toHaveText(['Nearby · 私有'])
  await option.click()
  await drawer.getByRole('checkbox', { name: 'buoys' }).check()
  await drawer.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByRole('row', { name: /buoys/ })).toBeVisible()
})
