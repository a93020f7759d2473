import type { Page, Route } from '@playwright/test'
import { approvals } from '#contract/approvals.ts'
import { joining } from '#contract/joining.ts'
import { messages } from '#contract/messages.ts'
import { OWN_LISTS } from '#contract/pages/paths.ts'
import { settings } from '#contract/settings.ts'
import { spaces } from '#contract/spaces.ts'
import { isFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, follow, sendSignIn, signIn, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const SAID = '湖面结冰，今天不出船'

/** What every page asks beside its own: the frame of the console, and the space whose tabs are walked. */
const beside = [messages.unread, settings.version, approvals.waiting, joining.waiting, spaces.access, spaces.show].map(
  ({ path }) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`),
)

type Shown = (page: Page, path: string) => Promise<unknown>
const inPlace: Shown = (page) => expect(page.locator('#content').getByText(SAID).first()).toBeVisible()

/** Every code of spec section 8 that a page's own read may get, and what the page does about it. */
const codes: Record<string, { answer: (route: Route) => Promise<void>; shown: Shown; leads?: string }> = {
  'an unexpected failure': {
    answer: refusal(500, 500),
    async shown(page, path) {
      await inPlace(page, path)
      await expect(page.locator('#content')).toContainText('请求编号 r-42')
    },
  },
  'a refusal': { answer: refusal(-1, 409), shown: inPlace },
  'a system that is busy': {
    answer: refusal(502, 503),
    async shown(page, path) {
      // It goes by itself.
      await expect(
        page.locator('.ant-notification-notice', { hasText: '操作提示' }).filter({ hasText: SAID }),
      ).not.toHaveCount(0)
      await inPlace(page, path)
    },
  },
  'no network': {
    answer: (route) => route.abort('connectionfailed'),
    shown: (page) => expect(page.locator('#content').getByText('系统错误或网络超时，请重试').first()).toBeVisible(),
  },
  'no access': { answer: refusal(403, 403), shown: async () => {}, leads: '/access' },
  'nothing there': {
    answer: refusal(404, 404),
    shown: (page) => expect(page.getByRole('dialog').getByText(SAID).first()).toBeVisible(),
    leads: '/404',
  },
}

function refusal(code: number, status: number) {
  const json = { code, message: SAID, data: null, error: 'fromElsewhere', requestId: 'r-42' }
  return (route: Route) => route.fulfill({ status, json })
}

/** The pages that the console links in its own menus: a new one joins by itself. */
async function pagesFrom(page: Page, hubs: readonly [hub: string, links: string][]): Promise<string[]> {
  const found = new Set<string>()
  for (const [hub, selector] of hubs) {
    if (new URL(page.url()).pathname !== hub) await follow(page, hub)
    const links = page.locator(selector)
    await expect(links.first()).toBeVisible()
    for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      found.add(href)
  }
  return [...found]
}

type Code = [name: string, code: (typeof codes)[string]]
/** The codes that the pages of one walk meet in turn: all in the daily run; each page every one in the full run. */
const walks: Code[][] = isFull ? Object.entries(codes).map((code) => [code]) : [Object.entries(codes)]

/** What the first walk of a worker found in the menus, for the further ones of the full run. */
let consolePages: string[] | undefined
let spaceTabs: string[] | undefined

async function walk(page: Page, paths: readonly string[], met: readonly Code[]): Promise<void> {
  // Code by code: a page that leads somewhere leads nowhere else until it is loaded anew.
  const steps = met.flatMap(([name, code], nth) =>
    paths.filter((_, at) => at % met.length === nth).map((path) => ({ path, name, ...code })),
  )
  let now = steps[0]
  const left: string[] = []
  let refused = 0
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !beside.some((one) => one.test(pathname)),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      refused += 1
      await now?.answer(route)
    },
  )
  // A page that is left for answers nothing, so that the walk goes on where it is.
  await page.route(
    ({ pathname }) => pathname === now?.leads,
    async (route) => {
      left.push(route.request().url())
      await route.fulfill({ status: 204 })
    },
  )
  for (const step of steps)
    await test.step(`${step.path}: ${step.name}`, async () => {
      const { path, shown, leads } = step
      const isLoaded = step !== steps[0] && leads === now?.leads
      now = step
      refused = 0
      left.length = 0
      // The page before may lead away once more for each of its reads, which takes a try to open this one away.
      await (isLoaded ? follow(page, path) : expect(() => page.goto(path)).toPass())
      await expect.poll(() => refused, `${path} reads something`).toBeGreaterThan(0)
      await shown(page, path)
      if (leads) await expect.poll(() => left.length, `${path} leads to ${leads}`).toBeGreaterThan(0)
      await expect(page.locator('body')).not.toContainText('undefined')
      // What this page put above the others is gone before the next one, the uppermost first.
      for (const ok of (await page.locator('.ant-modal-confirm-btns .ant-btn-primary').all()).toReversed())
        await ok.click()
    })
}

for (const met of walks) {
  const names = met.map(([name]) => name).join(', ')
  test(`every page of the console follows the table of responses: ${names}`, async ({ page }) => {
    await signIn(page, ADMIN.email, '/approvalManage')
    consolePages ??= [
      '/space',
      ...OWN_LISTS,
      ...(await pagesFrom(page, [
        ['/approvalManage', '.record-tabs a'],
        ['/systemConfig/users', '.system-nav a'],
        ['/systemConfig/components', '.record-tabs a'],
        ['/personalCenter', '.personal-parts a'],
      ])),
    ]
    await walk(page, consolePages, met)
  })

  test(`every tab of a space follows the table of responses: ${names}`, async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', SPACE)
    spaceTabs ??= await pagesFrom(page, [[new URL(page.url()).pathname, '.space-tabs a']])
    await walk(page, spaceTabs, met)
  })
}

test('a session that ends leaves nothing of itself in any window but where to go on', async ({ page, context }) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  const other = await context.newPage()
  await other.goto('/personalCenter?tab=devices')
  await expect(other.locator('#content h1')).toBeVisible()
  const path = new URL(page.url()).pathname
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).toSorted())
  expect(await kept()).toEqual(expect.arrayContaining(['aside-tab', 'spaceCode', 'spaceId', 'userInfo']))
  expect(await page.evaluate(() => localStorage.getItem('ds_session'))).not.toBeNull()

  await context.clearCookies({ name: 'ds_session_id' })
  await follow(page, path.replace('filesManage', 'journal'))
  await expect(page).toHaveURL(/\/login\?problem=sessionOver$/)
  expect(await kept()).toEqual(['router-path'])
  await expect(other).toHaveURL(/\/login\?problem=sessionOver$/)
  expect(
    await other.evaluate(() => [sessionStorage.getItem('router-path'), localStorage.getItem('ds_session')]),
  ).toEqual(['/personalCenter?tab=devices', null])

  // Signing in once is enough for every window.
  await sendSignIn(page, 'lin@demo.test')
  await page.waitForURL('**/journal')
  await other.waitForURL('**/personalCenter?tab=devices')
  await other.goto('/login?problem=sessionOver')
  await expect(other.getByText('您的登录已结束，请重新登录。')).toBeHidden()
  await expect(other.getByRole('link', { name: '返回之前的页面' })).toHaveAttribute(
    'href',
    '/personalCenter?tab=devices',
  )
  await other.reload()
  await other.waitForURL('**/personalCenter?tab=devices')
})

test('a page without the console follows the table as well: no access leads to /access', async ({ page }) => {
  await signIn(page, 'sorensen@demo.test', '/space/glacier')
  await page.route('**/api/spaces/*/apply', refusal(403, 403))
  await page.getByLabel('申请理由').fill('冰芯课题')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.waitForURL('**/access?space=glacier')
})
