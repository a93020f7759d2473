import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { ADMIN, type Server } from '../../tests/support/server.ts'

/** A heap no smaller than this part of what it was before holds no more garbage. */
const STILL = 0.99

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
  let [before, bytes] = [Number.POSITIVE_INFINITY, await collected(session)]
  // What a weak reference or a finished frame held goes with a later collection.
  while (bytes < before * STILL) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    ;[before, bytes] = [bytes, await collected(session)]
  }
  return bytes
}

async function collected(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
