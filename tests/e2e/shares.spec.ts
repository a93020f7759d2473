import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import type { Server } from '../support/server.ts'
import { enterSpace, expect, expectAccessible, follow, goTo, showDetails, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** Opens the dialog for the items that are selected. */
async function askToShare(page: Page, ...names: string[]) {
  for (const [at, name] of names.entries())
    await row(page, new RegExp(name)).click(at ? { modifiers: ['Control'] } : {})
  await page.getByRole('toolbar').getByRole('button', { name: '分享', exact: true }).click()
  return page.getByRole('dialog')
}
/** The address that the dialog shows. */
const addressIn = async (page: Page) => page.getByRole('textbox', { name: '链接', exact: true }).inputValue()

/** A page of somebody else, who has nothing but the link. */
async function stranger(browser: Browser, server: Server, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({
    locale: 'zh-CN',
    baseURL: server.origin,
    reducedMotion: 'reduce',
    ...options,
  })
  return context.newPage()
}

test('a folder is shared with a password; a stranger opens it, walks, looks and downloads; then it ends', async ({
  page,
  browser,
  server,
}) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  const dialog = await askToShare(page, 'CTD 剖面')
  await dialog.getByText('自定义').click()
  await expect(dialog).toContainText('同时拥有链接和密码的人可以查看和下载')
  await dialog.getByLabel('分享密码').fill('a-b')
  await dialog.getByRole('button', { name: '创建链接' }).click()
  await expect(dialog.locator('.ant-form-item-explain-error')).toContainText('不能包含特殊字符')
  await dialog.getByLabel('分享密码').fill('湖泊2026')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '创建链接' }).click()
  const address = await addressIn(page)
  await expect(dialog).toContainText('访问者需要链接和密码')
  await expect(dialog.getByRole('textbox', { name: '分享密码' })).toHaveValue('湖泊2026')
  await expect(dialog.getByRole('button', { name: '复制链接和密码' })).toBeVisible()
  // The address stands there once.
  expect(
    await dialog.locator('textarea').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)),
  ).toEqual([address, '湖泊2026'])
  await dialog.getByRole('button', { name: '完成' }).click()

  const visitor = await stranger(browser, server)
  await visitor.goto(address)
  await expectAccessible(visitor)
  await visitor.getByRole('textbox', { name: '分享密码' }).fill('wrong1')
  await visitor.getByRole('button', { name: '打开' }).click()
  const wrong = visitor.getByRole('alert').filter({ hasText: '分享密码不正确' })
  await expect(wrong).toBeVisible()
  // An answer to an earlier password is not shown beside the one that was typed meanwhile.
  const late = Promise.withResolvers<void>()
  await visitor.route('**/api/share/enter', (route) => late.promise.then(() => route.continue()), { times: 1 })
  await visitor.getByRole('textbox', { name: '分享密码' }).fill('wrong2')
  await visitor.getByRole('button', { name: '打开' }).click()
  await visitor.getByRole('textbox', { name: '分享密码' }).fill('湖泊2026')
  late.resolve()
  await expect(visitor.getByRole('button', { name: '打开' })).toBeEnabled()
  await expect(wrong).toHaveCount(0)
  await visitor.getByRole('button', { name: '打开' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'CTD 剖面' })).toBeVisible()
  await expect(visitor.getByText('README.md')).toHaveCount(0)
  await expectAccessible(visitor)
  const began = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: '下载 S01_profile.csv' }).click()
  expect((await began).suggestedFilename()).toBe('S01_profile.csv')
  await visitor.getByRole('link', { name: 'S01_profile.csv', exact: true }).click()
  const preview = visitor.locator('.preview-modal')
  await expect(preview.locator('.preview-bar b')).toHaveText('S01_profile.csv')
  await expect(preview.locator('.preview-stage').getByText('depth').first()).toBeAttached()
  await preview.getByRole('button', { name: '元数据' }).click()
  await expect(preview.getByText('暂无元数据').or(preview.locator('.property-list')).first()).toBeVisible()
  await visitor.keyboard.press('ArrowRight')
  await expect(preview.locator('.preview-bar b')).toHaveText('S01_temperature.png')
  // A reload shows the same; Back closes it, and the page below stays.
  await visitor.reload()
  await expect(preview.locator('.preview-bar b')).toHaveText('S01_temperature.png')
  await visitor.goBack()
  await expect(preview).toHaveCount(0)
  await expect(visitor.getByRole('heading', { level: 1, name: 'CTD 剖面' })).toBeVisible()
  await visitor.goForward()
  await expect(preview.locator('.preview-bar b')).toHaveText('S01_temperature.png')
  await visitor.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(visitor).not.toHaveURL(/preview/)

  await showDetails(page, '分享')
  await expect(page.locator('.item-shares').getByText('有密码')).toBeVisible()
  await follow(page, '/personalCenter?tab=6')
  const mine = page.getByRole('listitem').filter({ hasText: 'CTD 剖面' })
  await expect(mine).toContainText('有密码')
  await expectAccessible(page)
  await mine.getByRole('button', { name: /访问记录/ }).click()
  const log = page.locator('.ant-drawer')
  await expect(log.getByText('访客打开了链接')).toBeVisible()
  await expect(log.getByText('访客输错了密码')).toHaveCount(2)
  await expect(log.getByText('访客下载了“S01_profile.csv”')).toBeVisible()
  await page.keyboard.press('Escape')
  await mine.getByRole('button', { name: '取消“CTD 剖面”的分享' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消分享' }).click()
  await expect(mine).toContainText('已取消')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: '分享链接无效' })).toBeVisible()
})

test(
  'a link to one file for viewing only shows that file and offers no download, in English as well',
  inFull,
  async ({ page, browser, server }) => {
    await enterSpace(page, 'lin@demo.test', SPACE)
    const dialog = await askToShare(page, 'README.md')
    await dialog.getByRole('radio', { name: /^仅查看/ }).check()
    await dialog.getByText('无密码').click()
    await dialog.getByRole('button', { name: '创建链接' }).click()
    const address = await addressIn(page)
    const visitor = await stranger(browser, server)
    await visitor.context().addCookies([{ name: 'lang', value: 'en', url: server.origin }])
    await visitor.addInitScript(() => localStorage.setItem('lang', 'en'))
    await visitor.setViewportSize({ width: 390, height: 844 })
    await visitor.goto(address)
    await expect(visitor.getByText('View only, no downloads')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Download' })).toHaveCount(0)
    await expectAccessible(visitor)
    await visitor.getByRole('link', { name: 'View' }).click()
    await expect(visitor.locator('.preview-modal article.markdown')).toBeVisible()
    await expect(visitor.locator('.preview-modal a[href*="download=1"]')).toHaveCount(0)
  },
)

test(
  'without any script a guarded link opens by its form, and its files are read and taken',
  inFull,
  async ({ page, browser, server }) => {
    await enterSpace(page, 'lin@demo.test', SPACE)
    const dialog = await askToShare(page, 'CTD 剖面', 'README.md')
    await dialog.getByText('自定义').click()
    await dialog.getByLabel('分享密码').fill('lake2026')
    await dialog.getByRole('button', { name: '创建链接' }).click()
    const address = await addressIn(page)
    const visitor = await stranger(browser, server, { javaScriptEnabled: false })
    await visitor.goto(address)
    await visitor.locator('input[name=password]').fill('lake2025')
    await visitor.locator('button[type=submit]').click()
    await expect(visitor.getByText('分享密码不正确')).toBeVisible()
    await visitor.locator('input[name=password]').fill('lake2026')
    await visitor.locator('button[type=submit]').click()
    await expect(visitor.getByRole('link', { name: 'README.md', exact: true })).toBeVisible()
    await visitor.getByRole('link', { name: 'CTD 剖面', exact: true }).click()
    await expect(visitor.getByRole('navigation', { name: '当前位置' })).toContainText('CTD 剖面')
    const began = visitor.waitForEvent('download')
    await visitor.getByRole('link', { name: '下载 S01_profile.csv' }).click()
    expect((await began).suggestedFilename()).toBe('S01_profile.csv')
  },
)

test('a drop box takes files from a stranger, gives a receipt, and its maker finds them', async ({
  page,
  browser,
  server,
}) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  const dialog = await askToShare(page, 'CTD 剖面')
  await dialog.getByText('上传文件（收集）').click()
  await dialog.getByText('无密码').click()
  await dialog.getByRole('button', { name: '创建链接' }).click()
  const address = await addressIn(page)
  await dialog.getByRole('button', { name: '完成' }).click()

  const visitor = await stranger(browser, server)
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: '提交文件到“CTD 剖面”' })).toBeVisible()
  await expect(visitor.getByText('S01_profile.csv')).toHaveCount(0)
  await expectAccessible(visitor)
  const folderOf = async (files: Record<string, string>) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'box-')), 'run')
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return folder
  }
  const bring = (...files: { name: string; text: string }[]) =>
    visitor
      .getByRole('button', { name: '选择文件', exact: true })
      .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })))
  await bring({ name: 'a.csv', text: 'a,b\n1,2\n' })
  await expect(visitor.getByText('请输入姓名')).toBeVisible()
  // What was chosen without a name is kept, and goes with what is chosen then.
  await bring({ name: '.bad', text: 'x' })
  await visitor.getByLabel('您的姓名').fill('王观测')
  await visitor.getByRole('button', { name: '提交所选文件' }).click()
  const receipt = visitor.locator('.receipt')
  await expect(receipt).toContainText('a.csv')
  await expect(receipt).toContainText('1 个文件')
  await expect(visitor.getByText('已略过 1 个隐藏文件')).toBeVisible()
  await visitor.reload()
  await expect(receipt).toContainText('a.csv')
  await visitor.getByRole('button', { name: '选择文件夹' }).setInputFiles(await folderOf({ 'day 1/b.csv': 'later' }))
  await expect(receipt).toContainText('run/day 1/b.csv')
  await expect(receipt).toContainText('2 个文件')
  await expectAccessible(visitor)

  await row(page, /CTD 剖面/).dblclick()
  await row(page, /王观测/).dblclick()
  await row(page, /run/).dblclick()
  await row(page, /day 1/).dblclick()
  await expect(row(page, /b\.csv/)).toBeVisible()
  await goTo(page, '空间的分享链接')
  const box = page.getByRole('listitem').filter({ hasText: '收集' }).first()
  await box.getByRole('button', { name: /访问记录/ }).click()
  await expect(page.locator('.ant-drawer').getByText('王观测：2 个文件')).toBeVisible()
})
