import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { upload } from '../support/upload.ts'
import { enterSpace, expect, expectAccessible, goTo, PASSWORD, showDetails, test } from './journey.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Selects a file of the folder in view, so that the drawer tells of it. */
async function select(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('row', { name }).click()
  await showDetails(page, '版本')
}
const history = (page: Page) => page.locator('.history li')
const editor = (page: Page) => page.getByRole('dialog').locator('.cm-content').last()
async function openEditor(page: Page): Promise<void> {
  await page.getByRole('row', { name: /README\.md/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '在线编辑' }).click()
  await expect(editor(page)).toBeVisible()
}
async function menuOf(page: Page, number: number, action: string): Promise<void> {
  await showDetails(page, '版本')
  await page.getByRole('button', { name: `版本 ${number} 的操作` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a text is edited, compared with what it was, named, and brought back', async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await select(page, /README\.md/)
  await expect(history(page)).toHaveCount(1)

  await openEditor(page)
  await editor(page).press('Control+End')
  await editor(page).pressSequentially('\n\n第二版的一句话。')
  await expectAccessible(page)
  await editor(page).press('Control+s')
  await expect(page.getByText('已保存为版本 2')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await select(page, /README\.md/)
  await expect(history(page)).toHaveCount(2)
  await expect(history(page).first()).toContainText('在线编辑')
  await menuOf(page, 1, '与当前版本对比')
  await expect(page.locator('.cm-merge-b').getByText('第二版的一句话')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await menuOf(page, 1, '查看')
  await expect(page.getByTitle('README.md（版本 1）')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('heading', { name: /高原湖泊生态观测/ })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('第二版的一句话')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await menuOf(page, 1, '命名与说明')
  await page.getByRole('textbox', { name: '名称' }).fill('投稿版')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(history(page).last()).toContainText('投稿版')
  await expectAccessible(page)

  await menuOf(page, 1, '恢复此版本')
  await expect(history(page)).toHaveCount(3)
  await expect(history(page).first()).toContainText('恢复自版本 1')
})

test('whoever saves second sees both texts side by side, and loses nothing', inFull, async ({ page, context }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  const other = await context.newPage()
  await other.goto(page.url())
  await openEditor(page)
  await openEditor(other)
  await editor(page).press('Control+End')
  await editor(page).pressSequentially('\n第一个人写的。')
  await editor(page).press('Control+s')
  await expect(page.getByText(/已保存为版本/)).toBeVisible()
  await editor(other).press('Control+End')
  await editor(other).pressSequentially('\n第二个人写的。')
  await editor(other).press('Control+s')
  await expect(other.getByText(/左侧是对方的内容/)).toBeVisible()
  await expect(other.locator('.cm-merge-a').getByText('第一个人写的')).toBeVisible()
  await expect(other.locator('.cm-merge-b').getByText('第二个人写的')).toBeVisible()
  await expectAccessible(other)

  // Where there is no room for two, one stands over the other.
  await other.setViewportSize({ width: 390, height: 844 })
  await expect(other.getByText(/上方是对方的/)).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: '采用对方的这一处' }).click()
  await expect(editor(other)).toContainText('第一个人写的')
  await editor(other).press('Control+End')
  await editor(other).pressSequentially('第二个人也写了。')
  await other.getByRole('button', { name: '保存合并后的内容' }).click()
  await expect(other.getByText(/已保存为版本/)).toBeVisible()
})

test('what was typed and not saved is there again the next time', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await openEditor(page)
  await editor(page).press('Control+End')
  await editor(page).pressSequentially('\n还没有保存。')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '保留草稿并关闭' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('row', { name: /README\.md/ }).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: '在线编辑' }).click()
  await page.getByRole('button', { name: '恢复草稿' }).click()
  await expect(editor(page)).toContainText('还没有保存。')
})

test('a table is compared row by row, by the column that somebody chooses', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByRole('row', { name: /CTD 剖面/ }).dblclick()
  const row = page.getByRole('row', { name: /S01_profile/ })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '在线编辑' }).click()
  await editor(page).press('Control+End')
  await editor(page).pressSequentially('\n999,1,2,3')
  await editor(page).press('Control+s')
  await expect(page.getByText(/已保存为版本/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await row.click()
  await menuOf(page, 1, '与当前版本对比')
  await expect(page.getByText(/新增 1 行/)).toBeVisible()
  await expectAccessible(page)
})

test('a version of the space is made, and the space goes back to it', async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await goTo(page, '空间版本')
  await expect(page.getByText('还没有空间版本')).toBeVisible()
  await page.getByRole('button', { name: '创建版本' }).click()
  await page.getByRole('textbox', { name: '名称' }).fill('投稿版')
  await page.getByRole('button', { name: /^创\s?建$/ }).click()
  await expect(page.locator('.snapshot')).toContainText('投稿版')
  await expect(page.locator('.snapshot')).toContainText('个文件')
  await expectAccessible(page)
  await page.getByRole('button', { name: '返回文件' }).click()

  const row = page.getByRole('row', { name: /README\.md/ })
  await row.click()
  await page.keyboard.press('Delete')
  await expect(row).toHaveCount(0)
  await goTo(page, '空间版本')
  await page.getByRole('button', { name: '恢复…' }).click()
  await expect(page.getByText('1 项从回收站恢复')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^恢\s?复$/ })
    .click()
  await page.getByRole('button', { name: '返回文件' }).click()
  await expect(row).toBeVisible()

  await goTo(page, '空间版本')
  await page.getByRole('button', { name: '保留规则' }).click()
  await page.getByRole('spinbutton', { name: /最多占空间容量/ }).fill('20')
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^保\s?存$/ })
    .click()
  await expect(page.getByText('已保存')).toBeVisible()
})

test('two pictures are compared under a slider', inFull, async ({ page, server }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const spaceId = /space\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  for (const background of ['#0f766e', '#c98500']) {
    const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
      .png()
      .toBuffer()
    await upload(lin, { spaceId, name: 'picture.png', conflict: 'replace' }, bytes)
  }
  await page.getByRole('row', { name: /picture\.png/ }).click()
  await menuOf(page, 1, '与当前版本对比')
  const slider = page.getByRole('slider', { name: '拖动以对比' })
  await slider.fill('25')
  await expect(page.getByRole('img', { name: '版本 2' })).toHaveCSS('clip-path', 'inset(0px 0px 0px 25%)')
  await expectAccessible(page)
})
