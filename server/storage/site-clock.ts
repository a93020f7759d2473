import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How often the time is read from the database: the clock of a machine that slept was stopped. */
const ASK_MS = 30_000
/** Samples per reading, of which the one with the shortest round trip counts. */
const SAMPLES = 3
/** Smaller differences are ignored: they are within the round trip. */
const SLACK_MS = 250

/** A monotonic clock: milliseconds since an arbitrary moment. */
type Ticks = () => number
export type SiteClock = {
  now: () => Date
  /** Milliseconds by which this machine's clock is ahead of the site's. */
  aheadMs: () => number
  /** Reads the time from the database. */
  ask: () => Promise<void>
  close: () => void
}

/** The time of the database, and the tick at which it was read; milliseconds. */
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
 * The common clock of all nodes: the database's. Leases, sessions, links and schedules use it, so that a node with a
 * wrong or adjusted clock ends nothing early. Between two readings this process counts on by a monotonic clock.
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
