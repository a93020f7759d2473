import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { upload } from '../support/upload.ts'
import { enterFolder, enterSpace, expect, expectAccessible, goTo, PASSWORD, speakEnglish, test } from './journey.ts'

const LAKE = '高原湖泊生态观测'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

/** What of the bar is out of the window, squeezed, or under something else. */
const faults = (page: Page) =>
  page.locator('.files-toolbar').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('button, .ant-input-search')].flatMap((one) => {
      if (one.parentElement?.closest('.ant-input-search')) return []
      const { left, right, width } = one.getBoundingClientRect()
      return [{ name: one.getAttribute('aria-label') ?? one.textContent ?? '', left, right, width }]
    })
    const wrong = boxes.filter(({ left, right, width }) => left < 0 || right > innerWidth || width < 28)
    const covered = boxes.filter((one, at) => at > 0 && one.left < (boxes[at - 1]?.right ?? 0) - 1)
    return [...wrong, ...covered].map(({ name }) => name)
  })

for (const lang of ['zh', 'en'] as const)
  test(`the bar keeps all of its buttons in the window at every width, in ${lang}`, inFull, async ({ page }) => {
    if (lang === 'en') await speakEnglish(page)
    await enterSpace(page, 'lin@demo.test', LAKE)
    await expect(row(page, 'README')).toBeVisible()
    const bar = page.locator('.files-toolbar')
    for (const isSelecting of [false, true]) {
      if (isSelecting) await row(page, 'README').click()
      for (let width = 641; width <= 1441; width += 80) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => faults(page), { message: `${width} px` }).toEqual([])
        await expect(bar.getByRole('button', { name: lang === 'zh' ? '更多' : 'More' })).toBeVisible()
        // The choice of columns covers no head.
        const gap = () =>
          page.locator('.row.head').evaluate((head) => {
            const last = [...head.querySelectorAll('.column')].at(-1)?.getBoundingClientRect().right ?? 0
            return (head.querySelector('.columns-chosen')?.getBoundingClientRect().left ?? 0) - last
          })
        await expect.poll(gap, { message: `${width} px` }).toBeGreaterThanOrEqual(0)
      }
      // Where there is room for all, all have words.
      await expect(bar.getByText(lang === 'zh' ? '详情' : 'Details')).toBeVisible()
    }
    await page.setViewportSize({ width: 700, height: 900 })
    await bar.getByRole('button', { name: lang === 'zh' ? '更多' : 'More' }).click()
    await expect(page.getByRole('menuitem', { name: lang === 'zh' ? '删除' : 'Delete' })).toBeVisible()
    await expectAccessible(page)
  })

test(
  'on a phone what is done with a selection stands in a row with its names, and no row moves',
  inFull,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enterSpace(page, 'lin@demo.test', LAKE)
    // One that no bar covers: what it covers is scrolled to before the click.
    const first = page.getByRole('row').nth(1)
    await expect(page.locator('.status-line')).toBeVisible()
    const before = await first.boundingBox()
    await first.getByRole('checkbox').check()
    const actions = page.getByRole('toolbar', { name: '对选中项的操作' })
    for (const name of ['下载', '移动到…', '分享', '删除', '更多'])
      await expect(actions.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    expect((await first.boundingBox())?.y).toBe(before?.y)
    await expectAccessible(page)
    await page.getByRole('button', { name: '取消选择' }).click()
    await expect(actions).toHaveCount(0)
  },
)

test('what goes to a space that more people see says who, by a dialog as by the keys', async ({ page }) => {
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'to be public')
  await page.keyboard.press('Shift+N')
  await page.getByLabel('文件夹名称').fill('draft')
  await page.keyboard.press('Enter')
  await row(page, 'draft').click()
  await page.getByRole('button', { name: '移动到…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: '空间' }).fill('Ideal')
  await page.getByTitle('Ideal helices · 公开').click()
  await expect(dialog.getByRole('alert')).toContainText('任何人无需登录即可查看和下载')
  await dialog.getByRole('combobox', { name: '空间' }).fill('Maize')
  await page.getByTitle('Maize field trial · 需申请').click()
  await expect(dialog.getByRole('alert')).toContainText('所有成员都能看到')
  // The list of spaces takes the Escape key for as long as it is there.
  await expect(page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await row(page, 'draft').click()
  await page.keyboard.press('Control+c')
  await enterFolder(page, 'okafor@demo.test', 'Ideal helices', 'taken in')
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('dialog')).toContainText('任何人无需登录即可查看和下载')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'draft')).toHaveCount(0)
  await page.keyboard.press('Control+v')
  await page.getByRole('dialog').getByRole('button', { name: '复制到此处' }).click()
  await expect(row(page, 'draft')).toBeVisible()
})

test('a folder tells its new size when something far below it comes', inFull, async ({ page, server }) => {
  await enterFolder(page, 'lin@demo.test', LAKE, 'sizes')
  const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const spaceId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const hash = new URL(page.url()).searchParams.get('folder') ?? ''
  const below = await lin.data(contract.files.create, { spaceId, hash, path: 'voyage/day/cast' })
  await expect(row(page, 'voyage')).toContainText('0 B')
  const { list } = await lin.data(contract.files.list, { spaceId })
  const readme = list.find(({ name }) => name === 'README.md')
  if (!readme) throw new Error('no README')
  await lin.data(contract.files.copy, { spaceId, hash: readme.hash, target: below, conflict: 'keepBoth' })
  await expect(row(page, 'voyage')).toContainText(`${readme.size} B`)
})

test(
  'the words searched for stand in the address: a reload finds the same, Back leaves the results',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', LAKE)
    await expect(row(page, 'README')).toBeVisible()
    const field = page.getByPlaceholder('搜索名称、内容、元数据')
    await field.fill('READ')
    await field.fill('README')
    await expect(page).toHaveURL(/q=README/)
    await page.reload()
    await expect(field).toHaveValue('README')
    await expect(page.locator('.results li').first()).toBeVisible()
    await page.goBack()
    await expect(field).toHaveValue('')
    await expect(row(page, 'README')).toBeVisible()
  },
)

test(
  'a search leaves nothing selected that it does not show, and its results follow what becomes of their files',
  inFull,
  async ({ page, server }) => {
    await enterFolder(page, 'lin@demo.test', LAKE, 'sought')
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const spaceId = new URL(page.url()).pathname.split('/')[2] ?? ''
    const hash = new URL(page.url()).searchParams.get('folder') ?? ''
    for (const name of ['kelp-one.txt', 'kelp-two.txt', 'other.txt'])
      await upload(lin, { spaceId, hash, name }, Buffer.from(name))
    const details = page.getByRole('heading', { name: 'other.txt' })
    await row(page, 'other').click()
    await expect(details).toBeVisible()
    await page.getByPlaceholder('搜索名称、内容、元数据').fill('kelp')
    const hits = page.locator('.results li')
    await expect(hits).toHaveCount(2)
    await expect(details).toHaveCount(0)
    await expect(page).not.toHaveURL(/select=/)
    await hits.filter({ hasText: 'kelp-one.txt' }).getByRole('button').first().click()
    const preview = page.getByRole('dialog', { name: 'kelp-one.txt' })
    await preview.getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('已删除“kelp-one.txt”')).toBeVisible()
    expect(await hits.count()).toBe(1)
    // Somebody else renames the other.
    const { list } = await lin.data(contract.files.list, { spaceId, hash })
    const two = list.find(({ name }) => name === 'kelp-two.txt')
    await lin.data(contract.files.rename, { spaceId, hash: two?.hash ?? '', name: 'kelp-three.txt' })
    await expect(hits).toHaveText(/kelp-three\.txt/)
  },
)

test('a file that no component known here opens says what would open it', inFull, async ({ page }) => {
  await page.route('**/api/space/getComponent*', (route) =>
    route.fulfill({ json: { code: 0, data: { components: [], status: 1 } } }),
  )
  await enterSpace(page, 'lin@demo.test', LAKE)
  await row(page, 'README').dblclick()
  const preview = page.locator('.preview-modal')
  await expect(preview).toContainText('需要支持 .md 文件的预览组件')
  await expect(preview.locator('.empty-place').getByRole('link', { name: '下载' })).toBeVisible()
})

test(
  'a chunk carries its request id, and an upload that is removed, or all at once, says that it was cancelled',
  inFull,
  async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'cancelled')
    // The chunk is on its way for as long as it is looked at.
    await page.route('**/api/file/upload', () => {})
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/file/upload'))
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.locator('.files-toolbar').getByRole('button', { name: '上传', exact: true }).click()
      const asked = await chooser
      expect(await asked.element().evaluate((input) => input.isConnected)).toBe(true)
      await asked.setFiles({ name: 'cast.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    }
    await choose()
    expect((await sent).headers().reqid).toMatch(/-0$/)
    await page
      .locator('.uploads-row')
      .getByRole('button', { name: /cast\.csv/ })
      .last()
      .click()
    const said = page.locator('.ant-notification-notice', { hasText: '取消成功' })
    await expect(said).toBeVisible()
    await said.locator('.ant-notification-notice-close').click()
    await expect(said).toHaveCount(0)
    await choose()
    await page.locator('.uploads').getByRole('button', { name: '全部取消' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消上传' }).click()
    await expect(said).toBeVisible()
  },
)

test('the hint of a button of the bar lets clicks through to the tabs above it', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', LAKE)
  await page.locator('.files-toolbar').getByRole('button', { name: '上传', exact: true }).hover()
  await expect(page.getByRole('tooltip', { name: /^上传 · / })).toBeVisible()
  await page.locator('.space-tabs').getByRole('link', { name: '文件', exact: true }).click({ trial: true })
})

test('several items in the trash are restored at once', inFull, async ({ page }) => {
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'put away')
  for (const name of ['away one', 'away two']) {
    await page.keyboard.press('Shift+N')
    await page.getByLabel('文件夹名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toBeVisible()
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(row(page, 'away one')).toHaveCount(0)
  await goTo(page, '回收站')
  for (const name of ['away one', 'away two']) await page.getByRole('checkbox', { name }).check()
  await expect(page.locator('.trash-chosen')).toContainText('已选 2 项')
  await expectAccessible(page)
  await page.getByRole('button', { name: '恢复所选' }).click()
  await expect(page.getByRole('checkbox', { name: 'away one' })).toHaveCount(0)
  await page.getByRole('button', { name: '返回文件' }).click()
  await expect(row(page, 'away one')).toBeVisible()
  await expect(row(page, 'away two')).toBeVisible()
})

test(
  'several selected files show their sum, their tags and what their metadata has in common',
  inFull,
  async ({ page, server }) => {
    await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'in common')
    const okafor = await new Client(server.origin).login('okafor@demo.test', PASSWORD)
    const spaceId = new URL(page.url()).pathname.split('/')[2] ?? ''
    const hash = new URL(page.url()).searchParams.get('folder') ?? ''
    for (const [at, name] of ['first', 'second'].entries()) {
      const { hash: item } = await upload(okafor, { spaceId, hash, name }, Buffer.from('cast'.slice(at)))
      const { id } = await okafor.data(contract.metadata.of, { spaceId, hash: item })
      const data = [
        { key: 'site', value: 'north' },
        { key: 'depth', value: String(at) },
      ]
      await okafor.data(contract.metadata.add, { spaceId, hash: item, id, data })
      await okafor.data(contract.metadata.tag, { spaceId, hashList: [item], add: ['CTD'], remove: [] })
    }
    await expect(row(page, 'second')).toBeVisible()
    await row(page, 'first').click()
    await row(page, 'second').click({ modifiers: ['Shift'] })
    const details = page.locator('.details')
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('已选 2 项')
    await expect(details).toContainText('0 个文件夹 · 2 个文件 · 7 B')
    await expect(details).toContainText('CTD')
    await expect(details.locator('dl')).toContainText('north')
    await expect(details.locator('dl')).not.toContainText('depth')
    await expectAccessible(page)
  },
)
