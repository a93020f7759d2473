import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tables } from '#contract/tables.ts'
import { openTableFile } from '#server/table-files/open.ts'
import { noNotes } from '#server/table-files/source.ts'
import { hasProgram, runProgram } from '../services/program.ts'
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

const casts = {
  name: 'casts',
  columns: [
    { name: 'sample', type: 'text' as const },
    { name: 'depth', type: 'number' as const },
    { name: 'remark', type: 'text' as const },
  ],
  rows: [
    ['A-1', '1', 'clear'],
    ['A-2', '2', 'green'],
    ['A-3', '3', null],
  ],
}
const before = casts.rows.map((row) => row.map((value) => value ?? ''))
async function chooseMode(page: Page, name: string) {
  await page.getByLabel('Import mode').click()
  await page.locator('.ant-select-item-option', { hasText: name }).click()
}

test(
  'rows of a file change those of the same key and add others; a key that isn’t imported is none; undo brings all back',
  inFull,
  async ({ page, server }) => {
    await openMade(page, server, casts)
    const drawer = await chosen(page, 'more.csv', 'Sample,depth,by\nA-2,20.5,lin\nA-9,9,lin\nA-3,,lin\nA-9,10,zhang\n')
    await expect(drawer.getByText('4 rows, 3 columns')).toBeVisible()
    const begin = drawer.getByRole('button', { name: 'Import 4 rows' })
    await chooseMode(page, 'Update rows by key')
    await expect(begin).toBeDisabled()
    await drawer.getByLabel('Key', { exact: true }).click()
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await expect(offered).toHaveText(['sample', 'depth'])
    await offered.filter({ hasText: 'sample' }).click()
    await page.keyboard.press('Escape')
    await expect(begin).toBeEnabled()
    await test.step('a key that is not imported is none', async () => {
      const take = drawer.getByLabel('Import “Sample”')
      await take.uncheck()
      await expect(begin).toBeDisabled()
      await take.check()
      await expect(begin).toBeEnabled()
    })
    await expect(drawer.getByLabel('Import “by”')).toBeDisabled()
    await expectAccessible(page)
    await begin.click()
    await expect(drawer.getByText('sample: duplicate key in the file')).toBeVisible()
    await expect(drawer.getByText('Import failed. The table is unchanged.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Change and try again' }).click()
    await drawer.getByText('Skip these rows').click()
    await begin.click()
    await expect(drawer.getByText('3 rows imported')).toBeVisible()
    await drawer.getByRole('button', { name: 'Open table' }).click()
    const after = [
      ['A-1', '1', 'clear'],
      ['A-2', '20.5', 'green'],
      ['A-3', '', ''],
      ['A-9', '9', ''],
    ]
    await expectRows(page, after)
    await expect(page.locator('.table-status')).toHaveText(/^4 rows/)
    await page.reload()
    await expectRows(page, after)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Undo: Imported 3 rows' })
    await expect(asked).toContainText('Undoing the import removes 1 row. Continue?')
    await asked.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(asked).toHaveCount(0)
    await expectRows(page, before)
    await expect(page.locator('.table-status')).toHaveText(/^3 rows/)
    await page.getByRole('alert').getByRole('button', { name: 'Redo' }).click()
    await expectRows(page, after)
  },
)

test('a file takes the place of all rows of a table, and undo brings them back', inFull, async ({ page, server }) => {
  await openMade(page, server, { ...casts, name: 'replaced' })
  const drawer = await chosen(page, 'all.csv', 'depth;sample\n7,5;B-1\n8;B-2\n')
  await expect(drawer.getByText('so empty afterwards')).toHaveCount(0)
  await chooseMode(page, 'Replace all rows')
  await expect(drawer.getByText('Not filled by the file, so empty afterwards: remark')).toBeVisible()
  await expect(drawer.getByText('2 rows, 2 columns')).toBeVisible()
  await drawer.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(drawer.getByText('2 rows imported')).toBeVisible()
  await drawer.getByRole('button', { name: 'Open table' }).click()
  await expectRows(page, [
    ['B-1', '7.5', ''],
    ['B-2', '8', ''],
  ])
  await expect(page.locator('.table-status')).toHaveText(/^2 rows/)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Imported 2 rows')
  await page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectRows(page, before)
  await expect(page.locator('.table-status')).toHaveText(/^3 rows/)
})

const PACKAGES = '/usr/lib/python3/dist-packages'
const hasWorkbookPrograms = ['openpyxl', 'xlsxwriter'].every((name) => hasProgram(`${PACKAGES}/${name}`))
const MAKE = `
import datetime, openpyxl, sys, xlsxwriter
book = openpyxl.Workbook(); sheet = book.active; sheet.title = 'Casts'
sheet.append(['Cruise 2026-08', None, None, None, None, None]); sheet.merge_cells('A1:F1')
sheet.append([])
sheet.append(['station', 'taken', 'at', 'share', 'count', 'chlorophyll'])
for n, (share, count, chlorophyll) in enumerate([(0.256, 1234567.5, 3.25), (1, -1200, '#N/A'), (0, 1e-7, 'n/a')]):
  sheet.append([f'00{n}', datetime.date(2026, 8, 4 + n), datetime.datetime(2026, 8, 4, 10, 30 + n), share, count, chlorophyll])
for row in sheet['D4:E6']: row[0].number_format = '0.0%'; row[1].number_format = '#,##0.00'
other = book.create_sheet('Lakes'); other.append(['lake', 'area']); other.append(['Taihu', 2338]); other.append(['Erhai', 251.5])
book.create_sheet('Notes')
book.save(sys.argv[1])
book = openpyxl.Workbook(); sheet = book.active; sheet.title = 'Depths'
sheet.append(['station', 'depth']); sheet.append(['S07', 3.5])
other = book.create_sheet('Totals'); other.append(['station', 'total']); other.append(['S07', '=1+1']); other.append(['S08', '=2+2'])
book.save(sys.argv[3])
book = xlsxwriter.Workbook(sys.argv[2]); sheet = book.add_worksheet('Sums')
bold, money, percent = [book.add_format(one) for one in ({'bold': True}, {'num_format': '#,##0.00'}, {'num_format': '0%'})]
day = book.add_format({'num_format': 'dd/mm/yyyy'})
sheet.merge_range('B1:C1', 'readings', bold); sheet.write('A1', 'lake', bold); sheet.write('D1', 'mean', bold); sheet.write('E1', 'share', bold); sheet.write('F1', 'day', bold)
for n, (one, two, mean, share) in enumerate([(1, 2, 1.5, 0.5), (1000, 3000.5, 2000.25, 0.125), (0, 0, '#DIV/0!', 0)]):
  sheet.write_row(n + 1, 0, [f'L-{n}', one, two])
  sheet.write_formula(n + 1, 3, f'=AVERAGE(B{n + 2}:C{n + 2})', money, mean)
  sheet.write_number(n + 1, 4, share, percent); sheet.write_datetime(n + 1, 5, datetime.datetime(2026, 11, 1 + n), day)
book.close()
`

test.describe('workbooks that programs wrote', () => {
  test.skip(!hasWorkbookPrograms, 'python3-openpyxl and python3-xlsxwriter are not on this machine')

  test(
    'become tables sheet by sheet, with their dates, shares, errors and formulas',
    inFull,
    async ({ page, server }) => {
      const folder = await mkdtemp(join(tmpdir(), 'ds-books-'))
      const [casts = '', sums = '', totals = ''] = ['casts', 'sums', 'totals'].map((name) =>
        join(folder, `${name}.xlsx`),
      )
      runProgram('/usr/bin/python3', ['-c', MAKE, casts, sums, totals])
      const space = await ownSpace(server, 'Workbooks')
      const owner = await new Client(server.origin).login(space.owner, PASSWORD)
      const held = async (name: string) => {
        const { list } = await owner.data(tables.list, { spaceId: space.id })
        const one = { spaceId: space.id, id: list.find((table) => table.name === name)?.id ?? '' }
        const { columnList } = await owner.data(tables.show, one)
        const { rows } = await owner.data(tables.rows, one)
        return {
          columns: columnList.map(({ name: column, type }) => `${column}: ${type}`),
          rows: rows.map(({ cells }) => cells),
        }
      }
      await enterSpace(page, space.owner, space.name)
      await page.getByRole('link', { name: 'Tables', exact: true }).click()
      const given = async (path: string) => {
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        const drawer = page.locator('.ant-drawer').getByRole('dialog')
        await drawer.locator('input[type=file]').setInputFiles(path)
        return drawer
      }
      await test.step('openpyxl: several sheets below a merged title', async () => {
        const drawer = await given(casts)
        await expect(drawer.getByText('3 rows, 6 columns')).toBeVisible()
        await expect(drawer.getByText('1 range of merged cells')).toBeVisible()
        await expect(drawer.getByLabel('Table starts at row')).toHaveValue('3')
        const columns = drawer.getByRole('table', { name: 'Columns in the file' })
        await expect(columns.getByRole('row').nth(2)).toContainText('2026-08-04')
        await expect(columns.getByRole('row').nth(4)).toContainText('25.6% · 100% · 0%')
        await expect(columns.getByRole('checkbox', { name: 'Show as percentages' })).toBeChecked()
        await expect(columns.getByRole('row').nth(6)).toContainText('Treat “#N/A” and “n/a” as empty (2 values)')
        await expectAccessible(page)
        await drawer.getByText('Several sheets').click()
        await expect(drawer.getByLabel('Import “Notes”')).not.toBeChecked()
        await drawer.getByRole('button', { name: 'Import 2 sheets' }).click()
        await expect(drawer.getByText('3 rows imported')).toBeVisible()
        await expect(drawer.getByText('2 rows imported')).toBeVisible()
        await drawer.getByRole('button', { name: 'Close' }).first().click()
        expect(await held('Casts')).toEqual({
          columns: [
            'station: text',
            'taken: date',
            'at: datetime',
            'share: number',
            'count: number',
            'chlorophyll: number',
          ],
          rows: [
            ['000', '2026-08-04', '2026-08-04T02:30:00.000Z', '0.256', '1234567.5', '3.25'],
            ['001', '2026-08-05', '2026-08-04T02:31:00.000Z', '1', '-1200', null],
            ['002', '2026-08-06', '2026-08-04T02:32:00.000Z', '0', '0.0000001', null],
          ],
        })
        expect((await held('Lakes')).rows).toEqual([
          ['Taihu', '2338'],
          ['Erhai', '251.5'],
        ])
      })
      await test.step('of several sheets, one with formulas without a result says so, and is begun again alone', async () => {
        const drawer = await given(totals)
        await drawer.getByText('Several sheets').click()
        const line = drawer.locator('.import-sheets > li')
        await expect(line.nth(1).locator('summary')).toContainText('“total”: 2 formulas have no result')
        await expect(line.nth(1).getByRole('checkbox', { name: 'Import “total”' })).toBeVisible()
        await expect(line.nth(0).getByRole('checkbox', { name: 'Import “depth”' })).toBeHidden()
        await drawer.getByRole('button', { name: 'Import 2 sheets' }).click()
        await expect(drawer.getByText('1 row imported')).toBeVisible()
        await drawer.getByRole('button', { name: 'Change and try again' }).click()
        await expect(line.nth(0)).toContainText('Already imported')
        await expect(drawer.getByLabel('Import “Depths”')).not.toBeChecked()
        await expect(line.nth(1).getByText('total: the formula has no result')).toBeInViewport()
        await expectAccessible(page)
        await line.nth(1).getByRole('checkbox', { name: 'Import “total”' }).uncheck()
        await drawer.getByRole('button', { name: 'Import 1 sheet', exact: true }).click()
        await expect(drawer.getByText('2 rows imported')).toBeVisible()
        await drawer.getByRole('button', { name: 'Close' }).first().click()
        expect((await held('Totals')).columns).toEqual(['station: text'])
      })
      await test.step('xlsxwriter: formulas as their values and errors as empty cells, below a heading of two columns', async () => {
        const drawer = await given(sums)
        await expect(drawer.getByText('3 rows, 6 columns')).toBeVisible()
        await expect(drawer.getByRole('checkbox', { name: 'Treat “#DIV/0!” as empty (1 value)' })).toBeChecked()
        await drawer.getByRole('button', { name: 'Import 3 rows' }).click()
        await expect(drawer.getByText('3 rows imported')).toBeVisible()
        await drawer.getByRole('button', { name: 'Open table' }).click()
        await expect(cell(page, 3, 4)).toHaveText('')
        await expect(cell(page, 1, 5)).toHaveText('50%')
        await expect(cell(page, 2, 5)).toHaveText('12.5%')
        expect(await held('sums')).toEqual({
          columns: ['lake: text', 'readings: number', 'C: number', 'mean: number', 'share: number', 'day: date'],
          rows: [
            ['L-0', '1', '2', '1.5', '0.5', '2026-11-01'],
            ['L-1', '1000', '3000.5', '2000.25', '0.125', '2026-11-02'],
            ['L-2', '0', '0', null, '0', '2026-11-03'],
          ],
        })
      })
      await rm(folder, { recursive: true })
    },
  )
})
