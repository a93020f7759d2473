import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { ChartType } from '#contract/charts/definition.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull, isFull, sampled } from '../support/full.ts'
import { makeGallery } from '../support/gallery.ts'
import { admitTo, expect, expectAccessible, leave, PASSWORD, speakEnglish, test } from './journey.ts'

const { reports } = contract
const WITHOUT_PICTURE: readonly ChartType[] = ['table', 'number', 'pivotTable']
/** The daily run reads one chart of each kind of drawing as a table: along axes, of cells, of parts, on a map. */
const readAsTable = sampled(ChartType.options, (type) => ['line', 'heatMap', 'treemap', 'map'].includes(type))

test('a chart of each type is drawn, says its rows and is read as a table; a link shows the board to visitors', async ({
  page,
  server,
}) => {
  const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
  const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const { reportId } = await makeGallery(lin, { spaceId, name: 'Gallery' })
  await speakEnglish(page)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`/dashboard/${reportId}`)
  for (const type of ChartType.options) {
    const card = page.getByRole('region', { name: type, exact: true })
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('.chart-basis')).toContainText('rows')
    if (WITHOUT_PICTURE.includes(type)) continue
    const picture = card.getByRole('img')
    await expect(picture).toBeVisible()
    await expect(picture.locator('canvas, path, text').first()).toBeAttached()
    await expect(card.locator('.chart-none')).toHaveCount(0)
    if (!readAsTable.includes(type)) continue
    await card.getByRole('button', { name: `${type} as a table` }).click()
    await expect(card.getByRole('table')).toBeVisible()
    await card.getByRole('button', { name: `${type} as a table` }).click()
  }
  await expectAccessible(page)
  expect(errors).toEqual([])

  await page.getByRole('button', { name: 'More actions for “Gallery”' }).first().click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('None', { exact: true }).click()
  if (isFull) await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await leave(page)
  await speakEnglish(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await expect(page.getByText('The charts show the data that 林蔚 can view.')).toBeVisible()
  const shown = page.getByRole('region', { name: 'treemap', exact: true })
  await shown.scrollIntoViewIfNeeded()
  await expect(shown.locator('.chart-basis')).toContainText('480 rows')
  if (isFull) await expectAccessible(page)
  const card = await saved(page, async () => {
    await shown.getByRole('button', { name: 'More actions for “treemap”' }).click()
    await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  })
  expect(card.name).toBe('treemap.csv')
  expect(card.bytes.toString()).toContain('North')
  const board = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('menuitem', { name: 'All figures (CSV files in a zip)' }).click()
  })
  expect([board.name, (await namesIn(board.bytes)).length]).toEqual(['Gallery (CSV).zip', ChartType.options.length])
  await lin.data(reports.remove, { spaceId, id: reportId })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Invalid share link' })).toBeVisible()
})

/** The colours that are seen in a picture as vectors, and how much is drawn in it. */
const looksOf = (page: Page, svg: string) =>
  page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml')
    const shapes = [...read.querySelectorAll('path, rect, text, circle, polygon, line')]
    return {
      isBroken: read.querySelector('parsererror') !== null || /NaN|undefined/.test(text),
      ground: read.querySelector('rect')?.getAttribute('fill'),
      shapes: shapes.length,
      words: read.documentElement.textContent ?? '',
    }
  }, svg)

test(
  'each type is drawn and saved with its figures, in both themes and languages',
  inFull,
  async ({ page, server }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const { reportId } = await makeGallery(lin, { spaceId, name: 'Everything' })
    const grounds = new Set<string | null | undefined>()
    for (const [lang, theme, rows, more, download, all] of [
      ['zh', 'light', '480 行', '“Everything”的更多操作', '下载', /zip/],
      ['en', 'dark', '480 rows', 'More actions for “Everything”', 'Download', /zip/],
    ] as const) {
      await page.addInitScript(
        ([one, other]) => {
          localStorage.setItem('lang', one)
          localStorage.setItem('theme', other)
        },
        [lang, theme] as const,
      )
      await page.goto(`/dashboard/${reportId}`)
      const { bytes } = await saved(page, async () => {
        await page.getByRole('button', { name: more }).first().click()
        await page.getByRole('menuitem', { name: download, exact: true }).click()
        await page.getByRole('menuitem', { name: all }).last().click()
      })
      const files = await filesIn(bytes)
      expect([...files.keys()].sort()).toEqual(
        ChartType.options.flatMap((type) => [`${type}.csv`, `${type}.png`, `${type}.svg`]).sort(),
      )
      for (const type of ChartType.options) {
        const looks = await looksOf(page, new TextDecoder().decode(files.get(`${type}.svg`)))
        expect({ type, isBroken: looks.isBroken, says: looks.words.includes(rows) }).toEqual({
          type,
          isBroken: false,
          says: true,
        })
        expect(looks.shapes).toBeGreaterThan(5)
        grounds.add(looks.ground)
        expect(files.get(`${type}.png`)?.length).toBeGreaterThan(5000)
        expect(files.get(`${type}.csv`)?.length).toBeGreaterThan(10)
      }
    }
    expect(grounds.size).toBe(2)
    await lin.data(reports.remove, { spaceId, id: reportId })
  },
)

/** The files of an archive. */
async function filesIn(zip: Buffer): Promise<Map<string, Uint8Array>> {
  const entries = await new ZipReader(new Uint8ArrayReader(zip)).getEntries()
  const found = new Map<string, Uint8Array>()
  for (const entry of entries)
    if (!entry.directory) found.set(entry.filename, await entry.getData(new Uint8ArrayWriter()))
  return found
}

/** The names of the files in an archive. */
async function namesIn(zip: Buffer): Promise<string[]> {
  const entries = await new ZipReader(new Uint8ArrayReader(zip)).getEntries()
  return entries.map(({ filename }) => filename).sort()
}

/** What a click saves, as bytes. */
async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test(
  'charts are saved as vectors, pixels and figures, a number has an alert, a card is copied, versions are compared',
  inFull,
  async ({ page, server }) => {
    const spaceId = await admitTo(page, 'lin@demo.test', '高原湖泊生态观测')
    const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const { reportId } = await makeGallery(lin, {
      spaceId,
      name: 'Copies',
      types: ['bar', 'heatMap', 'treemap', 'gauge', 'line'],
    })
    await speakEnglish(page)
    await page.goto(`/dashboard/${reportId}`)
    for (const [type, part] of [
      ['bar', 'S'],
      ['heatMap', 'S'],
      ['treemap', 'North'],
    ] as const) {
      const card = page.getByRole('region', { name: type, exact: true })
      await expect(card.locator('.chart-basis')).toContainText('480')
      await expect(card.locator('canvas, path').first()).toBeAttached()
      await expect(card.locator('.chart-place.skeleton')).toHaveCount(0)
      const { name, bytes } = await saved(page, async () => {
        await card.hover()
        await card.getByRole('button', { name: `More actions for “${type}”` }).click()
        await page.getByRole('menuitem', { name: 'Download SVG' }).click()
      })
      expect(name).toBe(`${type}.svg`)
      const text = bytes.toString()
      expect(text).toContain(part)
      expect(text).not.toMatch(/NaN|undefined|<b>/)
      const shapes = await page.evaluate((svg) => {
        const read = new DOMParser().parseFromString(svg, 'image/svg+xml')
        return read.querySelector('parsererror') ? -1 : read.querySelectorAll('path, rect, text').length
      }, text)
      expect(shapes).toBeGreaterThan(8)
      // A picture says what it stands on, wherever it goes.
      expect(text).toContain('480 rows')
    }
    // A picture is what is seen; figures have every series, and say so.
    const line = page.getByRole('region', { name: 'line', exact: true })
    const series = line.getByRole('list', { name: 'Legend' }).getByRole('button').first()
    const savedLine = (item: string) =>
      saved(page, async () => {
        await line.hover()
        await line.getByRole('button', { name: 'More actions for “line”' }).click()
        await page.getByRole('menuitem', { name: item }).click()
      })
    await series.click()
    const seen = (await savedLine('Download SVG')).bytes.toString()
    expect(seen).toContain('Some series are hidden')
    expect(seen).toContain('line-through')
    await savedLine('Download CSV')
    await expect(page.getByText('The CSV files also contain the hidden series.')).toBeVisible()
    await series.click()
    const download = (what: string) =>
      saved(page, async () => {
        await page.getByRole('button', { name: 'More actions for “Copies”' }).first().click()
        await page.getByRole('menuitem', { name: 'Download', exact: true }).click()
        await page.getByRole('menuitem', { name: what }).click()
      })
    const whole = await download('This page (SVG)')
    expect(whole.name).toBe('Copies.svg')
    expect(whole.bytes.toString().match(/480 rows/g)).toHaveLength(5)
    const document = await download('All pages (PDF)')
    expect([document.name, document.bytes.subarray(0, 8).toString()]).toEqual(['Copies.pdf', '%PDF-1.4'])
    const { name, bytes } = await download('All charts with figures (zip)')
    expect(name).toBe('Copies.zip')
    expect(await namesIn(bytes)).toEqual(
      ['bar', 'gauge', 'heatMap', 'line', 'treemap'].flatMap((one) => [`${one}.csv`, `${one}.png`, `${one}.svg`]),
    )

    const figures = await download('All figures (CSV files in a zip)')
    expect([figures.name, await namesIn(figures.bytes)]).toEqual([
      'Copies (CSV).zip',
      ['bar.csv', 'gauge.csv', 'heatMap.csv', 'line.csv', 'treemap.csv'],
    ])

    const gauge = page.getByRole('region', { name: 'gauge', exact: true })
    await gauge.hover()
    await gauge.getByRole('button', { name: 'More actions for “gauge”' }).click()
    await page.getByRole('menuitem', { name: 'Data alerts' }).click()
    const alerts = page.getByRole('dialog', { name: 'Alerts on “gauge”' })
    await alerts.getByRole('spinbutton', { name: 'Threshold' }).fill('50')
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    await expect(alerts.getByRole('listitem')).toContainText('not crossed')
    await expectAccessible(page)
    await alerts.getByRole('switch', { name: 'Above 50' }).click()
    await expect(alerts.getByRole('switch', { name: 'Above 50' })).not.toBeChecked()
    await alerts.getByRole('button', { name: 'Delete alert “Above 50”' }).click()
    await expect(alerts.getByRole('listitem')).toHaveCount(0)
    await alerts.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Edit dashboard' }).click()
    await page.getByRole('button', { name: 'Copy “bar”' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Paste “bar”' }).click()
    await expect(page.getByRole('region', { name: 'bar', exact: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('dialog').getByText('Card “bar” added')).toBeVisible()
    await expectAccessible(page)
    await lin.data(reports.remove, { spaceId, id: reportId })
  },
)
