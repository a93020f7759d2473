import type { Browser, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { boardPath } from '#contract/pages/paths.ts'
import type { Client } from '../../tests/support/client.ts'
import { makeGallery } from '../../tests/support/gallery.ts'
import type { Server } from '../../tests/support/server.ts'
import { assetBytes, kb, watchAssets } from './first-load.ts'
import { type Frames, flung, framesDuring, rateOf, watchThread, worstOf } from './frames.ts'
import { type Line, ms, times } from './job.ts'
import { heapBytesOf, signedInPage } from './page.ts'

const WINDOW = { width: 1440, height: 900 }
/** Frames in which a board is scrolled from its first card to its last one, and steps of a card that is dragged. */
const [FRAMES, STEPS] = [300, 120]
/** Changes that an open board draws; the first ones fill what is kept, and compile the code. */
const [WARM, ROUNDS] = [10, 30]
/** A board that is not drawn by then never will be; milliseconds. */
const DRAWN_MS = 120_000
const BOARD = '.board-grid'
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const framesText = (one: Frames) => `${rateOf(one).toFixed(0)} frames/s, worst 5 % ${ms(worstOf(one))}`
const plain = (job: string, ours: string, target: string, cost?: string): Line => ({
  job,
  ours,
  limit: '',
  ratio: '',
  target,
  ...(cost && { cost }),
})

/** Resolves once the cards in the window are drawn; those below are asked when somebody scrolls to them. */
const areDrawn = (page: Page) =>
  page.waitForFunction(
    () => {
      const shown = [...document.querySelectorAll('.board-card')].filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
      return shown.length > 0 && shown.every((card) => !card.querySelector('.skeleton, [aria-busy="true"]'))
    },
    null,
    { timeout: DRAWN_MS },
  )

type Boards = { id: string; text: string }
/**
 * A board of many charts in a window that shows some: scrolled, its heap, what it loads beyond the board `text`, which has
 * no chart, and a card that is dragged.
 */
export async function boardInWindow(browser: Browser, { origin }: Server, { id, text }: Boards): Promise<Line[]> {
  const { context, page } = await signedInPage(browser, { origin }, WINDOW)
  const before = watchAssets(page)
  await page.goto(origin + boardPath(text), { waitUntil: 'networkidle' })
  const known = new Set(before)
  before.clear()
  await page.goto(origin + boardPath(id), { waitUntil: 'networkidle' })
  await page.waitForSelector('.chart-view')
  await areDrawn(page)
  const session = await watchThread(page)
  const idle = await flung(page, session, null, FRAMES)
  // The first time the charts further down are asked and drawn.
  const first = await flung(page, session, BOARD, FRAMES)
  await areDrawn(page)
  const again = await flung(page, session, BOARD, FRAMES)
  const heap = await heapBytesOf(context, page)
  const loaded = assetBytes([...before].filter((path) => !known.has(path)))
  await page.goto(`${origin}${boardPath(id)}?edit=1`, { waitUntil: 'networkidle' })
  await areDrawn(page)
  const dragged = await framesDuring(page, session, () => drag(page))
  await context.close()
  const line = (job: string, frames: Frames): Line => ({
    job,
    ours: framesText(frames),
    limit: `${rateOf(idle).toFixed(0)} frames/s with nothing to do`,
    ratio: times(rateOf(frames), rateOf(idle)),
    target: '60 frames/s',
    cost: `${ms(frames.workMs)} CPU of the page's thread a frame`,
  })
  return [
    line('… scrolled to its end, while it draws', first),
    line('… scrolled again', again),
    plain('… heap of the page', mb(heap), '150 MB'),
    plain('… script and style beyond a board without charts (gzip)', kb(loaded), '+340 kB'),
    line('… a card dragged', dragged),
  ]
}

/** Drags the first card to and fro over the others. */
async function drag(page: Page): Promise<void> {
  const box = await page.locator('.card-handle').first().boundingBox()
  if (!box) throw new Error('the board has no handle')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step += 1)
    await page.mouse.move(x + 500 * Math.sin((step / STEPS) * Math.PI * 2), y + (300 * step) / STEPS)
  await page.mouse.up()
}

type Needs = { client: Client; spaceId: string; server: Server }
/** A board that stays open while somebody goes on changing its table: each change is told to it and drawn. */
export async function boardAllDay(browser: Browser, { client, spaceId, server: { origin } }: Needs): Promise<Line[]> {
  const types = ['line', 'bar', 'scatter', 'treemap', 'number', 'heatMap'] as const
  const made = await makeGallery(client, { spaceId, name: 'All day', types })
  const { context, page } = await signedInPage(browser, { origin }, { width: 1440, height: 1400 })
  await page.goto(origin + boardPath(made.reportId), { waitUntil: 'networkidle' })
  await areDrawn(page)
  const row = ['North', 'S00', '2026-05-01', '3', '12.5', '9.1', '100.05', '25.55']
  const change = { kind: 'addRows' as const, columns: made.columns, rows: [row] }
  const round = async () => {
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/data/space/queries'))
    await client.data(contract.tables.change, { spaceId, id: made.tableId, change })
    await asked
    await page.waitForFunction(() => !document.querySelector('.board-card [aria-busy="true"]'))
  }
  for (let at = 0; at < WARM; at += 1) await round()
  const warm = await heapBytesOf(context, page)
  for (let at = WARM; at < ROUNDS; at += 1) await round()
  const end = await heapBytesOf(context, page)
  await context.close()
  const grown = `${mb(warm)}, after ${ROUNDS - WARM} more ${mb(end)}`
  return [plain(`board that draws ${WARM} changes of its table`, grown, 'no growth')]
}
