import type { Page } from '@playwright/test'
import { expect, expectAccessible, openSpace, signIn, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const tab = (page: Page, nth: number) => page.locator('.space-tabs a').nth(nth).click()

/** Every place of the console, and how a signed-in person gets there from the list of spaces. */
const places: [name: string, go: (page: Page) => Promise<unknown>, seen: string][] = [
  ['the list of spaces', async () => {}, 'a.space-tile'],
  ['a folder with details', async (page) => openSpace(page, SPACE), '.row:not(.head)'],
  [
    'a preview',
    async (page) => {
      await openSpace(page, SPACE)
      await page.getByRole('row', { name: /README\.md/ }).dblclick()
    },
    '.preview-bar',
  ],
  [
    'the overview of a space',
    async (page) => {
      await openSpace(page, SPACE)
      await tab(page, 0)
    },
    'dl, .facts, .space-facts',
  ],
  [
    'the settings of a space',
    async (page) => {
      await openSpace(page, SPACE)
      await tab(page, 2)
    },
    'form',
  ],
  ['a page that is not there', async (page) => page.goto('/nowhere-at-all'), 'h1'],
  ['the home page', async (page) => page.goto('/'), 'h1'],
]

for (const [lang, colorScheme, width] of [
  ['zh', 'light', 1440],
  ['en', 'dark', 1440],
  ['en', 'light', 390],
  ['zh', 'dark', 390],
] as const) {
  test.describe(`${lang}, ${colorScheme}, ${width} px`, () => {
    test.use({ viewport: { width, height: width > 640 ? 900 : 844 }, colorScheme })

    for (const [name, go, seen] of places) {
      test(`${name} is accessible, fits and is quiet`, async ({ page }) => {
        const complaints: string[] = []
        page.on('console', (message) => {
          if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
        })
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.addInitScript((value) => localStorage.setItem('lang', value), lang)
        await signIn(page, 'lin@demo.test')
        await go(page)
        await expect(page.locator(seen).first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
      })
    }
  })
}
