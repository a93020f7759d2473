import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, ownServer, signIn, speakEnglish, test, watchChannel } from './journey.ts'

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
    await maintenance.getByRole('radio', { name: /^Read-only/ }).check()
    await maintenance.getByRole('button', { name: 'Save' }).click()
    const freezing = page.getByRole('dialog', { name: 'Make the site read-only?' })
    await expect(freezing).toContainText('Uploads in progress stop')
    await freezing.getByRole('button', { name: 'Cancel' }).click()
    await maintenance.getByRole('radio', { name: /^Closed/ }).check()
    await maintenance.getByLabel('English').fill('Back at noon')
    await maintenance.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Close the site?' })
    await expect(question).toContainText('Uploads in progress stop')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    // A page that is open elsewhere says so at once, not by the next minute.
    const reader = await (await browser.newContext()).newPage()
    await speakEnglish(reader)
    const channelOpen = await watchChannel(reader)
    await signIn(reader, 'lin@demo.test', `${origin}/space`)
    await channelOpen()
    await question.getByRole('button', { name: 'Close the site' }).click()
    await expect(reader.getByRole('region', { name: 'Notices' })).toContainText('Back at noon')
    await reader.context().close()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Back at noon')
    await expectAccessible(page)

    const other = await (await browser.newContext()).newPage()
    await speakEnglish(other)
    await other.goto(`${origin}/`)
    await expect(other.getByRole('main')).toContainText('Back at noon')
    await expect(other.getByRole('link', { name: 'Sign in as an administrator' })).toBeVisible()
    await expectAccessible(other)
    await other.clock.install()
    await other.reload()

    await maintenance.getByRole('radio', { name: /^Off/ }).check()
    await maintenance.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden()
    // The page that was closed comes by itself.
    await other.clock.runFor(60_000)
    await expect(other.getByRole('searchbox').first()).toBeVisible()
    await other.context().close()

    // What would end before it begins is told at its end.
    const announcements = page.locator('form').filter({ hasText: 'Announcements' })
    await announcements.getByRole('button', { name: 'Add announcement' }).click()
    for (const [label, at] of [
      ['Shown from', '2026-09-05 08:00'],
      ['Shown until', '2026-09-04 08:00'],
    ] as const) {
      await announcements.getByLabel(label).fill(at)
      await page.keyboard.press('Enter')
    }
    await expect(announcements.getByText('Choose a time after the start')).toBeVisible()

    // Keeping less is asked about, with what changes.
    await page.goto(`${origin}/systemConfig/retention`)
    // The menu is longer than the window: the open section is in sight.
    await expect(page.locator('.system-nav a[aria-current]')).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Keep messages').fill('100')
    await page.getByRole('button', { name: 'Save' }).click()
    const shorter = page.getByRole('dialog', { name: 'Keep data for a shorter time?' })
    await expect(shorter).toContainText('Keep messages: 100 days instead of 365 days')
    await shorter.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(page.getByLabel('Keep messages')).toHaveValue('365')
  })
})
