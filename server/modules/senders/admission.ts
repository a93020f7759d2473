import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Db } from '#server/storage/database.ts'
import { transact } from '#server/storage/database.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import { ProtocolRefusal } from './refusal.ts'
import type { SenderRow, SenderStore } from './store.ts'

/** How long a ticket counts. Source: original.md 5.2. */
export const TICKET_MS = 2 * HOUR_MS
/** The version of every service here. */
export const SERVICE_VERSION = '1.0'
const TICKET_PURPOSE = 'sender ticket'
/** Wrong codes from one address within an hour; further ones are not looked at (our choice). */
const WRONG_CODES = { limit: 30, withinMs: HOUR_MS }
/** How exactly the last entry is known, in milliseconds. */
const ENTERED_MS = HOUR_MS

/** Why a sender may send nothing now; null while it may. */
export function lapseOf({ revoked_at, until }: SenderRow, now: Date): 'notAuthorised' | 'authorisationOver' | null {
  if (revoked_at) return 'notAuthorised'
  return until && now.getTime() >= Date.parse(until) + DAY_MS ? 'authorisationOver' : null
}

type Ticket = { id: string; code: string; at: number }
type Needs = { db: Db; store: SenderStore; seal: Seal; now: () => Date }

/** Authenticates senders: codes, and the tickets that they are exchanged for. Any node knows the tickets of all. */
export function admission({ db, store, seal, now }: Needs) {
  const fingerprint = ({ code_sha256 }: SenderRow) => code_sha256.toString('hex').slice(0, 16)

  function demandActive(row: SenderRow): SenderRow {
    const lapse = lapseOf(row, now())
    if (lapse) throw new ProtocolRefusal(lapse)
    return row
  }

  async function countWrong(ip: string): Promise<void> {
    const rate = { ...WRONG_CODES, at: now() }
    const next = await transact(db, (tx) => consumeRateLimit(tx, `sender code ${ip}`, rate))
    throw new ProtocolRefusal(next ? 'tooOften' : 'illegal')
  }

  /** Changes a code for a ticket. Throws ProtocolRefusal. */
  async function enter(code: unknown, ip: string) {
    if (typeof code !== 'string' || !code) throw new ProtocolRefusal('missing')
    const row = await store.byCode(sha256(code))
    if (!row) return countWrong(ip)
    demandActive(row)
    const at = now()
    if (!row.entered_at || at.getTime() - row.entered_at.getTime() > ENTERED_MS)
      await store.update(db, row.id, { entered_at: at })
    const ticket: Ticket = { id: row.id, code: fingerprint(row), at: at.getTime() }
    return { token: seal.close(ticket, TICKET_PURPOSE).toString('base64url'), expires: TICKET_MS / 1000 }
  }

  function opened(token: string): Ticket {
    try {
      return seal.open<Ticket>(Buffer.from(token, 'base64url'), TICKET_PURPOSE)
    } catch {
      // Whatever the error, the ticket is not one of ours.
      throw new ProtocolRefusal('illegal')
    }
  }

  /** The sender that calls a service. Throws ProtocolRefusal. */
  async function callerOf(token: unknown, version: unknown): Promise<SenderRow> {
    if (typeof token !== 'string' || !token) throw new ProtocolRefusal('missing')
    const { id, code, at } = opened(token)
    const row = await store.one(id)
    if (!row || fingerprint(row) !== code) throw new ProtocolRefusal('illegal')
    if (now().getTime() - at >= TICKET_MS) throw new ProtocolRefusal('expired')
    if (version !== SERVICE_VERSION) throw new ProtocolRefusal('version')
    return demandActive(row)
  }

  return { enter, callerOf }
}
export type Admission = ReturnType<typeof admission>
