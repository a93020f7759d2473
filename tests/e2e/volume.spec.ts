import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { isFull } from '../support/full.ts'
import { ADMIN, freshDataDir, startServer } from '../support/server.ts'
import { signIn } from './journey.ts'

const FILES = isFull ? 100_000 : 10_000
const COUNT = FILES.toLocaleString('en')

test(`a folder of ${COUNT} entries is walked from end to end with a handful of rows in the page`, async ({ page }) => {
  const dataDir = freshDataDir()
  await (await startServer({ dataDir })).kill()
  const seed = fileURLToPath(new URL('../../scripts/seed.ts', import.meta.url))
  const seeded = spawnSync(process.execPath, [seed, '--files', String(FILES)], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_EMAIL: ADMIN.email },
    encoding: 'utf8',
  })
  expect(seeded.stderr).toBe('')
  const server = await startServer({ dataDir })
  await signIn(page, ADMIN.email, `${server.origin}/space`)
  await page.getByRole('link', { name: `Volume ${FILES}` }).click()
  const rows = page.locator('.row:not(.head)')
  await expect(page.locator('.status-line')).toContainText(COUNT)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(FILES + 1))
  await rows.first().click()
  await page.keyboard.press('End')
  await expect(page.locator(`.row[aria-rowindex="${FILES + 1}"]`)).toBeVisible()
  expect(await rows.count()).toBeLessThan(100)
  await expect(page.locator(`.row[aria-rowindex="${FILES + 1}"]`)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.locator('.row[aria-rowindex="2"]')).toBeFocused()
  await page.keyboard.press('Control+a')
  await expect(page.locator('.status-line')).toContainText(COUNT)
  await server.stop()
})
