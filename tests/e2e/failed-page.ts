import type { Page, Request } from '@playwright/test'

/** The name of what is attached to a journey that failed; `scripts/test-counts.ts` prints it. */
export const PAGE_THEN = 'page'

/** Follows the requests of a page; answers those that have no answer yet. */
export function unansweredOf(page: Page): () => string[] {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => [...open].map((request) => `${request.method()} ${request.url()}`)
}

/** The address of a page, the requests without an answer, and what stands on it. */
export async function shownBy(page: Page, unanswered: readonly string[]): Promise<string> {
  if (page.isClosed()) return 'closed'
  const body = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => String(error))
  return [page.url(), ...unanswered.map((one) => `unanswered: ${one}`), body].join('\n')
}
