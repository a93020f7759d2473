import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import { type Outside, wholeOf } from '#server/http/outside.ts'
import { attributed } from '#server/http/traffic.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Due, IncomingStore } from './incoming-store.ts'
import { secretsOf } from './secrets.ts'

/** Waits before each further try (our choice); after the last one an administrator has to look. */
export const RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, DAY_MS, DAY_MS]
/** Timeout of a sender, and how long a node reserves a decision without reporting a result. */
const ANSWER_MS = 30_000
const LEASE_MS = 2 * MINUTE_MS
const ANSWER_BYTES = 65_536
/** Most tries of one run, so that a run ends. */
const TRIES_A_RUN = 200

type Needs = {
  db: Db
  incoming: IncomingStore
  outside: Outside
  seal: Seal
  origin: () => string
  now: () => Date
}

/** Sends decisions to the senders of datasets; run by a job, on any node. Returns how many were delivered. */
export function telling({ db, incoming, outside, seal, origin, now }: Needs) {
  /** The decision as senders read it. Source: original.md 5.6. */
  function formOf({ id, decision, reason, dataset_id, number, doi }: Due): FormData {
    const adopted = { DOI: doi ?? '', CSTR: '', detailsUrl: `${origin()}${datasetPath(dataset_id, number)}` }
    const rejected = { reason, rejectApproval: reason }
    const form = new FormData()
    const said = decision === 'adopt' ? adopted : rejected
    for (const [name, value] of Object.entries({ resourceId: id, approvalStatus: decision, ...said }))
      form.set(name, value)
    return form
  }

  /** Throws what keeps the sender from knowing. */
  async function tell(due: Due): Promise<void> {
    const { callback } = secretsOf(seal, due)
    // The host may have changed since: nothing is sent to an unregistered address.
    if (new URL(callback).origin !== new URL(due.host).origin) throw new Failure('outsideRefused')
    const form = new Response(formOf(due))
    const headers = { 'content-type': form.headers.get('content-type') ?? '', accept: 'application/json' }
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await outside.ask(callback, { method: 'POST', headers, body: await form.text(), signal })
    const said = (await wholeOf(answer, ANSWER_BYTES)).toString('utf8')
    if (answer.status < 200 || answer.status > 299 || !isTaken(said)) throw new Failure('institutionAnswerWrong')
  }

  async function outcomeOf(due: Due): Promise<boolean> {
    try {
      await attributed({ spaceId: due.space_id, personId: null }, () => tell(due))
      await incoming.update(db, due.id, { state: 'told', error: '' })
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const wait = RETRY_MS[due.attempts - 1]
      const next = wait === undefined ? { state: 'untold' as const } : { next_at: new Date(now().getTime() + wait) }
      await incoming.update(db, due.id, { ...next, error: error.refusal })
      return false
    }
  }

  return async (): Promise<number> => {
    let told = 0
    for (let tries = 0; tries < TRIES_A_RUN; tries += 1) {
      const due = await incoming.takeDue(now(), new Date(now().getTime() + LEASE_MS))
      if (!due) break
      if (await outcomeOf(due)) told += 1
    }
    return told
  }
}

/** Whether an answer is JSON and takes the decision: the sender refuses with the code -1. */
function isTaken(text: string): boolean {
  try {
    const said = JSON.parse(text) as { code?: unknown } | null
    return said?.code !== -1
  } catch {
    // Anybody may answer anything.
    return false
  }
}
