import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, PASSWORD, showDetails, signIn, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

const LAKE = '高原湖泊生态观测'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
/** Every place where the console says that something happened. */
const words = (page: Page) => page.locator('.ant-message-notice, .ant-notification-notice, .task-strip li')

/** A dialog has its share of the window, in percent, at every width of a desk. */
async function expectShare(page: Page, dialog: Locator, percent: number): Promise<void> {
  for (const width of [1024, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => Math.round((await boxOf(dialog)).width)).toBe(Math.round((width * percent) / 100))
  }
}
/** Where something stands; fails when it is not shown. */
async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}
type Box = Awaited<ReturnType<typeof boxOf>>
const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

test(
  'one act is told once, with what takes it back, and its words cover neither the bar nor the list',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, 'Told once')
    const owner = await new Client(server.origin).login(space.owner, PASSWORD)
    for (const path of ['first', 'second']) await owner.data(contract.files.create, { spaceId: space.id, path })
    await signIn(page, space.owner, `/space/${space.id}/details/filesManage`)
    await expect(row(page, 'second')).toBeVisible()
    const badge = page.locator('.bell > span[aria-hidden]')
    const before = await badge.allTextContents()
    await row(page, 'first').click()
    await page.keyboard.press('Delete')
    await expect(row(page, 'first')).toHaveCount(0)
    await expect(words(page)).toHaveCount(1)
    await expect(words(page)).toContainText('first')
    const said = await boxOf(words(page))
    for (const place of ['.files-toolbar', '.row:has-text("second")'])
      expect(touches(said, await boxOf(page.locator(place).first())), place).toBe(false)
    await words(page).getByRole('button', { name: '撤销' }).click()
    await expect(row(page, 'first')).toBeVisible()
    await expect(words(page)).toHaveCount(1)
    expect(await badge.allTextContents()).toEqual(before)
  },
)

test(
  'the context menu is grouped; rows are compact when they are wanted so, and reach the edges of the list',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    const readme = row(page, 'README')
    const crumbs = page.locator('.crumbs')
    const crumbsBefore = await boxOf(crumbs)
    await readme.click({ button: 'right' })
    const groups = await page
      .getByRole('menu')
      .last()
      .evaluate((menu) => {
        const sizes = [0]
        for (const item of menu.children)
          if (item.classList.contains('ant-dropdown-menu-item-divider')) sizes.push(0)
          else sizes.push((sizes.pop() ?? 0) + 1)
        return sizes
      })
    expect(groups.length).toBeGreaterThan(3)
    expect(Math.max(...groups)).toBeLessThanOrEqual(6)
    await page.keyboard.press('Escape')

    const grid = await boxOf(page.getByRole('grid'))
    const [comfortable, selected] = [await boxOf(readme), await boxOf(crumbs)]
    expect([comfortable.x, comfortable.width]).toEqual([grid.x, grid.width])
    expect(selected).toEqual(crumbsBefore)
    await page.locator('.files-toolbar').getByRole('button', { name: '视图' }).click()
    await page.getByRole('menuitem', { name: '紧凑' }).click()
    await expect.poll(async () => (await boxOf(readme)).height).toBeLessThan(comfortable.height)
    await page.reload()
    await expect.poll(async () => (await boxOf(readme)).height).toBeLessThan(comfortable.height)
  },
)

test(
  'the details are tabs; a new link is shown once, in a dialog of 38 percent of the window',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, 'Details and links')
    await signIn(page, space.owner, `/space/${space.id}/details/filesManage`)
    await row(page, 'notes').click()
    for (const tab of ['元数据', '日志', '分享', '概览'] as const) await showDetails(page, tab)
    await page.getByRole('toolbar').getByRole('button', { name: '分享', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expectShare(page, dialog, 38)
    await dialog.getByText('无密码').click()
    await dialog.getByRole('button', { name: '创建链接' }).click()
    const address = await dialog.getByRole('textbox', { name: '链接', exact: true }).inputValue()
    const shown = await page.evaluate(
      (link) =>
        document.body.innerText.split(link).length -
        1 +
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter(({ value }) => value === link)
          .length,
      address,
    )
    expect(shown).toBe(1)
  },
)

test(
  'the overview has its figures on the right; the buttons of a preview stand in its bar and never over what is shown; on a phone it fills the screen',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    const tabs = page.locator('.space-tabs')
    await tabs.getByRole('link', { name: '概览' }).click()
    const about = await boxOf(page.locator('.overview .about'))
    const readme = await boxOf(page.getByRole('region', { name: /README/ }))
    const figures = await boxOf(page.locator('.overview .figures'))
    expect([readme.x, figures.y]).toEqual([about.x, about.y])
    expect(readme.y).toBeGreaterThanOrEqual(about.y + about.height)
    expect(figures.x).toBeGreaterThanOrEqual(about.x + about.width)
    await tabs.getByRole('link', { name: '文件', exact: true }).click()
    await row(page, 'README').dblclick()
    const preview = page.locator('.preview-modal')
    const stage = preview.locator('.preview-stage')
    await expect(stage.getByRole('heading', { name: LAKE })).toBeVisible()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const whole = async () => Math.round((await boxOf(preview)).width)
      if (width === 390) await expect.poll(whole).toBe(width)
      for (const name of ['上一个', '下一个'])
        expect(touches(await boxOf(preview.getByRole('button', { name })), await boxOf(stage)), `${width}`).toBe(false)
    }
  },
)

test(
  'the members of a space have no bar to save; hints of its form stand clear of its fields',
  inFull,
  async ({ page, server }) => {
    const space = await ownSpace(server, 'Settings in order')
    await signIn(page, space.owner, `/space/${space.id}/details/spaceSetting`)
    const name = page.getByRole('textbox', { name: '名称' })
    await expect(name).toBeVisible()
    const field = await boxOf(name)
    const hintTop = await page
      .locator('.ant-form-item-extra')
      .first()
      .evaluate((hint) => {
        const words = document.createRange()
        words.selectNodeContents(hint)
        return words.getBoundingClientRect().top
      })
    expect(hintTop - (field.y + field.height)).toBeGreaterThanOrEqual(4)
    const members = page.locator('#members')
    await expect(members).toContainText('Mara Okello')
    await expect(members.getByRole('button', { name: '保存' })).toHaveCount(0)
    // Between phone and desk the menu gives way, and a name stays in one line.
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect.poll(async () => (await boxOf(page.locator('aside.menu'))).width).toBe(56)
    expect((await boxOf(members.getByText('Mara Okello'))).height).toBeLessThan(30)
  },
)

test('what loads shows the shape of what comes', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', LAKE)
  const height = Math.round((await boxOf(row(page, 'README'))).height)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/files?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await row(page, '地图').dblclick()
  const line = page.locator('[aria-busy] .row.still').first()
  await expect(line).toBeVisible()
  expect(Math.round((await boxOf(line)).height)).toBe(height)
  held.resolve()
  await expect(row(page, 'lakes.shp')).toBeVisible()

  const told = Promise.withResolvers<void>()
  await page.route('**/api/setting/message?*', async (route) => {
    await told.promise
    await route.continue()
  })
  await page.locator('.menu .bell').click()
  await expect(page.locator('.bell-panel [aria-busy] > .skeleton')).toHaveCount(4)
  told.resolve()
  await expect(page.locator('.bell-panel [aria-busy]')).toHaveCount(0)
})

test('an administrator changes the role of several users at once, never their own, after reading what it means', async ({
  page,
  server,
}) => {
  const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  const emails = ['one', 'two'].map((name) => `admin-role-${name}@demo.test`)
  for (const emailAccounts of emails)
    await admin.data(contract.users.create, {
      emailAccounts,
      name: '徐清和',
      orgChineseName: '湖泊生态研究室',
      role: 'role_general',
    })
  await signIn(page, ADMIN.email, '/systemConfig/users?q=admin-role')
  await expect(page.getByRole('row', { name: /role-one/ })).toBeVisible()
  for (const box of await page.getByRole('checkbox', { name: '选择 徐清和' }).all()) await box.check()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await expect(bar).toContainText('已选 2 位')
  await bar.getByRole('button', { name: '更换角色' }).click()
  await page.getByRole('menuitem', { name: '高级用户' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('可以新建空间')
  await expectShare(page, dialog, 30)
  await dialog.getByRole('button', { name: '更换角色' }).click()
  await expect(page.getByText('已更改 2 位用户的角色')).toBeVisible()
  const { list } = await admin.data(contract.users.list, { q: 'admin-role' })
  expect(list.map(({ role }) => role)).toEqual(['role_senior', 'role_senior'])

  for (const box of await page.getByRole('checkbox', { name: '选择 徐清和' }).all()) await box.check()
  await bar.getByRole('button', { name: '停用' }).click()
  await expect(dialog).toContainText('拥有空间的用户会跳过')
  await dialog.getByRole('button', { name: '停用' }).click()
  await expect(page.getByText('已停用 2 位用户')).toBeVisible()

  await page.goto('/systemConfig/users?q=admin')
  await page
    .getByRole('row', { name: /role-one/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('row', { name: ADMIN.email }).getByRole('checkbox').check()
  await bar.getByRole('button', { name: '更换角色' }).click()
  await page.getByRole('menuitem', { name: '普通用户' }).click()
  await expect(dialog).toContainText('将 1 位用户的角色改为普通用户')
  await expect(dialog).toContainText('role-one@demo.test')
  await expect(dialog).toContainText('所选用户中包含您自己的账号，将跳过。')
  await dialog.getByRole('button', { name: '更换角色' }).click()
  await expect(page.getByText('已更改 1 位用户的角色')).toBeVisible()
  await page.getByRole('row', { name: ADMIN.email }).getByRole('checkbox').check()
  await expect(bar.getByRole('button', { name: '更换角色' })).toBeDisabled()
})

test('an administrator who no longer is one leaves system management at once', async ({ page, server }) => {
  const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  const { list } = await admin.data(contract.users.list, { q: 'zhang@demo.test' })
  const id = list[0]?.id ?? ''
  await admin.data(contract.users.update, { id, role: 'role_admin' })
  await signIn(page, 'zhang@demo.test', '/systemConfig/users')
  await expect(page.getByRole('row', { name: /zhang@demo.test/ })).toBeVisible()
  await admin.data(contract.users.update, { id, role: 'role_general' })
  await page.waitForURL('**/access**')
})

/** How titles, filters, table heads and radios of a section of administration look; nothing of what it hasn't. */
const looksOf = () => {
  const style = (selector: string, names: readonly string[]) =>
    [...document.querySelectorAll(`main ${selector}`)].map((one) => {
      const shown = getComputedStyle(one)
      return names.map((name) => shown.getPropertyValue(name)).join(' ')
    })
  const font = ['font-size', 'font-weight', 'line-height']
  return {
    title: style('h1', font),
    section: style('section h2', font),
    search: style('.record-filters .search-field', ['height', 'border-radius']),
    head: style('th', ['font-size', 'font-weight', 'color']),
    radio: style('.ant-radio-wrapper', ['font-size', 'display', 'align-items']),
    radios: style('.ant-radio-group', ['display', 'row-gap']),
  }
}

test(
  'titles, filter rows, table heads and radios of administration look the same in every section',
  inFull,
  async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/users')
    const looks: Record<string, Set<string>> = {}
    const starts = new Set<string>()
    for (const [section, seen] of [
      ['users', '.record-filters'],
      ['spaces', '.record-filters'],
      ['legalHolds', '.record-filters'],
      ['registries', '.record-filters'],
      ['senders', 'section h2'],
      ['publicationTemplates', 'th'],
      ['maintenance', '.ant-radio-group'],
      ['spaceDefaults', '.ant-radio-group'],
    ] as const) {
      await page.goto(`/systemConfig/${section}`)
      await expect(page.locator(`main ${seen}`).first()).toBeVisible()
      for (const [part, found] of Object.entries(await page.evaluate(looksOf)))
        for (const look of found) (looks[part] ??= new Set()).add(look)
      if (seen === '.record-filters') starts.add(`${(await boxOf(page.locator('.record-filters'))).x}`)
    }
    expect(Object.entries(looks).map(([part, found]) => [part, [...found]])).toEqual(
      Object.keys(looks).map((part) => [part, [expect.any(String)]]),
    )
    expect(Object.keys(looks).toSorted()).toEqual(['head', 'radio', 'radios', 'search', 'section', 'title'])
    expect(starts.size).toBe(1)
  },
)
