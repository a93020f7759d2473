import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import {
  enterSpace,
  expect,
  expectAccessible,
  goTo,
  openSpace,
  PASSWORD,
  showAs,
  showDetails,
  test,
} from './journey.ts'

const LAKE = '高原湖泊生态观测'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+N')
  await page.getByLabel('文件夹名称').fill(name)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
}

test('a file is cut in one space and pasted in another, in a new tab; Undo brings it home, Redo takes it there again', async ({
  page: first,
  context,
}) => {
  await enterSpace(first, 'lin@demo.test', LAKE)
  await row(first, 'README').click()
  await first.keyboard.press('Control+x')
  await expect(row(first, 'README')).toHaveAttribute('data-cut', 'true')
  const page = await context.newPage()
  await page.goto('/space')
  await openSpace(page, '课题组内部资料')
  await makeFolder(page, '借来')
  await row(page, '借来').dblclick()
  await expect(page.locator('.empty-place')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(row(page, 'README')).toBeVisible()
  await expect(row(first, 'README')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(page, 'README')).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await expect(row(page, 'README')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'README')).toHaveCount(0)
})

test(
  'a file over a file becomes its new version; Undo gives the one what it was, and the other its place',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'zhang@demo.test', '课题组内部资料')
    await makeFolder(page, '副本')
    await page.goto('/space')
    await openSpace(page, LAKE)
    await row(page, 'README').click()
    await page.keyboard.press('Control+c')
    await page.goto('/space')
    await openSpace(page, '课题组内部资料')
    await row(page, '副本').dblclick()
    await expect(page.locator('.empty-place')).toBeVisible()
    const version = page
      .locator('.details')
      .getByText(/^版本 \d+$/)
      .first()
    // What has changed is selected no longer: it is chosen until it stays so.
    const expectVersion = (text: string) =>
      expect(async () => {
        await row(page, 'README').click()
        await showDetails(page, '版本')
        await expect(version).toHaveText(text, { timeout: 5000 })
      }).toPass()
    await page.keyboard.press('Control+v')
    await expectVersion('版本 1')
    await page.locator('.crumbs').getByText('全部文件').click()
    await row(page, 'README').click()
    await page.keyboard.press('Control+c')
    await row(page, '副本').dblclick()
    await expect(row(page, '副本')).toHaveCount(0)
    await expect(row(page, 'README')).toBeVisible()
    await page.keyboard.press('Control+v')
    await page.getByRole('button', { name: '替换（保存为新版本）' }).click()
    await expectVersion('版本 2')
    await page.keyboard.press('Control+z')
    await expectVersion('版本 3')
  },
)

test(
  'a move dialog reaches every space where one may make something; a name that is taken there is asked about',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    const move = async (answer?: string) => {
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+v')
      await row(page, '航次报告 \\(1\\)').click()
      await page.getByRole('button', { name: '移动到…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('空间').click()
      await page.locator('.ant-select-item-option').filter({ hasText: '课题组内部资料' }).click()
      await dialog.getByRole('treeitem', { name: '课题组内部资料' }).click()
      await dialog.getByRole('button', { name: '移动到此处' }).click()
      if (answer) await page.getByRole('button', { name: answer }).click()
      await expect(row(page, '航次报告 \\(1\\)')).toHaveCount(0)
    }
    await row(page, '航次报告').click()
    await move()
    await expect(page.locator('.ant-message')).toContainText('课题组内部资料')
    await row(page, '航次报告').click()
    await move('两者都保留')
    await enterSpace(page, 'lin@demo.test', '课题组内部资料')
    await expect(row(page, '航次报告')).toHaveCount(2)
  },
)

test(
  'many names change together, seen before; what is wrong stops it, one Undo takes all back',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    await row(page, 'CTD 剖面').dblclick()
    await expect(row(page, 'S01_profile')).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('新名称').fill('same')
    await expect(dialog.getByText('名称重复').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: /重命名 \d/ })).toBeDisabled()
    await dialog.getByLabel('新名称').fill('站点 {n}')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /重命名 \d/ }).click()
    await expect(row(page, '站点 02\\.csv')).toBeVisible()
    await expect(row(page, 'S01_profile')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(row(page, 'S01_profile')).toBeVisible()
  },
)

test('a star is found again from every space, what was opened too', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', LAKE)
  await row(page, '航次报告').click()
  await page.keyboard.press('Control+d')
  await expect(row(page, '航次报告').getByLabel('已收藏')).toBeVisible()
  await row(page, 'README').dblclick()
  await expect(page.locator('.preview-modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/space')
  await openSpace(page, '课题组内部资料')
  await goTo(page, '收藏')
  await expect(page.getByRole('link', { name: /航次报告/ })).toBeVisible()
  await expectAccessible(page)
  await goTo(page, '最近打开')
  await page.getByRole('link', { name: /README/ }).click()
  await expect(page).toHaveURL(/select=/)
  await expect(row(page, 'README')).toHaveAttribute('aria-selected', 'true')
})

test('cards have an order, and a box of the mouse selects them', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', LAKE)
  await showAs(page, '网格')
  const cards = page.locator('.card')
  await expect(cards.first()).toBeVisible()
  const name = page.locator('.card-name').first()
  const before = await name.textContent()
  await page.locator('.files-toolbar').getByRole('button', { name: '视图' }).click()
  await page.getByRole('menuitem', { name: /名称/ }).click()
  await expect(name).not.toHaveText(before ?? '')
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  if (!first || !second) throw new Error('no cards')
  await page.mouse.move(first.x - 6, first.y - 6)
  await page.mouse.down()
  await page.mouse.move(second.x + 20, second.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect(page.locator('.status-line')).toContainText('已选 2 项')
  await page.mouse.click(first.x - 6, first.y - 6)
  await expect(page.locator('.card[aria-selected=true]')).toHaveCount(0)
})

test(
  'a folder is hovered over until it opens, and what is dragged is dropped on the way above',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    await makeFolder(page, '目标')
    const source = await row(page, 'README').boundingBox()
    const folder = await row(page, '目标').boundingBox()
    if (!source || !folder) throw new Error('no rows')
    await page.mouse.move(source.x + 120, source.y + 12)
    await page.mouse.down()
    await page.mouse.move(folder.x + 120, folder.y + 12, { steps: 6 })
    // Whoever enters is told first, and asked with the next move.
    await page.mouse.move(folder.x + 122, folder.y + 13)
    await expect(page.locator('.crumbs [aria-current=page]')).toHaveText('目标')
    const list = await page.locator('.files-main').boundingBox()
    if (!list) throw new Error('no list')
    await page.mouse.move(list.x + 300, list.y + 300, { steps: 4 })
    await page.mouse.move(list.x + 302, list.y + 301)
    await page.mouse.up()
    await expect(row(page, 'README')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(row(page, 'README')).toHaveCount(0)
  },
)

test(
  'which columns there are and how wide is so after a reload; the separator between two steps leads to what stands beside',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    const edge = page.getByRole('separator', { name: '“类型”列的宽度' })
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(edge).toHaveAttribute('aria-valuenow', '100')
    const head = page.locator('.row.head')
    await page.getByRole('button', { name: /列$/ }).click()
    await page.getByRole('checkbox', { name: '大小' }).uncheck()
    await expect(head.getByText('大小')).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('separator', { name: '“类型”列的宽度' })).toHaveAttribute('aria-valuenow', '100')
    await expect(head.getByText('大小')).toHaveCount(0)
    await row(page, 'CTD 剖面').dblclick()
    await page.getByRole('button', { name: /“全部文件”中的文件夹/ }).click()
    const beside = page.locator('.crumb-siblings [role=menuitem]')
    await expect(beside.first()).toBeVisible()
    await beside.filter({ hasNotText: 'CTD 剖面' }).first().click()
    await expect(page.locator('.crumbs [aria-current=page]')).not.toHaveText('CTD 剖面')
  },
)

test('the trash is emptied only by whoever writes how many items that are', inFull, async ({ page, server }) => {
  const okafor = await new Client(server.origin).login('okafor@demo.test', PASSWORD)
  await okafor.data(contract.spaces.create, { name: 'Trash of one', identifier: 'trashofone', type: 'private' })
  await enterSpace(page, 'okafor@demo.test', 'Trash of one')
  await makeFolder(page, 'one')
  await row(page, 'one').click()
  await page.keyboard.press('Delete')
  await expect(row(page, 'one')).toHaveCount(0)
  await goTo(page, '回收站')
  await page.getByRole('button', { name: '清空回收站' }).click()
  const dialog = page.getByRole('dialog')
  const purge = dialog.getByRole('button', { name: '彻底删除' })
  await dialog.getByRole('textbox').fill('2')
  await expect(purge).toBeDisabled()
  await dialog.getByRole('textbox').fill('1')
  await purge.click()
  await expect(page.getByText('回收站是空的')).toBeVisible()
})
