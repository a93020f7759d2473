import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import type { MailService } from '#server/modules/mails/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { momentOf } from './moment.ts'
import type { JobStore, TroubleRow } from './store.ts'
import { troubleOf } from './words.ts'

/** How often each node looks; it needs neither the job queue nor another node (our choice). */
const LOOK_MS = 60_000
/** Failures of tasks and mails that are looked at. */
const FAILED_WITHIN_MS = DAY_MS
/** A problem that returns after a longer absence than this is reported again (our choice). */
const AWAY_MS = 6 * HOUR_MS

type Needs = {
  db: Db
  store: JobStore
  mails: Pick<MailService, 'queueAll' | 'kick'>
  origin: () => string
  now: () => Date
  log: FastifyBaseLogger
}

const keyOf = ({ queue, kind, reason, error }: TroubleRow) => [queue, kind, reason, error.slice(0, 200)].join(' ')

/** Reports work that is stuck or fails, and notifies administrators once for each series with the same cause. */
export function watchdog({ db, store, mails, origin, now, log }: Needs) {
  async function troubles(): Promise<TroubleRow[]> {
    const at = now()
    return store.troubles(await momentOf(store, at), new Date(at.getTime() - FAILED_WITHIN_MS))
  }

  /** Looks once; answers how many administrators were written to. */
  async function look(): Promise<number> {
    const found = await troubles()
    if (!found.length) return 0
    const told = await transact(db, async (tx) => {
      const at = now()
      const fresh = new Set(await store.noteAlarms(tx, found.map(keyOf), at, new Date(at.getTime() - AWAY_MS)))
      const news = found.filter((row) => fresh.has(keyOf(row)))
      if (!news.length) return 0
      log.warn({ troubles: news }, 'work in the background does not go well')
      const people = await store.administrators(tx)
      await mails.queueAll(
        tx,
        people.map(({ id, email, name, language }) => ({
          kind: 'jobTrouble',
          recipient: email,
          language,
          personId: id,
          details: {
            name,
            troubles: news.map((row) => troubleOf(language, row)).join('\n'),
            url: `${origin()}${sectionPath('jobs')}`,
          },
        })),
      )
      return people.length
    })
    if (told) mails.kick()
    return told
  }

  let timer: NodeJS.Timeout | undefined
  return {
    troubles,
    look,
    start(): void {
      const failed = (err: unknown) => log.warn({ err }, 'background work not looked at')
      timer ??= setInterval(() => void look().catch(failed), LOOK_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
