import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, sendSignIn, signIn, test } from './journey.ts'

/** As patterns: a function gives up at the first page that another one takes the place of. */
const HOME = /^http:\/\/[^/]+\/(\?|$)/
const HOME_OR_SIGN_IN = /^http:\/\/[^/]+\/(login)?(\?|$)/

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page is read and searched, and the sign-in page says what it needs', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '高原湖泊生态观测' })).toBeVisible()
    await page.getByRole('searchbox').or(page.locator('input[name=q]')).first().fill('Ideal')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ideal helices' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '高原湖泊生态观测' })).toHaveCount(0)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: '登录' }).first()).toBeVisible()
    await expect(page.locator('noscript')).toHaveCount(1)
    // Sent by the browser itself, the password would stand in the address.
    await expect(page.locator('.card-form')).toHaveAttribute('method', 'post')
    await expect(page.locator('.card-form button[type=submit]')).toBeDisabled()
    // Before the script runs nothing answers a click: what asks the server can't be pressed.
    await page.goto('/retrieve-password')
    for (const button of await page.locator('.captcha button').all()) await expect(button).toBeDisabled()
    await expect(page.locator('.captcha button')).not.toHaveCount(0)
  })

  test('a space is found by its tag, and its files are walked and downloaded', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: /^湖泊/ }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: '标签“湖泊”' })).toBeVisible()
    await page.getByRole('link', { name: '高原湖泊生态观测' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '高原湖泊生态观测' })).toBeVisible()
    await expect(page.getByText('示例数据，由程序按公式生成')).toBeVisible()
    await page.getByRole('link', { name: 'CTD 剖面', exact: true }).click()
    await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('CTD 剖面')
    const began = page.waitForEvent('download')
    await page.getByRole('link', { name: '下载 S01_profile.csv' }).click()
    expect((await began).suggestedFilename()).toBe('S01_profile.csv')
    await page.getByRole('link', { name: '全部文件' }).click()
    await expect(page.getByRole('link', { name: '航次报告.pdf', exact: true })).toBeVisible()
  })
})

test('registration shows in the place of sign-in, and the other way round', inFull, async ({ page }) => {
  await page.goto('/')
  const card = page.locator('.hero .card-form')
  await card.getByLabel('邮箱').fill('a@lab.test')
  // The forms wake with the first touch; a link that is followed before leads to a page of its own.
  await expect(card.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
  await card.getByRole('link', { name: '注册账号' }).click()
  await expect(card.getByRole('heading', { name: '注册' })).toBeVisible()
  await expect(card.getByLabel('邮箱')).toBeFocused()
  await expect(page).toHaveURL(HOME)
  await card.getByRole('link', { name: '登录' }).click()
  await sendSignIn(page, 'lin@demo.test')
  await page.waitForURL('**/space')
})

test('who comes from outside signs in on the way, asks to join, and takes it back', async ({ page }) => {
  await page.goto('/space/GLACIER')
  await page.getByRole('link', { name: '登录后申请加入' }).click()
  await sendSignIn(page, 'okafor@demo.test')
  await page.waitForURL('**/space/glacier')
  await page.getByLabel('申请理由').fill('想比较两处冰川')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('heading', { name: '申请等待处理' })).toBeVisible()
  await page.goto('/?q=冰川')
  await expect(page.getByText('等待审批')).toBeVisible()
  await page.goto('/space/glacier')
  await page.getByRole('button', { name: '提醒处理' }).click()
  await expect(page.getByText(/每 48 小时可提醒一次/)).toBeVisible()
  await page.getByRole('button', { name: '撤回申请' }).click()
  await expect(page.getByRole('heading', { name: '申请加入' })).toBeVisible()
})

test('a member enters the console from the page of the space', inFull, async ({ page }) => {
  await signIn(page, 'sorensen@demo.test', '/space/alpinelake')
  await page.getByRole('link', { name: '进入空间' }).click()
  await page.waitForURL('**/details/filesManage')
  await expect(page.getByRole('row', { name: /README\.md/ })).toBeVisible()
})

test('who asks for a page without being signed in comes to it after sign-in', inFull, async ({ page }) => {
  await page.goto('/space?q=lake', { waitUntil: 'commit' })
  // Without a session and without a space the home page is next, and sign-in stands there. Source: spec section 6.
  await expect(page).toHaveURL(HOME)
  await sendSignIn(page, 'lin@demo.test')
  await expect(page).toHaveURL(/\/space\?q=lake$/)
})

test('a session that ended leads to sign-in, and from there back', inFull, async ({ page, context }) => {
  await signIn(page, 'lin@demo.test')
  await context.clearCookies({ name: 'ds_session_id' })
  // The page leaves for sign-in while it still loads.
  await page.goto('/space?q=lake', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
  await sendSignIn(page, 'lin@demo.test')
  await expect(page).toHaveURL(/\/space\?q=lake$/)
})

test('leaving ends the session at once, in other windows too, and in one whose channel only opens', async ({
  page,
  context,
}) => {
  await signIn(page, 'zhang@demo.test')
  const other = await context.newPage()
  const channel = other.waitForEvent('websocket')
  await other.goto('/space')
  await expect(other.getByRole('heading', { name: '空间' }).first()).toBeVisible()
  await channel
  const late = await context.newPage()
  const left = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await late.routeWebSocket(/\/api\/msg\//, async (socket) => {
    asked.resolve()
    await left.promise
    socket.connectToServer()
  })
  await late.goto('/space')
  await expect(late.getByRole('heading', { name: '空间' }).first()).toBeVisible()
  await asked.promise
  // The other window does not take a session for running that is being ended.
  const followed = Promise.withResolvers<void>()
  await page.route('**/api/logout', async (route) => {
    await followed.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '账号菜单' }).click()
  const clicked = page.locator('.account-menu').getByRole('button', { name: '退出登录' }).click()
  await expect(other).toHaveURL(/\/login\?problem=sessionOver$/)
  await expect(other.getByText('您的登录已结束，请重新登录。')).toBeVisible()
  followed.resolve()
  await clicked
  await page.waitForURL((url) => url.pathname === '/')
  left.resolve()
  for (const window of [other, late]) await expect(window).toHaveURL(HOME_OR_SIGN_IN)
  expect((await other.request.get('/api/get.u')).status()).toBe(401)
})

test('the language changes whole pages, and is kept', inFull, async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('button', { name: 'New space' }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('button', { name: '中', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
  await page.evaluate(() => localStorage.removeItem('lang'))
  await page.reload()
  await expect(page.getByRole('button', { name: 'New space' }).first()).toBeVisible()
})

test('a pinned theme outlives a reload and the system', inFull, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: '切换深色或浅色' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('sign-in lies folded below what was found, and on the page without pictures', inFull, async ({ page }) => {
  for (const address of ['/?q=冰川', '/text']) {
    await page.goto(address)
    await page.getByText('在此登录或注册').click()
    await expect(page.locator('.entry-below').getByRole('button', { name: '登录', exact: true })).toBeEnabled()
    await expectAccessible(page)
  }
  await sendSignIn(page, 'lin@demo.test')
  await page.waitForURL('**/space')
})

test('an administrator who does not belong is led to the space among all others', inFull, async ({ page }) => {
  await signIn(page, ADMIN.email, '/space/ourgroup')
  await page.getByRole('link', { name: '前往空间管理' }).click()
  await page.waitForURL(/\/systemConfig\/spaces\?space=/)
  await expect(page.getByRole('dialog').getByText('课题组内部资料').first()).toBeVisible()
})
