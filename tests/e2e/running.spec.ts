import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, ownServer, signIn, speakEnglish, test } from './journey.ts'

test.beforeEach(({ page }) => speakEnglish(page))

test('an administrator sees background work, health and configuration, announces a maintenance, and others read why they are refused', async ({
  page,
  browser,
}) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/jobs?state=scheduled`)
    const table = page.getByRole('table', { name: 'Background tasks' })
    await expect(table.getByText('Send emails')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Health', exact: true }).click()
    const checks = page.getByRole('list', { name: 'Health' })
    await expect(checks.getByRole('heading', { name: 'Database' })).toBeVisible()
    await expect(checks.getByRole('heading', { name: 'Email' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Configuration', exact: true }).click()
    await page.getByRole('searchbox').fill('FIXITY')
    await expect(page.getByRole('table', { name: 'Configuration' }).locator('tbody tr')).toHaveCount(1)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Maintenance', exact: true }).click()
    const maintenance = page.locator('form').filter({ hasText: 'Maintenance mode' })
    await maintenance.getByRole('radio', { name: /^Closed/ }).check()
    await maintenance.getByLabel('English').fill('Back at noon')
    await maintenance.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Back at noon')
    await expectAccessible(page)

    const other = await (await browser.newContext()).newPage()
    await speakEnglish(other)
    await other.goto(`${origin}/`)
    await expect(other.getByRole('main')).toContainText('Back at noon')
    await expect(other.getByRole('link', { name: 'Sign in as an administrator' })).toBeVisible()
    await expectAccessible(other)

    await maintenance.getByRole('radio', { name: /^Off/ }).check()
    await maintenance.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden()
    await other.goto(`${origin}/`)
    await expect(other.getByRole('searchbox').first()).toBeVisible()
    await other.context().close()
  })
})
