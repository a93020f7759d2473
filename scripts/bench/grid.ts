import { chromium } from '@playwright/test'
import { spacePath } from '#contract/pages/paths.ts'
import type { Db } from '#server/storage/database.ts'
import { browserLaunch } from '../../tests/e2e/browser.ts'
import type { Client } from '../../tests/support/client.ts'
import type { Server } from '../../tests/support/server.ts'
import { type Frames, flung, rateOf, watchThread, worstOf } from './frames.ts'
import { type Line, ms, times } from './job.ts'
import { heapBytesOf, signedInPage } from './page.ts'
import { bigTable } from './tables.ts'

const ROWS = 1_000_000
/** Frames in which the grid is flung from its first row to its last one. */
const FRAMES = 300
const GRID = '.data-grid .dvn-scroller'
type Needs = { db: Db; client: Client; spaceId: string; server: Server }
/** The grid of a table of a million rows, flung from end to end, beside frames of the same page with nothing to do. */
export async function bigGrid({ server, ...needs }: Needs): Promise<Line[]> {
  const { one } = await bigTable(needs, ROWS, 'Grid')
  const { launchOptions } = await browserLaunch()
  const browser = await chromium.launch(launchOptions)
  const { context, page } = await signedInPage(browser, server, { width: 1440, height: 900 })
  const session = await watchThread(page)
  await page.goto(`${server.origin}${spacePath(one.spaceId, 'form')}?table=${one.id}`, { waitUntil: 'networkidle' })
  await page.waitForSelector(GRID)
  const empty = await flung(page, session, null, FRAMES)
  // The first time code is compiled, and the positions of rows are read.
  await flung(page, session, GRID, FRAMES)
  const full = await flung(page, session, GRID, FRAMES)
  const heapBytes = await heapBytesOf(context, page)
  await browser.close()
  const rate = (one: Frames) => `${rateOf(one).toFixed(0)} frames/s`
  return [
    {
      job: `grid flung through ${ROWS.toLocaleString('en')} rows`,
      ours: `${rate(full)}, worst 5 % ${ms(worstOf(full))}`,
      limit: `${rate(empty)} with nothing to do`,
      ratio: times(rateOf(full), rateOf(empty)),
      target: '60 frames/s',
      cost: `${ms(full.workMs)} CPU of the page's thread a frame`,
    },
    {
      job: '… heap of the page behind it',
      ours: `${(heapBytes / 1e6).toFixed(0)} MB`,
      limit: '',
      ratio: '',
      target: '60 MB',
    },
  ]
}
