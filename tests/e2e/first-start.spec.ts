import { expect, test } from '@playwright/test'
import { ADMIN, startServer } from '../support/server.ts'

test('from an empty folder to the signed-in administrator', async ({ page }) => {
  const server = await startServer({ env: { ADMIN_PASSWORD: '' } })
  const [, password = ''] = /password: (\S+)/.exec(server.said()) ?? []
  expect(password).toMatch(/^[A-Za-z0-9]{12}$/)
  await page.goto(`${server.origin}/login`)
  await page.locator('input[name=emailAccounts]').fill(ADMIN.email)
  await page.locator('input[name=password]').fill('wrong')
  await page.locator('.card-form button[type=submit]').click()
  await expect(page.getByRole('textbox', { name: '密码' })).toHaveAccessibleDescription('邮箱或密码不正确')
  await page.locator('input[name=password]').fill(password)
  await page.locator('.card-form button[type=submit]').click()
  await expect(page).toHaveURL(/\/space$/)
  await expect(page.getByText('您还没有空间')).toBeVisible()
  await server.stop()
})
