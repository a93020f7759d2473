import { readdir, readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, openSpace, signIn, test } from './journey.ts'

const SPACE = 'Manuscript drafts'
const folder = new URL('../samples/files/', import.meta.url)

/** What each sample shows, where, and which of its facts are read. */
const shown: readonly (readonly [name: string, at: string, facts: readonly string[]])[] = [
  ['profile.csv', '.data-grid', ['temperature_C', '15.629', '240 行 × 5 列']],
  ['stations.tsv', '.data-grid', ['湖心 / centre', '4 行 × 5 列']],
  ['stations-gb18030.csv', '.data-grid', ['站点', '4.2']],
  ['stations.xlsx', '.sheet-viewer', ['north shore', 'stations', '5 行 × 5 列']],
  ['observations.parquet', '.data-grid', ['观测时间', '2026-08-14T00:00:00.000Z', '2,000 行 × 5 列', '4 个行组']],
]

/** Puts files into the folder that is open, through the panel. */
async function putIn(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传' }).first().click()
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })))
}

/** Opens a file by typing its name, as one does in a long folder. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('grid').focus()
  await page.keyboard.type(name)
  await expect(page.getByRole('row', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

test('every kind of file opens, says its facts and asks nobody outside', async ({ page, server }) => {
  const outside: string[] = []
  page.on('request', (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) outside.push(request.url())
  })
  // The chooser that every browser has: handles can't be driven from outside.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await signIn(page, 'okafor@demo.test')
  await openSpace(page, SPACE)
  const names = (await readdir(folder)).filter((name) => shown.some(([one]) => one === name))
  await putIn(
    page,
    await Promise.all(names.map(async (name) => ({ name, buffer: await readFile(new URL(name, folder)) }))),
  )
  for (const [name, at, facts] of shown) {
    await test.step(name, async () => {
      await open(page, name)
      const viewer = page.locator(`.preview-modal ${at}`)
      for (const fact of facts) await expect(viewer).toContainText(fact)
      await expectAccessible(page)
      await page.getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
    })
  }
  expect(outside).toEqual([])
})
