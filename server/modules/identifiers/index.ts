import { randomInt } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/storage/database.ts'
import { arkOfVersion, readArk } from './ark.ts'
import { mintName } from './noid.ts'
import { type RegisteredScheme, registeredOf, wishRegistered } from './registration-store.ts'
import { datasetNamed, insertIdentifier } from './store.ts'

/** Tries at a name that nobody has; of 29^8 the first one nearly always is. */
const TRIES = 5

export type Identifiers = ReturnType<typeof identifiersModule>
export { tellDatacite } from './datacite-client.ts'
export { tellHandle } from './handle-client.ts'
export { type DueIdentifier, noteOutcome, retryRegistration, takeDue } from './registration-store.ts'
export type { Told } from './told.ts'
export { arkOfVersion }

/** Persistent identifiers of datasets: ARKs on our own host, or none, DOIs by DataCite, and handles. */
export function identifiersModule({ db, config, now }: Deps) {
  return {
    /** Reserves the identifier of a dataset; one that has its own keeps it. */
    async reserve(tx: Tx, datasetId: string): Promise<void> {
      if (config.arkNaan === null) return
      for (let tried = 0; tried < TRIES; tried += 1) {
        const value = `ark:${config.arkNaan}/${mintName(config.arkNaan, (below) => randomInt(below))}`
        const row = { dataset_id: datasetId, scheme: 'ARK' as const, value, created_at: now() }
        if (await insertIdentifier(tx, row)) return
      }
      throw new Error(`no free name in ${TRIES} tries`)
    },
    /** Has the registries of the site told of the identifiers of a dataset as its versions are now. */
    async announce(tx: Tx, datasetId: string): Promise<void> {
      const prefixes: [RegisteredScheme, string | undefined][] = [
        ['DOI', config.datacite?.prefix],
        ['Handle', config.handle?.prefix],
      ]
      for (const [scheme, prefix] of prefixes) {
        if (!prefix) continue
        const fresh = () => `${prefix}/${mintName(prefix, (below) => randomInt(below))}`
        const value = (await registeredOf(tx, datasetId, scheme)) ?? fresh()
        await wishRegistered(tx, { datasetId, scheme, value, at: now() })
      }
    },
    /** The dataset that an ARK in any spelling names, and which version; null for none. */
    async find(text: string): Promise<{ datasetId: string; version: number | null } | null> {
      const parts = readArk(text)
      const datasetId = parts && (await datasetNamed(db, parts.ark))
      return parts && datasetId ? { datasetId, version: parts.version } : null
    },
  }
}
