import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ADMIN, type Server } from '../../tests/support/server.ts'

/** A page of the console in a separate browser context, signed in as the administrator. */
export async function signedInPage(
  browser: Browser,
  { origin }: Pick<Server, 'origin'>,
  viewport: { width: number; height: number },
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
  await page.locator('input[name=emailAccounts]').fill(ADMIN.email)
  await page.locator('input[name=password]').fill(ADMIN.password)
  await page.locator('.card-form button[type=submit]').click()
  await page.waitForURL('**/space')
  await page.waitForLoadState('networkidle')
  return { context, page }
}

/** Bytes of the JavaScript heap of a page in use, after a garbage collection. */
export async function heapBytesOf(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize
}
