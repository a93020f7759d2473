import { Buffer } from 'node:buffer'
import type { Seal } from '#server/storage/seal.ts'

/** What one entry says, without its hash. */
export type Said = {
  number: number
  at: Date
  action: string
  outcome: string
  reason: string
  actor_id: string | null
  actor_name: string
  actor_email: string
  channel: string
  address: string
  agent: string
  method: string
  target_id: string | null
  target_name: string
  before: unknown
  after: unknown
}

/** JSON with sorted keys: the database keeps objects in an order of its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

/** The keyed hash of an entry and of the one before it (none before the first). */
export function hashOf(seal: Seal, previous: Buffer | null, said: Said): Buffer {
  const { at, channel, ...rest } = said
  return seal.sign(
    Buffer.concat([
      previous ?? Buffer.alloc(0),
      Buffer.from(canonical({ ...rest, door: channel, at: at.toISOString() })),
    ]),
  )
}
