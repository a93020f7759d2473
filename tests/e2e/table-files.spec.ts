import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tables } from '#contract/tables.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { enterSpace, expect, expectAccessible, ownServer, PASSWORD, speakEnglish, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

const SPACE = '高原湖泊生态观测'
const CSV = 'station,depth,taken,remark\nS07,0.50,2026-08-04,"two\nlines"\n007,"1,234.5",2026-08-05,=1+1\nS09,NA,,\n'

test.beforeEach(({ page }) => speakEnglish(page))

async function chosen(page: Page, name: string, text: string) {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drawer = page.locator('.ant-drawer').getByRole('dialog')
  await drawer.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  return drawer
}

test('a file becomes a table, more rows come into it, and it goes out again', async ({ page, server }) => {
  const space = await ownSpace(server, 'Casts')
  await enterSpace(page, space.owner, space.name)
  await page.getByRole('link', { name: 'Tables', exact: true }).click()

  const drawer = await chosen(page, 'casts.csv', CSV)
  await expect(drawer.getByText('3 rows, 4 columns')).toBeVisible()
  await expect(drawer.getByLabel('Table name')).toHaveValue('casts')
  // A row that is none is told, and the file is not read from the row that its first digits are.
  const start = drawer.getByLabel('Table starts at row')
  await start.press('ControlOrMeta+a')
  await start.pressSequentially('2000')
  await start.press('Tab')
  await expect(drawer.getByText('Enter a whole number from 1 to 1,000')).toBeVisible()
  await expect(drawer.getByText('3 rows, 4 columns')).toBeVisible()
  await start.fill('1')
  const columns = drawer.getByRole('table', { name: 'Columns in the file' })
  await expect(columns.getByRole('row').nth(2)).toContainText('Number')
  await expect(columns.getByRole('row').nth(2)).toContainText('Treat “NA” as empty (1 value)')
  await expect(columns.getByRole('row').nth(3)).toContainText('Date')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(drawer.getByText('3 rows imported')).toBeVisible()
  // The list behind the drawer has the rows, too.
  await drawer.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('row', { name: /casts/ })).toContainText('3 rows')
  await page.getByRole('link', { name: 'casts' }).click()
  await expect(page.getByRole('heading', { name: 'casts', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Undo: import' })
  await expect(asked).toContainText('Undoing the import removes 3 rows. Continue?')
  await asked.getByRole('button', { name: 'Undo', exact: true }).click()
  const told = page.locator('.ant-message-notice', { hasText: 'Undone' })
  await expect(told).toContainText('3 rows')
  await told.getByRole('button', { name: 'Redo' }).click()
  await expect(page.locator('.ant-message-notice', { hasText: 'Redone' })).toBeVisible()
  await expect(told).toHaveCount(0)

  const more = await chosen(page, 'more.csv', 'Depth,station\n7,S10\ndeep,S11\n')
  await more.getByText('Skip these rows').click()
  await more.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(more.getByText('1 row imported')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await more.getByRole('link', { name: 'Download rows not imported' }).click()
  const misfits = await readFile(await (await downloading).path(), 'utf8')
  expect(misfits).toContain('deep,S11,3,Depth: not a number')
  await more.getByRole('button', { name: 'Open table' }).click()

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export “casts”' })
  await dialog.getByText('CSV for other programs').click()
  await expectAccessible(page)
  const exporting = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const exported = await readFile(await (await exporting).path(), 'utf8')
  expect(exported.split('\r\n').slice(0, 3)).toEqual([
    'station,depth,taken,remark',
    'S07,0.5,2026-08-04,"two\nlines"',
    '007,1234.5,2026-08-05,=1+1',
  ])
  expect(exported).toContain('S10,7,,')
})

test('the order of day and month that is shown is in force', inFull, async ({ page, server }) => {
  const space = await ownSpace(server, 'Visits')
  await enterSpace(page, space.owner, space.name)
  await page.getByRole('link', { name: 'Tables', exact: true }).click()
  const drawer = await chosen(page, 'visits.csv', 'lake,visited\nTaihu,11/01/2025\nErhai,2025-01-16\n')
  const type = drawer.getByLabel('Type of “visited”')
  const pick = async (name: string) => {
    await type.click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click()
  }
  await pick('Text')
  await pick('Date')
  await expect(drawer.getByTitle('Day-month-year')).toBeVisible()
  await expect(drawer.getByText('Day and month are ambiguous. Check the order.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(drawer.getByText('2 rows imported')).toBeVisible()
  const owner = await new Client(server.origin).login(space.owner, PASSWORD)
  const [table] = (await owner.data(tables.list, { spaceId: space.id })).list
  const { rows } = await owner.data(tables.rows, { spaceId: space.id, id: table?.id ?? '' })
  expect(rows.map(({ cells }) => cells[1])).toEqual(['2025-01-11', '2025-01-16'])
})

test('an import that fails says which values do not fit, and goes back to its settings', inFull, async ({ page }) => {
  await ownServer(async ({ origin }) => {
    await enterSpace(page, 'lin@demo.test', SPACE, origin)
    await page.getByRole('link', { name: 'Tables', exact: true }).click()
    const drawer = await chosen(page, 'depths.csv', 'station,depth,taken\nS07,0.5,2026-08-04\nS08,-999,yesterday\n')
    await drawer.getByLabel('Table name').fill('Depths')
    const type = drawer.getByLabel('Type of “taken”')
    await type.click()
    await page.locator('.ant-select-item-option', { hasText: /^Date$/ }).click()
    await expect(drawer.getByText('1 value isn’t of type Date: yesterday')).toBeVisible()
    await drawer.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(drawer.getByText('taken: not a date (1 value)')).toBeVisible()
    await expect(drawer.getByText('row 3 “yesterday”')).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Change and try again' }).click()
    await expect(drawer.getByLabel('Table name')).toHaveValue('Depths')
    await expect(drawer.getByText('1 value isn’t of type Date: yesterday')).toBeVisible()
    await drawer.getByText('Skip these rows').click()
    await drawer.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(drawer.getByText('1 row imported')).toBeVisible()
    await drawer.getByRole('button', { name: 'Open table' }).click()
    await page.goto(new URL('/tasks', origin).href)
    await expect(page.locator('.task', { hasText: 'Depths' }).first()).toContainText('Partially failed')
  })
})

test('a file in the list becomes a table from its menu', inFull, async ({ page }) => {
  await ownServer(async ({ origin }) => {
    await enterSpace(page, 'lin@demo.test', SPACE, origin)
    await page.getByRole('row', { name: /CTD 剖面/ }).dblclick()
    await page.getByRole('row', { name: /S01_profile\.csv/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Import as table…' }).click()
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    await expect(drawer.getByLabel('Table name')).toHaveValue('S01_profile')
    await expect(page).not.toHaveURL(/import=/)
    await drawer.getByRole('button', { name: /^Import \d+ rows$/ }).click()
    await drawer.getByRole('button', { name: 'Open table' }).click()
    await expect(page.locator('.data-grid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add column' })).toBeEnabled()
  })
})
