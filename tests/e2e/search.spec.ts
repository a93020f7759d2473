import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, expectAccessible, PASSWORD, showAs, signIn, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

const SPACE = '高原湖泊生态观测'
const sample = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../samples/files/${name}`, import.meta.url)),
})

/** The chooser that every browser has: handles can't be driven from outside. */
const withoutHandles = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))

/** Brings files into the folder in view, by the button that people use. */
async function bring(page: Page, ...names: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(上传|Upload)$/ }).click()
  await (await chooser).setFiles(names.map(sample))
  for (const name of names)
    await expect(page.getByRole('gridcell', { name }).or(page.getByRole('row', { name })).first()).toBeVisible()
}
/** Whether the search finds something by these words. */
const isFound = async (page: Page, words: string): Promise<boolean> =>
  (await (await page.request.get('/api/search', { params: { q: words } })).json()).data.list.length > 0
const field = (page: Page) => page.getByRole('combobox', { name: /搜索文件、内容|Search files, content/ })

test('a search that does not come is said, keeps the page, and comes at the next key', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  await page.route(/Palette/, (route) => route.abort())
  await page.keyboard.press('Control+k')
  await expect(page.getByText('页面的这一部分未能加载，请刷新页面后重试')).toBeVisible()
  await expect(page.getByRole('row', { name: /README\.md/ })).toBeVisible()
  await page.unroute(/Palette/)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('by keyboard alone: a word of a document leads to its file, a name to a page of the console', async ({ page }) => {
  await withoutHandles(page)
  await enterSpace(page, 'lin@demo.test', SPACE)
  await bring(page, 'report.docx', 'stations.xlsx')
  // What arrived last can be described at once.
  await page.getByRole('link', { name: '添加元数据' }).click()
  const arrived = page.getByRole('dialog', { name: /report\.docx|stations\.xlsx/ })
  await expect(arrived.getByRole('button', { name: '添加条目' })).toBeVisible()
  await page.goto('/space')
  await expect(page.getByRole('button', { name: '搜索' }).first()).toBeVisible()
  const hit = page.getByRole('option', { name: /report\.docx/ })
  // The text of a new file is read in the background, by a process that leaves the processor to everybody else.
  await expect.poll(() => isFound(page, '四个站点的温度剖面'), { timeout: 600_000, intervals: [500] }).toBe(true)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('四个站点的温度剖面')
  await expect(hit).toBeVisible()
  await expect(hit.locator('mark')).toHaveText('四个站点的温度剖面')
  await expect(hit).toContainText(SPACE)
  await expectAccessible(page)
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: 'report.docx' })
  await expect(preview).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await page.reload()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('row', { name: /report\.docx/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page).not.toHaveURL(/preview=/)
  const folder = page.url()
  await page.getByRole('row', { name: /report\.docx/ }).dblclick()
  await expect(preview).toBeVisible()
  await page.goBack()
  await expect(preview).toHaveCount(0)
  expect(page.url()).toBe(folder)
  await page.goForward()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  // What can be done with the file that is selected is a word away.
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('重命名')
  await expect(page.getByRole('option', { name: /^重命名/ }).first()).toBeVisible()
  await page
    .getByRole('option', { name: /^重命名/ })
    .first()
    .click()
  await expect(page.locator('.files input[value="report.docx"]')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('账号安全')
  await expect(page.getByRole('option', { name: '账号安全' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/personalCenter?tab=security')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
})

test('administrators find people, all spaces and the sections of system management, people the settings of their account', async ({
  page,
}) => {
  await signIn(page, ADMIN.email)
  await expect(page.getByRole('button', { name: '搜索' }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('邮件服务')
  await expect(page.getByRole('option', { name: /^邮件/ })).toHaveAttribute('aria-selected', 'true')
  // What is named so comes before what only has to do with it, such as how long the log is kept.
  await field(page).fill('审计')
  await expect(page.getByRole('option', { name: /^审计日志/ })).toHaveAttribute('aria-selected', 'true')
  await field(page).fill('账号设置')
  await expect(page.getByRole('option', { name: /账号安全/ })).toBeVisible()
  // A space of others is found too, by its owner or its name.
  await field(page).fill('高原湖泊')
  await expect(page.getByRole('option', { name: /高原湖泊生态观测.*林蔚/ })).toBeVisible()
  await field(page).fill('okafor@')
  await expect(page.getByRole('option', { name: /okafor@demo\.test/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/systemConfig/users?user=*')
  await expect(page.getByRole('dialog')).toContainText('okafor@demo.test')
})

test('in its place: “/” begins, filters narrow, and nothing found says what to do', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('temperature')
  const results = page.locator('.results')
  await expect(results.locator('li').first()).toBeVisible()
  await expect(results.locator('mark').first()).toHaveText(/temperature/i)
  await expectAccessible(page)
  await results.getByRole('combobox', { name: '类型' }).click()
  await page.getByTitle('压缩包', { exact: true }).click()
  await expect(results.getByText('没有找到“temperature”')).toBeVisible()
  await results.locator('.empty-place').getByRole('button', { name: '清除筛选' }).click()
  await expect(results.locator('li').first()).toBeVisible()
})

test('pictures, papers and icons show small in the grid once they are made', inFull, async ({ page }) => {
  await withoutHandles(page)
  await enterSpace(page, 'lin@demo.test', SPACE)
  await showAs(page, '网格')
  await bring(page, 'report.pdf', 'depth.tif')
  for (const name of ['report.pdf', 'depth.tif']) {
    const picture = page.getByRole('gridcell', { name }).locator('.thumb img')
    await expect(picture).toHaveAttribute('src', /\/thumb\?/)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  const [folder, paper] = await Promise.all(
    ['CTD 剖面', 'report.pdf'].map((name) => page.getByRole('gridcell', { name }).boundingBox()),
  )
  expect(paper?.height).toBe(folder?.height)
  expect(paper?.height).toBeLessThan(170)
})

test(
  'tables are found by name, description and columns, and stand in the overview, for those who may see them',
  inFull,
  async ({ page, server, browser }) => {
    const space = await ownSpace(server, '岸线调查')
    const owner = await new Client(server.origin).login(space.owner, PASSWORD)
    const { tables } = contract
    const columns = [
      { name: '站位', type: 'text' as const },
      { name: '溶解氧饱和度', type: 'number' as const, unit: '%', description: '探头读数' },
    ]
    const made = await owner.data(tables.create, {
      spaceId: space.id,
      name: '水质逐月记录',
      description: '自动站汇总',
      columns,
    })
    const ids = made.columnList.map(({ id }) => id)
    const rows = [
      ['S07', '98.5'],
      ['S09', '101'],
    ]
    const one = { spaceId: space.id, id: made.id }
    await owner.data(tables.change, { ...one, change: { kind: 'addRows', columns: ids, rows } })
    await owner.data(tables.create, { spaceId: space.id, name: '水质草稿', columns, isShared: false })
    const table = new RegExp(`table=${made.id}`)

    /** Searches from the page that is open, and answers the tables that are offered once the server has answered. */
    const search = async (on: Page, words: string) => {
      if (!(await field(on).isVisible())) await on.keyboard.press('Control+k')
      await expect(field(on)).toBeFocused()
      const answer = on.waitForResponse(
        (one) => new URL(one.url()).searchParams.get('q') === words && /tables\/found/.test(one.url()),
      )
      await field(on).fill(words)
      await answer
      return on.getByRole('option', { name: /水质/ })
    }
    await signIn(page, space.member)
    await expect(page.getByRole('button', { name: '搜索' }).first()).toBeVisible()
    for (const words of ['逐月', '自动站', '溶解氧饱和', '探头读数', '逐月 溶解氧', '水质']) {
      await test.step(words, async () => expect(await search(page, words)).toHaveText(/水质逐月记录.*岸线调查/))
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(table)
    await expect(page.getByRole('heading', { name: '水质逐月记录' })).toBeVisible()
    await expect(field(page)).toHaveCount(0)

    await test.step('the overview of the space', async () => {
      await page.goto(`/space/${space.id}/details/spaceInfo`)
      const overview = page.locator('.tables-overview')
      await expect(overview.getByRole('listitem')).toHaveText(/水质逐月记录2 行 × 2 列自动站汇总/)
      await overview.getByRole('link', { name: '水质逐月记录' }).click()
      await expect(page).toHaveURL(table)
    })
    await test.step('a stranger finds neither, and is not let in', async () => {
      const context = await browser.newContext()
      const stranger = await context.newPage()
      await signIn(stranger, 'okafor@demo.test')
      await expect(stranger.getByRole('button', { name: '搜索' }).first()).toBeVisible()
      expect(await (await search(stranger, '水质')).count()).toBe(0)
      await stranger.goto(page.url())
      await expect(stranger.getByRole('heading', { name: '水质逐月记录' })).toHaveCount(0)
      await expect(stranger.locator('main')).toContainText(/无权|没有权限|不存在/)
      await context.close()
    })
    await test.step('in the trash it is not found any more', async () => {
      await owner.data(tables.remove, one)
      await expect(await search(page, '逐月')).toHaveCount(0)
    })
  },
)
