import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { cell, choose as chooseIn, expectRows, to } from './data-grid.ts'
import { admitTo, expect, expectAccessible, signIn, test } from './journey.ts'

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
  const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
  const table = await ask<Made>(page, '/tables', { spaceId, name, columns })
  const filled = table.columnList.slice(0, 3).map(({ id }) => id)
  await ask(page, `/tables/${table.id}/changes`, { spaceId, change: { kind: 'addRows', columns: filled, rows } })
  const address = `/space/${spaceId}/details/form?table=${table.id}`
  await page.goto(address)
  await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  return { spaceId, table, address }
}
/** Selects a cell of the first row. */
async function toColumn(page: Page, column: number): Promise<void> {
  const box = await page.locator('.data-grid').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 60)
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight')
}

test('files and people are chosen by name, in the grid and in the form of a row', inFull, async ({ page }) => {
  const { address } = await openTable(page, 'references')
  await toColumn(page, 4)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '照片' })).toBeFocused()
  await page.keyboard.type('S01_temp')
  // What the first letters found holds it, too: only what all of them find is chosen from.
  await expect(page.locator('.reference-option')).toHaveCount(1)
  await expect(page.locator('.reference-option')).toContainText('S01_temperature.png')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 4)).toHaveText('S01_temperature.png')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('张')
  await expect(page.locator('.reference-option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 5)).toContainText('张')

  await page.goto(`${address}&row=1`)
  await page.getByRole('combobox', { name: '照片' }).fill('航次')
  await page.locator('.reference-option', { hasText: '航次报告.pdf' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(cell(page, 2, 4)).toHaveText('航次报告.pdf')
  await page.reload()
  await expect(cell(page, 1, 4)).toHaveText('S01_temperature.png')
})

test('rows stand in groups that fold, with what their columns come to; the address and a saved view keep it', async ({
  page,
}) => {
  const { address } = await openTable(page, 'groups')
  await page.getByRole('button', { name: '“水温”列的汇总：不汇总' }).click()
  await page.getByRole('menuitem', { name: '合计' }).click()
  await expect(page.getByRole('button', { name: '“水温”列的汇总：合计 66' })).toBeVisible()
  await toColumn(page, 3)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '按此列分组' }).click()
  await expect(cell(page, 1, 1)).toHaveText('S07 · 4 行')
  await expect(cell(page, 1, 2)).toHaveText('18')
  await expect(cell(page, 2, 1)).toHaveText('CTD-1')
  await expect(cell(page, 6, 1)).toHaveText('S09 · 8 行')
  await expectAccessible(page)

  await test.step('a group is folded by a key, and its rows are not there', async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await expect(cell(page, 2, 1)).toHaveText('S09 · 8 行')
    await expect(cell(page, 3, 1)).toHaveText('CTD-2')
  })
  await test.step('a cell in a group is written where it belongs', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await expect(cell(page, 3, 1)).toHaveText('second')
  })
  await page.reload()
  await expect(cell(page, 1, 1)).toHaveText('S07 · 4 行')
  await page.goBack()
  await page.goto(address)
  await page.getByRole('button', { name: '分组：站位' }).click()
  await page.getByRole('menuitem', { name: '取消分组' }).click()
  await expect(cell(page, 2, 1)).toHaveText('second')
})

test('a formula takes the place of values only after a question, or stands in a column beside them', async ({
  page,
}) => {
  await openTable(page, 'formulas')
  const ask = async () => {
    await toColumn(page, 2)
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: '公式…' }).click()
  }
  await ask()
  const dialog = page.getByRole('dialog', { name: '“水温”列的公式' })
  const apply = dialog.getByRole('button', { name: '确定' })
  await expect(dialog.getByText('此列现有的 12 个值将被公式结果替换')).toBeVisible()
  await expect(dialog.getByText('清空公式')).toHaveCount(0)
  await expect(apply).toBeDisabled()
  const field = dialog.getByLabel('公式', { exact: true })
  await expect(field).not.toHaveAttribute('placeholder', /水温/)
  await field.fill('[水温] + 1')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByText('结果类型：')).toHaveCount(0)
  await field.fill('LEN([样品号])')
  await expect(dialog.getByText('结果类型：数值')).toBeVisible()
  await expectAccessible(page)
  await apply.click()
  const question = page.getByRole('dialog').filter({ hasText: '替换“水温”列的 12 个值？' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await expect(cell(page, 1, 2)).toHaveText('0')

  await dialog.getByRole('button', { name: '改为插入新列' }).click()
  const beside = page.getByRole('dialog', { name: '在“水温”右侧插入列' })
  await expect(beside.getByLabel('公式', { exact: true })).toHaveValue('LEN([样品号])')
  await beside.getByLabel('列名').fill('长度')
  await beside.getByRole('button', { name: '确定' }).click()
  await expect(cell(page, 1, 3)).toHaveText('5')
  await expect(cell(page, 1, 2)).toHaveText('0')

  await ask()
  await field.fill('LEN([样品号])')
  await apply.click()
  await question.getByRole('button', { name: '替换' }).click()
  await expect(cell(page, 1, 2)).toHaveText('5')
  await page.getByRole('button', { name: '修改记录' }).click()
  await expect(page.getByRole('button', { name: '更改列“水温”的公式，12 行' })).toBeVisible()
  await page.getByRole('listitem').nth(1).getByRole('button', { name: '恢复到此版本' }).click()
  await expect(page.getByRole('dialog').filter({ hasText: /恢复到 .*\d:\d\d:\d\d 的状态？/ })).toContainText(
    '新增列“长度”',
  )
})

test('the view in use is named, saving one is said, and so is what a filter keeps from a change', async ({ page }) => {
  await openTable(page, 'views')
  await page.getByLabel('在表格中搜索').fill('CTD-1')
  await expect(cell(page, 2, 1)).toHaveText('CTD-10')
  await toColumn(page, 1)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '处理数据' }).click()
  await page.getByRole('menuitem', { name: '转为小写' }).click()
  await expect(page.getByText('已更改 4 行，被筛选或搜索隐藏的行保持不变')).toBeVisible()
  await page.getByLabel('在表格中搜索').fill('')
  await expect(cell(page, 2, 1)).toHaveText('CTD-2')

  await toColumn(page, 3)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '按此列分组' }).click()
  await expect(cell(page, 1, 1)).toHaveText('S07 · 4 行')
  await page.getByRole('button', { name: '视图', exact: true }).click()
  await page.getByRole('menuitem', { name: '保存当前视图' }).click()
  await page.getByLabel('视图名称').fill('按站位')
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存视图“按站位”')).toBeVisible()
  await expect(page.getByRole('button', { name: '视图：按站位' })).toBeVisible()
  await page.getByRole('button', { name: '分组：站位' }).click()
  await page.getByRole('menuitem', { name: '取消分组' }).click()
  await page.getByRole('button', { name: '视图', exact: true }).click()
  await page.getByRole('menuitem', { name: '保存当前视图' }).click()
  await page.getByLabel('视图名称').fill('按站')
  await expect(page.getByText('将替换您的同名视图。')).toHaveCount(0)
  await page.getByLabel('视图名称').fill('按站位')
  await expect(page.getByText('将替换您的同名视图。')).toBeVisible()
})

test(
  'a shared view is opened, but not overwritten, by others; it outlives its columns, and goes with its maker’s wish',
  inFull,
  async ({ page, browser }) => {
    const { address, spaceId, table } = await openTable(page, 'shared views')
    const menuItem = (on: Page, name: string | RegExp) => on.getByRole('menuitem', { name })
    const views = (on: Page) => on.locator('.view-in-use')
    const save = async (on: Page, name: string, isShared: boolean) => {
      await views(on).click()
      await menuItem(on, '保存当前视图').click()
      await on.getByLabel('视图名称').fill(name)
      if (isShared) await on.getByLabel('与空间成员共享').check()
      await on.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
      await expect(on.getByText(`已保存视图“${name}”`)).toBeVisible()
      await expect(views(on)).toHaveText(`视图：${name}`)
    }
    const columnAction = async (on: Page, column: number, name: string) => {
      await toColumn(on, column)
      await on.keyboard.press('Escape')
      await on.keyboard.press('Alt+ArrowDown')
      await on.getByRole('menuitem', { name, exact: true }).click()
      await expect(on.getByRole('menu')).toHaveCount(0)
    }
    const opened = async (email: string) => {
      const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: null })
      const other = await context.newPage()
      await signIn(other, email, address)
      await expect(cell(other, 1, 1)).toHaveText('CTD-1')
      return other
    }
    const other = await opened('zhang@demo.test')
    const reader = await opened('okafor@demo.test')

    await test.step('members who have the table open find it at once, others who read it at their next visit', async () => {
      await page.getByLabel('在表格中搜索').fill('')
      await columnAction(page, 2, '降序排列')
      await columnAction(page, 3, '按此列筛选')
      await page.locator('.ant-select-item-option', { hasText: 'S07' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '应用' }).click()
      await columnAction(page, 4, '隐藏列')
      await expect(cell(page, 1, 1)).toHaveText('CTD-10')
      await save(page, '浅水站', true)
      await reader.reload()
      for (const on of [other, reader]) {
        await expect(cell(on, 1, 1)).toHaveText('CTD-1')
        await views(on).click()
        await expect(menuItem(on, /浅水站/)).toHaveText('浅水站共享')
        await menuItem(on, /浅水站/).click()
        await expect(views(on)).toHaveText('视图：浅水站')
        await expect(cell(on, 1, 1)).toHaveText('CTD-10')
        await expect(on.locator('.table-status')).toContainText('4 / 12 行')
        await expect(on.locator('.table-status')).toContainText('4 / 5 列')
      }
    })
    await test.step('what another changes of it is the view of that one alone; who only reads shares none', async () => {
      await columnAction(other, 2, '升序排列')
      await expect(cell(other, 1, 1)).toHaveText('CTD-1')
      await expect(views(other)).toHaveText('视图')
      await save(other, '浅水站', false)
      await views(other).click()
      await expect(menuItem(other, /浅水站/)).toHaveText(['浅水站共享', '浅水站个人'])
      await other.keyboard.press('Escape')
      await expect(views(page)).toHaveText('视图：浅水站')
      await expect(cell(page, 1, 1)).toHaveText('CTD-10')
      await views(reader).click()
      await menuItem(reader, '保存当前视图').click()
      await expect(reader.getByLabel('视图名称')).toBeVisible()
      await expect(reader.getByLabel('与空间成员共享')).toHaveCount(0)
      await reader.keyboard.press('Escape')
    })
    await test.step('a link to it shows its rows in its order', async () => {
      await reader.goto(page.url())
      await expect(cell(reader, 1, 1)).toHaveText('CTD-10')
      await expect(reader.locator('.view-chip')).toHaveText(/站位 属于 S07/)
      await expect(views(reader)).toHaveText('视图：浅水站')
    })
    await test.step('a column that goes leaves the rest of it', async () => {
      await columnAction(page, 3, '删除列')
      await page.getByRole('dialog').getByRole('button', { name: '删除列' }).click()
      await expect(page.locator('.table-status')).toContainText('3 / 4 列')
      await views(page).click()
      await menuItem(page, /浅水站/).click()
      await reader.reload()
      for (const [on, first] of [
        [page, 'CTD-12'],
        [reader, 'CTD-12'],
        [other, 'CTD-1'],
      ] as const) {
        await expect(on.locator('.table-status')).toHaveText(/^12 行/)
        await expect(cell(on, 1, 1)).toHaveText(first)
        await expect(on.locator('.view-chip')).toHaveCount(0)
      }
      await page.reload()
      await expect(cell(page, 1, 1)).toHaveText('CTD-12')
      const [, , , hidden] = table.columnList
      const change = { kind: 'removeColumns', columns: [hidden?.id] }
      await expect(other.getByRole('button', { name: '已隐藏 1 列' })).toBeVisible()
      await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
      await expect(other.locator('.table-status')).toContainText('3 / 3 列')
      await expect(other.getByRole('button', { name: '列', exact: true })).toBeVisible()
      for (let step = 0; step < 2; step += 1) await ask(page, `/tables/${table.id}/undo`, { spaceId })
      await expect(cell(page, 1, 1)).toHaveText('CTD-10')
      await expect(page.locator('.view-chip')).toHaveText(/站位 属于 S07/)
    })
    await test.step('it is deleted: it is gone for the others, who go on seeing what they saw', async () => {
      await views(page).click()
      await menuItem(page, '删除视图').hover()
      await expect(menuItem(page, /浅水站/)).toHaveCount(2)
      await menuItem(page, /浅水站/)
        .last()
        .click()
      await expect(views(page)).toHaveText('视图')
      await reader.reload()
      await expect(cell(reader, 1, 1)).toHaveText('CTD-10')
      await expect(views(reader)).toHaveText('视图')
      await views(other).click()
      await expect(menuItem(other, /浅水站/)).toHaveText(['浅水站个人'])
      await other.keyboard.press('Escape')
    })
    await other.context().close()
    await reader.context().close()
  },
)

test('a table without rows takes a block that is pasted, adds a row by a key, and takes back that all its rows went', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
  const wish = { spaceId, name: 'from nothing', columns: [{ name: '样品号', type: 'text' }] }
  const table = await ask<Made>(page, '/tables', wish)
  await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
  await expect(page.getByText('还没有行')).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('S07\t12.5\nS09\t13'))
  const grid = page.getByRole('textbox', { name: 'from nothing' })
  await grid.focus()
  await page.keyboard.press('Control+v')
  await page.getByRole('dialog').getByRole('button', { name: '新增并粘贴' }).click()
  await expect(cell(page, 2, 1)).toHaveText('S09')
  await expect(cell(page, 1, 2)).toHaveText('12.5')

  await test.step('undo by the key also when the last rows are gone', async () => {
    await toColumn(page, 1)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '删除 2 行' }).click()
    await expect(page.getByText('还没有行')).toBeVisible()
    await expectAccessible(page)
    await page.locator('.cell-input textarea').focus()
    await page.keyboard.press('Control+z')
    await expect(cell(page, 2, 1)).toHaveText('S09')
    await page.locator('.cell-input textarea').focus()
    await page.keyboard.press('Control+y')
    await expect(page.getByText('还没有行')).toBeVisible()
  })
  await page.locator('.cell-input textarea').focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('')
  await page.keyboard.type('S11')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 1)).toHaveText('S11')
})

test(
  'columns are moved and sized without the mouse, rows sorted by several columns, and what a replacement changes is counted before',
  inFull,
  async ({ page }) => {
    await openTable(page, 'by keys')
    const choose = async (column: number, ...names: string[]) => {
      await toColumn(page, column)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Alt+ArrowDown')
      for (const name of names.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
      await page.getByRole('menuitem', { name: names.at(-1) ?? '', exact: true }).click()
    }
    const heads = () => page.locator('.data-grid [role="columnheader"]').allInnerTexts()
    await choose(1, '右移')
    await expect.poll(async () => (await heads()).slice(0, 2).join()).toContain('水温')
    await choose(2, '左移')
    await expect(cell(page, 1, 1)).toHaveText('CTD-1')
    await choose(1, '列宽', '宽')

    await test.step('a second order, turned and moved before the first', async () => {
      await page.getByRole('button', { name: '排序', exact: true }).click()
      const add = page.getByRole('combobox', { name: '添加排序列' })
      for (const name of ['站位', '水温']) {
        await add.fill(name)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('combobox', { name: `“${name}”的排序方式` })).toBeVisible()
      }
      await expect(cell(page, 2, 1)).toHaveText('CTD-4')
      await page.getByRole('combobox', { name: '“水温”的排序方式' }).click()
      await page.locator('.ant-select-item-option', { hasText: '降序' }).click()
      await expect(cell(page, 1, 1)).toHaveText('CTD-10')
      await page.getByRole('button', { name: '上移“水温”' }).click()
      await expect(cell(page, 1, 1)).toHaveText('CTD-12')
      await expectAccessible(page)
      await page.getByRole('button', { name: '不再按“水温”排序' }).click()
      await expect(cell(page, 1, 1)).toHaveText('CTD-1')
      await page.getByRole('button', { name: '清除排序' }).click()
      await expect(cell(page, 2, 1)).toHaveText('CTD-2')
      await page.keyboard.press('Escape')
    })

    await choose(1, '处理数据', '查找和替换…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('查找').fill('CTD-1')
    await dialog.getByLabel('替换为').fill('X')
    await expect(dialog.getByText('将更改 4 行')).toBeVisible()
    await expect(dialog.locator('.column-preview li').first()).toHaveText('CTD-1 → X')
    await dialog.getByLabel('匹配整个单元格').check()
    await expect(dialog.getByText('将更改 1 行')).toBeVisible()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(cell(page, 1, 1)).toHaveText('X')
    await expect(cell(page, 10, 1)).toHaveText('CTD-10')
  },
)

test('on a phone the head of a table is one line, with a menu of named actions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
  const name = 'Conductivity, temperature and depth of the northern basin'
  const table = await ask<Made>(page, '/tables', { spaceId, name, columns })
  const filled = table.columnList.slice(0, 3).map(({ id }) => id)
  await ask(page, `/tables/${table.id}/changes`, { spaceId, change: { kind: 'addRows', columns: filled, rows } })
  await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
  const head = await page.locator('.table-head').boundingBox()
  const bar = await page.locator('.view-bar').boundingBox()
  expect(head?.height).toBeLessThan(56)
  expect(bar?.height).toBeLessThan(96)
  await page.getByRole('button', { name: `“${name}”的更多操作` }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: '撤销：新增 12 行' })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: '导入', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `向“${name}”导入` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `“${name}”的更多操作` }).click()
  await menu.getByRole('menuitem', { name: '导出', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `导出“${name}”` })).toBeVisible()
})

test('rows are moved by keys, to a number and by hand; not while they are sorted', inFull, async ({ page }) => {
  await openTable(page, 'moves')
  await toColumn(page, 1)
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(cell(page, 2, 1)).toHaveText('CTD-1')
  await expect(cell(page, 1, 1)).toHaveText('CTD-2')
  const box = await page.locator('.data-grid').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 60]
  await page.mouse.click(x, y, { button: 'right' })
  await page.getByRole('menuitem', { name: '移动到指定行…' }).click()
  await page.getByLabel('移动到第几行').fill('99')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('请输入 1 到 12 之间的行号')).toBeVisible()
  await page.getByLabel('移动到第几行').fill('12')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(cell(page, 12, 1)).toHaveText('CTD-2')
  const handle = (box?.x ?? 0) + 8
  await page.mouse.move(handle, y)
  await page.mouse.down()
  await page.mouse.move(handle, y + 40, { steps: 4 })
  await page.mouse.move(handle, y + 60, { steps: 4 })
  // The row that is drawn as the target is the one that a release takes.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
  // At once after the drag: two places are no double click, which would open the cell.
  await toColumn(page, 2)
  await expect(cell(page, 3, 1)).toHaveText('CTD-1')
  await expect(page.getByText('已保存', { exact: true })).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: '降序排列' }).click()
  await expect(cell(page, 1, 2)).toHaveText('11')
  await page.mouse.click(x, y, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: '移动到指定行…' })).toBeDisabled()
})

test(
  'two versions of a table are compared, and a formula shows its results while it is written',
  inFull,
  async ({ page }) => {
    await openTable(page, 'versions')
    await toColumn(page, 2)
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '修改记录' }).click()
    await page.getByRole('button', { name: '比较' }).click()
    const dialog = page.getByRole('dialog', { name: '比较两个版本' })
    await expect(dialog.getByRole('status')).toHaveText('新增 0 行，删除 0 行，修改 1 行')
    await expect(dialog.getByRole('listitem')).toContainText('CTD-1')
    await expect(dialog.getByRole('listitem')).toContainText('0 → 7')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await toColumn(page, 2)
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: '在右侧插入列…' }).click()
    await page.getByLabel('公式').fill('10 / ([水温] - 1)')
    const results = page.getByRole('table', { name: '前几行的结果' })
    await expect(results.getByRole('row').nth(3)).toContainText('10')
    await expect(results.getByRole('row').nth(2)).toContainText('除数为零')
    const inserted = page.getByRole('dialog').filter({ has: page.getByLabel('公式') })
    const type = page.getByRole('combobox', { name: '类型' })
    await expect(inserted.locator('.ant-select', { has: type })).toHaveText('数值')
    await expect(type).toBeDisabled()
    await inserted.getByLabel('列名').fill('差')
    await page.getByLabel('公式').fill('[水温] - ')
    await expect(inserted.getByText('公式不完整')).toHaveCount(1)
    await inserted.getByRole('button', { name: '确定' }).click()
    await expect(inserted.getByText(/^公式有误/)).toBeVisible()
    await expect(inserted.getByText('公式不完整')).toHaveCount(1)
    await page.getByLabel('公式').fill('[水温] - 1')
    await expect(inserted.getByText(/^公式有误/)).toHaveCount(0)
    await expect(inserted.getByText('结果类型：数值')).toBeVisible()
    await page.getByLabel('公式').fill('')
    await expect(inserted.locator('.ant-select', { has: type })).toHaveText('文本')
    await expect(type).toBeEnabled()
  },
)

test(
  'a version that was named is compared with the present by what came, went and changed, restored, and that taken back',
  inFull,
  async ({ page }) => {
    await openTable(page, 'named')
    const history = page.getByRole('dialog', { name: '修改记录' })
    const open = async () => {
      await page.getByRole('button', { name: '修改记录' }).click()
      await expect(history).toBeVisible()
    }
    const close = async () => {
      await history.getByRole('button', { name: '关闭' }).click()
      await expect(history).toHaveCount(0)
    }
    const version = history.getByRole('listitem').filter({ hasText: '原始数据' })
    const told = async (text: string) => {
      await version.getByRole('button', { name: '比较' }).click()
      await expect(page.getByRole('dialog', { name: '比较两个版本' }).getByRole('status')).toHaveText(text)
    }
    await open()
    await history.getByRole('listitem').filter({ hasText: '新增 12 行' }).getByText('命名此版本').click()
    await page.getByLabel('版本名称').fill('原始数据')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(version).toContainText('新增 12 行')
    await close()

    await to(page, 1, 2)
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await to(page, 3, 1)
    await chooseIn(page, 'cell', '删除 1 行')
    await expect(cell(page, 3, 1)).toHaveText('CTD-4')
    await chooseIn(page, 'cell', '在下方插入行')
    await expect(cell(page, 4, 1)).toHaveText('')
    await to(page, 4, 1)
    await page.keyboard.type('新站')
    await page.keyboard.press('Enter')
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    const changed = [
      ['CTD-1', '7'],
      ['CTD-2', '1'],
      ['CTD-4', '3'],
      ['新站', ''],
    ]
    await expectRows(page, changed)

    await open()
    await told('新增 1 行，删除 1 行，修改 1 行')
    const comparison = page.getByRole('dialog', { name: '比较两个版本' })
    await expect(comparison).toContainText('原始数据')
    const differences = comparison.locator('.table-differences li')
    await expect(differences.filter({ hasText: '修改' })).toHaveText(/CTD-1.*水温 0 → 7/)
    await expect(differences.filter({ hasText: '删除' })).toHaveText(/样品号 CTD-3.*水温 2.*站位 S09/)
    await expect(differences.filter({ hasText: '新增' })).toHaveText(/样品号 新站/)
    await page.keyboard.press('Escape')
    await expect(comparison).toHaveCount(0)

    await version.getByRole('button', { name: '恢复到此版本' }).click()
    const asked = page.getByRole('dialog').filter({ hasText: /恢复到 .* 的状态？/ })
    await expect(asked).toContainText('原始数据 · 新增 12 行')
    await asked.getByRole('button', { name: '恢复到此版本' }).click()
    await expect(asked).toHaveCount(0)
    await expectRows(page, [
      ['CTD-1', '0'],
      ['CTD-2', '1'],
      ['CTD-3', '2'],
      ['CTD-4', '3'],
    ])
    await expect(page.locator('.table-status')).toHaveText(/^12 行/)
    await told('新增 0 行，删除 0 行，修改 0 行')
    await expect(differences).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(comparison).toHaveCount(0)
    await close()
    await page.getByRole('button', { name: '撤销', exact: true }).click()
    await expectRows(page, changed)

    await open()
    await told('新增 1 行，删除 1 行，修改 1 行')
    await page.keyboard.press('Escape')
    await version.getByRole('button', { name: '命名此版本' }).click()
    await expect(page.getByLabel('版本名称')).toHaveValue('原始数据')
    await page.getByLabel('版本名称').fill('')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(version).toHaveCount(0)
  },
)

test(
  'why a formula gave no value is shown below the mouse, and said at the selected cell',
  inFull,
  async ({ page }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
    const [a, b, ratio] = [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number' },
      { name: 'c', type: 'number', formula: '[a] / [b]' },
    ]
    const table = await ask<Made>(page, '/tables', { spaceId, name: 'ratios', columns: [a, b, ratio] })
    const filled = table.columnList.slice(0, 2).map(({ id }) => id)
    const change = { kind: 'addRows', columns: filled, rows: [['1', '0']] }
    await ask(page, `/tables/${table.id}/changes`, { spaceId, change })
    await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
    await expect(cell(page, 1, 1)).toHaveText('1')
    const box = await page.locator('.data-grid').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 314, (box?.y ?? 0) + 60]
    await page.mouse.move(x, y)
    await expect(page.getByRole('tooltip')).toHaveText('除数为零')
    await page.mouse.click(x, y)
    await expect(page.getByRole('tooltip')).toBeHidden()
    await expect(page.locator('.cell-input [aria-live]')).toHaveText('c，第 1 行：除数为零')
  },
)

test(
  'a table is exported into a folder, and moved to another space with what its people will see',
  inFull,
  async ({ page }) => {
    const { table, spaceId } = await openTable(page, 'going')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('button', { name: '导出到空间…' }).click()
    await page.getByRole('treeitem').first().click()
    await page.getByRole('button', { name: '导出到此处' }).click()
    await expect(page.getByText(/已开始导出/)).toBeVisible()
    await expect
      .poll(async () => {
        const answer = await page.request.get('/api/files', { params: { spaceId, size: 100 } })
        const { data } = (await answer.json()) as { data: { list: { name: string }[] } }
        return data.list.map(({ name }) => name)
      })
      .toContain('going.xlsx')
    await page.locator('.table-head').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: '移动到其他空间' }).click()
    await page.getByLabel('目标空间').fill('冰川')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/所有能查看“.*”的人都能看到该表格/)).toBeVisible()
    await page.getByRole('button', { name: '移动', exact: true }).click()
    await expect(page).not.toHaveURL(new RegExp(table.id))
    await expect(cell(page, 1, 1)).toHaveText('CTD-1')
  },
)

test(
  'every action of a column is chosen from its menu, and what it changed is taken back',
  inFull,
  async ({ page }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
    const table = await ask<Made>(page, '/tables', {
      spaceId,
      name: 'column actions',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number', unit: '°C' },
        { name: '备注', type: 'text' },
      ],
    })
    const values = [
      [' ctd-1 ', '10', '清,深'],
      ['ctd-2', null, '浊,浅'],
      ['ctd-3', '30', null],
      [null, '20', '清,浅'],
    ]
    const filled = table.columnList.map(({ id }) => id)
    await ask(page, `/tables/${table.id}/changes`, {
      spaceId,
      change: { kind: 'addRows', columns: filled, rows: values },
    })
    await page.goto(`/space/${spaceId}/details/form?table=${table.id}`)
    await expect(cell(page, 2, 1)).toHaveText('ctd-2')

    const dialog = page.getByRole('dialog')
    const status = page.locator('.table-status')
    const undo = page.getByRole('button', { name: '撤销', exact: true })
    await toColumn(page, 1)
    /** Chooses an action of the column in which the selection is; the input of the cell has the focus before and after. */
    const choose = async (...names: string[]) => {
      await page.locator('.cell-input textarea').focus()
      await page.keyboard.press('Alt+ArrowDown')
      for (const name of names.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
      await page.getByRole('menuitem', { name: names.at(-1) ?? '', exact: true }).click()
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    const to = async (column: number) => {
      await page.locator('.cell-input textarea').focus()
      await page.keyboard.press('Control+Home')
      for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight')
    }
    const apply = async () => {
      await dialog.getByRole('button', { name: '确定' }).click()
      await expect(dialog).toHaveCount(0)
    }
    const texts = async (column: number, wanted: string[]) => {
      for (const [at, text] of wanted.entries()) await expect(cell(page, at + 1, column)).toHaveText(text)
    }

    await test.step('the order of rows', async () => {
      await to(2)
      await choose('降序排列')
      await texts(2, ['30', '20', '10', ''])
      await choose('升序排列')
      await texts(2, ['10', '20', '30', ''])
      await choose('取消按此列排序')
      await texts(2, ['10', '', '30', '20'])
    })
    await test.step('which rows are seen', async () => {
      await to(3)
      await choose('按此列筛选')
      const option = (name: string) => page.locator('.ant-select-item-option', { hasText: name })
      // The list of values, each with how many rows have it, is open; a search is asked of the server.
      await expect(option('（空）')).toHaveText('（空）1')
      await expect(option('清,深')).toBeVisible()
      await page.keyboard.type('浅')
      await expect(option('清,深')).toHaveCount(0)
      await option('全选列出的 2 个值').click()
      await dialog.getByRole('button', { name: '应用' }).click()
      await expect(status).toContainText('2 / 4 行')
      await expect(page.locator('.view-chip')).toHaveText(/备注 属于 清,浅、浊,浅/)
      await texts(1, ['ctd-2', ''])
      await choose('按此列筛选')
      await expect(dialog.getByRole('combobox', { name: '值' })).toBeFocused()
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await option('（空）').click()
      await dialog.getByRole('button', { name: '应用' }).click()
      await expect(page.locator('.view-chip')).toHaveText(/备注 属于 （空）/)
      await texts(1, ['ctd-3'])
      await page.getByRole('button', { name: /移除筛选/ }).click()
      await expect(status).toHaveText(/^4 行/)
    })
    await test.step('by conditions in groups, of one of which one is enough', async () => {
      await page.getByRole('button', { name: '筛选' }).click()
      await dialog.getByLabel('值').fill('ctd')
      await dialog.getByRole('button', { name: '添加条件组' }).click()
      const any = dialog.getByRole('group').nth(1)
      await any.getByRole('button', { name: '添加条件' }).click()
      await any.getByLabel('值').nth(0).fill('-1')
      await any.getByLabel('值').nth(1).fill('-3')
      await dialog.getByRole('button', { name: '应用' }).click()
      const chips = page.locator('.view-chip')
      await expect(chips).toHaveText([/样品号 包含 ctd/, /样品号 包含 -1 或 样品号 包含 -3/])
      await texts(1, ['ctd-1', 'ctd-3'])
      await page
        .getByRole('button', { name: /移除筛选/ })
        .last()
        .click()
      await expect(chips).toHaveText([/样品号 包含 ctd/])
      await page.getByRole('button', { name: /移除筛选/ }).click()
      await expect(status).toHaveText(/^4 行/)
    })
    await test.step('what a column comes to', async () => {
      await to(2)
      await choose('统计')
      await expect(dialog.getByRole('definition').nth(0)).toHaveText('3')
      await expect(dialog.getByRole('definition').nth(1)).toHaveText('1')
      await expect(dialog).toContainText('平均值20')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
    await test.step('how columns are seen', async () => {
      await choose('适合内容宽度')
      await choose('冻结到此列')
      await page.locator('.cell-input textarea').focus()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(page.getByRole('menuitem', { name: '取消冻结', exact: true })).toBeVisible()
      await page.getByRole('menuitem', { name: '取消冻结', exact: true }).click()
      await choose('隐藏列')
      await expect(status).toContainText('2 / 3 列')
      await page.getByRole('button', { name: /已隐藏 1 列/ }).click()
      await page.getByText('显示全部').click()
      await expect(status).toContainText('3 / 3 列')
    })
    await test.step('texts', async () => {
      await page.keyboard.press('Escape')
      await to(1)
      await choose('处理数据', '去除首尾空格')
      await expect(cell(page, 1, 1)).toHaveText(/^ctd-1$/)
      await choose('处理数据', '转为大写')
      await texts(1, ['CTD-1', 'CTD-2', 'CTD-3', ''])
      await choose('处理数据', '添加后缀…')
      await dialog.getByLabel('后缀').fill('-b')
      await apply()
      await texts(1, ['CTD-1-b', 'CTD-2-b', 'CTD-3-b', ''])
      await undo.click()
      await texts(1, ['CTD-1', 'CTD-2', 'CTD-3', ''])
    })
    await test.step('empty cells', async () => {
      await to(1)
      await choose('处理数据', '将空值填充为…')
      await dialog.getByLabel('值').fill('CTD-4')
      await apply()
      await expect(cell(page, 4, 1)).toHaveText('CTD-4')
      await to(2)
      await choose('处理数据', '线性插值填充空值')
      await expect(cell(page, 2, 2)).toHaveText('20')
      await undo.click()
      await expect(cell(page, 2, 2)).toHaveText('')
      await choose('处理数据', '用上一行填充空值')
      await expect(cell(page, 2, 2)).toHaveText('10')
      await to(3)
      await choose('处理数据', '用上一行填充空值')
      await expect(cell(page, 3, 3)).toHaveText('浊,浅')
    })
    await test.step('columns come beside others, out of others and apart', async () => {
      await to(1)
      await choose('在左侧插入列…')
      await dialog.getByLabel('列名').fill('序号')
      await apply()
      await expect(status).toContainText('4 / 4 列')
      await texts(2, ['CTD-1', 'CTD-2', 'CTD-3', 'CTD-4'])
      await to(4)
      await choose('拆分列…')
      await dialog.getByLabel('分隔符').fill(',')
      await apply()
      await expect(status).toContainText('6 / 6 列')
      await texts(5, ['清', '浊', '浊', '清'])
      await texts(6, ['深', '浅', '浅', '浅'])
      await to(2)
      await choose('合并列…')
      await dialog.getByLabel('要合并的列').click()
      await page.locator('.ant-select-item-option').getByText('水温', { exact: true }).click()
      await page.keyboard.press('Escape')
      await dialog.getByLabel('列名').fill('样品和水温')
      await apply()
      await expect(status).toContainText('7 / 7 列')
      await expect(page.locator('.data-grid td').getByText('CTD-1 10', { exact: true })).toHaveCount(1)
      await undo.click()
      await expect(status).toContainText('6 / 6 列')
      await undo.click()
      await expect(status).toContainText('4 / 4 列')
      await undo.click()
      await expect(status).toContainText('3 / 3 列')
      await texts(1, ['CTD-1', 'CTD-2', 'CTD-3', 'CTD-4'])
    })
    await test.step('what was done to a column', async () => {
      await to(2)
      await choose('查看此列的修改记录')
      const entries = dialog.getByRole('listitem')
      await expect(dialog).toContainText('“水温”列的修改记录')
      await expect(entries.filter({ hasText: '填充“水温”列的空单元格，1 行' })).toHaveCount(3)
      await expect(entries.filter({ hasText: '样品号' })).toHaveCount(0)
    })
  },
)
