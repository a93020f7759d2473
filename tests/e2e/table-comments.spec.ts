import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { admitTo, expect, expectAccessible, signIn, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'

/** Asks the server as the page does. */
async function ask<Data>(page: Page, path: string, data: object): Promise<Data> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const body = await (await page.request.post(`/api${path}`, { data, headers: { ds_token: token } })).json()
  expect(body).toMatchObject({ code: 0 })
  return body.data as Data
}

/** A table of its own for each journey, opened, with its first cell selected. */
async function openTable(page: Page, name: string): Promise<string> {
  const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
  const columns = [
    { name: '样品号', type: 'text' },
    { name: '水温', type: 'text' },
  ]
  const { id } = await ask<{ id: string }>(page, '/tables', { spaceId, name, columns })
  const change = { kind: 'addRows', columns: [1, 2], rows: [['CTD-1', '12,5']] }
  await ask(page, `/tables/${id}/changes`, { spaceId, change })
  const address = `/space/${spaceId}/details/form?table=${id}`
  await page.goto(address)
  await expect(page.locator('.data-grid [aria-rowindex="2"] [aria-colindex="1"]')).toHaveText('CTD-1')
  const box = await page.locator('.data-grid').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
  await page.keyboard.press('ArrowRight')
  return address
}

test('a cell is commented on by the keyboard, a member is mentioned, answers and resolves it', async ({
  page,
  browser,
}) => {
  const address = await openTable(page, 'comments')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '查看此单元格的评论' }).click()
  const field = page.getByRole('textbox', { name: '评论此单元格' })
  await expect(field).toBeFocused()
  await page.keyboard.type('@zhang')
  await expect(page.locator('.reference-option')).toHaveText([/^张/])
  await page.keyboard.press('Enter')
  await page.keyboard.type('这个温度对吗？')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.comment p')).toHaveText(/^@张\S* 这个温度对吗？$/)
  await expectAccessible(page)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'zhang@demo.test', new URL(address, page.url()).href)
  await other.getByRole('button', { name: '1 条未解决的评论' }).click()
  await expect(other.locator('.comment-place')).toHaveText('水温 · CTD-1')
  await other.getByRole('button', { name: '回复', exact: true }).click()
  await other.getByRole('textbox', { name: '回复' }).fill('对，传感器校准过。')
  await other.keyboard.press('Control+Enter')
  await expect(page.locator('.comment p')).toHaveText([/这个温度对吗/, '对，传感器校准过。'])
  await other.getByRole('button', { name: '标为已解决' }).click()
  await expect(page.getByText('还没有评论')).toBeVisible()
  await other.context().close()
  await page.getByText('已解决', { exact: true }).click()
  await expect(page.getByText(/标为已解决$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the history of a cell tells of a change of type, that of its row how it came', inFull, async ({ page }) => {
  const address = await openTable(page, 'cell-history')
  const [, spaceId, id] = /space\/([^/]+).*table=(.*)$/.exec(address) ?? []
  const change = { kind: 'setType', column: 2, type: 'number', isLossy: true }
  await ask(page, `/tables/${id}/changes`, { spaceId, change })
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '查看此单元格的修改记录' }).click()
  const drawer = page.getByRole('dialog', { name: '“水温”列中一个单元格的修改记录' })
  await expect(drawer.getByText('水温：类型')).toBeVisible()
  await expect(drawer.locator('del', { hasText: '12,5' })).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: '整个表格' }).click()
  await expect(page.getByRole('dialog', { name: '修改记录', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('.data-grid textarea').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '查看此行的修改记录' }).click()
  await expect(page.getByRole('dialog', { name: '一行的修改记录' }).locator('ins', { hasText: 'CTD-1' })).toBeVisible()
})
