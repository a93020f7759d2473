/** `npm run screenshots`: the README's pictures, taken from the running product with its demo data. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../tests/e2e/browser.ts'
import { startServer } from '../tests/support/server.ts'
import { buildIfStale } from './build.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const SPACE = '高原湖泊生态观测'

type Picture = {
  name: string
  lang: 'zh' | 'en'
  theme: 'light' | 'dark'
  size: { width: number; height: number }
  /** Opens what is shown; the page is blank and nobody is signed in. */
  open: (page: Page) => Promise<unknown>
}

async function enterSpace(page: Page, tab: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=emailAccounts]').fill('lin@demo.test')
  await page.locator('input[name=password]').fill('Lake-2026')
  await page.locator('.card-form button[type=submit]').click()
  await page.waitForURL('**/space')
  await page.getByText(SPACE).first().click()
  await page.locator('.row', { hasText: 'README.md' }).waitFor()
  await page.locator(`.space-tabs a[href$="/${tab}"]`).click()
}

async function openPicture(page: Page): Promise<void> {
  await enterSpace(page, 'filesManage')
  await page.locator('.row', { hasText: '图件' }).dblclick()
  await page.locator('.row', { hasText: 'season_ST1.png' }).click()
  await page.locator('img[src^="blob:"], img[src*="/thumb"], img[src*="/content"]').first().waitFor()
}

async function openTable(page: Page): Promise<void> {
  await enterSpace(page, 'form')
  await page.getByRole('link', { name: 'CTD 剖面' }).click()
  await page.locator('canvas').first().waitFor()
}

async function openBoard(page: Page): Promise<void> {
  await enterSpace(page, 'biReport')
  await page.getByRole('link', { name: '湖泊一季' }).click()
  await page.locator('canvas, svg.chart, .chart svg').first().waitFor()
}

async function openDataset(page: Page): Promise<void> {
  await page.goto('/datasets')
  await page.locator('a[href^="/dataset/"]').first().click()
  await page.waitForURL('**/dataset/**')
}

const pictures: Picture[] = [
  { name: 'files', lang: 'zh', theme: 'light', size: WIDE, open: openPicture },
  { name: 'home', lang: 'en', theme: 'light', size: WIDE, open: (page) => page.goto('/') },
  { name: 'table', lang: 'en', theme: 'light', size: WIDE, open: openTable },
  { name: 'board', lang: 'zh', theme: 'dark', size: WIDE, open: openBoard },
  { name: 'dataset', lang: 'en', theme: 'light', size: WIDE, open: openDataset },
  { name: 'phone', lang: 'zh', theme: 'light', size: PHONE, open: (page) => enterSpace(page, 'filesManage') },
]

await buildIfStale()
mkdirSync(folder, { recursive: true })
const server = await startServer({ argv: ['--demo'] })
const { launchOptions } = await browserLaunch()
const browser = await chromium.launch(launchOptions)
for (const { name, lang, theme, size, open } of pictures) {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addInitScript((value) => localStorage.setItem('lang', value), lang)
  await context.addCookies([{ name: 'lang', value: lang, url: server.origin }])
  const page = await context.newPage()
  await open(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
  await context.close()
}
await browser.close()
await server.stop()
