import { expect, openSpace, signIn, test } from './journey.ts'

test('what one window changes, the other shows by itself', async ({ page, context, browser, server }) => {
  await signIn(page, 'lin@demo.test')
  await openSpace(page, '课题组内部资料')
  const colleague = await (await browser.newContext({ locale: 'zh-CN', baseURL: server.origin })).newPage()
  await signIn(colleague, 'okafor@demo.test')
  await colleague.goto(new URL(page.url()).pathname)
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

test('a public space is read without signing in, and changed by nobody who may not', async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  await openSpace(page, '高原湖泊生态观测')
  const path = new URL(page.url()).pathname
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
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
