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
  ['profile.png', '.pan-zoom', ['640 × 400']],
  ['slide.tif', '.pan-zoom', ['120 × 80']],
  ['fax.tif', '.pan-zoom', ['640 × 400']],
  ['depth.tif', '.raster', ['96 × 64', 'EPSG:4326 · WGS 84', '0 – 28.5869']],
  ['field.fits', '.parts-viewer', ['0 PRIMARY 64 × 48', '1 STARS 20 × 9', '100 – 1000']],
  ['survey.zip', '.archive-viewer', ['说明.txt', 'S02.csv', '4 个文件']],
  ['survey.tar', '.archive-viewer', ['很长的文件夹名称', '3 个文件']],
  ['survey.tar.gz', '.archive-viewer', ['S01.csv', '3 个文件']],
  ['profile.csv.gz', '.archive-viewer', ['profile.csv', '1 个文件，共 6.14 KB']],
  ['diatoms.nwk', '.tree-viewer', ['Cymbella', '7 个叶节点', '最远 0.29']],
  ['mean.py', '.text-viewer', ['平均值']],
  ['mean.R', '.text-viewer', ['mean_depth']],
  ['report.pdf', '.pdf-viewer', ['第 1 / 1 页']],
  ['notes.md', '.markdown', ['27.1']],
  ['tone.wav', '.media', []],
  ['stations.geojson', '.map-viewer', ['4 个要素', 'Point']],
  ['lakes.shp', '.map-viewer', ['2 个要素', 'Polygon']],
  ['moorings.h5', '.grids-viewer', ['mooring_1', 'Moorings of an invented lake']],
  ['depth.nc4', '.grids-viewer', ['float32  64 × 96', 'CF-1.8']],
  ['temperature.nc', '.grids-viewer', ['float  3 × 20', 'Temperature of an invented lake']],
  ['observations.parquet', '.data-grid', ['观测时间', '2026-08-14T00:00:00.000Z', '2,000 行 × 5 列', '4 个行组']],
]

/** What the frame shows of those that build a document from the file. */
const framed: readonly (readonly [name: string, at: string, facts: readonly string[]])[] = [
  ['report.docx', '.docx', ['航次报告 Cruise report', 'Station', '27.1']],
  ['survey.pptx', '.slides', ['1 / 2', '2 / 2']],
  ['profile.ipynb', '.notebook', ['温度剖面', 'statistics.mean', '9.85', 'S01', 'ZeroDivisionError']],
  ['helix.pdb', '.structure', ['60 个原子', '12 个残基', '1 条链']],
  ['helix.cif', '.structure', ['60 个原子', '12 个残基']],
]

/** Puts files into the folder that is open, through the panel. */
async function putIn(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传' }).first().click()
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })))
  await expect(page.locator('.uploads')).toContainText(`已上传 ${files.length} 个`)
}

// So high that the whole folder is in sight.
test.use({ viewport: { width: 1440, height: 2200 } })

test('every kind of file opens, says its facts and asks nobody outside', async ({ page, server }) => {
  const outside: string[] = []
  page.on('request', (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) outside.push(request.url())
  })
  // The chooser that every browser has: handles can't be driven from outside.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await signIn(page, 'okafor@demo.test')
  await openSpace(page, SPACE)
  const names = (await readdir(folder)).filter(
    (name) => /^lakes/.test(name) || [...shown, ...framed].some(([one]) => one === name),
  )
  await putIn(
    page,
    await Promise.all(names.map(async (name) => ({ name, buffer: await readFile(new URL(name, folder)) }))),
  )
  for (const [name, at, facts] of shown) {
    await test.step(name, async () => {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      const viewer = page.locator(`.preview-modal ${at}`)
      await expect(viewer).toBeVisible()
      for (const fact of facts) await expect(viewer).toContainText(fact)
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
    })
  }
  for (const [name, at, facts] of framed) {
    await test.step(name, async () => {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      const viewer = page.frameLocator('.preview-modal iframe').locator(at).first()
      await expect(viewer).toBeVisible()
      for (const fact of facts) await expect(viewer).toContainText(fact)
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
    })
  }
  expect(outside).toEqual([])
})
