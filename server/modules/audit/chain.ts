import { Buffer } from 'node:buffer'
import type { Seal } from '#server/storage/seal.ts'

/** The content of an entry, without its hash. */
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
  target_email: string
  before: unknown
  after: unknown
}

/** JSON with sorted keys, because the database does not keep the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

/** The keyed hash of an entry and the previous entry's hash (none before the first). */
export function hashOf(seal: Seal, previous: Buffer | null, said: Said): Buffer {
  const { at, channel, target_email, ...rest } = said
  // Entries written before this field existed have none in their hash.
  const email = target_email ? { target_email } : {}
  return seal.sign(
    Buffer.concat([
      previous ?? Buffer.alloc(0),
      Buffer.from(canonical({ ...rest, ...email, door: channel, at: at.toISOString() })),
    ]),
  )
}

/** Says what the text is, so that the key signs nothing that could pass for an entry. */
const START = 'DataSpace audit log, first entry kept, version 1'
/** Proves that the entries up to this one were removed by this site. */
export const signedStart = (seal: Seal, { number, hash }: { number: number; hash: Buffer }): Buffer =>
  seal.sign(Buffer.from(`${START}\n${number}\n${hash.toString('hex')}`))
