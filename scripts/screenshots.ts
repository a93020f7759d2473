/** `npm run screenshots`: the README's pictures, taken from the running product with its sample data. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../tests/e2e/browser.ts'
import { startServer } from '../tests/support/server.ts'
import { buildIfStale } from './build-console.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const SPACE = '高原湖泊生态观测'
const [FOLDER, FILE] = ['图件', 'season_ST1.png']

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.locator('input[name=emailAccounts]').fill('lin@demo.test')
  await page.locator('input[name=password]').fill('Lake-2026')
  await page.locator('.card-form button[type=submit]').click()
  await page.waitForURL('**/space')
}

await buildIfStale()
mkdirSync(folder, { recursive: true })
const server = await startServer({ argv: ['--demo'] })
const { launchOptions } = await browserLaunch()
const browser = await chromium.launch(launchOptions)
for (const lang of ['zh', 'en'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries({ '': WIDE, phone: PHONE })) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
      })
      await context.addInitScript((value) => localStorage.setItem('lang', value), lang)
      const page = await context.newPage()
      const shoot = (name: string) => page.screenshot({ path: `${folder}${name}-${lang}-${size || colorScheme}.png` })
      if (size && colorScheme === 'dark') continue
      await page.goto(server.origin)
      await shoot('home')
      await signIn(page, server.origin)
      await page.getByText(SPACE).first().click()
      await page.locator('.row', { hasText: 'README.md' }).waitFor()
      if (!size) {
        await page.locator('.row', { hasText: FOLDER }).dblclick()
        await page.locator('.row', { hasText: FILE }).click()
        await page.locator('img[src^="blob:"], img[src*="/thumb"], img[src*="/content"]').first().waitFor()
      }
      await page.waitForTimeout(800)
      await shoot('files')
      await context.close()
    }
  }
}
await browser.close()
await server.stop()
