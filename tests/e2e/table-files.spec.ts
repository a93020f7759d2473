import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tables } from '#contract/tables.ts'
import { openTableFile } from '#server/table-files/open.ts'
import { noNotes } from '#server/table-files/source.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { cell, choose, expectRows, openMade, to } from './data-grid.ts'
import { enterSpace, expect, expectAccessible, ownServer, PASSWORD, signIn, speakEnglish, test } from './journey.ts'
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

/** The rows of a file that was downloaded, its headings first. */
async function rowsIn(path: string, name: string) {
  const file = await openTableFile(await readFile(path), name)
  const rows = (await Array.fromAsync(file.read(0, noNotes()))).flat()
  file.close()
  return rows.map(({ cells }) => cells.map((one) => one?.text ?? ''))
}

/** Exports what is seen through the dialog; answers the rows of the file. */
async function exported(page: Page, format: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByText('Current view').click()
  await dialog.getByText(format).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const file = await downloading
  await expect(dialog).toHaveCount(0)
  return rowsIn(await file.path(), file.suggestedFilename())
}

test(
  'an export of what is seen has those rows in that order and those columns, for who only reads, too',
  inFull,
  async ({ page, server, browser }) => {
    const { address } = await openMade(page, server, {
      name: 'seen',
      columns: [
        { name: 'sample', type: 'text' },
        { name: 'depth', type: 'number', unit: 'm' },
        { name: 'station', type: 'choice', options: ['S07', 'S09'] },
        { name: 'remark', type: 'text' },
        { name: 'twice', type: 'number', formula: '[depth] * 2' },
      ],
      rows: [
        ['007', '0.50', 'S09', 'clear'],
        ['A-2', '12', 'S07', null],
        ['A-3', '7.25', 'S09', '=1+1'],
        ['A-4', null, 'S07', 'not taken'],
        ['A-5', '3', 'S07', 'CLEAR'],
        ['B-6', '5', 'S09', null],
      ],
    })
    const chip = page.locator('.view-chip')
    const formats = ['CSV for spreadsheet programs', 'CSV for other programs', 'Excel workbook']
    await test.step('filtered, sorted, without a column', async () => {
      await to(page, 1, 2)
      await choose(page, 'column', 'Sort descending')
      await choose(page, 'column', 'Filter by this column')
      const filter = page.getByRole('dialog')
      await filter.getByLabel('Operator').click()
      await page.locator('.ant-select-dropdown:visible').getByText('≥', { exact: true }).click()
      await filter.getByLabel('Value').fill('3')
      await filter.getByRole('button', { name: 'Apply' }).click()
      await expect(chip).toHaveText(/depth ≥ 3/)
      await to(page, 1, 4)
      await choose(page, 'column', 'Hide column')
      const seen = [
        ['A-2', '12', 'S07', '24'],
        ['A-3', '7.25', 'S09', '14.5'],
        ['B-6', '5', 'S09', '10'],
        ['A-5', '3', 'S07', '6'],
      ]
      await expectRows(page, seen)
      for (const format of formats)
        expect(await exported(page, format), format).toEqual([['sample', 'depth', 'station', 'twice'], ...seen])
    })
    await test.step('found by a word, which no column has to show', async () => {
      await page.getByLabel('Search this table').fill('clear')
      await expectRows(page, [['A-5', '3', 'S07', '6']])
      await expect(page.locator('.table-status')).toContainText('1 of 6')
      for (const format of formats) expect((await exported(page, format)).slice(1)).toEqual([['A-5', '3', 'S07', '6']])
      await page.getByLabel('Search this table').fill('')
    })
    const grouped = [
      ['A-2', '12', 'S07', '24'],
      ['A-5', '3', 'S07', '6'],
      ['A-3', '7.25', 'S09', '14.5'],
      ['B-6', '5', 'S09', '10'],
    ]
    await test.step('in groups, one below the other', async () => {
      await to(page, 1, 3)
      await choose(page, 'column', 'Group by this column')
      await expect(cell(page, 1, 1)).toHaveText('S07 · 2 rows')
      await expect(cell(page, 5, 1)).toHaveText('A-3')
      for (const format of formats) expect((await exported(page, format)).slice(1), format).toEqual(grouped)
    })
    await test.step('with the address, by somebody who may only read the space', async () => {
      const context = await browser.newContext()
      const reader = await context.newPage()
      await speakEnglish(reader)
      await signIn(reader, 'okafor@demo.test', address)
      await expect(cell(reader, 1, 1)).toHaveText('007')
      const all = await exported(reader, formats[1] ?? '')
      expect(all).toHaveLength(7)
      expect(all[0]).toEqual(['sample', 'depth', 'station', 'remark', 'twice'])
      await reader.goto(page.url())
      await expect(cell(reader, 1, 1)).toHaveText('S07 · 2 rows')
      await to(reader, 1, 4)
      await choose(reader, 'column', 'Hide column')
      for (const format of formats) expect((await exported(reader, format)).slice(1), format).toEqual(grouped)
      await context.close()
    })
  },
)
