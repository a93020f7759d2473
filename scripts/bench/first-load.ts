import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../../tests/e2e/browser.ts'
import { ADMIN, type Server } from '../../tests/support/server.ts'
import type { Line } from './job.ts'

const assets = new URL('../../dist/console/', import.meta.url)
export const kb = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`

/** Bytes of script and style of the console, gzipped. */
export const assetBytes = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(new URL(`.${path}`, assets))).length, 0)

/** The paths of script and style that a page fetches from now on. */
export function watchAssets(page: Page): Set<string> {
  const fetched = new Set<string>()
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (/\.(js|css|mjs)$/.test(path)) fetched.add(path)
  })
  return fetched
}

/** Script and style that a page fetches on its first load, gzipped. */
export async function firstLoad({ origin }: Server): Promise<Line[]> {
  const { launchOptions } = await browserLaunch()
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const fetched = watchAssets(page)
  /** Bytes since the last call; a file that two pages load counts once. */
  const taken = () => {
    const bytes = assetBytes(fetched)
    fetched.clear()
    return bytes
  }
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
  const login = taken()
  await page.locator('input[name=emailAccounts]').fill(ADMIN.email)
  await page.locator('input[name=password]').fill(ADMIN.password)
  taken()
  await page.locator('.card-form button[type=submit]').click()
  await page.waitForURL('**/space')
  await page.waitForLoadState('networkidle')
  const list = taken()
  await page.goto(page.url())
  await page.locator('a.space-tile').first().click()
  // The file manager loads its own chunks: the list, or its empty state, shows that they are loaded.
  await page.locator('.files-toolbar').waitFor()
  const manager = taken()
  await browser.close()
  const line = (job: string, value: number, target: string): Line => ({
    job,
    ours: kb(value),
    limit: '',
    ratio: '',
    target,
  })
  return [
    line('first load of sign-in (script + style, gzip)', login, '110 kB'),
    line('first load of the spaces list', list, '460 kB'),
    line('first load of the file manager, list included', manager, '+150 kB'),
  ]
}
