import { inFull } from '../support/full.ts'
import { enterSpace, expect, expectAccessible, speakEnglish, test } from './journey.ts'

test('a normal member may not delete what others wrote, and sees why', async ({ page }) => {
  await enterSpace(page, 'sorensen@demo.test', '高原湖泊生态观测')
  await page.getByRole('row', { name: /README\.md/ }).click()
  await expect(page.getByRole('button', { name: '删除' }).first()).toBeDisabled()
  await expect(page.locator('.rights')).toContainText('没有此权限（删除他人的文件）')
})

test('a normal member looks at what others wrote and may not download it, and sees why', inFull, async ({ page }) => {
  await enterSpace(page, 'sorensen@demo.test', 'Manuscript drafts')
  await page.getByRole('row', { name: /README\.md/ }).dblclick()
  const preview = page.locator('.preview-modal')
  await expect(preview.locator('article.markdown')).toContainText('Manuscript drafts')
  const download = preview.locator('.preview-bar').getByText('下载')
  await expect(preview.locator('a[href*="download=1"]')).toHaveCount(0)
  await download.hover()
  await expect(page.getByRole('tooltip')).toContainText('没有此权限（下载他人的文件）')
})

test('a folder is made, renamed, deleted and brought back with Ctrl+Z', async ({ page }) => {
  await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
  await page.getByRole('button', { name: '新建文件夹' }).click()
  await page.getByLabel('文件夹名称').fill('.hidden')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('.hidden')
  await page.getByLabel('文件夹名称').fill('figures')
  await page.keyboard.press('Enter')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('figures').click()
  await page.keyboard.press('F2')
  await page.locator('.name-field input').fill('plots')
  await page.keyboard.press('Enter')
  await expect(page.locator('.name-field')).toHaveCount(0)
  await row('plots').click()
  await page.keyboard.press('Delete')
  await expect(row('plots')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row('plots')).toBeVisible()
})

test('a rename to a taken name is told once, and the field stays to be left by Esc', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  const refused: string[] = []
  page.on('response', (response) => void (response.status() === 409 && refused.push(response.url())))
  await page.getByRole('row', { name: /航次报告/ }).click()
  await page.keyboard.press('F2')
  await page.locator('.name-field input').fill('README.md')
  await page.keyboard.press('Enter')
  await expect(page.locator('.name-error')).toContainText('README.md')
  expect(refused).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.name-field')).toHaveCount(0)
})

test('the notice of a deletion takes back that one, not the last one', inFull, async ({ page }) => {
  await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  for (const name of ['first draft', 'second draft']) {
    await page.getByRole('button', { name: '新建文件夹' }).click()
    await page.getByLabel('文件夹名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(row(name)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  for (const name of ['first draft', 'second draft']) {
    await row(name).click()
    await page.keyboard.press('Delete')
    await expect(row(name)).toHaveCount(0)
  }
  const notice = page.locator('.ant-message-notice').filter({ hasText: /已删除“first draft”/ })
  await notice.getByRole('button', { name: '撤销' }).click()
  await expect(row('first draft')).toBeVisible()
  await expect(row('second draft')).toHaveCount(0)
})

test('a link to a folder that is gone says so and leads to all files', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.goto(`${page.url().split('?')[0]}?folder=00000000-0000-4000-8000-000000000000`)
  await page.getByRole('button', { name: '全部文件' }).click()
  await expect(page.getByRole('row', { name: /README\.md/ })).toBeVisible()
})

test('a table and a page of text are seen without leaving the folder; arrows walk on', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByRole('row', { name: /CTD 剖面/ }).dblclick()
  await page.getByRole('row', { name: /S01_profile\.csv/ }).dblclick()
  await expect(page.locator('.data-grid').last()).toContainText('temperature_C')
  await expect(page.getByText('240 行 × 5 列')).toBeVisible()
  await page.getByRole('button', { name: '下一个' }).click()
  await expect(page.locator('.preview-bar b')).not.toHaveText('S01_profile.csv')
})

test('a name is found below the folder and in the whole space', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByPlaceholder('搜索名称、内容、元数据').fill('profile')
  await expect(page.locator('.hit', { hasText: /S\d+_profile/ })).toHaveCount(4)
})

test.describe('in English, in the dark, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test(
    'the file manager, search, many names, favourites and metadata read and fit, and axe finds nothing serious',
    inFull,
    async ({ page }) => {
      const expectFitting = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const expectWell = async () => {
        await expectFitting()
        await expectAccessible(page)
      }
      const readme = page.getByRole('row', { name: /README\.md/ })
      await speakEnglish(page)
      await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
      await expect(readme).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.getByText('All files')).toBeVisible()
      await expectWell()

      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await expect(page.getByRole('combobox', { name: /Search files, content/ })).toBeFocused()
      await page.keyboard.type('lake')
      await expect(page.getByRole('option', { name: /lake/i }).first()).toBeVisible()
      await expectWell()
      await page.keyboard.press('Escape')

      for (const name of ['Edit metadata in a spreadsheet', 'Metadata templates']) {
        await page.getByRole('button', { name: 'More' }).first().click()
        await expect(page.getByRole('menuitem', { name })).toBeVisible()
        await expectFitting()
        await page.getByRole('menuitem', { name }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectWell()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }

      await readme.click({ button: 'right' })
      const last = await page.getByRole('menuitem', { name: /^Delete/ }).boundingBox()
      expect(last && last.y + last.height).toBeLessThan(844)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Go to' }).click()
      await page.getByRole('menuitem', { name: 'Favourites' }).click()
      await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
      await expectWell()
      await page.getByRole('button', { name: 'Back to files' }).click()
      await readme.getByRole('checkbox').check()
      await page
        .getByRole('row', { name: /航次报告/ })
        .getByRole('checkbox')
        .check()
      await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Batch rename…' }).click()
      await page.getByLabel('New name').fill('Sample {n}')
      await expect(
        page
          .getByRole('dialog')
          .getByText(/^Sample 0\d\.md$/)
          .first(),
      ).toBeVisible()
      const button = page.getByRole('dialog').getByRole('button', { name: /^Rename/ })
      await page.getByLabel('Digits').fill('12')
      await expect(page.getByText('Enter a whole number from 1 to 9')).toBeVisible()
      await expect(page.getByLabel('Digits')).toHaveValue('12')
      await expect(button).toBeDisabled()
      await expectWell()
      await page.getByLabel('Digits').fill('3')
      await expect(button).toBeEnabled()
    },
  )
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(
    'a tap opens, the box selects, and then taps add to the selection; rows keep their place meanwhile',
    inFull,
    async ({ page }) => {
      await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
      const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
      await row('CTD 剖面').tap()
      await expect(row('S01_profile')).toBeVisible()
      const places = () => Promise.all(['S01_profile', 'S02_profile'].map((name) => row(name).boundingBox()))
      const before = await places()
      await row('S01_profile').getByRole('checkbox').tap()
      await row('S02_profile').tap()
      const selected = page.locator('.row[aria-selected=true]')
      await expect(selected).toHaveCount(2)
      expect(await places()).toEqual(before)
      await row('S01_profile').tap()
      await expect(selected).toHaveCount(1)
      expect(await places()).toEqual(before)
    },
  )
})
