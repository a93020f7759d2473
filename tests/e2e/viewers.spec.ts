import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { inFull, isFull, oneOfEach } from '../support/full.ts'
import { enterFolder, expect, expectAccessible, test } from './journey.ts'

const SPACE = 'Manuscript drafts'
const folder = new URL('../samples/files/', import.meta.url)

/** What each sample shows, where, and which phrases are read. */
type Sample = readonly [name: string, at: string, phrases: readonly string[]]
const hasOffice = ['/usr/bin/soffice', '/usr/bin/bwrap'].every((program) => existsSync(program))
const ofOffice: readonly Sample[] = [
  ['cruise.doc', '.pdf-viewer', ['第 1 / 3 页', '湖泊调查']],
  ['cruise.ppt', '.pdf-viewer', ['湖泊调查', 'Four stations 四个站点', '温度 (°C)', '/ 2 页']],
]
const samples: readonly Sample[] = [
  ['profile.csv', '.table-view', ['temperature_C', '15.629', '240 行 × 5 列']],
  ['stations.tsv', '.table-view', ['湖心 / centre', '4 行 × 5 列']],
  ['stations-gb18030.csv', '.table-view', ['站点', '4.2']],
  ['cruise.xlsx', '.sheet-viewer', ['湖泊站点 Stations', '2026-08-15', '25.0%', '42.55', '空表 empty', '6 行 × 4 列']],
  ['stations.xlsx', '.sheet-viewer', ['north shore', 'stations', '5 行 × 5 列']],
  ['cruise.ods', '.sheet-viewer', ['2026-08-15', '25.0%', '42.55', '6 行 × 4 列']],
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
  ['report.pdf', '.pdf-viewer', ['第 1 / 1 页', 'Four stations, 240 depths each']],
  ['notes.md', '.markdown', ['27.1', '☑ profile taken', '☐ nutrients measured']],
  ['tone.wav', '.media', []],
  ['clip.webm', '.media', []],
  ['stations.geojson', '.map-viewer', ['4 个要素', 'Point']],
  ['lakes.shp', '.map-viewer', ['2 个要素', 'Polygon']],
  ['moorings.h5', '.grids-viewer', ['mooring_1', 'moorings.h5']],
  ['depth.nc4', '.grids-viewer', ['float32  64 × 96', '图像']],
  ['temperature.nc', '.grids-viewer', ['float  3 × 20', '图像']],
  ['observations.parquet', '.table-view', ['观测时间', '2026-08-14T00:00:00.000Z', '2,000 行 × 5 列', '4 个行组']],
  ...(hasOffice ? ofOffice : []),
]

/** The daily run opens one file in each viewer: what the formats of one are read into has tests beside the code. */
const shown = oneOfEach(samples, ([, at]) => at)

/** What the frame shows of those that build a document from the file. */
const documents: readonly Sample[] = [
  [
    'cruise.docx',
    '.docx',
    ['Lake survey 湖泊调查', '18 metres', '温度 (°C)', 'A footnote of the report.', 'Methods 方法'],
  ],
  ['report.docx', '.docx', ['航次报告 Cruise report', 'Station', '27.1']],
  ['cruise.pptx', '.slides', ['1 / 2', '2 / 2']],
  ['survey.pptx', '.slides', ['1 / 2', '2 / 2']],
  ['profile.ipynb', '.notebook', ['温度剖面', 'statistics.mean', '9.85', 'S01', 'ZeroDivisionError']],
  ['helix.pdb', '.structure', ['60 个原子', '12 个残基', '1 条链']],
  ['helix.cif', '.structure', ['60 个原子', '12 个残基']],
]
const framed = oneOfEach(documents, ([, at]) => at)

/** What stands on the slides, which are drawn and not written. */
const onSlides: Readonly<Record<string, readonly string[]>> = {
  'survey.pptx': ['Lake survey 2026', '温跃层'],
  'cruise.pptx': ['湖泊调查 Lake survey', '•', 'Four stations 四个站点'],
}

/** Keeps all words that are drawn on canvases of a frame. */
function keepDrawn(): void {
  const { fillText } = CanvasRenderingContext2D.prototype
  const drawn: string[] = []
  Object.assign(window, { drawn })
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    drawn.push(text)
    fillText.call(this, text, ...place)
  }
}

/** How long a sound or film is, as the browser found by reading it. */
const secondsOf = (page: Page) =>
  page.locator('.preview-modal .media :is(audio, video)').evaluate(async (player: HTMLMediaElement) => {
    if (player.readyState < 1) await new Promise((resolve) => player.addEventListener('loadedmetadata', resolve))
    return player.duration
  })

/** Puts files into the folder that is open, through the panel. */
async function putIn(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传' }).first().click()
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })))
  await expect(page.locator('.uploads')).toContainText(`已上传 ${files.length} 个`)
}

// So high that the whole folder is in sight.
const VIEWPORT = { width: 1440, height: isFull ? 2200 : 1800 }
test.use({ viewport: VIEWPORT })

test('every kind of file opens, shows its contents and asks nobody outside', async ({ page, server }) => {
  const outside: string[] = []
  page.on('request', (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) outside.push(request.url())
  })
  // The chooser that every browser has: handles can't be driven from outside.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.addInitScript(keepDrawn)
  await enterFolder(page, 'okafor@demo.test', SPACE, 'every kind')
  const names = (await readdir(folder)).filter(
    (name) => /^lakes/.test(name) || [...shown, ...framed].some(([one]) => one === name),
  )
  await putIn(
    page,
    await Promise.all(names.map(async (name) => ({ name, buffer: await readFile(new URL(name, folder)) }))),
  )
  const seen = new Set<string>()
  for (const [name, at, phrases] of shown) {
    await test.step(name, async () => {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      const viewer = page.locator(`.preview-modal ${at}`)
      await expect(viewer).toBeVisible()
      for (const phrase of phrases) await expect(viewer).toContainText(phrase)
      if (isFull && !seen.has(at)) await expectAccessible(page)
      seen.add(at)
      if (name === 'tone.wav') expect(await secondsOf(page)).toBeCloseTo(1, 1)
      if (name === 'clip.webm') expect(await secondsOf(page)).toBeGreaterThan(1)
      if (name === 'survey.zip') {
        await viewer.getByText('S01.csv').click()
        await expect(viewer.locator('.entry-view .data-grid')).toContainText('15.629')
        await viewer.getByRole('button', { name: '返回压缩包' }).click()
        await expect(viewer.locator('.entry-view')).toHaveCount(0)
      }
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
    })
  }
  for (const [name, at, phrases] of framed) {
    await test.step(name, async () => {
      // A structure is drawn without a graphics card: a small window spares most of that.
      const isOnPhone = name === 'helix.pdb'
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      if (isOnPhone) await page.setViewportSize({ width: 390, height: 844 })
      const viewer = page.frameLocator('.preview-modal iframe').locator(at).first()
      await expect(viewer).toBeVisible()
      for (const phrase of phrases) await expect(viewer).toContainText(phrase)
      const drawn = () => viewer.evaluate(() => (Reflect.get(window, 'drawn') as string[]).join(''))
      for (const words of onSlides[name] ?? []) await expect.poll(drawn).toContain(words)
      if (name === 'cruise.docx') {
        const frame = page.frameLocator('.preview-modal iframe')
        expect(await frame.locator('style').allTextContents()).toContainEqual(expect.stringContaining('•'))
      }
      if (isOnPhone) {
        const title = await page.locator('.preview-bar b').boundingBox()
        expect(title?.width).toBeGreaterThan(120)
      }
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
      if (isOnPhone) await page.setViewportSize(VIEWPORT)
    })
  }
  expect(outside).toEqual([])
})

test('the names of the arrays in a file are whole in a narrow window, their types and shapes below', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await enterFolder(page, 'okafor@demo.test', SPACE, 'arrays')
  await putIn(page, [{ name: 'temperature.nc', buffer: await readFile(new URL('temperature.nc', folder)) }])
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('row', { name: 'temperature.nc temperature.nc ' }).dblclick()
  const array = page.getByRole('treeitem', { name: /^temperature\s*float/ })
  await expect(array).toContainText('float  3 × 20')
  const name = array.locator('[title="temperature"]')
  const [cut, words] = await name.evaluate((box: HTMLElement) => {
    const range = document.createRange()
    range.selectNodeContents(box.firstChild ?? box)
    const { right, bottom } = range.getBoundingClientRect()
    return [right - box.getBoundingClientRect().right, bottom] as const
  })
  expect(cut).toBeLessThanOrEqual(0)
  const shape = await name.locator('small').boundingBox()
  expect(shape?.y).toBeGreaterThanOrEqual(words - 2)
})

const MEGABYTE = 1_048_576

/** A tar of one entry of zeros, and a small one behind it. */
function tarOf(bytes: number): Buffer {
  const header = (name: string, size: number) => {
    const block = Buffer.alloc(512)
    block.write(name, 0)
    block.write(size.toString(8).padStart(11, '0'), 124)
    block.write('        0', 148)
    const sum = block.reduce((total, byte) => total + byte, 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return block
  }
  return Buffer.concat([header('sonar.bin', bytes), Buffer.alloc(bytes), header('README.md', 0), Buffer.alloc(1024)])
}

/** Many times what a viewer fetches at once, and more than a million rows. */
const LARGE = 36 * MEGABYTE

test('large files open by pieces, and say how far they were read', inFull, async ({ page }) => {
  const row = 'S01,12.5,4.125,1.82,8.9,0.4\n'
  const rows = Math.ceil(LARGE / row.length)
  const large = [
    {
      name: 'large.csv',
      buffer: Buffer.from(`station,depth,temperature,conductivity,oxygen,chlorophyll\n${row.repeat(rows)}`),
    },
    { name: 'large.tar', buffer: tarOf(LARGE) },
    { name: 'large.log', buffer: Buffer.alloc(LARGE, '2026-08-14 sounding taken\n') },
  ]
  const dir = await mkdtemp(join(tmpdir(), 'ds-large-'))
  for (const { name, buffer } of large) await writeFile(join(dir, name), buffer)
  let bytes = 0
  page.on('response', (response) => {
    if (/\/content\?/.test(response.url())) bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await enterFolder(page, 'okafor@demo.test', SPACE, 'large')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传' }).first().click()
  await (await chooser).setFiles(large.map(({ name }) => join(dir, name)))
  await expect(page.locator('.uploads')).toContainText('已上传 3 个', { timeout: 0 })
  await rm(dir, { recursive: true })
  const look = async (name: string, at: string, phrase: string | RegExp, megabytes: number) => {
    bytes = 0
    await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
    await expect(page.locator(`.preview-modal ${at}`)).toContainText(phrase)
    expect(bytes).toBeLessThan(megabytes * MEGABYTE)
  }
  const close = () => page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
  await look('large.tar', '.archive-viewer', 'README.md', 6)
  await close()
  await look('large.log', '.text-viewer', '第 1 段，共 8 段（每段 5 MB）', 6)
  await page.getByRole('button', { name: '下一段' }).click()
  await expect(page.locator('.text-viewer')).toContainText('第 2 段')
  await close()
  await look('large.csv', '.table-view', /已找到 [\d,]+ 行（已读 \d%）/, 3)
  const grid = page.locator('.preview-modal .table-view')
  await grid.getByPlaceholder('跳转到行').fill('1000000')
  await page.keyboard.press('Enter')
  // The canvas says its rows to screen readers; the head is the first.
  await expect(grid.locator('[aria-rowindex="1000001"]')).toContainText('4.125')
  await grid.getByRole('button', { name: '读到末尾' }).click()
  await expect(grid).toContainText(`${rows.toLocaleString('zh-CN')} 行 × 6 列`)
})

test(
  'a file that is damaged, empty or of no use to a viewer says so, and what failed is tried again',
  inFull,
  async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await enterFolder(page, 'okafor@demo.test', SPACE, 'damaged')
    const survey = await readFile(new URL('survey.zip', folder))
    const names = [
      'broken.mp3',
      'broken.fits',
      'broken.h5',
      'broken.nwk',
      'broken.tif',
      'broken.parquet',
      'broken.xlsx',
      'broken.docx',
    ]
    await putIn(page, [
      { name: 'plain.zip', buffer: survey },
      { name: 'empty.fits', buffer: Buffer.alloc(0) },
      ...names.map((name) => ({ name, buffer: Buffer.from('PK\u0003\u0004\u0000 (this is no file of its kind') })),
    ])
    await page.getByRole('row', { name: 'plain.zip plain.zip ' }).dblclick()
    await page.getByRole('dialog').locator('.ant-select').click()
    await page.locator('.ant-select-item-option', { hasText: '地图' }).click()
    await expect(page.locator('.preview-modal')).toContainText('压缩包里没有 Shapefile 或 GeoJSON')
    await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
    for (const name of names) {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      await expect(page.locator('.preview-modal'), name).toContainText('加载失败')
      await expect(page.locator('.preview-modal'), name).toContainText('可能已损坏')
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(page.locator('.preview-modal')).toHaveCount(0)
    }
    await page.getByRole('row', { name: 'empty.fits empty.fits ' }).dblclick()
    await expect(page.locator('.preview-modal')).toContainText('文件是空的')
    await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
    await page.route('**/content?**', (route) => route.abort(), { times: 1 })
    await page.getByRole('row', { name: 'plain.zip plain.zip ' }).dblclick()
    await expect(page.locator('.preview-modal')).toContainText('加载失败')
    await page.getByRole('dialog').getByRole('button', { name: '重试' }).click()
    await expect(page.locator('.archive-viewer')).toContainText('4 个文件')
  },
)

test(
  'formulas of Markdown and notebooks are drawn in fonts of ours, and what is dangerous in them is not',
  inFull,
  async ({ page }) => {
    const words = 'At depth $z$:\n\n$$\nT(z) = \\frac{a}{b}\n$$\n\n$\\href{javascript:alert(1)}{x}$ costs $5'
    const cell = { cell_type: 'markdown', metadata: {}, source: words }
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await enterFolder(page, 'okafor@demo.test', SPACE, 'formulas')
    await putIn(page, [
      { name: 'formulas.md', buffer: Buffer.from(words) },
      { name: 'formulas.ipynb', buffer: Buffer.from(notebook) },
    ])
    for (const [name, isFramed] of [
      ['formulas.md', false],
      ['formulas.ipynb', true],
    ] as const) {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      const stage = isFramed ? page.frameLocator('.preview-modal iframe') : page.locator('.preview-modal')
      const display = stage.locator('.katex-display')
      await expect(display).toBeVisible()
      await expect(stage.locator('.katex')).toHaveCount(3)
      await expect(stage.locator('a[href^="javascript"]')).toHaveCount(0)
      await expect(stage.getByText('costs $5')).toBeVisible()
      const hasFont = () =>
        display.evaluate(async () => document.fonts.load('16px KaTeX_Main').then((all) => all.length))
      expect(await hasFont()).toBe(1)
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
    }
  },
)
