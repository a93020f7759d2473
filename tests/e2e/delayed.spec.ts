import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { admitTo, enterTables, expect, PASSWORD, sendSignIn, signIn, test } from './journey.ts'

const { reports, tables } = contract

/** Holds what a page asks for back until it is let go. */
async function held(page: Page, what: RegExp, method = 'GET'): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const asked = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    asked.resolve()
    await freed.promise
    await route.continue()
  })
  return { asked: asked.promise, letGo: freed.resolve }
}
const button = (page: Page) => page.locator('.card-form button[type=submit]')

test(
  'what is typed into the home page before its form is alive stays there, and the form comes alive',
  inFull,
  async ({ page }) => {
    const script = await held(page, /EntryCard/)
    await page.goto('/')
    await page.locator('input[name=emailAccounts]').fill('lin@demo.test')
    await script.asked
    await expect(button(page)).toBeDisabled()
    script.letGo()
    await expect(button(page)).toBeEnabled()
    await expect(page.locator('input[name=emailAccounts]')).toHaveValue('lin@demo.test')
  },
)

for (const [how, press] of [
  ['Enter', (page: Page) => page.locator('input[name=password]').press('Enter')],
  ['a click', (page: Page) => button(page).click({ force: true })],
] as const)
  test(`${how} before the form of the home page is alive signs in once it is`, inFull, async ({ page }) => {
    const script = await held(page, /EntryCard/)
    await page.goto('/')
    await page.locator('input[name=emailAccounts]').fill('lin@demo.test')
    await page.locator('input[name=password]').fill(PASSWORD)
    await script.asked
    await press(page)
    await expect(button(page)).toBeDisabled()
    script.letGo()
    await page.waitForURL('**/space')
  })

test(
  'a form of the home page whose script did not come leaves the page as it is, and comes with the next touch',
  inFull,
  async ({ page }) => {
    await page.route(/EntryCard/, (route) => route.abort())
    await page.goto('/')
    const failed = page.waitForEvent('requestfailed', (request) => /EntryCard/.test(request.url()))
    await page.locator('input[name=emailAccounts]').fill('lin@demo.test')
    await failed
    await expect(page.locator('input[name=emailAccounts]')).toHaveValue('lin@demo.test')
    await page.unroute(/EntryCard/)
    await sendSignIn(page, 'lin@demo.test')
    await page.waitForURL('**/space')
  },
)

test('a search that is given up while its script is on its way does not come', inFull, async ({ page }) => {
  const script = await held(page, /Palette/)
  await signIn(page, 'lin@demo.test')
  await expect(page.locator('a.space-tile').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await script.asked
  const waiting = page.getByRole('dialog')
  await expect(waiting).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(waiting).toBeHidden()
  const come = page.waitForResponse(/Palette/)
  script.letGo()
  await come
  await expect(page.getByRole('combobox', { name: /搜索文件、内容/ })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /搜索文件、内容/ })).toBeFocused()
})

test(
  'a board just published is not shown as it was before, however long it takes to be read',
  inFull,
  async ({ page, server }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const board = { tabs: [{ key: 't1', name: '概览', cards: [] }] }
    const { id } = await lin.data(reports.create, { spaceId, name: '慢看板', content: { kind: 'board', board } })
    await page.goto(`/dashboard/${id}?edit=1`)
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await page.getByRole('menuitem', { name: '文字' }).click()
    await page.getByRole('textbox', { name: '标题' }).fill('说明')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s?定/ })
      .click()
    const card = page.getByRole('region', { name: '说明' })
    await expect(card).toBeVisible()
    // Nothing says that it is saved before it is.
    const save = await held(page, new RegExp(`/api/reports/${id}$`), 'PATCH')
    await save.asked
    await expect(page.getByText('草稿已保存')).toHaveCount(0)
    save.letGo()
    await expect(page.getByText('草稿已保存')).toBeVisible()
    const read = await held(page, new RegExp(`/api/reports/${id}$`))
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await read.asked
    await expect(page.getByRole('button', { name: '编辑仪表板' })).toHaveCount(0)
    await expect(card).toBeVisible()
    read.letGo()
    await expect(page.getByRole('button', { name: '编辑仪表板' })).toBeVisible()
    expect(await card.isVisible()).toBe(true)
    await lin.data(reports.remove, { spaceId, id })
  },
)

test(
  'a source that is in sight can be chosen while the search for it is on its way',
  inFull,
  async ({ page, server }) => {
    const spaceId = await enterTables(page, 'lin@demo.test', '高原湖泊生态观测')
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const make = (name: string) => lin.data(tables.create, { spaceId, name, columns: [{ name: '站位', type: 'text' }] })
    const made = [await make('别的表'), await make('慢源表')]
    await page.goto(`/space/${spaceId}/details/form?view=new`)
    const source = page.getByRole('combobox', { name: '选择表格、数据视图、文件或文件夹', exact: true })
    await source.click()
    const option = page.getByTitle('慢源表', { exact: true })
    await expect(option).toBeVisible()
    const found = await held(page, /\/api\/data-views\?.*q=/)
    await source.fill('慢源')
    await found.asked
    await expect(page.locator('.ant-select-item-option')).toHaveCount(1)
    await option.click()
    await expect(page.locator('.table-status')).toContainText('0 行')
    found.letGo()
    for (const { id } of made) await lin.data(tables.remove, { spaceId, id })
  },
)

test('leaving ends the session in a window whose channel never opens', inFull, async ({ page, context }) => {
  await signIn(page, 'zhang@demo.test')
  const other = await context.newPage()
  // Nothing is heard on this channel, and nothing said.
  await other.routeWebSocket(/\/api\/msg\//, () => {})
  await other.goto('/space')
  await expect(other.locator('a.space-tile').first()).toBeVisible()
  await page.getByRole('button', { name: '账号菜单' }).click()
  await page.locator('.account-menu').getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(other).toHaveURL(/\/login|\/$/)
})

test(
  'the first click in a dialog just opened counts, also when the field that it leaves is wrong',
  inFull,
  async ({ page }) => {
    await signIn(page, 'sorensen@demo.test', '/personalCenter?tab=keys')
    await page.getByRole('button', { name: '生成应用密码' }).click()
    const dialog = page.getByRole('dialog')
    const cancel = dialog.getByRole('button', { name: '取消' })
    await expect(dialog.getByRole('textbox').first()).toBeFocused()
    await cancel.hover()
    await page.mouse.down()
    // A slow hand: what the field says of leaving it has time to appear.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))))
    await expect(dialog.locator('.ant-form-item-explain-error')).toHaveCount(0)
    await page.mouse.up()
    await expect(dialog).toBeHidden()
  },
)

/** Favourites as after an update of the site: their script is gone, and the page that is drawn now says `drawn`. */
async function updated(page: Page, drawn: (html: string) => string): Promise<{ asked: () => number }> {
  let asked = 0
  await signIn(page, 'lin@demo.test')
  await expect(page.locator('a.space-tile').first()).toBeVisible()
  await page.route(/FavouritesPage/, (route) => route.fulfill({ status: 404 }))
  await page.route('**/favourites', async (route) => {
    if (route.request().isNavigationRequest()) {
      await page.unroute(/FavouritesPage/)
      return route.continue()
    }
    asked += 1
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: drawn(await answer.text()) })
  })
  await page.getByRole('link', { name: '收藏' }).click()
  return { asked: () => asked }
}

test('a page opened before an update of the site is fetched anew, once, and says so', async ({ page }) => {
  await updated(page, (html) => html.replace(/assets\/index-/, 'assets/index-new-'))
  await expect(page.getByText('本站已更新，页面已重新加载')).toBeVisible()
  await expect(page.getByRole('heading', { name: '收藏' })).toBeVisible()
  await expect(page).toHaveURL(/\/favourites$/)
})

test(
  'a script that is missing without an update leaves the page where it is, which says that it failed',
  inFull,
  async ({ page }) => {
    const { asked } = await updated(page, (html) => html)
    await expect(page.getByRole('alert').getByRole('heading')).toHaveText('这个页面出错了')
    await expect.poll(asked).toBe(1)
    await expect(page.getByText('本站已更新')).toHaveCount(0)
  },
)

test(
  'a page that does not come without a connection is asked for again where it is',
  inFull,
  async ({ page, context }) => {
    await signIn(page, 'lin@demo.test')
    await expect(page.locator('a.space-tile').first()).toBeVisible()
    await page.route(/FavouritesPage/, (route) => route.abort('internetdisconnected'))
    await context.setOffline(true)
    await page.getByRole('link', { name: '收藏' }).click()
    const alert = page.getByRole('alert').filter({ hasText: '没有网络连接，请检查网络后重试' })
    const again = alert.getByRole('button', { name: '重试' })
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    await again.click()
    await failed
    await expect(alert).toBeVisible()
    await page.unroute(/FavouritesPage/)
    await context.setOffline(false)
    await again.click()
    await expect(page.getByRole('heading', { name: '收藏' })).toBeVisible()
  },
)

test('a page whose first script is missing is not left blank', inFull, async ({ page }) => {
  await page.route(/assets\/index-[^/]*\.js/, (route) => route.fulfill({ status: 404 }))
  await signIn(page, 'lin@demo.test')
  await expect(page.getByText('系统可能正在升级，请稍后刷新页面。')).toBeVisible()
})
