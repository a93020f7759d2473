import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * Contexts that a worker keeps between its journeys, by their options: scripts and styles of the console stay in the
 * cache of each, which is a quarter of a journey's work. What a person leaves in a browser is emptied.
 */
export class KeptContexts {
  #kept = new Map<string, BrowserContext>()

  /** A context as good as new; `options` are those that the journey runs with. */
  async take(browser: Browser, options: unknown): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const context = this.#kept.get(key) ?? (await browser.newContext())
    this.#kept.set(key, context)
    return context
  }

  /** Empties a context after its journey, and closes those that the journey opened and left. */
  async giveBack(browser: Browser, context: BrowserContext): Promise<void> {
    const kept = new Set(this.#kept.values())
    await Promise.all(browser.contexts().map((one) => (kept.has(one) ? closePages(one) : one.close())))
    context.removeAllListeners()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
  }
}

async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
}

/** Empties what earlier pages of a context stored, of every origin; the page is its only one, and blank. */
export async function forgetStored(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await cdp.detach()
}
