import { randomInt } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { arkOfVersion, isTrialArk, readArk } from './ark.ts'
import { mintName } from './noid.ts'
import {
  type RegisteredScheme,
  registeredOf,
  registrationsOf,
  reserveRegistered,
  type VersionRegistration,
  wishRegistered,
} from './registration-store.ts'
import { datasetNamed, holdDataset, identifierOfDataset, insertIdentifier, versionsWithout } from './store.ts'

/** Attempts to find an unused name; of 29^8 names, the first one is nearly always free. */
const TRIES = 5
/** Versions for which a job reserves what they lack in one run, so that a run ends. */
const RESERVED_A_RUN = 1000

export type Identifiers = ReturnType<typeof identifiersModule>
export { tellDatacite } from './datacite-client.ts'
export { tellHandle } from './handle-client.ts'
export { type DueIdentifier, noteOutcome, retryRegistration, takeDue } from './registration-store.ts'
export type { Told } from './told.ts'
export { arkOfVersion, isTrialArk }

/** Persistent identifiers of datasets: ARKs on our own host, DOIs by DataCite, and handles. */
export function identifiersModule({ db, config, now }: Deps) {
  const prefixes: [RegisteredScheme, string | undefined][] = [
    ['DOI', config.datacite?.prefix],
    ['Handle', config.handle?.prefix],
  ]
  /** The identifiers of a dataset in each registry of the site; a dataset keeps its identifiers. */
  async function registered(tx: Tx, datasetId: string) {
    const wishes: Parameters<typeof wishRegistered>[1][] = []
    for (const [scheme, prefix] of prefixes) {
      if (!prefix) continue
      const fresh = () => `${prefix}/${mintName(prefix, (below) => randomInt(below))}`
      wishes.push({ datasetId, scheme, value: (await registeredOf(tx, datasetId, scheme)) ?? fresh(), at: now() })
    }
    return wishes
  }
  async function reserveArk(tx: Tx, datasetId: string): Promise<void> {
    if (config.arkNaan === null) return
    for (let tried = 0; tried < TRIES; tried += 1) {
      const value = `ark:${config.arkNaan}/${mintName(config.arkNaan, (below) => randomInt(below))}`
      const row = { dataset_id: datasetId, scheme: 'ARK' as const, value, created_at: now() }
      if (await insertIdentifier(tx, row)) return
    }
    throw new Error(`no free name in ${TRIES} tries`)
  }
  /** Reserves the identifiers of a dataset and of a version of it; those that they have stay. */
  async function reserve(tx: Tx, datasetId: string, number: number): Promise<void> {
    await reserveArk(tx, datasetId)
    for (const wish of await registered(tx, datasetId)) await reserveRegistered(tx, wish, number)
  }
  return {
    reserve,
    /**
     * Reserves missing identifiers of drafts and submissions: of those restored from a copy, or older than a setting. A
     * job; returns the number of versions.
     */
    async reserveMissing(): Promise<number> {
      const schemes = prefixes.flatMap(([scheme, prefix]) => (prefix ? [scheme] : []))
      const found = await versionsWithout(db, { hasArk: config.arkNaan !== null, schemes, most: RESERVED_A_RUN })
      for (const { dataset_id, number } of found)
        await transact(db, async (tx) => {
          // The draft was removed or decided meanwhile.
          const isThere = await holdDataset(tx, dataset_id)
          if (isThere) await reserve(tx, dataset_id, number)
        })
      return found.length
    },
    /** Has the registries of the site told of the identifiers of a dataset as its versions are now. */
    async announce(tx: Tx, datasetId: string): Promise<void> {
      for (const wish of await registered(tx, datasetId)) await wishRegistered(tx, wish)
    },
    /** The identifiers of a version: the ARK of this host, null if none, and those of registries. */
    async ofVersion(datasetId: string, number: number): Promise<{ ark: string | null; others: VersionRegistration[] }> {
      const [ark, others] = await Promise.all([
        identifierOfDataset(db, datasetId),
        registrationsOf(db, datasetId, number),
      ])
      return { ark: ark && arkOfVersion(ark, number), others }
    },
    /** The dataset and version that an ARK in any spelling names; null if there is none. */
    async find(text: string): Promise<{ datasetId: string; version: number | null } | null> {
      const parts = readArk(text)
      const datasetId = parts && (await datasetNamed(db, parts.ark))
      return parts && datasetId ? { datasetId, version: parts.version } : null
    },
  }
}
