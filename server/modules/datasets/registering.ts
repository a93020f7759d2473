import { MINUTE_MS } from '#contract/core/time.ts'
import type { DataciteConfig, HandleConfig } from '#server/config.ts'
import {
  type DueIdentifier,
  noteOutcome,
  type Told,
  takeDue,
  tellDatacite,
  tellHandle,
} from '#server/modules/identifiers/index.ts'
import type { Db } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
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
  datacite: DataciteConfig | null
  handle: HandleConfig | null
}

const pauseMs = (attempts: number) => Math.min(PAUSE_MS.first * 2 ** (attempts - 1), PAUSE_MS.longest)

/** The record of a DOI. That of all versions leads to the newest one, and names each. */
function attributesOf(dataset: Found, { value: doi, number }: DueIdentifier): object {
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

/** Sends pending registrations to the registries; run by a job, on any node. Returns how many succeeded. */
export function identifierRegistering({ db, now, service, datacite, handle }: Needs) {
  const schemes = [...(datacite ? (['DOI'] as const) : []), ...(handle ? (['Handle'] as const) : [])]
  const longestMs = Math.max(datacite?.timeoutMs ?? 0, handle?.timeoutMs ?? 0)

  async function tell(due: DueIdentifier, dataset: Found): Promise<Told> {
    if (due.scheme === 'DOI' && datacite) {
      const event = due.wanted === 'findable' ? 'publish' : due.known === 'findable' ? 'hide' : 'register'
      return tellDatacite(datacite, { doi: due.value, event, attributes: attributesOf(dataset, due) })
    }
    if (!handle) return { kind: 'never', cause: 'no registry' }
    // A handle leads to the page, which is the tombstone after a withdrawal.
    const { page, concept } = dataset.addresses
    return tellHandle(handle, { handle: due.value, url: due.number > 0 ? page : concept })
  }

  async function work(due: DueIdentifier): Promise<boolean> {
    const number = due.number || (await newestNumber(db, due.dataset_id))
    const dataset = number === null ? null : await service.find(due.dataset_id, number)
    const told: Told = dataset ? await tell(due, dataset) : { kind: 'never', cause: 'no public version' }
    fault('identifier-told')
    if (told.kind === 'done') {
      await noteOutcome(db, due, { state: 'done', error: '', known: told.state })
      return true
    }
    const nextAt = new Date(now().getTime() + pauseMs(due.attempts))
    await noteOutcome(db, due, { state: told.kind === 'later' ? 'waiting' : 'failed', error: told.cause, nextAt })
    return false
  }

  return async (): Promise<number> => {
    if (!schemes.length) return 0
    let done = 0
    for (let tries = 0; tries < TRIES_A_RUN; tries += 1) {
      const until = new Date(now().getTime() + 2 * longestMs)
      const due = await takeDue(db, { at: now(), until, schemes })
      if (!due) break
      if (await work(due)) done += 1
    }
    return done
  }
}
