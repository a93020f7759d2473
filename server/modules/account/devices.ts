import type { account, Device } from '#contract/account.ts'
import { SESSION_IDLE_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import { deviceOf } from '#server/http/agent.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { lockOwn, targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import type { AccountNeeds } from './own.ts'

/** The devices on which the caller is signed in. */
export function deviceRules({ db, store, now, audit, people }: AccountNeeds) {
  async function devices(actor: SignedIn): Promise<Device[]> {
    const rows = await store.devices(actor.id, new Date(now().getTime() - SESSION_IDLE_MS))
    return rows.map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent),
      address: row.address,
      method: row.method,
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      isCurrent: row.id === actor.sessionId,
    }))
  }
  async function endDevice({ id }: ParsedOf<typeof account.endDevice>, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const gone = await store.endDevice(tx, actor.id, id)
      if (!gone) throw new Failure('notFound')
      audit.record(tx, {
        action: 'sessionEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { address: gone.address, ...deviceOf(gone.user_agent) },
      })
    })
    await people.publishChange(actor.id)
    return null
  }
  async function endOthers({ actor, caller }: By): Promise<number> {
    const count = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const ended = await people.endSessions(tx, actor.id, actor.sessionId)
      audit.record(tx, {
        action: 'sessionEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { others: ended },
      })
      return ended
    })
    await people.publishChange(actor.id)
    return count
  }

  return { devices, endDevice, endOthers }
}
