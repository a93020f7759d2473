import { type CDPSession, chromium, type Page } from '@playwright/test'
import { spacePath } from '#contract/pages/paths.ts'
import type { Db } from '#server/storage/database.ts'
import { browserLaunch } from '../../tests/e2e/browser.ts'
import type { Client } from '../../tests/support/client.ts'
import type { Server } from '../../tests/support/server.ts'
import { type Line, median, ms, times } from './job.ts'
import { heapBytesOf, signedInPage } from './page.ts'
import { bigTable } from './tables.ts'

const ROWS = 1_000_000
/** Frames in which the grid is flung from its first row to its last one. */
const FRAMES = 300
const GRID = '.data-grid .dvn-scroller'
type Needs = { db: Db; client: Client; spaceId: string; server: Server }
/** Milliseconds between frames, and of processor time of the page's thread for each. */
type Flung = { between: number[]; workMs: number }

/** Scrolls in each frame; without a selector frames go by with nothing to do. Runs in the page. */
function fling([selector, frames]: [string | null, number]): Promise<number[]> {
  return new Promise((resolve) => {
    const scroller = selector === null ? null : document.querySelector(selector)
    const between: number[] = []
    let [at, last] = [0, performance.now()]
    const step = (now: number) => {
      if (at > 0) between.push(now - last)
      last = now
      if (scroller) scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * at) / frames
      at += 1
      if (at > frames) resolve(between)
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}

async function flung(page: Page, session: CDPSession, selector: string | null): Promise<Flung> {
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busySeconds()
  const between = await page.evaluate(fling, [selector, FRAMES] as [string | null, number])
  return { between, workMs: (((await busySeconds()) - before) * 1000) / FRAMES }
}
const rateOf = ({ between }: Flung) => 1000 / median(between)
const worstOf = ({ between }: Flung) => between.toSorted((a, b) => a - b)[Math.floor(between.length * 0.95)] ?? 0

/** The grid of a table of a million rows, flung from end to end, beside frames of the same page with nothing to do. */
export async function bigGrid({ server, ...needs }: Needs): Promise<Line[]> {
  const { one } = await bigTable(needs, ROWS, 'Grid')
  const { launchOptions } = await browserLaunch()
  const browser = await chromium.launch(launchOptions)
  const { context, page } = await signedInPage(browser, server, { width: 1440, height: 900 })
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${server.origin}${spacePath(one.spaceId, 'form')}?table=${one.id}`, { waitUntil: 'networkidle' })
  await page.waitForSelector(GRID)
  const empty = await flung(page, session, null)
  // The first time code is compiled, and the positions of rows are read.
  await flung(page, session, GRID)
  const full = await flung(page, session, GRID)
  const heapBytes = await heapBytesOf(context, page)
  await browser.close()
  const rate = (one: Flung) => `${rateOf(one).toFixed(0)} frames/s`
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
