import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { excel, google, libreOffice, wps } from '../support/clipboard.ts'
import type { Wish } from '../support/data-table.ts'
import { inFull } from '../support/full.ts'
import { below, cell, choose, columnAt, drag, expectRows, head, openMade, placeOf, to } from './data-grid.ts'
import { expect, expectAccessible, PASSWORD, test } from './journey.ts'

const undo = (page: Page) => page.getByRole('button', { name: '撤销', exact: true })
const status = (page: Page) => page.locator('.table-status')
const dialog = (page: Page) => page.getByRole('dialog')
async function apply(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test(
  'a column is renamed, described and shown in a format, which its cells, its form and screen readers say',
  inFull,
  async ({ page, server }) => {
    await openMade(page, server, {
      name: 'described',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number', unit: '°C' },
        { name: '采样时间', type: 'datetime' },
      ],
      rows: [
        ['CTD-1', '1234.5', '2026-08-04T02:30:00Z'],
        ['CTD-2', '0.256', null],
      ],
    })
    await to(page, 1, 2)
    await choose(page, 'column', '列设置…')
    await dialog(page).getByLabel('列名').fill('温度')
    await dialog(page).getByLabel('单位').fill('K')
    await dialog(page).getByLabel('说明').fill('水面下 1 米')
    await dialog(page).getByLabel('小数位数').fill('2')
    await dialog(page).getByLabel('千位分隔符').click()
    await apply(page)
    await expect(head(page, 2)).toHaveText('温度')
    await expect(cell(page, 1, 2)).toHaveText('1,234.50')
    await expect(cell(page, 2, 2)).toHaveText('0.26')

    await choose(page, 'cell', '在表单中打开')
    await expect(dialog(page).getByLabel('温度 (K)')).toHaveValue('1234.5')
    await expect(dialog(page)).toContainText('水面下 1 米')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    await choose(page, 'column', '列设置…')
    await expect(dialog(page).getByLabel('说明')).toHaveValue('水面下 1 米')
    await dialog(page).getByLabel('小数位数').fill('1')
    await dialog(page).getByLabel('百分比').click()
    await apply(page)
    await expect(cell(page, 1, 2)).toHaveText('123,450.0%')
    await expect(cell(page, 2, 2)).toHaveText('25.6%')

    await to(page, 1, 3)
    await expect(cell(page, 1, 3)).toHaveText('2026-08-04 10:30')
    await choose(page, 'column', '列设置…')
    await dialog(page).getByLabel('时区').fill('加德满都')
    await page.keyboard.press('Enter')
    await apply(page)
    await expect(cell(page, 1, 3)).toHaveText('2026-08-04 08:15')

    await undo(page).click()
    await expect(cell(page, 1, 3)).toHaveText('2026-08-04 10:30')
    await undo(page).click()
    await expect(cell(page, 1, 2)).toHaveText('1,234.50')
    await undo(page).click()
    await expect(cell(page, 1, 2)).toHaveText('1234.5')
    await expect(head(page, 2)).toHaveText('水温')
  },
)

test(
  'a type is changed without a loss, and in spite of one only after it was accepted; both are taken back',
  inFull,
  async ({ page, server }) => {
    await openMade(page, server, {
      name: 'types',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
        { name: '深度', type: 'text' },
      ],
      rows: [
        ['CTD-1', '10.50', '5'],
        ['CTD-2', '7', '未测'],
        ['CTD-3', null, '007'],
      ],
    })
    const changeTo = async (column: number, type: string) => {
      await to(page, 1, column)
      await choose(page, 'column', '更改类型…')
      await dialog(page).getByLabel('类型').click()
      await page.locator('.ant-select-item-option').getByText(type, { exact: true }).click()
    }
    await changeTo(2, '文本')
    await expect(dialog(page)).toContainText('2 个值均可转换')
    await apply(page)
    await to(page, 1, 2)
    await page.keyboard.type('温')
    await page.keyboard.press('Enter')
    await expectRows(page, [
      ['CTD-1', '温', '5'],
      ['CTD-2', '7', '未测'],
    ])
    await undo(page).click()
    await undo(page).click()
    await expect(cell(page, 1, 2)).toHaveText('10.50')

    await changeTo(3, '数值')
    await expect(dialog(page)).toContainText('共 3 个值，其中 1 个无法转换，将变为空值：未测仍然转换')
    await dialog(page).getByRole('button', { name: '确定' }).click()
    await expect(dialog(page)).toContainText('有 1 个值无法转换。如需清空这些值，请勾选“仍然转换”。')
    await expectAccessible(page)
    await dialog(page).getByLabel('仍然转换').check()
    await apply(page)
    await expectRows(page, [
      ['CTD-1', '10.50', '5'],
      ['CTD-2', '7', ''],
      ['CTD-3', '', '7'],
    ])
    await to(page, 1, 3)
    await page.keyboard.type('深')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '“深度”列不支持“深”' })).toBeVisible()
    await page.keyboard.press('Escape')
    await undo(page).click()
    await expectRows(page, [
      ['CTD-1', '10.50', '5'],
      ['CTD-2', '7', '未测'],
      ['CTD-3', '', '007'],
    ])
    await expect(undo(page)).toBeEnabled()
  },
)

test(
  'columns are frozen, moved and sized by hand and fitted to what they hold, and stay so',
  inFull,
  async ({ page, server }) => {
    const many = Array.from({ length: 16 }, (_, i) => `深度 ${i + 1}`)
    const { one, client } = await openMade(page, server, {
      name: 'places',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '备注', type: 'text' },
        ...many.map((name) => ({ name, type: 'number' as const })),
      ],
      rows: [['CTD-1', '短', ...many.map((_, i) => String(i))]],
    })
    const looked = () => page.waitForResponse((response) => response.url().endsWith('/view') && response.ok())

    await test.step('a frozen column stays where it is while the others move', async () => {
      await to(page, 1, 2)
      const before = await columnAt(page, '备注')
      await choose(page, 'column', '冻结到此列')
      const { x, y } = await placeOf(page, 1, '深度 2')
      await page.mouse.move(x, y)
      await page.mouse.wheel(700, 0)
      await expect.poll(async () => (await columnAt(page, '深度 8')).x).toBeLessThan(x)
      expect(await columnAt(page, '备注')).toEqual(before)
      const frozen = await placeOf(page, 1, '备注')
      await page.mouse.click(frozen.x, frozen.y)
      await expect(page.getByRole('textbox', { name: /备注，第 1 行/ })).toBeFocused()
      await expect(cell(page, 1, 2)).toHaveText('短')
      await choose(page, 'column', '取消冻结')
      await expect(below(page, '备注')).toHaveCount(0)
      await page.keyboard.press('Control+Home')
      expect(await columnAt(page, '备注')).toEqual(before)
    })

    await test.step('a column is sized by its edge, and fitted by two clicks there or by its menu', async () => {
      const { y } = await placeOf(page, 0, '备注')
      const { right, width } = await columnAt(page, '备注')
      const kept = looked()
      await drag(page, { x: right - 2, y }, { x: right + 98, y })
      // An edge that is a pixel wide is taken anywhere near it.
      const gained = async () => Math.round(((await columnAt(page, '备注')).width - width) / 10)
      await expect.poll(gained).toBe(10)
      await kept
      await page.reload()
      await expect.poll(gained).toBe(10)
      await page.mouse.dblclick(right + 98, y)
      await expect.poll(async () => (await columnAt(page, '备注')).width).toBeLessThan(100)
      const fitted = (await columnAt(page, '备注')).width
      await expect(page.locator('.cell-input.open')).toHaveCount(0)

      await client.data(contract.tables.change, {
        ...one,
        change: { kind: 'addRows', columns: [2], rows: [['很长的备注：'.repeat(6)]] },
      })
      await expect(cell(page, 2, 2)).toHaveText('很长的备注：'.repeat(6))
      await to(page, 1, 2)
      await choose(page, 'column', '适合内容宽度')
      await expect.poll(async () => (await columnAt(page, '备注')).width).toBeGreaterThan(fitted + 300)
    })

    await test.step('a column is dragged before another, for everybody, and that is taken back', async () => {
      await drag(page, await placeOf(page, 0, '深度 2'), await placeOf(page, 0, '样品号'))
      await expect(head(page, 1)).toHaveText('深度 2')
      await expectRows(page, [['1', 'CTD-1']])
      await drag(page, await placeOf(page, 0, '深度 2'), await placeOf(page, 0, '备注'))
      await expect(head(page, 3)).toHaveText('深度 2')
      await undo(page).click()
      await expect(head(page, 1)).toHaveText('深度 2')
      await undo(page).click()
      await expectRows(page, [['CTD-1', '短', '0', '1']])
    })
  },
)

test(
  'rows are doubled and deleted, and a cell is copied and emptied, from the menu of a cell; each is taken back',
  inFull,
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openMade(page, server, {
      name: 'rows',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
      ],
      rows: [
        ['CTD-1', '1'],
        ['CTD-2', '2'],
        ['CTD-3', '3'],
        ['CTD-4', '4'],
      ],
    })
    const all = [
      ['CTD-1', '1'],
      ['CTD-2', '2'],
      ['CTD-3', '3'],
      ['CTD-4', '4'],
    ]
    await to(page, 2, 1)
    await choose(page, 'cell', '复制 1 行')
    await expect(status(page)).toHaveText(/^5 行/)
    await expectRows(page, [
      ['CTD-1', '1'],
      ['CTD-2', '2'],
      ['CTD-2', '2'],
      ['CTD-3', '3'],
    ])
    await undo(page).click()
    await expectRows(page, all)

    await to(page, 2, 1)
    await page.keyboard.press('Shift+ArrowDown')
    await choose(page, 'cell', '复制 2 行')
    await expectRows(page, [['CTD-1'], ['CTD-2'], ['CTD-3'], ['CTD-2'], ['CTD-3'], ['CTD-4']])
    await undo(page).click()
    await expectRows(page, all)
    await to(page, 2, 1)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ ')
    await choose(page, 'cell', '删除 2 行')
    await expect(status(page)).toHaveText(/^2 行/)
    await expectRows(page, [
      ['CTD-1', '1'],
      ['CTD-4', '4'],
    ])
    await undo(page).click()
    await expectRows(page, all)

    await to(page, 3, 2)
    await choose(page, 'cell', '复制单元格')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('3')
    await choose(page, 'cell', '清空单元格')
    await expect(cell(page, 3, 2)).toHaveText('')
    await to(page, 1, 2)
    await page.keyboard.press('Control+v')
    await expect(cell(page, 1, 2)).toHaveText('3')
    await undo(page).click()
    await undo(page).click()
    await expectRows(page, all)
  },
)

test(
  'rules of a column mark, count and list what breaks them; once they refuse, the cell stays open and says why',
  inFull,
  async ({ page, server }) => {
    await openMade(page, server, {
      name: 'rules',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
      ],
      rows: [
        ['CTD-1', '10'],
        ['CTD 2', '99'],
        [null, '20'],
      ],
    })
    await to(page, 1, 1)
    await choose(page, 'column', '列设置…')
    await dialog(page).getByLabel('必填').click()
    await dialog(page).getByLabel('正则表达式').fill('CTD-\\d+')
    await apply(page)
    await expect(cell(page, 2, 1)).toHaveText('CTD 2 格式不符合要求')
    await expect(cell(page, 3, 1)).toHaveText('必填项不能为空')
    await expect(cell(page, 1, 1)).toHaveText('CTD-1')
    await to(page, 1, 2)
    await choose(page, 'column', '列设置…')
    await dialog(page).getByLabel('最小值').fill('0')
    await dialog(page).getByLabel('最大值').fill('40')
    await apply(page)
    await expect(cell(page, 2, 2)).toHaveText('99 超出允许范围')

    await test.step('a value that breaks a rule is taken and marked while the rules do not refuse', async () => {
      await to(page, 1, 2)
      await page.keyboard.type('50')
      await page.keyboard.press('Enter')
      await expect(cell(page, 1, 2)).toHaveText('50 超出允许范围')
    })
    await test.step('they are counted, and shown alone', async () => {
      await to(page, 1, 2)
      await choose(page, 'column', '统计')
      const statistics = page.getByRole('dialog', { name: '水温' })
      await expect(statistics).toContainText('不符合规则2')
      await statistics.getByRole('button', { name: '查看这些行' }).click()
      await expect(status(page)).toContainText('2 / 3 行')
      await expect(page.locator('.view-chip')).toHaveText(/水温 不符合规则/)
      await expectRows(page, [
        ['CTD-1', '50 超出允许范围'],
        ['CTD 2 格式不符合要求', '99 超出允许范围'],
      ])
      await page.getByRole('button', { name: /移除筛选/ }).click()
      await expect(status(page)).toHaveText(/^3 行/)
    })
    await test.step('rules that refuse are made so, and a cell that breaks them says why beside it', async () => {
      await page.keyboard.press('Escape')
      await to(page, 1, 2)
      await choose(page, 'column', '列设置…')
      await dialog(page).getByLabel('拒绝不符合规则的值').click()
      await apply(page)
      await to(page, 3, 2)
      await page.keyboard.type('60')
      await page.keyboard.press('Enter')
      const problem = page.locator('.cell-input').getByRole('alert')
      await expect(problem).toHaveText('“水温”列不支持“60”：超出允许范围')
      await expect(page.locator('.cell-input.open textarea')).toHaveValue('60')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(cell(page, 3, 2)).toHaveText('20')
    })
  },
)

test(
  'rows in sight keep their place when somebody else adds or deletes rows above them',
  inFull,
  async ({ page, server }) => {
    const rows = Array.from({ length: 1200 }, (_, i) => [`CTD-${String(i + 1).padStart(4, '0')}`, String(i)])
    const { one, ids } = await openMade(page, server, {
      name: 'above',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
      ],
      rows,
    })
    const other = await new Client(server.origin).login('zhang@demo.test', PASSWORD)
    const change = (wish: Wish) => other.data(contract.tables.change, { ...one, change: wish })
    /** Where a row is drawn, in px below the head of the grid. */
    const drawnAt = async (text: string) => {
      const row = page.locator('.data-grid [aria-rowindex]').filter({ has: page.getByText(text, { exact: true }) })
      const place = Number(await row.getAttribute('aria-rowindex')) - 2
      const scrolled = await page.locator('.dvn-scroller').evaluate(({ scrollTop }) => scrollTop)
      return place * 30 - scrolled
    }
    const { x, y } = await placeOf(page, 5, '样品号')
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 9000 + 13)
    await expect(cell(page, 310, 1)).toHaveText('CTD-0310')
    const before = await drawnAt('CTD-0310')
    const add = (count: number) =>
      change({ kind: 'addRows', columns: ids, rows: Array.from({ length: count }, () => ['新', '1']), behind: null })

    const { rows: few } = await add(3)
    await expect(cell(page, 313, 1)).toHaveText('CTD-0310')
    expect(await drawnAt('CTD-0310')).toBe(before)
    await change({ kind: 'removeRows', rows: few })
    await expect(cell(page, 310, 1)).toHaveText('CTD-0310')
    expect(await drawnAt('CTD-0310')).toBe(before)
    // More than are loaded around those in sight.
    await add(2000)
    await expect(cell(page, 2310, 1)).toHaveText('CTD-0310')
    expect(await drawnAt('CTD-0310')).toBe(before)

    await to(page, 1, 1)
    await expect(cell(page, 1, 1)).toHaveText('新')
    await change({ kind: 'addRows', columns: ids, rows: [['最新', '1']], behind: null })
    await expect(cell(page, 1, 1)).toHaveText('最新')
    expect(await page.locator('.dvn-scroller').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  },
)

test(
  'a selection is summed up below the table, again after each change of it; statistics draw how values are spread',
  inFull,
  async ({ page, server }) => {
    const { one, ids, client } = await openMade(page, server, {
      name: 'sums',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
      ],
      rows: [
        ['CTD-1', '10.5'],
        ['CTD-2', '20'],
        ['CTD-3', null],
        ['CTD-4', '40'],
      ],
    })
    await to(page, 1, 2)
    for (let at = 1; at < 4; at += 1) await page.keyboard.press('Shift+ArrowDown')
    await expect(status(page)).toContainText('已选 4 行 × 1 列，3 个值 · 合计 70.5 · 平均 23.5 · 最小 10.5 · 最大 40')
    await client.data(contract.tables.change, {
      ...one,
      change: { kind: 'fill', columns: [ids[1] ?? 0], how: { what: 'value', value: '30' } },
    })
    await expect(status(page)).toContainText('4 个值 · 合计 100.5')
    await page.keyboard.press('Control+d')
    await expect(status(page)).toContainText('4 个值 · 合计 42 · 平均 10.5')
    await page.keyboard.press('Control+z')
    // The cells that were undone are selected.
    await expect(status(page)).toContainText('已选 3 行 × 1 列，3 个值 · 合计 90')

    await choose(page, 'column', '统计')
    const statistics = page.getByRole('dialog', { name: '水温' })
    await expect(statistics.getByRole('definition')).toHaveText([
      '4',
      '0',
      '4',
      '10.5',
      '40',
      '25.125',
      '25',
      '12.717',
      '100.5',
    ])
    const bars = statistics.getByRole('img', { name: '分布直方图' }).locator('rect')
    const counts = (await bars.locator('title').allTextContents()).map((text) => Number(text.split(': ')[1]))
    expect(counts.reduce((all, one) => all + one, 0)).toBe(4)
    await expect(statistics.locator('figcaption span')).toHaveText(['10.5', '40'])
    await expectAccessible(page)
  },
)

const COPIED = '007\t17.1\r\n"north\nshore"\t46238'

/** Puts what a program copies on the clipboard, as it is. */
const putOn = (page: Page, forms: { html: string; text: string }) =>
  page.evaluate(({ html, text }) => {
    const give = (event: ClipboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      event.clipboardData?.setData('text/html', html)
      event.clipboardData?.setData('text/plain', text)
    }
    document.addEventListener('copy', give, { once: true, capture: true })
    document.execCommand('copy')
  }, forms)

test(
  'blocks are pasted from other programs as they hold them, and their line breaks and leading zeros',
  inFull,
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { one, client } = await openMade(page, server, {
      name: 'pasted',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
      ],
      rows: [
        ['-', '1'],
        ['-', '3'],
      ],
    })
    for (const [program, html, day] of [
      ['Excel', excel, '46238'],
      ['WPS', wps, '2026/8/4'],
      ['Google Sheets', google, '2026-08-04'],
      ['LibreOffice', libreOffice, '2026-08-04'],
    ] as const) {
      await test.step(program, async () => {
        await to(page, 1, 1)
        await putOn(page, { html, text: COPIED })
        await page.keyboard.press('Control+v')
        if (program !== 'Excel') {
          // A date is no number: the others are kept.
          await expect(dialog(page)).toContainText('1 个值无法写入')
          await expect(dialog(page)).toContainText(`第 2 行“水温”列：“${day}”`)
          await dialog(page).getByRole('button', { name: '仅保存其余 3 个' }).click()
          await expect(dialog(page)).toHaveCount(0)
        }
        await expect(cell(page, 2, 1)).toHaveText('north shore')
        await expect(page.getByText('已保存', { exact: true })).toBeVisible()
        const { rows } = await client.data(contract.tables.rows, one)
        expect(rows.map(({ cells }) => cells)).toEqual([
          ['007', '17.115'],
          ['north\nshore', program === 'Excel' ? day : '3'],
        ])
        await undo(page).click()
        await expectRows(page, [
          ['-', '1'],
          ['-', '3'],
        ])
      })
    }
  },
)

test(
  'cells are filled by their handle and by keys, cut, and copied with what stands behind their texts',
  inFull,
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { one, client } = await openMade(page, server, {
      name: 'filled',
      columns: [
        { name: '样品号', type: 'text' },
        { name: '水温', type: 'number' },
        { name: '备注', type: 'text' },
        { name: '批次', type: 'text' },
        { name: '站位', type: 'choice', options: ['S07', 'S09'] },
        { name: '照片', type: 'file' },
        { name: '负责人', type: 'person' },
      ],
      rows: [
        ['CTD-1', '1', '清', null, 'S09', null, null],
        ['CTD-2', '3', '浊', null, null, null, null],
        ...Array.from({ length: 4 }, () => [null, null, null, null, null, null, null]),
      ],
    })
    await to(page, 1, 2)
    await page.keyboard.press('Shift+ArrowDown')
    const [{ right }, { y }, target] = await Promise.all([
      columnAt(page, '水温'),
      placeOf(page, 2, '水温'),
      placeOf(page, 5, '水温'),
    ])
    await drag(page, { x: right - 4, y: y + 12 }, target)
    await expectRows(page, [
      ['CTD-1', '1'],
      ['CTD-2', '3'],
      ['', '5'],
      ['', '7'],
      ['', '9'],
      ['', ''],
    ])
    await undo(page).click()
    await expect(cell(page, 3, 2)).toHaveText('')

    await to(page, 1, 3)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+r')
    await expect(cell(page, 1, 4)).toHaveText('清')
    await expect(cell(page, 2, 4)).toHaveText('浊')

    await page.keyboard.press('Control+x')
    await expect(cell(page, 2, 3)).toHaveText('')
    await expect(cell(page, 1, 4)).toHaveText('')
    await to(page, 4, 3)
    await page.keyboard.press('Control+v')
    await expect(cell(page, 5, 4)).toHaveText('浊')
    await expect(cell(page, 4, 3)).toHaveText('清')
    for (let at = 0; at < 3; at += 1) await undo(page).click()
    await expectRows(page, [
      ['CTD-1', '1', '清', ''],
      ['CTD-2', '3', '浊', ''],
    ])
    await expect(cell(page, 5, 4)).toHaveText('')

    await test.step('a term, a file and a person', async () => {
      const pick = async (column: number, typed: string, name: string) => {
        await to(page, 1, column)
        await page.keyboard.press('Enter')
        await page.keyboard.type(typed)
        await expect(page.locator('.reference-option')).toHaveCount(1)
        await page.keyboard.press('Enter')
        await expect(cell(page, 1, column)).toHaveText(name)
      }
      await pick(6, 'S01_temp', 'S01_temperature.png')
      await pick(7, '张', '张启明')
      await to(page, 1, 5)
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Control+c')
      await expect(page.getByText('已复制 3 个单元格')).toBeVisible()
      await to(page, 3, 5)
      await page.keyboard.press('Control+v')
      await expect(cell(page, 3, 5)).toHaveText('S09')
      await to(page, 1, 6)
      await choose(page, 'cell', '复制单元格')
      await to(page, 4, 6)
      await page.keyboard.press('Control+v')
      await expect(cell(page, 4, 6)).toHaveText('S01_temperature.png')
      await expect(page.getByText('已保存', { exact: true })).toBeVisible()
      const { rows } = await client.data(contract.tables.rows, one)
      const [copied, , pasted, single] = rows.map(({ cells }) => cells.slice(4))
      expect(pasted).toEqual(copied)
      expect(single).toEqual([null, copied?.[1], null])
    })
  },
)

test(
  'a row of a table that refuses missing values is added by a form, which asks for them',
  inFull,
  async ({ page, server }) => {
    await openMade(page, server, {
      name: 'strict',
      columns: [
        { name: '样品号', type: 'text', rules: { isRequired: true, isStrict: true } },
        { name: '水温', type: 'number' },
      ],
      rows: [
        ['CTD-1', '1'],
        ['CTD-2', '2'],
      ],
    })
    await to(page, 1, 1)
    await choose(page, 'cell', '在下方插入行')
    const form = page.getByRole('dialog', { name: '新增一行' })
    await form.getByLabel('水温').fill('9')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('必填')).toBeVisible()
    await form.getByLabel('样品号').fill('CTD-1b')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expectRows(page, [
      ['CTD-1', '1'],
      ['CTD-1b', '9'],
      ['CTD-2', '2'],
    ])
  },
)

test('a table is legible in both themes, wide and on a phone', inFull, async ({ page, server }) => {
  await openMade(page, server, {
    name: 'themes',
    columns: [
      { name: '样品号', type: 'text', rules: { isRequired: true } },
      { name: '水温', type: 'number', unit: '°C', rules: { greatest: '20' } },
      { name: '站位', type: 'choice', options: ['S07', 'S09'] },
      { name: '合格', type: 'boolean' },
      { name: '比值', type: 'number', formula: '10 / ([水温] - 10)' },
    ],
    rows: [
      ['CTD-1', '10', 'S07', true],
      [null, '30', 'S09', false],
    ],
  })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await expect(width > 640 ? cell(page, 1, 1) : page.getByRole('button', { name: /CTD-1/ })).toBeAttached()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (width > 640) {
        // Its menu, and what is wrong with a cell.
        await to(page, 2, 2)
        await page.keyboard.press('Alt+ArrowDown')
        await expect(page.getByRole('menuitem', { name: '升序排列' })).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      }
    }
})
