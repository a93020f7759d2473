import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { freePort } from '../services/program.ts'
import { cpuSeconds, noteCpu } from '../support/cpu.ts'
import { demoDataDir } from '../support/demo-data.ts'
import { inFull, isFull } from '../support/full.ts'
import { type Server, startServer } from '../support/server.ts'
import { PAGE_THEN, shownBy, unansweredOf } from './failed-page.ts'
import { forgetStored, KeptContexts } from './kept-context.ts'

/** A server and a browser of its own for every worker, with the people and spaces of `tests/support/journeys` in it. */
export const test = base.extend<{ sampled: void; metered: void }, { server: Server; contexts: KeptContexts }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ dataDir: demoDataDir() })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures from this pattern
  contexts: [async ({}, use) => use(new KeptContexts()), { scope: 'worker' }],
  context: async ({ browser, contexts, server, viewport, colorScheme, hasTouch, javaScriptEnabled }, use) => {
    const context = await contexts.take(browser, server.origin, { viewport, colorScheme, hasTouch, javaScriptEnabled })
    await use(context)
    await contexts.giveBack(browser, context)
  },
  page: async ({ context }, use, info) => {
    const page = await context.newPage()
    await forgetStored(page)
    const unanswered = unansweredOf(page)
    await use(page)
    if (info.status !== info.expectedStatus) await info.attach(PAGE_THEN, { body: await shownBy(page, unanswered()) })
  },
  // Before everything that a journey needs: one of the full run costs nothing.
  sampled: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures from this pattern
    async ({}, use, info) => {
      info.skip(!isFull && info.tags.includes(inFull.tag))
      await use()
    },
    { auto: true },
  ],
  // What starts once for a worker is no journey's: the server is there before the time begins.
  metered: [
    async ({ server: _ }, use, { file }) => {
      const begunAt = cpuSeconds()
      await use()
      noteCpu(file, cpuSeconds() - begunAt)
    },
    { auto: true },
  ],
})
export { expect }

export const PASSWORD = 'Lake-2026'

/** Fills in the form that the page shows, and sends it. */
export async function sendSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name=emailAccounts]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('.card-form button[type=submit]').click()
}

/** Signs in as the form does, without the form, which has its own journeys: the cookies of the answer are the browser's. */
async function admit(page: Page, email: string, origin: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/login`, { data: { emailAccounts: email, password: PASSWORD } })
  expect(await answer.json()).toMatchObject({ code: 0, data: { user: { emailAccounts: email } } })
}

/** Signs in and opens a page; a whole address is one of another server than the worker's. */
export async function signIn(page: Page, email: string, address = '/space'): Promise<void> {
  await admit(page, email, address.startsWith('http') ? new URL(address).origin : '')
  await page.goto(address)
}

/** Signs in and opens a space at its own address. */
export async function enterSpace(page: Page, email: string, name: string, origin = ''): Promise<void> {
  await admit(page, email, origin)
  await look(page, `${origin}/space/${await spaceNamed(page, name, origin)}/details/filesManage`)
}

/** Signs in and opens a folder that no other journey uses: what they leave behind moves nothing out of sight. */
export async function enterFolder(page: Page, email: string, space: string, path: string): Promise<void> {
  await admit(page, email, '')
  const spaceId = await spaceNamed(page, space)
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const sent = { form: { spaceId, path }, headers: { ds_token: token } }
  const { data: hash } = (await (await page.request.post('/api/file/create', sent)).json()) as { data: string }
  await look(page, `/space/${spaceId}/details/filesManage?folder=${hash}`)
  await expect(page.locator('.crumbs [aria-current]')).toHaveText(path)
}

async function spaceNamed(page: Page, name: string, origin = ''): Promise<string> {
  const answer = await page.request.get(`${origin}/api/spaces`, { params: { q: name } })
  const { data } = (await answer.json()) as { data: { list: { id: string; name: string }[] } }
  return data.list.find((space) => space.name === name)?.id ?? ''
}

/** Signs in without a page; gives the id of a space, for what a journey makes before it opens its page. */
export async function admitTo(page: Page, email: string, space: string): Promise<string> {
  await admit(page, email, '')
  return spaceNamed(page, space)
}

/** Signs in and opens the tables of a space; gives the id of the space. */
export async function enterTables(page: Page, email: string, space: string): Promise<string> {
  const id = await admitTo(page, email, space)
  await page.goto(`/space/${id}/details/form`)
  await expect(page.getByRole('region', { name: '表格' })).toBeVisible()
  return id
}

async function look(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('grid').or(page.locator('.empty-place'))).toBeVisible()
}

/** This context reads and writes English, the pages that the server renders too. */
export async function speakEnglish(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  const cookie = { name: 'lang', value: 'en', path: '/' }
  await page.context().addCookies(['127.0.0.1', 'localhost'].map((domain) => ({ ...cookie, domain })))
}

/** Watches the realtime channel of a page that is not open yet; the function returned waits until it is open. */
export async function watchChannel(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        this.addEventListener('open', () => document.documentElement.setAttribute('data-channel', 'open'))
      }
    }
  })
  return () => expect(page.locator('html')).toHaveAttribute('data-channel', 'open')
}

/** Forgets the session, as another browser would have none. */
export async function leave(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  // No page at all: one that learns that its session is over goes its own way.
  await page.goto(`${origin}/logo.svg`)
  await page.context().clearCookies({ name: /^(ds_|DS_)/ })
  await page.evaluate(() => sessionStorage.clear())
}

let lastPort: number | undefined
/** The port of the worker's last such server while nobody else has it: the browser still has the scripts of its origin. */
async function portAgain(): Promise<number> {
  lastPort = await freePort(lastPort).catch(() => freePort())
  return lastPort
}

/** A server for one journey that changes settings of the whole site. */
export async function ownServer(
  journey: (server: Server) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const server = await startServer({ dataDir: demoDataDir(), env: { PORT: String(await portAgain()), ...env } })
  try {
    await journey(server)
  } finally {
    await server.stop()
  }
}

/** Goes to another page of the console as a link does: what is loaded stays. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Opens a view beside the folder, such as the trash. */
export async function goTo(page: Page, view: string): Promise<void> {
  await page.locator('.files-toolbar').getByRole('button', { name: '前往' }).click()
  await page.getByRole('menuitem', { name: view, exact: true }).click()
}

/** Opens a tab of the details beside the list; it stays so for every item. */
export async function showDetails(page: Page, tab: '概览' | '元数据' | '版本' | '日志' | '分享'): Promise<void> {
  await page.locator('.details').getByRole('tab', { name: tab, exact: true }).click()
}

/** Shows the folder as rows or cards. */
export async function showAs(page: Page, kind: '列表' | '网格'): Promise<void> {
  await page.locator('.files-toolbar').getByRole('button', { name: '视图' }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

/** Opens a space by its name. */
export async function openSpace(page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(page.getByRole('grid').or(page.locator('.empty-place'))).toBeVisible()
}

/**
 * No serious or critical violation of WCAG on this page. A page as it opens is read in `everywhere.spec.ts`; a journey
 * asks of what it has made of one, and of a state once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await (page.frames().length === 1 ? violationsOf(page) : violationsWithFrames(page))
  expect(violations).toEqual([])
}

const NOT_READ = '.ant-table-measure-row'
// What passes is counted by nobody. Style sheets and sounds are read for two rules: one is experimental and not asked,
// the other is never serious.
const READING = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions

const told = (violations: readonly axe.Result[]): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, any }) => [...target, any[0]?.message].join(' ')).join(', ')}`,
    )

/** The script comes once to a page, and only what is wrong leaves it: half the work of a reading. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const read = page.evaluate(
    async ([excluded, options]) => {
      const { axe: reader } = window as unknown as { axe: typeof axe }
      // What was just closed is gone with the next picture; what comes has no colour of its own until it is there.
      const picture = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      await picture()
      for (let more = 30; more > 0 && document.querySelector('[class*="-appear"], [class*="-enter"]'); more--)
        await picture()
      return (await reader.run({ exclude: excluded }, options)).violations
    },
    [NOT_READ, READING] as const,
  )
  return told(await read)
}

async function violationsWithFrames(page: Page): Promise<string[]> {
  return told((await new AxeBuilder({ page }).exclude(NOT_READ).options(READING).analyze()).violations)
}
