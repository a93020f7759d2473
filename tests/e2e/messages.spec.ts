import type { Browser, Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { expect, expectAccessible, signIn, speakEnglish, test, watchChannel } from './journey.ts'
import { type OwnSpace, ownSpace } from './own-space.ts'

const NAME = '沉积物岩芯'

type Answer<T> = { code: number; data: T }

/** Somebody in a browser of their own, whose channel is open. */
async function enter(browser: Browser, origin: string, email: string, lang: 'zh' | 'en' = 'zh'): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin, locale: 'zh-CN' })).newPage()
  const channelOpen = await watchChannel(page)
  if (lang === 'en') await speakEnglish(page)
  await signIn(page, email)
  await channelOpen()
  return page
}
async function read<T>(page: Page, path: string): Promise<T> {
  return ((await (await page.request.get(path)).json()) as Answer<T>).data
}
/** What the owner of a space does to a member of it, so that the member is told; each call tells once. */
async function roleChanger(owner: Page, member: Page, { id }: OwnSpace): Promise<() => Promise<void>> {
  const { userId } = await read<{ userId: string }>(member, '/api/get.u')
  const csrf = (await owner.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  let role = 'normal'
  return async () => {
    role = role === 'senior' ? 'normal' : 'senior'
    const path = `/api/spaces/${id}/members/${userId}`
    const answer = await owner.request.patch(path, { data: { role }, headers: { DS_TOKEN: csrf } })
    expect(await answer.json()).toMatchObject({ code: 0 })
  }
}
const toast = (page: Page, text: string) => page.locator('.ant-notification-notice', { hasText: text })
const bell = (page: Page) => page.locator('.menu .bell')
const rows = (page: Page) => page.locator('.message-list > li')

test('a message arrives in both browsers of a person, in the language of each; reading it in one clears the other', async ({
  browser,
  server,
}) => {
  const space = await ownSpace(server, NAME)
  const owner = await enter(browser, server.origin, space.owner)
  const [zh, en] = [
    await enter(browser, server.origin, space.member),
    await enter(browser, server.origin, space.member, 'en'),
  ]
  const title = await zh.title()
  const changeRole = await roleChanger(owner, zh, space)
  await expect(bell(zh)).toHaveAccessibleName('消息，没有未读')
  await changeRole()
  await expect(toast(zh, '空间角色变更')).toContainText('高级成员')
  await expect(toast(en, 'Your role in a space has changed')).toBeVisible()
  for (const page of [zh, en]) await expect(bell(page)).toHaveText('1')
  expect(await zh.title()).toBe(title)
  await expect(bell(owner)).toHaveText('')

  await bell(zh).click()
  const panel = zh.locator('.bell-panel')
  await expect(panel.getByRole('link', { name: /空间角色变更/ })).toBeVisible()
  await expectAccessible(zh)
  await zh.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await bell(zh).click()
  await panel.getByRole('link', { name: /空间角色变更/ }).click()
  await expect(zh).toHaveURL(/\/space\//)
  for (const page of [zh, en]) await expect(bell(page)).toHaveText('')
})

test(
  'the list of messages grows while it is open; messages are read, deleted and had back',
  inFull,
  async ({ browser, server }) => {
    const space = await ownSpace(server, NAME)
    const owner = await enter(browser, server.origin, space.owner)
    const page = await enter(browser, server.origin, space.member)
    const changeRole = await roleChanger(owner, page, space)
    await page.goto('/personalCenter?tab=messages')
    await expect(page.getByText('还没有消息')).toBeVisible()
    for (const count of [1, 2, 3]) {
      await changeRole()
      await expect(rows(page)).toHaveCount(count)
    }
    await expectAccessible(page)

    await rows(page).first().getByRole('button', { name: '标为已读' }).click()
    await expect(bell(page)).toHaveText('2')
    await page.getByText('未读', { exact: true }).first().click()
    await expect(rows(page)).toHaveCount(2)
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: '将所选 1 条标为已读' }).click()
    await expect(bell(page)).toHaveText('1')
    await page.getByRole('button', { name: '全部标为已读' }).click()
    await expect(bell(page)).toHaveText('')
    await page.goto('/personalCenter?tab=4&show=unread')
    await expect(page.getByText('没有未读消息')).toBeVisible()
    await page.getByRole('button', { name: '查看全部' }).click()
    await expect(rows(page)).toHaveCount(3)

    await rows(page).first().getByRole('button', { name: /^删除/ }).click()
    await expect(page.getByRole('button', { name: '撤销' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows(page).first().getByRole('link', { name: '空间角色变更' })).toBeVisible()
    await rows(page).first().getByRole('button', { name: /^删除/ }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
  },
)

test(
  'what was missed while the channel was lost is caught up with when it is back',
  inFull,
  async ({ browser, server }) => {
    const space = await ownSpace(server, NAME)
    const owner = await enter(browser, server.origin, space.owner)
    const page = await enter(browser, server.origin, space.member)
    const changeRole = await roleChanger(owner, page, space)
    const state = { isDown: false, cut: () => {} }
    await page.routeWebSocket(/\/api\/msg\//, (socket) => {
      const close = () => void socket.close({ code: 1012 })
      if (state.isDown) return close()
      state.cut = close
      socket.connectToServer()
    })
    await page.goto('/personalCenter?tab=4')
    await changeRole()
    await expect(rows(page)).toHaveCount(1)
    state.isDown = true
    state.cut()
    await changeRole()
    state.isDown = false
    await expect(rows(page)).toHaveCount(2)
    await expect(bell(page)).toHaveText('2')
  },
)

test(
  'what happened while the first channel took its time to open is caught up with',
  inFull,
  async ({ browser, server }) => {
    const space = await ownSpace(server, NAME)
    const owner = await enter(browser, server.origin, space.owner)
    const page = await enter(browser, server.origin, space.member)
    const changeRole = await roleChanger(owner, page, space)
    const happened = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/api\/msg\//, async (socket) => {
      await happened.promise
      socket.connectToServer()
    })
    await page.clock.install()
    await page.goto('/personalCenter?tab=4')
    await changeRole()
    await expect(rows(page)).toHaveCount(1)
    await changeRole()
    await page.clock.fastForward(2000)
    happened.resolve()
    await expect(rows(page)).toHaveCount(2)
  },
)

test(
  'a space is muted in the panel of the bell on the first page that was opened, and unmuted on the page of messages',
  inFull,
  async ({ browser, server }) => {
    const space = await ownSpace(server, NAME)
    const owner = await enter(browser, server.origin, space.owner)
    const page = await enter(browser, server.origin, space.member)
    const changeRole = await roleChanger(owner, page, space)
    await changeRole()
    await expect(bell(page)).toHaveText('1')
    await bell(page).click()
    const panel = page.locator('.bell-panel')
    await expect(panel).toContainText('我的消息')
    await panel.getByRole('button', { name: `将“${NAME}”设为免打扰` }).click()
    await expect(panel).toContainText('已免打扰，只接收需要答复的消息')
    await expectAccessible(page)
    await changeRole()
    await page.goto('/personalCenter?tab=4')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('heading', { name: '免打扰的空间' }).scrollIntoViewIfNeeded()
    await expect(page.getByText('需要您答复的申请和邀请除外')).toBeVisible()
    await page
      .getByRole('button', { name: `取消免打扰：${NAME}` })
      .last()
      .click()
    await expect(page.getByRole('heading', { name: '免打扰的空间' })).toHaveCount(0)
    await changeRole()
    await expect(rows(page)).toHaveCount(2)
  },
)
