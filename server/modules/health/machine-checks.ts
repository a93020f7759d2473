import { relative } from 'node:path'
import { DAY_MS } from '#contract/core/time.ts'
import { TRIAL_NAAN } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { diskOf } from '#server/storage/disk.ts'
import type { HealthStore } from './store.ts'
import { type Check, gib, type Verdict } from './verdict.ts'

/** Shares and bytes of a disk, and share of the connections, from which people must act (our choice). */
const DISK_LOW = 0.1
const DISK_FULL_BYTES = 2_000_000_000
const CONNECTIONS_CROWDED = 0.8
/** Difference of the clocks in milliseconds that is worth a word, and that breaks sign-ins with certificates. */
const CLOCK_WEAK_MS = 2000
const CLOCK_WRONG_MS = 30_000
/** A node without a heartbeat for this long has stopped without announcing it. */
export const NODE_SILENT_MS = 90_000
export const NODE_FORGOTTEN_MS = DAY_MS

type Needs = Pick<Deps, 'blobs' | 'bus' | 'config' | 'now'> & { store: HealthStore; origin: () => string }

/** The folders whose disks are monitored; that of the contents by its path, if it is on another disk than the data. */
function disksOf({ dataDir, blobDir, s3 }: Needs['config']): { path: string; of?: string }[] {
  const isApart = !s3 && relative(dataDir, blobDir).startsWith('..')
  return [{ path: dataDir }, ...(isApart ? [{ path: blobDir, of: blobDir }] : [])]
}
const diskCheck = ({ path, of }: { path: string; of?: string }): Check => ({
  key: 'disk',
  of,
  async run(): Promise<Verdict> {
    const { bytes, freeBytes } = await diskOf(path)
    const values = { free: gib(freeBytes), size: gib(bytes) }
    if (freeBytes < DISK_FULL_BYTES) return { state: 'failing', said: 'diskFull', values }
    return freeBytes < bytes * DISK_LOW
      ? { state: 'weak', said: 'diskLow', values }
      : { state: 'fine', said: 'diskFine', values }
  },
})

/** Checks of the installation itself: database, disk, store, notifications, clock, nodes and address. */
export const machineChecks = ({ blobs, bus, config, now, store, origin }: Needs): Check[] => [
  {
    key: 'database',
    async run(): Promise<Verdict> {
      const { version, bytes, used, most } = await store.database()
      const isCrowded = used > most * CONNECTIONS_CROWDED
      const values = { version, size: gib(bytes), used, most }
      return { state: isCrowded ? 'weak' : 'fine', said: isCrowded ? 'databaseCrowded' : 'databaseFine', values }
    },
  },
  ...disksOf(config).map(diskCheck),
  {
    key: 'store',
    async run(): Promise<Verdict> {
      await blobs.probe()
      return { state: 'fine', said: 'storeFine', values: { place: config.s3 ? 'S3' : config.blobDir } }
    },
  },
  {
    key: 'news',
    run: async () =>
      bus.isConnected() ? { state: 'fine', said: 'newsFine' } : { state: 'failing', said: 'newsMissed' },
  },
  {
    key: 'clock',
    async run(): Promise<Verdict> {
      const aheadMs = Date.now() - now().getTime()
      const values = { seconds: (Math.abs(aheadMs) / 1000).toFixed(1) }
      if (Math.abs(aheadMs) < CLOCK_WEAK_MS) return { state: 'fine', said: 'clockFine', values }
      const state = Math.abs(aheadMs) < CLOCK_WRONG_MS ? 'weak' : 'failing'
      return { state, said: aheadMs > 0 ? 'clockAhead' : 'clockBehind', values }
    },
  },
  {
    key: 'nodes',
    async run(): Promise<Verdict> {
      const known = await store.nodes()
      const isSilent = ({ seen_at }: { seen_at: Date }) => now().getTime() - seen_at.getTime() > NODE_SILENT_MS
      const silent = known.filter(isSilent)
      const awake = known.filter((node) => !isSilent(node))
      const versions = [...new Set(awake.map(({ version }) => version))]
      const values = { count: awake.length, silent: silent.length, versions: versions.join(', ') }
      const details = known.map(({ host, version, seen_at }) => `${host} ${version} ${seen_at.toISOString()}`)
      if (silent.length) return { state: 'weak', said: 'nodesSilent', values, details }
      if (versions.length > 1) return { state: 'weak', said: 'nodesDiffer', values, details }
      return { state: 'fine', said: 'nodesFine', values, details }
    },
  },
  {
    key: 'address',
    run: async () =>
      config.publicUrl
        ? { state: 'fine', said: 'addressFine', values: { origin: origin() } }
        : { state: 'weak', said: 'addressUnset', values: { origin: origin() } },
  },
  {
    key: 'identifiers',
    async run() {
      const naan = config.arkNaan
      if (naan === null) return { state: 'unchecked', said: 'identifiersOff' }
      const values = { naan }
      return naan === TRIAL_NAAN
        ? { state: 'weak', said: 'identifiersTrial', values }
        : { state: 'fine', said: 'identifiersFine', values }
    },
  },
]
