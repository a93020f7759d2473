import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { inFull } from '../support/full.ts'
import { below, cell, choose, columnAt, drag, expectRows, head, openMade, placeOf, to } from './data-grid.ts'
import { expect, expectAccessible, test } from './journey.ts'

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
