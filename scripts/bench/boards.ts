import { type Browser, chromium } from '@playwright/test'
import type { Binding, ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import { contract } from '#contract/index.ts'
import { boardPath } from '#contract/pages/paths.ts'
import type { Db } from '#server/storage/database.ts'
import { browserLaunch } from '../../tests/e2e/browser.ts'
import type { Client } from '../../tests/support/client.ts'
import type { Server } from '../../tests/support/server.ts'
import { boardAllDay, boardInWindow } from './board-page.ts'
import type { Meter } from './cost.ts'
import { type Line, seconds, times, untilCopied } from './job.ts'
import { signedInPage } from './page.ts'
import { type BigTable, bigTable } from './tables.ts'

const ROWS = 1_000_000
const CHARTS = 20
const FIRST = 6
/** A board that is not drawn by then never will be; milliseconds. */
const DRAWN_MS = 120_000
type Needs = { db: Db; client: Client; spaceId: string; server: Server; meter: Meter }
type Channels = ChartDefinition['channels']
type Shown = { type: ChartType; channels: Channels; filter?: ChartDefinition['query']['filter'] }

const mean = (field: string): Binding => ({ field, aggregate: 'mean' })
const month: Binding = { field: 'taken', time: 'month' }

/** Twenty charts over a table, of all that boards are made of; `a` and `b` are columns of readings. */
function chartsOf(a: string, b: string): Shown[] {
  const low = [{ match: 'all' as const, conditions: [{ field: a, operator: 'less' as const, values: ['100'] }] }]
  return [
    { type: 'number', channels: { y: [{ field: null, aggregate: 'count' }] } },
    { type: 'number', channels: { y: [mean(a)] } },
    { type: 'line', channels: { x: [month], y: [mean(a)] } },
    { type: 'line', channels: { x: [month], y: [mean(a), mean(b)] } },
    { type: 'bar', channels: { x: [{ field: 'station' }], y: [mean(a)] } },
    { type: 'histogram', channels: { x: [{ field: a, width: 'auto' }] } },
    { type: 'area', channels: { x: [month], y: [{ field: a, aggregate: 'sum' }] } },
    { type: 'bar', channels: { x: [{ field: 'taken', time: 'quarter' }], y: [{ field: b, aggregate: 'greatest' }] } },
    { type: 'number', channels: { y: [{ field: a, aggregate: 'greatest' }], x: [month] } },
    { type: 'gauge', channels: { y: [mean(b)] } },
    { type: 'pie', channels: { x: [{ field: 'taken', time: 'year' }], y: [{ field: null, aggregate: 'count' }] } },
    { type: 'line', channels: { x: [{ field: 'taken', time: 'week' }], y: [{ field: b, aggregate: 'median' }] } },
    { type: 'histogram', channels: { x: [{ field: b, width: 'auto' }] } },
    { type: 'bar', channels: { x: [{ field: 'station' }], y: [{ field: a, aggregate: 'sum' }] } },
    { type: 'line', channels: { x: [month], y: [mean(a)] }, filter: low },
    { type: 'number', channels: { y: [{ field: 'station', aggregate: 'distinct' }] } },
    { type: 'step', channels: { x: [{ field: 'taken', time: 'auto' }], y: [{ field: b, aggregate: 'least' }] } },
    { type: 'box', channels: { x: [{ field: 'taken', time: 'year' }], y: [{ field: a }] } },
    { type: 'scatter', channels: { x: [{ field: a }], y: [{ field: b }] } },
    { type: 'bar', channels: { x: [{ field: 'taken', time: 'year' }], y: [{ field: a, aggregate: 'deviation' }] } },
  ]
}

/**
 * A dashboard with these charts over two columns of a table; equal to the other one, except that its answers are not
 * cached yet.
 */
async function makeBoard({ client, spaceId }: Needs, { one, ids }: BigTable, at: number): Promise<string> {
  const names = ['Station', 'Taken', `Reading ${at}`, `Reading ${at + 1}`]
  const keys = ['station', 'taken', 'a', 'b']
  const fields = names.map((name, index) => ({
    key: keys[index] ?? '',
    name,
    from: { kind: 'column' as const, source: 0, column: String(ids.get(name)) },
  }))
  const cards = chartsOf('a', 'b').map(({ type, channels, filter = [] }, index) => {
    const query = { base: { kind: 'table' as const, id: one.id }, fields, filter }
    const place = { x: (index % 4) * 3, y: Math.floor(index / 4) * 6, w: 3, h: 6 }
    const content = { kind: 'chart' as const, definition: { type, query, channels } }
    return { key: `c${index + 1}`, title: `Chart ${index + 1}`, ...place, content }
  })
  const board = { tabs: [{ key: 't1', name: 'All', cards }] }
  const content = { kind: 'board' as const, board }
  return (await client.data(contract.reports.create, { spaceId, name: `Board ${at}`, content })).id
}

/** A dashboard without a chart. */
async function makeTextBoard({ client, spaceId }: Needs): Promise<string> {
  const content = { kind: 'text' as const, markup: 'Text' }
  const cards = [{ key: 'c1', x: 0, y: 0, w: 3, h: 6, content }]
  const board = { tabs: [{ key: 't1', name: 'All', cards }] }
  return (await client.data(contract.reports.create, { spaceId, name: 'Text', content: { kind: 'board', board } })).id
}

/** Milliseconds for which the engine has run queries. */
async function engineMs(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^dataspace_query_seconds_total\{stage="run"\} ([\d.e+-]+)/m.exec(text)?.[1] ?? 0) * 1000
}

/** Milliseconds from requesting a page until each card has its answer, and until it is drawn, in the order of time. */
type Opened = { answered: number[]; drawn: number[] }

/** Opens a board in a browser with a window that shows all of its cards. */
async function openBoard(browser: Browser, { origin }: Server, path: string): Promise<Opened> {
  const { context, page } = await signedInPage(browser, { origin }, { width: 1600, height: 1400 })
  await page.addInitScript(watchCards)
  await page.goto(origin + path)
  await page.waitForFunction((count) => (globalThis as Watched).cards?.drawn.length === count, CHARTS, {
    timeout: DRAWN_MS,
  })
  const found = await page.evaluate(() => (globalThis as Watched).cards)
  await context.close()
  return { answered: found?.answered ?? [], drawn: found?.drawn ?? [] }
}

type Watched = typeof globalThis & { cards?: { answered: number[]; drawn: number[] } }

/** Runs in the page: records at each frame which cards have an answer or a drawing. */
function watchCards(): void {
  const found = { answered: [] as number[], drawn: [] as number[] }
  ;(globalThis as Watched).cards = found
  const seen = { answered: new Set<string>(), drawn: new Set<string>() }
  const look = () => {
    for (const card of document.querySelectorAll<HTMLElement>('.board-card')) {
      const key = card.dataset.card ?? ''
      if (!card.querySelector('.chart-view')) continue
      if (!seen.answered.has(key)) found.answered.push(performance.now())
      seen.answered.add(key)
      if (seen.drawn.has(key) || card.querySelector('.skeleton')) continue
      seen.drawn.add(key)
      found.drawn.push(performance.now())
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** A board of twenty charts over a table of a million rows: opened at first, over a copy, and again. */
export async function bigBoards(needs: Needs): Promise<Line[]> {
  const { server, meter } = needs
  const table = await bigTable(needs, ROWS, 'Boards')
  const { launchOptions } = await browserLaunch()
  const browser = await chromium.launch(launchOptions)
  const lines: Line[] = []
  const open = async (job: string, id: string) => {
    const before = await engineMs(server.origin)
    let opened: Opened = { answered: [], drawn: [] }
    const { cost } = await meter(1, async () => {
      opened = await openBoard(browser, server, boardPath(id))
    })
    const runMs = (await engineMs(server.origin)) - before
    const at = (some: number[], count: number) => some[count - 1] ?? Number.NaN
    const all = at(opened.drawn, CHARTS)
    lines.push({
      job,
      ours: seconds(all),
      limit: runMs ? `${seconds(runMs)} in the engine` : '',
      ratio: runMs ? times(all, runMs) : '',
      target: '2.5 ×',
      cost,
    })
    lines.push({
      job: `… its first ${FIRST}, after their answers`,
      ours: seconds(at(opened.drawn, FIRST) - at(opened.answered, FIRST)),
      limit: '',
      ratio: '',
      target: '1 s',
    })
  }
  const [first, second] = [await makeBoard(needs, table, 1), await makeBoard(needs, table, 4)]
  await open(`board of ${CHARTS} charts, ${ROWS / 1_000_000} M rows, at first`, first)
  await untilCopied(needs.client, table.one, table.value)
  await open('… over a copy, never asked', second)
  await open('… asked before', second)
  const text = await makeTextBoard(needs)
  lines.push(...(await boardInWindow(browser, server, { id: second, text })), ...(await boardAllDay(browser, needs)))
  await browser.close()
  return lines
}
