import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Pages at most, so that a walk without an end is found: the demo has some 330, and journeys of the same world add spaces with tags. */
const PAGES_MAX = 900
/** Type, tag and order go together in hundreds of ways: pairs are walked, and what they lead to. */
const CHOICES_MAX = 2
const isDeep = (search: string) => new URLSearchParams(search).size > CHOICES_MAX
/** The console draws itself: without a script there is nothing of it to read. */
const isConsole = (path: string) => path.includes('/details/')

type Found = { title: string; headings: number; links: { href: string; words: string }[]; unnamed: string[] }

/** What a page says of itself, read as it was sent and before any script; pictures and marks of links count as words when they are named. */
const read = (page: Page, html: string): Promise<Found> =>
  page.evaluate((sent) => {
    const document = new DOMParser().parseFromString(sent, 'text/html')
    const wordsOf = (link: Element) => (link.getAttribute('aria-label') ?? link.textContent ?? '').trim()
    const links = [...document.querySelectorAll('a[href]')]
    return {
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      links: links.map((link) => ({ href: link.getAttribute('href') ?? '', words: wordsOf(link) })),
      unnamed: [...document.querySelectorAll('a')].filter((link) => !wordsOf(link)).map((link) => link.outerHTML),
    }
  }, html)

test.describe('without any script', () => {
  test('every link from the home page leads somewhere, and every page has a name and one heading', async ({
    page,
    server,
  }) => {
    const known = new Set(['/'])
    const waiting = ['/']
    let pages = 0
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const response = await page.request.get(path, { maxRedirects: 0 })
      expect(response.status(), path).toBeLessThan(400)
      const isPage = response.headers()['content-type']?.startsWith('text/html')
      if (!isPage || isConsole(path)) continue
      expect((pages += 1), 'the walk has an end').toBeLessThan(PAGES_MAX)
      const { title, headings, links, unnamed } = await read(page, await response.text())
      expect(title, path).not.toBe('')
      expect(headings, path).toBe(1)
      expect(unnamed, path).toEqual([])
      for (const { href } of links) {
        const { origin, pathname, search } = new URL(href, server.origin + path)
        if (origin !== server.origin || known.has(pathname + search) || (pathname.length < 6 && isDeep(search)))
          continue
        known.add(pathname + search)
        waiting.push(pathname + search)
      }
    }
    // The spaces that anybody may see, a folder of one, a download, both faces and the way in were on the walk.
    for (const part of [
      '/space/alpinelake',
      '/space/glacier',
      '?folder=',
      'download=1',
      '/zip',
      '/text',
      '/?tag=',
      '/login',
    ])
      expect(
        [...known].some((path) => path.includes(part)),
        part,
      ).toBe(true)
    expect([...known].filter((path) => /drafts|private/.test(path))).toEqual([])
  })
})
