import type { ApplicationWay } from '#contract/applications.ts'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import type { Program } from '#server/http/program.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { CredentialRow, CredentialStore } from './credentials-store.ts'

/** Most cached applications; the oldest is evicted first. */
const CACHE_MAX = 2000
/** Purpose of the encryption of secrets. */
export const SECRET_PURPOSE = 'application secret'

const DAY_END = 'T23:59:59.999Z'
/** When a grant ends whose last day is this one; milliseconds. */
const endOf = (until: string | null) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until + DAY_END))

/** Applications by their key, cached until something of them changes on any node. */
export function applicationDirectory({ store, bus, seal }: { store: CredentialStore; bus: Bus; seal: Seal }) {
  const cache = new Map<string, Program>()
  // Counts evictions, so that a row read before one is not cached after it.
  let forgotten = 0
  bus.on('application', (payload) => {
    forgotten += 1
    cache.delete((payload as { key: string }).key)
  })
  bus.onGap(() => {
    forgotten += 1
    cache.clear()
  })

  const secretFor = ({ ways, sealed_secret }: CredentialRow, way: ApplicationWay) =>
    sealed_secret && ways.includes(way) ? seal.open<string>(sealed_secret, SECRET_PURPOSE) : null
  const programOf = (row: CredentialRow): Program => ({
    id: row.id,
    key: row.key,
    name: row.name,
    bearerHash: row.ways.includes('bearer') ? row.secret_hash : null,
    signingKey: secretFor(row, 'signature'),
    parameterKey: secretFor(row, 'md5'),
    callsPerMinute: row.calls_per_minute,
    callsPerDay: row.calls_per_day,
    bytesPerDay: row.gb_per_day === null ? null : row.gb_per_day * BYTES_PER_GB,
    isOnline: row.disabled_at === null,
    grants: new Map(row.grants.map(({ group, until }) => [group, endOf(until)])),
  })

  return async (key: string): Promise<Program | null> => {
    const cached = bus.isConnected() ? cache.get(key) : undefined
    if (cached) return cached
    const before = forgotten
    const row = await store.byKey(key)
    if (!row) return null
    const program = programOf(row)
    if (before !== forgotten) return program
    if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value ?? '')
    cache.set(key, program)
    return program
  }
}
