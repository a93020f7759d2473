import { expect, expectAccessible, signIn, test } from './journey.ts'

test('an ordinary user sees why there is no new space', async ({ page }) => {
  await signIn(page, 'zhang@demo.test')
  const create = page.getByRole('button', { name: '新建空间' }).first()
  await expect(create).toBeDisabled()
  await create.hover({ force: true })
  await expect(page.getByText('普通用户不能创建空间').first()).toBeVisible()
})

test('an advanced user makes a space; a taken identifier is told beside its field', async ({ page }, {
  workerIndex,
}) => {
  await signIn(page, 'lin@demo.test')
  await page.getByRole('button', { name: '新建空间' }).first().click()
  await page.locator('#name').fill('秋季航次 2026')
  await page.locator('#identifier').fill('alpinelake')
  await page.locator('#introduction').click()
  await expect(page.getByText('该标识已被使用')).toBeVisible()
  await page.locator('#identifier').fill(`autumn${workerIndex}${Date.now() % 100_000}`)
  await page.getByRole('button', { name: '新建空间' }).last().click()
  await expect(page.getByText('这里还没有文件')).toBeVisible()
  await expectAccessible(page)
})

test('a stranger is led to sign-in and comes back to the page that was asked for', async ({ page }) => {
  await page.goto('/space', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
})

test('an unknown page says so and leads home', async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  await page.goto('/no-such-page')
  await expect(page.getByText('页面不存在')).toBeVisible()
})

test('an unknown address is no place that sign-in leads back to', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByText('页面不存在')).toBeVisible()
  await signIn(page, 'lin@demo.test')
  await expect(page).toHaveURL(/\/space$/)
})

test('the buttons at the foot of the menu stand in one line', async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  const buttons = page.locator('.menu-foot .toggles button')
  await expect(buttons).toHaveCount(3)
  const middles = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
})
