import { expect, sendSignIn, signIn, test } from './journey.ts'

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
})

test('who asks for a page without being signed in comes to it after sign-in', async ({ page }) => {
  await page.goto('/space?q=lake', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
  await sendSignIn(page, 'lin@demo.test')
  await expect(page).toHaveURL(/\/space\?q=lake$/)
})

test('a session that ended leads to sign-in, and from there back', async ({ page, context }) => {
  await signIn(page, 'lin@demo.test')
  await context.clearCookies({ name: 'ds_session_id' })
  // The page leaves for sign-in while it still loads.
  await page.goto('/space?q=lake', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
  await sendSignIn(page, 'lin@demo.test')
  await expect(page).toHaveURL(/\/space\?q=lake$/)
})

test('leaving ends the session at once, in other windows too', async ({ page, context }) => {
  await signIn(page, 'zhang@demo.test')
  const other = await context.newPage()
  await other.goto('/space')
  await expect(other.getByRole('heading', { name: '空间' }).first()).toBeVisible()
  await page.getByRole('button', { name: /张启明/ }).click()
  await page.locator('.account-menu').getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const answer = await other.evaluate(async () => (await fetch('/api/get.u')).status)
  expect(answer).toBe(401)
})

test('the language changes whole pages, and is kept', async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('button', { name: 'New space' }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('button', { name: '中', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en')
})

test('a pinned theme outlives a reload and the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: '切换深色或浅色' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
