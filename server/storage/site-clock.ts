import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How often the time is asked for anew: a machine that slept has a clock that stood still. */
const ASK_MS = 30_000
/** Times of which the quickest answer is believed. */
const SAMPLES = 3
/** A difference that is no more than the way there and back is none. */
const SLACK_MS = 250

/** A clock that only goes on: milliseconds from a moment that does not matter. */
type Ticks = () => number
export type SiteClock = {
  now: () => Date
  /** Milliseconds by which the clock of this machine is ahead of the site's. */
  aheadMs: () => number
  /** Asks the database for the time. */
  ask: () => Promise<void>
  close: () => void
}

/** The time of the database, and when it was that, in ticks; milliseconds. */
async function timeOf(db: Db, ticks: Ticks): Promise<{ siteMs: number; tick: number }> {
  let best = { siteMs: 0, tick: 0, tookMs: Number.POSITIVE_INFINITY }
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const begun = ticks()
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db)
    const ended = ticks()
    if (ended - begun < best.tookMs)
      best = { siteMs: rows[0]?.ms ?? 0, tick: (begun + ended) / 2, tookMs: ended - begun }
  }
  return best
}

/**
 * The one time of all nodes: the database's. Leases, sessions, links and schedules are decided by it, so that a node
 * whose own clock is wrong, or is set while it works, takes nothing from others and ends nothing early. Between two
 * questions this process counts on by a clock that nobody sets.
 */
export async function openSiteClock(
  db: Db,
  onError: (error: unknown) => void,
  ticks: Ticks = () => performance.now(),
): Promise<SiteClock> {
  let known = await timeOf(db, ticks)
  const nowMs = () => known.siteMs + ticks() - known.tick

  async function ask(): Promise<void> {
    const fresh = await timeOf(db, ticks)
    const differsMs = fresh.siteMs + ticks() - fresh.tick - nowMs()
    if (Math.abs(differsMs) > SLACK_MS) known = fresh
  }
  const timer = setInterval(() => void ask().catch(onError), ASK_MS).unref()
  return {
    now: () => new Date(nowMs()),
    aheadMs: () => Date.now() - nowMs(),
    ask,
    close: () => clearInterval(timer),
  }
}
