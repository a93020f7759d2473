import type { CDPSession, Page } from '@playwright/test'
import { median } from './job.ts'

/** Milliseconds between frames, and of processor time of the page's thread for each. */
export type Frames = { between: number[]; workMs: number }
export const rateOf = ({ between }: Frames): number => 1000 / median(between)
/** What the worst twentieth of the frames takes at least, in milliseconds. */
export const worstOf = ({ between }: Frames): number =>
  between.toSorted((a, b) => a - b)[Math.floor(between.length * 0.95)] ?? 0

/** Starts to measure the processor time of the page's thread. */
export async function watchThread(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/**
 * Scrolls what holds an element to its end, a step in each frame; without a selector frames go by with nothing to do.
 * Runs in the page.
 */
function fling([selector, frames]: [string | null, number]): Promise<number[]> {
  const isScrolled = (element: Element) =>
    element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  return new Promise((resolve) => {
    let scroller = selector === null ? null : document.querySelector(selector)
    while (scroller && !isScrolled(scroller)) scroller = scroller.parentElement
    if (selector !== null) scroller ??= document.scrollingElement
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

/** What so many frames take in which an element is scrolled from its beginning to its end. */
export async function flung(page: Page, session: CDPSession, selector: string | null, frames: number): Promise<Frames> {
  const before = await busySeconds(session)
  const between = await page.evaluate(fling, [selector, frames] as [string | null, number])
  return { between, workMs: (((await busySeconds(session)) - before) * 1000) / frames }
}

type Counting = { counted?: number[] }
/** What the frames take that go by while something is done with the page. */
export async function framesDuring(page: Page, session: CDPSession, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const between: number[] = []
    ;(globalThis as Counting).counted = between
    let last = performance.now()
    const step = (now: number) => {
      between.push(now - last)
      last = now
      if ((globalThis as Counting).counted === between) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  const before = await busySeconds(session)
  await work()
  const workMs = ((await busySeconds(session)) - before) * 1000
  const between = await page.evaluate(() => {
    const found = (globalThis as Counting).counted ?? []
    delete (globalThis as Counting).counted
    return found
  })
  return { between, workMs: workMs / Math.max(1, between.length) }
}
