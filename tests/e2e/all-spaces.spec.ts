import { inFull } from '../support/full.ts'
import { enterFolder, expect, expectAccessible, signIn, test } from './journey.ts'

test('what is mine in all spaces stands in the menu: opened, favourite, deleted, tasks; each leads to its place', async ({
  page,
}) => {
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'for all lists')
  const menu = page.getByRole('navigation', { name: '菜单' })
  for (const name of ['kept here', 'gone soon']) {
    await page.keyboard.press('Shift+N')
    await page.getByLabel('文件夹名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name })).toBeVisible()
  }
  await page.getByRole('row', { name: 'kept here' }).click()
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('row', { name: 'kept here' }).getByLabel('已收藏')).toBeVisible()
  await page.getByRole('row', { name: 'gone soon' }).click()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('row', { name: 'gone soon' })).toHaveCount(0)

  await menu.getByRole('link', { name: '收藏' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '收藏' })).toBeVisible()
  await expect(page).toHaveTitle(/^收藏 · /)
  const kept = page.getByRole('listitem').filter({ hasText: 'kept here' })
  await expect(kept).toContainText('Manuscript drafts / for all lists')
  await kept.getByRole('link').click()
  await expect(page).toHaveURL(/\/details\/filesManage\?folder=/)
  await page.goBack()
  await kept.getByRole('button', { name: '取消收藏“kept here”' }).click()
  await expect(kept).toHaveCount(0)

  await menu.getByRole('link', { name: '回收站' }).click()
  const gone = page.getByRole('listitem').filter({ hasText: 'gone soon' })
  await expect(gone.getByRole('link', { name: 'Manuscript drafts' })).toBeVisible()
  await expectAccessible(page)
  await gone.getByRole('checkbox').check()
  await page.getByRole('button', { name: '恢复所选' }).click()
  await expect(page.getByText('已恢复到 /for all lists/gone soon')).toBeVisible()
  await expect(gone).toHaveCount(0)

  await menu.getByRole('link', { name: '我的任务' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '我的任务' })).toBeVisible()
  await menu.getByRole('link', { name: '最近打开' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '最近打开' })).toBeVisible()
})

test(
  'a link of somebody else is found again under what was shared with me, until it is removed there',
  inFull,
  async ({ page, browser, server }) => {
    await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'lent to lin')
    await page.keyboard.press('Shift+N')
    await page.getByLabel('文件夹名称').fill('for lin')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'for lin' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: '分享', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('无密码').click()
    await dialog.getByRole('button', { name: '创建链接' }).click()
    const address = await dialog.getByRole('textbox', { name: '链接', exact: true }).inputValue()

    const context = await browser.newContext({ locale: 'zh-CN', baseURL: server.origin })
    const lin = await context.newPage()
    await signIn(lin, 'lin@demo.test', address)
    await expect(lin.getByRole('heading', { level: 1, name: 'for lin' })).toBeVisible()
    await lin.goto('/shared')
    const lent = lin.getByRole('listitem').filter({ hasText: 'for lin' })
    await expect(lent).toContainText('Okafor')
    await expectAccessible(lin)
    await lent.getByRole('link', { name: 'for lin' }).click()
    await expect(lin.getByRole('heading', { level: 1, name: 'for lin' })).toBeVisible()
    await lin.goto('/shared')
    await lent.getByRole('button', { name: '从列表中移除“for lin”' }).click()
    await expect(lent).toHaveCount(0)
    await context.close()
  },
)

test(
  'a list that can’t be loaded says why and asks again; one without anything says what belongs there',
  inFull,
  async ({ page }) => {
    const lists = {
      '/recent': ['**/api/recent*', '还没有打开过文件'],
      '/favourites': ['**/api/favourites*', '还没有收藏'],
      '/shared': ['**/api/share/received*', '还没有打开过他人的分享'],
      '/tasks': ['**/api/tasks*', '没有任务'],
      '/trash': ['**/api/trash/mine*', '回收站是空的'],
    } as const
    await signIn(page, 'zhang@demo.test')
    for (const [path, [address, none]] of Object.entries(lists)) {
      let isBroken = true
      await page.route(address, (route) =>
        isBroken
          ? route.fulfill({ status: 500, json: { code: 500, message: '数据库忙', error: 'unknown', data: null } })
          : route.fulfill({ json: { code: 0, data: { list: [], spaces: [], isPartial: false } } }),
      )
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: '数据库忙' })).toBeVisible()
      isBroken = false
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page.getByText(none)).toBeVisible()
    }
  },
)
