import { MINUTE_MS } from '#contract/core/time.ts'
import type { DataciteConfig } from '#server/config.ts'
import { type DueDoi, noteDoi, takeDueDoi, tellDatacite } from '#server/modules/identifiers/index.ts'
import type { Db } from '#server/storage/database.ts'
import { dataciteRecord } from './formats/datacite.ts'
import type { DatasetService, Found } from './service.ts'
import { newestNumber } from './store.ts'

/** The pause after the first try that failed; it doubles up to the longest (our choice). */
const PAUSE_MS = { first: MINUTE_MS, longest: 60 * MINUTE_MS } as const
/** Most tries of one run, so that a run ends. */
const TRIES_A_RUN = 500

type Needs = {
  db: Db
  now: () => Date
  service: Pick<DatasetService, 'find'>
  account: DataciteConfig | null
}

const pauseMs = (attempts: number) => Math.min(PAUSE_MS.first * 2 ** (attempts - 1), PAUSE_MS.longest)

/** The record of a DOI. That of all versions leads to the newest one, and names each. */
function attributesOf(dataset: Found, { doi, number }: DueDoi): object {
  const record = dataciteRecord(dataset)
  const identifiers = [{ identifier: doi, identifierType: 'DOI' }]
  if (number > 0) return { ...record, identifiers }
  const { version: _version, ...concept } = record
  const related = dataset.versions.map((line) => ({
    relatedIdentifier: `${doi}.v${line.number}`,
    relatedIdentifierType: 'DOI',
    relationType: 'HasVersion',
  }))
  return { ...concept, identifiers, url: dataset.addresses.concept, relatedIdentifiers: related }
}

/** Tells DataCite what is wanted and not yet there; run by a job, on any node. Answers how many are as wanted. */
export function doiRegistering({ db, now, service, account }: Needs) {
  async function tell(due: DueDoi, to: DataciteConfig): Promise<boolean> {
    const number = due.number || (await newestNumber(db, due.dataset_id))
    const dataset = number === null ? null : await service.find(due.dataset_id, number)
    if (!dataset) {
      await noteDoi(db, due, { state: 'failed', error: 'no public version' })
      return false
    }
    const event = due.wanted === 'findable' ? 'publish' : due.known === 'findable' ? 'hide' : 'register'
    const told = await tellDatacite(to, { doi: due.doi, event, attributes: attributesOf(dataset, due) })
    if (told.kind === 'done') {
      await noteDoi(db, due, { state: 'done', error: '', known: told.state })
      return true
    }
    const nextAt = new Date(now().getTime() + pauseMs(due.attempts))
    await noteDoi(db, due, { state: told.kind === 'later' ? 'waiting' : 'failed', error: told.cause, nextAt })
    return false
  }

  return async (): Promise<number> => {
    if (!account) return 0
    let done = 0
    for (let tries = 0; tries < TRIES_A_RUN; tries += 1) {
      const until = new Date(now().getTime() + 2 * account.timeoutMs)
      const due = await takeDueDoi(db, now(), until)
      if (!due) break
      if (await tell(due, account)) done += 1
    }
    return done
  }
}
