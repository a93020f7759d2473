import { expect, type Locator, type Page } from '@playwright/test'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import type { Cells } from '../support/data-table.ts'
import type { Server } from '../support/server.ts'
import { admitTo, PASSWORD } from './journey.ts'

const [HEAD_PX, ROW_PX] = [46, 30]
const SPACE = '高原湖泊生态观测'

type Wanted = { name: string; columns: InputOf<typeof contract.tables.create>['columns']; rows: Cells[] }

/** A table of its own for a journey, made by `lin` and opened; `client` is the same person without a browser. */
export async function openMade(page: Page, server: Server, { name, columns, rows }: Wanted) {
  const spaceId = await admitTo(page, 'lin@demo.test', SPACE)
  const client = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const table = await client.data(contract.tables.create, { spaceId, name, columns })
  const ids = table.columnList.map(({ id }) => id)
  const one = { spaceId, id: table.id }
  await client.data(contract.tables.change, {
    ...one,
    change: { kind: 'addRows', columns: ids.slice(0, rows[0]?.length), rows },
  })
  const address = `/space/${spaceId}/details/form?table=${table.id}`
  await page.goto(address)
  await expect(cell(page, 1, 1)).toHaveText(String(rows[0]?.[0]))
  return { one, ids, client, address }
}

/** A cell as the table for screen readers says it; rows and columns are counted from 1. */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`.data-grid [aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`)
/** The title of a column. */
export const head = (page: Page, column: number): Locator => cell(page, 0, column)

/** Expects the texts of rows from the first one on. */
export async function expectRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  for (const [y, row] of rows.entries())
    for (const [x, text] of row.entries()) await expect(cell(page, y + 1, x + 1)).toHaveText(text)
}

/** Selects a cell by the keyboard. */
export async function to(page: Page, row: number, column: number): Promise<void> {
  await page.locator('.cell-input textarea').focus()
  await page.keyboard.press('Control+Home')
  for (let at = 1; at < row; at += 1) await page.keyboard.press('ArrowDown')
  for (let at = 1; at < column; at += 1) await page.keyboard.press('ArrowRight')
}

/** Chooses an action of the column in which the selection is, or of its cell. */
export async function choose(page: Page, of: 'column' | 'cell', ...names: string[]): Promise<void> {
  await page.locator('.cell-input textarea').focus()
  await page.keyboard.press(of === 'column' ? 'Alt+ArrowDown' : 'Shift+F10')
  for (const name of names.slice(0, -1)) await page.getByRole('menuitem', { name, exact: true }).hover()
  await page.getByRole('menuitem', { name: names.at(-1) ?? '', exact: true }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** What stands below a column, as wide as it. */
export const below = (page: Page, name: string): Locator =>
  page.locator('.grid-footer > div').filter({ has: page.getByRole('button', { name: `“${name}”列的汇总` }) })

/** Where a column is drawn, in px of the window. */
export async function columnAt(page: Page, name: string): Promise<{ x: number; width: number; right: number }> {
  const { x, width } = await boxOf(below(page, name))
  return { x, width, right: x + width }
}
/** The middle of the title of a column (row 0) or of one of its cells. */
export async function placeOf(page: Page, row: number, name: string): Promise<{ x: number; y: number }> {
  const [{ y }, { x, width }] = await Promise.all([boxOf(page.locator('.data-grid')), columnAt(page, name)])
  return { x: x + width / 2, y: row ? y + HEAD_PX + (row - 0.5) * ROW_PX : y + HEAD_PX / 3 }
}
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

type Point = { x: number; y: number }
/** Drags by the mouse, through a point between, as a hand does. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  // What is drawn as the target is what a release takes.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
}
