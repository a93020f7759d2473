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
