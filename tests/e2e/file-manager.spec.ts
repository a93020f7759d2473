import { inFull } from '../support/full.ts'
import { enterSpace, expect, goTo, test } from './journey.ts'

test('the trash has an address: a reload keeps it, Back leaves it for the folder, an unknown place is the folder', async ({
  page,
}) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByRole('row', { name: /CTD 剖面/ }).dblclick()
  await expect(page.getByRole('row', { name: /S01_profile/ })).toBeVisible()
  await goTo(page, '回收站')
  await expect(page.getByRole('heading', { name: '回收站' })).toBeVisible()
  await expect(page).toHaveURL(/folder=.*place=trash/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '回收站' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: /S01_profile/ })).toBeVisible()
  await page.goto(`${page.url().split('?')[0]}?place=nowhere`)
  await expect(page.getByRole('row', { name: /README\.md/ })).toBeVisible()
})

test(
  'a calendar that does not come leaves what is typed and found, and is asked for again',
  inFull,
  async ({ page }) => {
    await page.route(/DayPicker/, (route) => route.abort())
    await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
    const field = page.getByPlaceholder('搜索名称、内容、元数据')
    await field.fill('README')
    const again = page.getByRole('button', { name: /重试/ }).first()
    await expect(again).toBeVisible()
    await expect(field).toHaveValue('README')
    await page.unroute(/DayPicker/)
    const failed = await page.getByRole('button', { name: /重试/ }).count()
    await again.click()
    await expect(page.getByRole('button', { name: /重试/ })).toHaveCount(failed - 1)
  },
)

test('a folder chooser that does not come says so, and is asked for again', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByRole('row', { name: /README\.md/ }).click()
  await page.route(/FolderChooser/, (route) => route.abort())
  await page.getByRole('button', { name: '移动到…' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '重试' })).toBeVisible()
  await page.unroute(/FolderChooser/)
  await page.getByRole('dialog').getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('dialog').getByText('移动“README.md”到')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
