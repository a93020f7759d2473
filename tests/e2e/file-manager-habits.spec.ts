import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import type { Server } from '../support/server.ts'
import { upload } from '../support/upload.ts'
import { enterFolder, enterSpace, expect, expectAccessible, goTo, PASSWORD, showAs, signIn, test } from './journey.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const line = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })

/** What the browser does when files come from outside: by a paste, or dropped on an element. */
const bring = (page: Page, way: 'paste' | 'drop', selector: string, name: string) =>
  page.evaluate(
    ({ way, selector, name }) => {
      const data = new DataTransfer()
      data.items.add(new File([`content of ${name}`], name, { type: 'text/plain' }))
      const target = document.querySelector(selector) ?? document.body
      const init = { bubbles: true, cancelable: true }
      if (way === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }))
    },
    { way, selector, name },
  )

test('the folder tree stands beside the list, goes by arrows, takes what is dropped, and is there again', async ({
  page,
}) => {
  await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
  for (const name of ['tree one', 'tree two']) {
    await page.keyboard.press('Shift+N')
    await page.getByLabel('文件夹名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: '文件夹树' }).click()
  await expect(line(page, 'tree two')).toBeVisible()
  await expectAccessible(page)
  await row(page, 'tree two').dragTo(line(page, 'tree one'))
  await expect(row(page, 'tree two')).toHaveCount(0)
  await expect(line(page, 'tree two')).toHaveCount(0)
  await line(page, 'Manuscript drafts').click()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(line(page, 'tree one')).toBeFocused({ timeout: 200 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('ArrowRight')
  await expect(line(page, 'tree two')).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.locator('.crumbs [aria-current]')).toHaveText('tree two')
  await page.reload()
  await expect(line(page, 'tree two')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('.crumbs [aria-current]')).toHaveText('tree one')
  await page.getByRole('button', { name: '文件夹树' }).click()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'tree two')).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(0)
})

test(
  'what comes from outside is placed where it is dropped or pasted, and says where that is',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
    await page.keyboard.press('Shift+N')
    await page.getByLabel('文件夹名称').fill('inbox')
    await page.keyboard.press('Enter')
    await expect(row(page, 'inbox')).toBeVisible()
    await bring(page, 'paste', 'body', 'pasted.txt')
    await expect(row(page, 'pasted.txt')).toBeVisible()
    const link = page.getByRole('link', { name: '在文件夹中查看' })
    const before = await link.getAttribute('href')
    await row(page, 'inbox').evaluate((element) => element.setAttribute('data-inbox', ''))
    await bring(page, 'drop', '[data-inbox]', 'dropped.txt')
    await expect(link).not.toHaveAttribute('href', before ?? '')
    await link.click()
    await expect(page.locator('.crumbs [aria-current]')).toHaveText('inbox')
    await expect(row(page, 'dropped.txt')).toBeVisible()
  },
)

for (const shape of ['rows', 'cards'])
  test(
    `the keys go with the item that is renamed, and to the next one when it is deleted, in ${shape}`,
    inFull,
    async ({ page }) => {
      await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
      for (const name of [`${shape} a`, `${shape} b`]) {
        await page.keyboard.press('Shift+N')
        await page.getByLabel('文件夹名称').fill(name)
        await page.keyboard.press('Enter')
        await expect(row(page, name)).toBeVisible()
        await page.keyboard.press('Escape')
      }
      if (shape === 'cards') await showAs(page, '网格')
      const item = (name: string) => page.locator('[data-at]', { hasText: name })
      await item(`${shape} a`).click()
      await page.keyboard.press('F2')
      await page.locator('.name-field input').fill(`${shape} c`)
      await page.keyboard.press('Enter')
      await expect(item(`${shape} c`)).toBeFocused()
      await page.keyboard.press('Delete')
      await expect(item(`${shape} c`)).toHaveCount(0)
      await expect(page.locator('[data-at]:focus')).toHaveCount(1)
    },
  )

/** Opens a folder of its own with README as its last row: no other journey puts one behind it. */
async function openReadme(page: Page, { origin }: Server, path: string): Promise<void> {
  const okafor = await new Client(origin).login('okafor@demo.test', PASSWORD)
  const { list } = await okafor.data(contract.spaces.list, { q: 'Manuscript drafts' })
  const spaceId = list[0]?.id ?? ''
  const hash = await okafor.data(contract.files.create, { spaceId, path })
  await okafor.data(contract.files.create, { spaceId, hash, path: 'figures' })
  await upload(okafor, { spaceId, hash, name: 'README.md' }, Buffer.from('# Read me'))
  await signIn(page, 'okafor@demo.test', `/space/${spaceId}/details/filesManage?folder=${hash}`)
}

test(
  'arrows go into the list of a page that has just loaded; Space shows a file and Space closes it',
  inFull,
  async ({ page, server }) => {
    await openReadme(page, server, 'arrows')
    await expect(row(page, 'README')).toBeVisible()
    await page.keyboard.press('End')
    await expect(row(page, 'README')).toBeFocused()
    await page.keyboard.press('Space')
    const preview = page.locator('.preview-modal')
    await expect(preview.getByRole('button', { name: '关闭' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(preview).toHaveCount(0)
    await expect(row(page, 'README')).toBeFocused()
  },
)

test('Escape closes the menu of an item alone; the item stays selected', async ({ page, server }) => {
  await openReadme(page, server, 'menu')
  const readme = row(page, 'README')
  await readme.click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(readme).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(readme).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(readme).toHaveAttribute('aria-selected', 'false')
})

test('a key that is pressed the moment the rows appear is the list’s', inFull, async ({ page, server }) => {
  // Between the rows' being in the page and their being painted, which no time from outside hits.
  await page.addInitScript(() => {
    const appearing = new MutationObserver(() => {
      if (!document.querySelector('.row[data-at]')?.textContent) return
      appearing.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
    })
    appearing.observe(document, { childList: true, subtree: true })
  })
  await openReadme(page, server, 'first key')
  await expect(row(page, 'README')).toBeFocused()
  await expect(row(page, 'README')).toHaveAttribute('aria-selected', 'true')
})

test('letters go to a name however fast they are typed, while rows leave and come', inFull, async ({ page }) => {
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'typing')
  const spaceId = new URL(page.url()).pathname.split('/')[2] ?? ''
  const hash = new URL(page.url()).searchParams.get('folder') ?? ''
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const middle = Array.from({ length: 80 }, (_, at) => `s${at}`)
  for (const name of ['README', ...middle, 'survey.a', 'survey.z', 'temperature', 'tone'])
    await page.request.post('/api/file/create', {
      form: { spaceId, hash, path: name },
      headers: { ds_token: token },
    })
  await page.reload()
  await expect(row(page, 'README')).toBeVisible()
  await page.keyboard.type('tone')
  await expect(row(page, 'tone')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(row(page, 'README')).toBeFocused()
  await page.keyboard.type('survey.z')
  await expect(row(page, 'survey.z')).toBeFocused()
})

test(
  'details beside the list do not cover it when the window gets narrow, and are back when it is wide',
  inFull,
  async ({ page }) => {
    const details = page.locator('.details')
    await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
    await expect(details).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(details).toHaveCount(0)
    await page.getByRole('button', { name: '详情' }).click()
    await expect(details).toBeVisible()
    await details.getByRole('button', { name: '关闭' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(details).toBeVisible()
  },
)

test(
  'a column that has no room leaves whole; a view beside the folder says that it is in sight',
  inFull,
  async ({ page }) => {
    await enterSpace(page, 'lin@demo.test', '高原湖泊生态观测')
    const author = page.getByRole('columnheader', { name: '作者' })
    await expect(author).toBeVisible()
    await page.setViewportSize({ width: 700, height: 700 })
    await expect(author).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: '修改时间' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    const places = page.getByRole('button', { name: '前往' })
    const before = await places.boundingBox()
    await goTo(page, '任务')
    await expect(places).toHaveAttribute('aria-pressed', 'true')
    expect((await places.boundingBox())?.x).toBe(before?.x)
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, '回收站')
    await expect(page.getByRole('heading', { name: '回收站' })).toBeVisible()
    await expectAccessible(page)
  },
)
