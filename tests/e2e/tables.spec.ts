import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { cell } from './data-grid.ts'
import { admitTo, enterTables, expect, expectAccessible, signIn, test } from './journey.ts'

type Body = { code: number; data: never }
type Made = { id: string; columnList: { id: number; name: string }[] }

/** Asks the server as the page does. */
async function ask<Data>(page: Page, path: string, data: object): Promise<Data> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
  const answer = await page.request.post(`/api${path}`, { data, headers: { ds_token: token } })
  const body = (await answer.json()) as Body
  expect(body).toMatchObject({ code: 0 })
  return body.data
}

const columns = [
  { name: '样品号', type: 'text' },
  { name: '水温', type: 'number', unit: '°C' },
  { name: '站位', type: 'choice', options: ['S07', 'S09'] },
]
const ROWS = 1200
const rows = Array.from({ length: ROWS }, (_, i) => [
  `CTD-${String(i + 1).padStart(4, '0')}`,
  String(i),
  i % 2 ? 'S09' : 'S07',
])

/** A table of its own for each journey, opened. */
async function openTable(page: Page, name: string): Promise<{ spaceId: string; table: Made }> {
  const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
  const table = await ask<Made>(page, '/tables', { spaceId, name, columns })
  const change = { kind: 'addRows', columns: table.columnList.map(({ id }) => id), rows }
  await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
  await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
  await expect(page.locator('.table-status')).toContainText('1,200 行')
  await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
  return { spaceId, table }
}

/** Selects the first cell, whose place below the head is known. */
async function toFirstCell(page: Page): Promise<void> {
  const box = await page.locator('.data-grid').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
  await expect(page.getByRole('textbox', { name: /样品号，第 1 行/ })).toBeFocused()
}
const saved = (page: Page) => expect(page.getByText('已保存', { exact: true })).toBeVisible()

test('a table is made, renamed, moved to the trash and restored', async ({ page }) => {
  await enterTables(page, 'lin@demo.test', '高原湖泊生态观测')
  await page.getByRole('button', { name: '新建表格' }).first().click()
  await page.getByLabel('名称').fill('水化学')
  await page.getByRole('button', { name: '创建', exact: true }).click()
  await expect(page.getByRole('heading', { name: '水化学' })).toBeVisible()
  await expect(page.locator('.table-status')).toContainText('0 行')
  await expectAccessible(page)
  await page.getByRole('button', { name: '返回全部表格' }).click()
  // The page of the table, which has a menu of the same name, gives way to the list.
  await expect(page.getByRole('link', { name: '水化学', exact: true })).toBeVisible()
  const more = (name: string) => page.getByRole('button', { name: `“${name}”的更多操作` })
  await more('水化学').click()
  await page.getByRole('menuitem', { name: '编辑表格信息' }).click()
  await page.getByLabel('名称').fill('水化学 2026')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('link', { name: '水化学 2026' })).toBeVisible()
  await more('水化学 2026').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByRole('link', { name: '水化学 2026' })).toHaveCount(0)
  // The message leads to the trash, which has an address.
  await page
    .locator('.ant-message-notice', { hasText: '移到回收站' })
    .getByRole('button', { name: '打开回收站' })
    .click()
  await expect(page.getByRole('heading', { name: '表格回收站' })).toBeVisible()
  const deleted = page.getByRole('row', { name: /水化学 2026/ })
  await expect(deleted).toContainText('30 天')
  await expectAccessible(page)
  await page.goto(new URL('/trash', page.url()).href)
  const listed = page.getByRole('region', { name: '表格' }).getByRole('listitem').filter({ hasText: '水化学 2026' })
  await expect(listed).toContainText('剩余 30 天')
  await expectAccessible(page)
  await listed.getByRole('link', { name: '高原湖泊生态观测' }).click()
  await deleted.getByRole('button', { name: '恢复' }).click()
  await expect(deleted).toHaveCount(0)
  await page.getByRole('button', { name: '返回表格' }).click()
  await expect(page.getByRole('link', { name: '水化学 2026' })).toBeVisible()
})

test('cells are typed, by an input method too, restored, emptied and taken back', async ({ page }) => {
  await openTable(page, 'typing')
  await toFirstCell(page)

  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('abc')
  await expect(page.getByRole('textbox', { name: /样品号，第 2 行/ })).toBeFocused()

  // The first key of an input method lands in the cell that is only selected.
  const cdp = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const text of ['n', 'ni', 'nihao']) await compose(text)
  await cdp.send('Input.insertText', { text: '你好' })
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, 1)).toHaveText('你好')
  await expect(page.getByRole('textbox', { name: /水温，第 2 行/ })).toBeFocused()

  await test.step('what means nothing in its column stays open, and Escape restores', async () => {
    await page.keyboard.type('warm')
    await page.keyboard.press('Enter')
    const problem = page.getByRole('alert').filter({ hasText: '“水温”列不支持“warm”' })
    await expect(problem).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(problem).toHaveCount(0)
    await expect(cell(page, 2, 2)).toHaveText('1')
  })
  await page.keyboard.press('F2')
  await page.keyboard.type('.5')
  await page.keyboard.press('Shift+Enter')
  await expect(cell(page, 2, 2)).toHaveText('1.5')
  await expect(page.getByRole('textbox', { name: /水温，第 1 行/ })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(cell(page, 1, 2)).toHaveText('')
  await saved(page)

  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, 2)).toHaveText('0')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 2, 2)).toHaveText('1')
  // What was undone is where one is.
  await expect(page.getByRole('textbox', { name: /水温，第 2 行/ })).toBeFocused()
  await page.keyboard.press('Control+y')
  await expect(cell(page, 2, 2)).toHaveText('1.5')
  await page.reload()
  await expect(cell(page, 2, 1)).toHaveText('你好')

  await test.step('a double click opens a cell', async () => {
    const box = await page.locator('.data-grid').boundingBox()
    await page.mouse.dblclick((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
    await expect(page.getByRole('textbox', { name: /样品号，第 1 行/ })).toHaveValue('abc')
    await page.keyboard.type('d')
    await page.keyboard.press('Enter')
    await expect(cell(page, 1, 1)).toHaveText('abcd')
    // So does its menu.
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '编辑单元格' }).click()
    await expect(page.locator('.cell-input.open textarea')).toHaveValue('你好')
    await page.keyboard.press('Escape')
  })
})

test(
  'a row that is added is where one goes on typing, and no other cell takes what is typed meanwhile',
  inFull,
  async ({ page }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
    const table = await ask<Made>(page, '/tables', { spaceId, name: 'adding', columns })
    const change = { kind: 'addRows', columns: table.columnList.map(({ id }) => id), rows: rows.slice(0, 2) }
    await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
    await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
    await expect(cell(page, 2, 1)).toHaveText('CTD-0002')
    await toFirstCell(page)

    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/changes', async (route) => {
      await held
      await route.continue()
    })
    const box = await page.locator('.data-grid').boundingBox()
    await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 120)
    await page.keyboard.type('too early')
    await page.keyboard.press('Enter')
    letGo()
    await expect(page.getByRole('textbox', { name: /样品号，第 3 行/ })).toBeFocused()
    await page.keyboard.type('CTD-0003')
    await page.keyboard.press('Enter')
    await expect(cell(page, 3, 1)).toHaveText('CTD-0003')
    await expect(cell(page, 1, 1)).toHaveText('CTD-0001')

    await test.step('a row that was refused waits for nobody else’s', async () => {
      await page.unroute('**/changes')
      await page.route('**/changes', (route) => route.fulfill({ status: 413, body: 'too large' }))
      await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 150)
      await expect(page.locator('.table-status')).toContainText('上次修改未保存')
      await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
      await expect(page.locator('.table-status')).toContainText('5 行')
      await expect(cell(page, 5, 1)).toHaveText('CTD-0002')
      await expect(page.getByRole('textbox', { name: /样品号，第 \d 行/ })).toHaveCount(0)
    })
  },
)

test('what is typed without a connection stays in its cell and is saved when the connection is back', async ({
  page,
  context,
}) => {
  const { spaceId, table } = await openTable(page, 'offline')
  await toFirstCell(page)
  await context.setOffline(true)
  await page.keyboard.type('typed offline')
  await page.keyboard.press('Enter')
  await expect(page.locator('.table-status')).toContainText('连接已断开，恢复后自动保存')
  await page.keyboard.type('and more')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('typed offline')
  await context.setOffline(false)
  await saved(page)
  const { rows: kept } = await ask<{ rows: { cells: string[] }[] }>(page, `/data/space/tables/${table.id}/rows`, {
    spaceId,
    first: 0,
    count: 2,
  })
  expect(kept.map(({ cells }) => cells[0])).toEqual(['typed offline', 'and more'])
})

test('what is typed once the session has ended is saved when the person signs in again, and by nobody else', async ({
  page,
  context,
}) => {
  await openTable(page, 'ended')
  const here = page.url()
  await toFirstCell(page)
  await context.clearCookies()
  // The first refusal, of whatever call, leaves the page: the cells themselves may still be on their way.
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/**', (route) => typed.promise.then(() => route.continue()))
  await page.route('**/changes', () => {})
  for (const text of ['typed late', 'and more']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(cell(page, 2, 1)).toHaveText('and more')
  typed.resolve()
  await expect(page).toHaveURL(/\/login\?problem=sessionOver$/)
  await page.unrouteAll()
  await signIn(page, 'okafor@demo.test', here)
  await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
  await context.clearCookies()
  await signIn(page, 'lin@demo.test', new URL('/tasks', here).href)
  // A tab that is closed before the server has answered loses nothing.
  const closed = await context.newPage()
  await closed.route('**/changes', (route) => route.abort())
  const tried = closed.waitForEvent('requestfailed', (request) => request.url().endsWith('/changes'))
  await closed.goto(here)
  await tried
  await closed.close()
  await page.goto(here)
  await expect(page.getByText('之前未能保存的 2 个单元格已保存')).toBeVisible()
  await page.reload()
  await expect(cell(page, 1, 1)).toHaveText('typed late')
  await expect(cell(page, 2, 1)).toHaveText('and more')
})

test(
  'blocks are copied, pasted and filled; what reaches beyond the table asks for rows',
  inFull,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openTable(page, 'blocks')
    await toFirstCell(page)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect(page.getByText('已复制 4 个单元格')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CTD-0001\t0\r\nCTD-0002\t1')
    await expect(page.locator('.table-status')).toContainText('已选 2 行 × 2 列，4 个值')

    await page.keyboard.press('Control+ArrowDown')
    await expect(cell(page, ROWS, 1)).toHaveText('CTD-1200')
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('dialog')).toContainText('新增 1 行？')
    await page.getByRole('button', { name: '新增并粘贴' }).click()
    await expect(page.locator('.table-status')).toContainText('1,201 行')
    await expect(cell(page, ROWS, 1)).toHaveText('CTD-0001')

    await test.step('a column that is missing is made with the rows, and all of it is taken back at once', async () => {
      await page.keyboard.press('Control+End')
      await page.evaluate(() => navigator.clipboard.writeText('S07\t1.5\nS09\t2.5'))
      await page.keyboard.press('Control+v')
      await expect(page.getByRole('dialog')).toContainText('新增 1 行和 1 列？')
      await page.getByRole('button', { name: '新增并粘贴' }).click()
      await expect(page.locator('.table-status')).toContainText('1,202 行')
      await expect(page.locator('.table-status')).toContainText('4 / 4 列')
      await expect(cell(page, ROWS + 2, 4)).toHaveText('2.5')
      await page.keyboard.press('Control+z')
      await expect(page.locator('.table-status')).toContainText('1,201 行')
      await expect(page.locator('.table-status')).toContainText('3 / 3 列')
    })

    await page.locator('.cell-input textarea').focus()
    await toFirst(page)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect(cell(page, 3, 1)).toHaveText('CTD-0001')
    await saved(page)

    await test.step('the menu of a selection whose first cell is out of sight opens where one looks', async () => {
      await page.locator('.cell-input textarea').focus()
      await page.keyboard.press('Control+a')
      await expect(page.locator('.table-summary')).toBeVisible()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem', { name: /^删除 1,2\d\d 行$/ })).toBeInViewport()
    })
  },
)

/** Back to the first cell by the keyboard. */
async function toFirst(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home')
  await expect(page.getByRole('textbox', { name: /样品号，第 1 行/ })).toBeFocused()
}

test('rows are filtered and sorted, and Back undoes it', async ({ page }) => {
  await openTable(page, 'questions')
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('dialog').getByLabel('值').fill('CTD-00')
  await page.getByRole('button', { name: '应用' }).click()
  await expect(page.locator('.table-status')).toContainText('99 / 1,200 行')
  await expect(page.locator('.view-chip')).toHaveText(/样品号 包含 CTD-00/)
  // A dialog that closes gives the focus back to its button.
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await toFirstCell(page)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '降序排列' }).click()
  await expect(cell(page, 1, 1)).toHaveText('CTD-0099')
  await page.goBack()
  await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
  await test.step('what is done to a column leaves rows alone that are not seen', async () => {
    await toFirstCell(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: '处理数据', exact: true }).hover()
    await expect(page.getByText('仅修改当前显示的 99 行。')).toBeVisible()
    await page.getByRole('menuitem', { name: '转为小写', exact: true }).click()
    await expect(cell(page, 1, 1)).toHaveText('ctd-0001')
  })
  await page.getByRole('button', { name: /移除筛选/ }).click()
  await expect(page.locator('.table-status')).toHaveText(/^1,200 行/)
  await toFirstCell(page)
  // The second click on this cell may have opened it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+ArrowDown')
  await expect(cell(page, ROWS, 1)).toHaveText('CTD-1200')

  await test.step('a slow search can be stopped: the rows of before stay, and it can be asked again', async () => {
    const hold = { is: true }
    await page.route('**/rows', (route) => {
      const isSearch = route.request().postData()?.includes('CTD-0007')
      return hold.is && isSearch ? undefined : route.fallback()
    })
    const search = page.getByLabel('在表格中搜索')
    await search.fill('CTD-0007')
    await expect(page.getByText('正在 1,200 行中搜索…')).toBeVisible()
    await page.getByRole('button', { name: '停止' }).click()
    await expect(page.getByText('已停止，仍显示之前的行')).toBeVisible()
    await expect(search).toHaveValue('')
    await expect(page.locator('.table-status')).toHaveText(/^1,200 行/)
    hold.is = false
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.locator('.table-status')).toContainText('1 / 1,200 行')
  })
})

test('what somebody else writes appears while another works, and one cell written by two shows both', async ({
  page,
}) => {
  const { spaceId, table } = await openTable(page, 'together')
  const [first] = table.columnList
  const row = async () =>
    (await ask<{ rows: { id: number }[] }>(page, `/data/space/tables/${table.id}/rows`, { spaceId })).rows[0]?.id
  const id = await row()
  const write = (value: string) =>
    ask(page, `/tables/${table.id}/changes`, {
      spaceId,
      change: { kind: 'cells', columns: [first?.id], rows: [{ id, values: [value] }] },
    })
  await write('theirs')
  await expect(cell(page, 1, 1)).toHaveText('theirs')

  await toFirstCell(page)
  await page.keyboard.press('F2')
  await page.keyboard.type(' and mine')
  await write('changed meanwhile')
  await expect(page.getByText('他人刚刚将其改为“changed meanwhile”')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('changed meanwhile')
  await expect(page.getByRole('dialog')).toContainText('theirs and mine')
  // Whoever goes on typing overwrites nobody.
  await expect(page.getByRole('button', { name: '保留对方的值' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('changed meanwhile')

  await test.step('a cell that was opened and left as it was does not take back what others wrote', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('.cell-input textarea')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('F2')
    await write('changed again')
    await expect(page.getByText('他人刚刚将其改为“changed again”')).toBeVisible()
    await page.keyboard.press('Enter')
    await write('changed meanwhile')
    await expect(cell(page, 1, 1)).toHaveText('changed meanwhile')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('what is typed into the form of a row stays while others change the table, and is saved beside it', async () => {
    const [, second] = table.columnList
    await page.goto(`${page.url()}&row=0`)
    const drawer = page.getByRole('dialog', { name: '第 1 行' })
    await drawer.getByLabel(second?.name ?? '').fill('77')
    await write('changed beside')
    await expect(cell(page, 1, 1)).toHaveText('changed beside')
    await expect(drawer.getByLabel(second?.name ?? '')).toHaveValue('77')
    await drawer.getByRole('button', { name: '保存', exact: true }).click()
    await expect(cell(page, 1, 2)).toHaveText('77')
    await expect(cell(page, 1, 1)).toHaveText('changed beside')
    await write('changed meanwhile')
    await expect(cell(page, 1, 1)).toHaveText('changed meanwhile')
  })
  await test.step('what is written, and what is selected, goes along with its row when one comes above', async () => {
    const addAbove = (value: string) =>
      ask(page, `/tables/${table.id}/changes`, {
        spaceId,
        change: { kind: 'addRows', columns: [first?.id], rows: [[value]], behind: null },
      })
    await toFirstCell(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    await page.keyboard.type(' again')
    await addAbove('above')
    await expect(cell(page, 1, 1)).toHaveText('above')
    await page.keyboard.press('Enter')
    await expect(cell(page, 2, 1)).toHaveText('changed meanwhile again')
    await expect(cell(page, 1, 1)).toHaveText('above')
    await addAbove('highest')
    await expect(cell(page, 1, 1)).toHaveText('highest')
    await page.keyboard.press('Delete')
    await expect(cell(page, 4, 1)).toHaveText('')
    await expect(cell(page, 3, 1)).toHaveText('changed meanwhile again')
  })
})

test('on a narrow screen rows are cards, and a card opens its row', inFull, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
  const table = await ask<Made>(page, '/tables', { spaceId, name: 'narrow', columns })
  const change = { kind: 'addRows', columns: table.columnList.map(({ id }) => id), rows: rows.slice(0, 30) }
  await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
  await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
  await page.getByRole('button', { name: /CTD-0002/ }).click()
  await page.getByLabel('水温 (°C)').fill('17.25')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('button', { name: /CTD-0002/ })).toContainText('17.25')
  await expectAccessible(page)
})

test(
  'two people see each other in a table; its history says what they did and brings a version back',
  inFull,
  async ({ page, browser }) => {
    const { spaceId, table } = await openTable(page, '协作')
    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other, 'zhang@demo.test')
    await other.goto(`/space/${spaceId}/details/form?table=${table.id}`)
    await expect(page.getByRole('img', { name: '张启明 正在查看' })).toBeVisible()
    await expect(other.getByRole('img', { name: '林蔚 正在查看' })).toBeVisible()
    await toFirstCell(other)
    await expect(page.locator('.grid-name')).toHaveText('张启明')
    await other.keyboard.type('CTD-9999')
    await other.keyboard.press('Enter')
    await expect(cell(page, 1, 1)).toHaveText('CTD-9999')
    await other.getByRole('button', { name: '返回全部表格' }).click()
    await expect(page.locator('.grid-name')).toHaveCount(0)
    await context.close()

    await test.step('an undo that meets what the other wrote says so, and cancelled it undoes nothing', async () => {
      await page.getByRole('button', { name: '撤销', exact: true }).click()
      const met = page.getByRole('dialog')
      // The rows came before the page was opened.
      await expect(met).toContainText('会移除 1,200 行，是否继续？')
      await met.getByRole('button', { name: '撤销', exact: true }).click()
      await expect(met.getByRole('row', { name: /CTD-9999 样品号 张启明 CTD-9999 .* 保留当前值/ })).toBeVisible()
      await expect(met.getByRole('button', { name: '撤销其余部分' })).toBeVisible()
      await met.getByRole('button', { name: '取消' }).click()
      await expect(met).toHaveCount(0)
      await expect(page.locator('.table-status')).toContainText('1,200 行')
    })

    await page.getByRole('button', { name: '修改记录' }).click()
    const history = page.getByRole('dialog', { name: '修改记录' })
    await history.getByRole('button', { name: '修改“样品号”列，1 行' }).click()
    await expect(history).toContainText('CTD-0001 → CTD-9999')
    await expectAccessible(page)
    const past = page.getByRole('region', { name: '较早的版本' })
    await test.step('the table as it was then has an address of its own, and cannot be changed', async () => {
      const added = history.getByRole('listitem').filter({ hasText: '新增 1,200 行' })
      await added.getByRole('button', { name: '查看' }).click()
      await expect(past).toContainText(/正在查看 .+ 时的表格（只读）/)
      await expect(page.locator('.table-page > [role=status]')).toHaveText(/正在查看 .+ 时的表格（只读）/)
      await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
      await page.goBack()
      await expect(cell(page, 1, 1)).toHaveText('CTD-9999')
      await page.goForward()
      await page.reload()
      await toFirstCell(page)
      await page.keyboard.type('x')
      await expect(page.getByRole('button', { name: '撤销', exact: true })).toHaveCount(0)
      await page.getByLabel('在表格中搜索').fill('CTD-0002')
      await expect(page.locator('.table-status')).toContainText('1 / 1,200 行')
      await expect(cell(page, 1, 1)).toHaveText('CTD-0002')
      await expectAccessible(page)
      await past.getByRole('button', { name: '返回当前' }).click()
      await expect(past).toHaveCount(0)
      await page.goBack()
    })
    await past.getByRole('button', { name: '恢复到此版本' }).click()
    await page.getByRole('button', { name: '恢复到此版本', exact: true }).last().click()
    await expect(past).toHaveCount(0)
    await page.getByLabel('在表格中搜索').fill('')
    await page.getByRole('button', { name: '修改记录' }).click()
    await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
    await expect(history).toContainText('恢复到较早的状态')
  },
)

test(
  'columns are changed through their menu, after a look at what would be lost, and each change is taken back',
  inFull,
  async ({ page }) => {
    await openTable(page, 'columns')
    const choose = async (...names: string[]) => {
      await toFirstCell(page)
      // Two clicks within a moment are a double click, which opens the cell.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Alt+ArrowDown')
      for (const name of names.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
      await page.getByRole('menuitem', { name: names.at(-1) ?? '', exact: true }).click()
    }
    const dialog = page.getByRole('dialog')
    const apply = async () => {
      await dialog.getByRole('button', { name: '确定' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await toFirstCell(page)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('menuitem', { name: '升序排列' })).toBeVisible()
    // A menu that is higher than the room beside its cell scrolls, and never the page.
    const menu = await page.getByRole('menu').boundingBox()
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: /样品号，第 1 行/ })).toBeFocused()
    await choose('列设置…')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: /样品号，第 1 行/ })).toBeFocused()

    await choose('处理数据', '转为小写')
    await expect(cell(page, 1, 1)).toHaveText('ctd-0001')
    await choose('处理数据', '添加前缀…')
    await dialog.getByLabel('前缀').fill('x ')
    await apply()
    await expect(cell(page, 1, 1)).toHaveText('x ctd-0001')
    await choose('处理数据', '查找和替换…')
    await dialog.getByLabel('查找', { exact: true }).fill('x ctd')
    await dialog.getByLabel('替换为').fill('CTD')
    await expectAccessible(page)
    await apply()
    await expect(cell(page, 1, 1)).toHaveText('CTD-0001')

    await choose('复制列…')
    await dialog.getByLabel('列名').fill('样品号 2')
    await apply()
    await expect(page.locator('.table-status')).toContainText('4 / 4 列')
    await choose('更改类型…')
    await dialog.getByLabel('类型').click()
    await page.locator('.ant-select-item-option').getByText('数值', { exact: true }).click()
    await expect(dialog).toContainText('其中 1,200 个无法转换，将变为空值')
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toHaveCount(0)
    await choose('处理数据', '清空')
    await dialog.getByRole('button', { name: '清空' }).click()
    await expect(cell(page, 1, 1)).toHaveText('')
    await choose('删除列')
    await dialog.getByRole('button', { name: '删除列' }).click()
    await expect(page.locator('.table-status')).toContainText('3 / 3 列')

    const undo = page.getByRole('button', { name: '撤销', exact: true })
    await undo.click()
    await expect(page.locator('.table-status')).toContainText('4 / 4 列')
    await undo.click()
    await expect(cell(page, 1, 1)).toHaveText('CTD-0001')
    await undo.click()
    await expect(page.locator('.table-status')).toContainText('3 / 3 列')
    for (const text of ['x ctd-0001', 'ctd-0001', 'CTD-0001']) {
      await undo.click()
      await expect(cell(page, 1, 1)).toHaveText(text)
    }
  },
)

test('an undo is of the step that was shown; while it is asked about, nothing is being saved', async ({ page }) => {
  const { spaceId, table } = await openTable(page, 'steps')
  const undo = page.getByRole('button', { name: '撤销', exact: true })
  const status = page.locator('.table-status [role=status]')
  await undo.click()
  const asked = page.getByRole('dialog')
  // The rows came before the page was opened.
  await expect(asked).toContainText('会移除 1,200 行，是否继续？')
  await expect(status).toHaveText('已保存')
  await asked.getByRole('button', { name: '取消' }).click()
  await expect(asked).toHaveCount(0)

  await toFirstCell(page)
  await page.keyboard.type('mine')
  await page.keyboard.press('Enter')
  await saved(page)
  // Another window of the same person does something between the click and its arrival.
  await page.route('**/undo', async (route) => {
    const columns = table.columnList.slice(0, 1).map(({ id }) => id)
    await ask(page, `/tables/${table.id}/changes`, {
      spaceId,
      change: { kind: 'addRows', columns, rows: [['of another window']], behind: null },
    })
    await route.continue()
  })
  await undo.click()
  await expect(page.getByText('可撤销或重做的操作已改变')).toBeVisible()
  await expect(cell(page, 1, 1)).toHaveText('of another window')
  await expect(cell(page, 2, 1)).toHaveText('mine')
  await page.unroute('**/undo')
  await undo.click()
  await expect(cell(page, 1, 1)).toHaveText('mine')

  // Presses in a row go on, also over steps from before the page was opened.
  const columns = table.columnList.slice(0, 1).map(({ id }) => id)
  for (const value of ['first', 'second']) {
    const change = { kind: 'addRows', columns, rows: [[value]], behind: null }
    await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
  }
  await page.reload()
  await expect(cell(page, 1, 1)).toHaveText('second')
  await toFirstCell(page)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, 1)).toHaveText('mine')
  await expect(page.getByText('可撤销或重做的操作已改变')).toHaveCount(0)
})
