import type { Browser, BrowserContext, Page } from '@playwright/test'

type Kept = { context: BrowserContext; holder: Page }

/**
 * Contexts that a worker keeps between its journeys, by their options: scripts and styles of the console stay in the
 * cache of each, and its process in the system, because a page of the site stays open; both are more than a quarter of a
 * journey's work. What a person leaves in a browser is emptied.
 */
export class KeptContexts {
  #kept = new Map<string, Kept>()

  /** A context as good as new; `options` are those that the journey runs with, `origin` is of the worker's server. */
  async take(browser: Browser, origin: string, options: unknown): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const kept = this.#kept.get(key) ?? (await begin(browser, origin))
    this.#kept.set(key, kept)
    return kept.context
  }

  /** Empties a context after its journey, and closes those that the journey opened and left. */
  async giveBack(browser: Browser, context: BrowserContext): Promise<void> {
    const holders = new Map(this.#kept.values().map(({ context, holder }) => [context, holder]))
    await Promise.all(
      browser.contexts().map((one) => {
        const holder = holders.get(one)
        return holder ? closePages(one, holder) : one.close()
      }),
    )
    context.removeAllListeners()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)])
  }
}

async function begin(browser: Browser, origin: string): Promise<Kept> {
  const context = await browser.newContext()
  const holder = await context.newPage()
  await holder.goto(`${origin}/logo.svg`)
  return { context, holder }
}

async function closePages(context: BrowserContext, holder: Page): Promise<void> {
  const left = context.pages().filter((page) => page !== holder)
  await Promise.all(left.map((page) => page.close()))
}

/** Empties what earlier pages of a context stored, of every origin; the page is its only one, and blank. */
export async function forgetStored(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await cdp.detach()
}
