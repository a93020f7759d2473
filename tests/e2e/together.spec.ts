import { inFull } from '../support/full.ts'
import { enterSpace, expect, leave, signIn, test } from './journey.ts'

test('what one window changes, the other shows by itself', async ({ page, context, browser, server }) => {
  await enterSpace(page, 'lin@demo.test', '课题组内部资料')
  const colleague = await (await browser.newContext({ locale: 'zh-CN', baseURL: server.origin })).newPage()
  await signIn(colleague, 'okafor@demo.test', new URL(page.url()).pathname)
  await expect(colleague.getByRole('grid')).toBeVisible()
  const second = await context.newPage()
  await second.goto(new URL(page.url()).pathname)
  await expect(second.getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: '新建文件夹' }).click()
  await page.getByLabel('文件夹名称').fill('共享')
  await page.keyboard.press('Enter')
  for (const other of [second, colleague]) await expect(other.getByRole('row', { name: /共享/ })).toBeVisible()
  await colleague.context().close()
})

test('a public space is read without signing in, and changed by nobody who may not', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  const path = new URL(page.url()).pathname
  await leave(page)
  await page.goto(path)
  await expect(page.getByRole('row', { name: /README\.md/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '上传', exact: true })).toBeDisabled()
})

test('two clicks on one button make one space', async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: '新建空间' }).first().click()
  await page.locator('#name').fill('Double lake')
  const identifier = `double${Date.now() % 1_000_000}`
  await page.locator('#identifier').fill(identifier)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/spaces')) posts.push(request.url())
  })
  await page.getByRole('button', { name: '新建空间' }).last().dblclick()
  await expect(page.getByText('这里还没有文件')).toBeVisible()
  expect(posts).toHaveLength(1)
})

test(
  'a folder that another window deletes is gone in this one; its space too, by its own address',
  inFull,
  async ({ page, context }) => {
    await signIn(page, 'okafor@demo.test')
    const identifier = `gone${Date.now() % 1_000_000}`
    await page.getByRole('button', { name: '新建空间' }).first().click()
    await page.locator('#name').fill('Short lived')
    await page.locator('#identifier').fill(identifier)
    await page.getByRole('button', { name: '新建空间' }).last().click()
    await expect(page.getByText('这里还没有文件')).toBeVisible()
    await page.locator('.files-toolbar').getByRole('button', { name: '新建文件夹' }).click()
    await page.getByLabel('文件夹名称').fill('inside')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: /inside/ })
    await expect(row).toBeVisible()
    const second = await context.newPage()
    await second.goto(`/space/${identifier}/details`)
    await second.getByRole('row', { name: /inside/ }).dblclick()
    await expect(second.getByText('这里还没有文件')).toBeVisible()
    await row.click()
    await page.keyboard.press('Delete')
    await expect(second.getByText('文件夹不存在')).toBeVisible()
    await second.close()
    await page.locator('.space-tabs a[href$="/spaceSetting"]').click()
    await page.getByRole('button', { name: '删除空间' }).click()
    await page.locator('.ant-modal input').fill(identifier)
    await page.locator('.ant-modal').getByRole('button', { name: '删除空间' }).click()
    await expect(page).toHaveURL(/\/space$/)
    await expect(page.getByRole('link', { name: /Short lived/ })).toHaveCount(0)
  },
)

test('who is brought into a space sees it come up in the list', inFull, async ({ page, browser, server }) => {
  const colleague = await (await browser.newContext({ locale: 'zh-CN', baseURL: server.origin })).newPage()
  await signIn(colleague, 'zhang@demo.test')
  await expect(colleague.getByRole('link', { name: /Manuscript drafts/ })).toHaveCount(0)
  await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
  await page.locator('.space-tabs a[href$="/spaceSetting"]').click()
  await page.getByRole('button', { name: '邀请成员' }).click()
  await page.getByLabel('邮箱地址').fill('zhang@demo.test')
  await page.getByRole('button', { name: '发出邀请' }).click()
  await colleague.getByRole('region', { name: '待答复的邀请' }).getByRole('button', { name: '接受' }).click()
  await expect(colleague.getByRole('heading', { name: 'Manuscript drafts', level: 1 })).toBeVisible()
  await colleague.goto('/space')
  await expect(colleague.getByRole('link', { name: /Manuscript drafts/ })).toBeVisible()
  await colleague.context().close()
})
