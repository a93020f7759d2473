import type { Page } from '@playwright/test'
import { expect, expectAccessible, goToTables, signIn, test } from './journey.ts'

type Made = { id: string; columnList: { id: number; name: string }[] }
const SPACE = '高原湖泊生态观测'
const columns = [
  { name: '样品号', type: 'text' },
  { name: '水温', type: 'number', unit: '°C' },
  { name: '站位', type: 'choice', options: ['S07', 'S09'] },
  { name: '照片', type: 'file' },
  { name: '负责人', type: 'person' },
]
const rows = Array.from({ length: 12 }, (_, i) => [`CTD-${i + 1}`, String(i), i % 3 ? 'S09' : 'S07'])

/** Asks the server as the page does. */
async function ask<Data>(page: Page, path: string, data: object): Promise<Data> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const answer = await page.request.post(`/api${path}`, { data, headers: { ds_token: token } })
  const body = (await answer.json()) as { code: number; data: never }
  expect(body).toMatchObject({ code: 0 })
  return body.data
}
/** A table of its own for each journey, opened. */
async function openTable(page: Page, name: string) {
  await signIn(page, 'lin@demo.test')
  const spaceId = await goToTables(page, SPACE)
  const table = await ask<Made>(page, '/tables', { spaceId, name, columns })
  const filled = table.columnList.slice(0, 3).map(({ id }) => id)
  await ask(page, `/tables/${table.id}/changes`, { spaceId, change: { kind: 'addRows', columns: filled, rows } })
  const address = `/space/${spaceId}/details/form?table=${table.id}`
  await page.goto(address)
  await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  return { spaceId, table, address }
}
/** A cell as the table for screen readers says it; rows and columns are counted from 1. */
const cell = (page: Page, row: number, column: number) =>
  page.locator(`.data-grid [aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`)
/** Selects a cell of the first row. */
async function toColumn(page: Page, column: number): Promise<void> {
  const box = await page.locator('.data-grid').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight')
}

test('files and people are chosen by name, in the grid and in the form of a row', async ({ page }) => {
  const { address } = await openTable(page, 'references')
  await toColumn(page, 4)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '照片' })).toBeFocused()
  await page.keyboard.type('S01_temp')
  await expect(page.locator('.reference-option', { hasText: 'S01_temperature.png' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 4)).toHaveText('S01_temperature.png')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('张')
  await expect(page.locator('.reference-option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 5)).toContainText('张')

  await page.goto(`${address}&row=1`)
  await page.getByLabel('照片').fill('航次')
  await page.locator('.reference-option', { hasText: '航次报告.pdf' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(cell(page, 2, 4)).toHaveText('航次报告.pdf')
  await page.reload()
  await expect(cell(page, 1, 4)).toHaveText('S01_temperature.png')
})
