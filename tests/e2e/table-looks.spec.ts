import type { Page } from '@playwright/test'
import { cell } from './data-grid.ts'
import { admitTo, expect, test } from './journey.ts'

type Made = { id: string; columnList: { id: number; name: string }[] }

/** Asks the server as the page does. */
async function ask<Data>(page: Page, path: string, data: object): Promise<Data> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const answer = await page.request.post(`/api${path}`, { data, headers: { ds_token: token } })
  const body = (await answer.json()) as { code: number; data: never }
  expect(body).toMatchObject({ code: 0 })
  return body.data
}

/** A table of its own for each journey: its address, the change that added its rows, and how to add more. */
async function makeTable(page: Page, name: string) {
  const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
  const { id: vocabularyId } = await ask<{ id: string }>(page, '/space/vocabularies', {
    spaceId,
    name: `stations of ${name}`,
    terms: ['S07', 'S08', 'S09'],
  })
  const table = await ask<Made>(page, '/tables', {
    spaceId,
    name,
    columns: [
      { name: '样品号', type: 'text' },
      { name: '水温', type: 'number', unit: '°C' },
      { name: '站位', type: 'choice', vocabularyId },
      { name: '仪器', type: 'choice' },
    ],
  })
  const columns = table.columnList.map(({ id }) => id)
  const add = (rows: string[][]) =>
    ask<{ change: number }>(page, `/tables/${table.id}/changes`, {
      spaceId,
      change: { kind: 'addRows', columns, rows },
    })
  const rows = Array.from({ length: 12 }, (_, i) => [`CTD-${i + 1}`, String(i), i % 3 ? 'S09' : 'S07', 'RBR'])
  const { change } = await add(rows)
  return { table, columns, add, change, address: `/space/${spaceId}/details/form?table=${table.id}` }
}
const option = (page: Page, name: string) => page.locator('.ant-select-item-option', { hasText: name })

/** Opens the filter of a column from the menu of its first cell. */
async function filterBy(page: Page, column: number): Promise<void> {
  const box = await page.locator('.data-grid').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
  await page.keyboard.press('Escape')
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '按此列筛选', exact: true }).click()
}

test('a filter of an earlier version offers terms and what is typed, but no values of today', async ({ page }) => {
  const { address, add, change } = await makeTable(page, 'offers')
  await add([['CTD-13', '13', 'S08', 'RBR']])
  const listed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/groups')) listed.push(request.url())
  })
  await page.goto(`${address}&at=${change}`)
  await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  const dialog = page.getByRole('dialog')
  await filterBy(page, 1)
  await expect(dialog.getByRole('combobox', { name: '值' })).toBeFocused()
  await expect(page.getByText('不列出较早版本中的值，可直接输入')).toBeVisible()
  await expect(option(page, 'CTD')).toHaveCount(0)
  await page.keyboard.type('CTD-2')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '应用' }).click()
  await expect(page.locator('.view-chip')).toHaveText(/样品号 属于 CTD-2/)
  await expect(page.locator('.table-status')).toContainText('1 / 12 行')
  await page.getByRole('button', { name: /移除筛选/ }).click()
  await expect(page.locator('.table-status')).toHaveText(/^12 行/)

  await filterBy(page, 3)
  await expect(option(page, 'S08')).toHaveText('S08')
  await option(page, 'S07').click()
  await dialog.getByRole('button', { name: '应用' }).click()
  await expect(page.locator('.table-status')).toContainText('4 / 12 行')
  expect(listed).toEqual([])
})

test('what is asked of an earlier version leaves the view of today as it is', async ({ page }) => {
  const { address, columns, change } = await makeTable(page, 'then and now')
  const [sample, temperature, station] = columns
  const asked = {
    filter: [{ match: 'all', conditions: [{ column: sample, operator: 'contains', values: ['CTD-1'] }] }],
    sort: [{ column: temperature, order: 'desc' }],
    q: '',
    groupBy: station,
  }
  await page.goto(`${address}&ask=${encodeURIComponent(JSON.stringify(asked))}&at=${change}`)
  await expect(page.locator('.table-status')).toContainText('4 / 12 行')
  await page.getByRole('button', { name: '按 1 列排序' }).click()
  await expect(page.getByRole('button', { name: '清除排序' })).toBeVisible()
  await test.step('of two changes at once none is lost', async () => {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('.view-sorts button')]
      buttons.find(({ textContent }) => textContent === '清除排序')?.click()
      document.querySelector<HTMLElement>('.view-chip button')?.click()
    })
    await expect(page.locator('.table-status')).toHaveText(/^12 行/)
    await expect(page.getByRole('button', { name: '按 1 列排序' })).toHaveCount(0)
  })
  await page.getByRole('button', { name: '列', exact: true }).click()
  await page.getByRole('checkbox', { name: '仪器' }).click()
  await expect(page.locator('.table-status')).toContainText('3 / 4 列')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '返回当前' }).click()
  await expect(page.getByRole('button', { name: '分组：站位' })).toBeVisible()
  await expect(page.locator('.table-status')).toContainText('4 / 4 列')
})

test('an earlier version is not read again when somebody changes the table', async ({ page }) => {
  const { address, table, add, change } = await makeTable(page, 'unchanged')
  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rows')) read.push(request.url())
  })
  await page.goto(`${address}&at=${change}`)
  await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  read.length = 0
  // What the first would have led to is asked for before the second is known.
  for (const sample of ['CTD-13', 'CTD-14']) {
    const known = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(`/tables/${table.id}`))
    await add([[sample, '13', 'S08', 'RBR']])
    await known
  }
  expect(read).toEqual([])
})

test('a condition keeps of its values what another comparison takes, and none for another column', async ({ page }) => {
  const { address } = await makeTable(page, 'comparisons')
  await page.goto(address)
  await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  const dialog = page.getByRole('dialog')
  const choose = async (label: string, name: string) => {
    await dialog.getByLabel(label, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click()
  }
  await filterBy(page, 1)
  for (const name of ['CTD-2', 'CTD-3']) await option(page, name).click()
  await page.keyboard.press('Escape')
  await choose('运算符', '=')
  await expect(dialog.getByLabel('值')).toHaveValue('CTD-2')
  await dialog.getByRole('button', { name: '应用' }).click()
  await expect(page.locator('.view-chip')).toHaveText(/样品号 = CTD-2/)
  await page.getByRole('button', { name: /移除筛选/ }).click()
  await expect(page.locator('.table-status')).toHaveText(/^12 行/)

  await filterBy(page, 3)
  await expect(option(page, 'S07')).toHaveText('S074')
  await page.keyboard.press('Escape')
  const answer = Promise.withResolvers<void>()
  await page.route('**/groups', (route) => answer.promise.then(() => route.continue()))
  await choose('列', '仪器')
  const asked = page.waitForRequest('**/groups')
  await dialog.getByLabel('值').click()
  await asked
  await expect(option(page, 'S07')).toHaveCount(0)
  answer.resolve()
  await expect(option(page, 'RBR')).toHaveText('RBR12')
})
