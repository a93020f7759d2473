import { sql } from 'kysely'
import type { ApprovalKind, approvals } from '#contract/approvals.ts'
import { BYTES_PER_GB } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { approvalOfId, pageOfApprovals, pageOfMine } from './list.ts'

/** A request that waits, kept from others together with its space until the transaction ends. */
export type Held = {
  id: string
  kind: ApprovalKind
  spaceId: string
  spaceName: string
  ownerId: string
  applicantId: string
  capacityGb: number
  sizeGb: number
  askedAt: Date
}
export type Wish = {
  id: string
  kind: ApprovalKind
  spaceId: string
  applicantId: string
  reason: string
  sizeGb: number
  askedAt: Date
}
export type Verdict = {
  state: 'passed' | 'rejected' | 'withdrawn'
  by: string
  at: Date
  opinion: string
  grantedGb: number
}

export function sqlApprovalStore(db: Db) {
  return {
    page: (query: ParsedOf<typeof approvals.list>) => pageOfApprovals(db, query),
    pageOfMine: (personId: string, query: ParsedOf<typeof approvals.mine>) => pageOfMine(db, personId, query),
    one: (id: string) => approvalOfId(db, id),
    async waiting(): Promise<Record<ApprovalKind, number>> {
      const { rows } = await sql<Record<ApprovalKind, number>>`
        select count(*) filter (where kind = 'space') as space, count(*) filter (where kind = 'capacity') as capacity
        from approval where state = 'pending'`.execute(db)
      return rows[0] ?? { space: 0, capacity: 0 }
    },
    /** The request of a kind that waits in a space. */
    async pendingOf(spaceId: string, kind: ApprovalKind) {
      const row = await db
        .selectFrom('approval as a')
        .innerJoin('person as p', 'p.id', 'a.applicant_id')
        .select(['a.id', 'a.size_gb', 'a.reason', 'a.asked_at', 'p.name'])
        .where('a.space_id', '=', spaceId)
        .where('a.kind', '=', kind)
        .where('a.state', '=', 'pending')
        .executeTakeFirst()
      if (!row) return null
      const { id, size_gb: size, reason, asked_at, name: applicant } = row
      return { id, size, reason, askedAt: asked_at.toISOString(), applicant }
    },

    /** One request of a kind waits in a space; the index decides. Throws capacityAsked. */
    insert: (tx: Tx, wish: Wish) =>
      uniqueAs({ approval_one_pending: 'capacityAsked' }, () =>
        tx
          .insertInto('approval')
          .values({
            id: wish.id,
            kind: wish.kind,
            space_id: wish.spaceId,
            applicant_id: wish.applicantId,
            reason: wish.reason,
            size_gb: wish.sizeGb,
            asked_at: wish.askedAt,
            answered_at: null,
            answered_by: null,
          })
          .execute(),
      ),

    /** A request that still waits, with its space: the space is taken first, as everywhere. */
    async hold(tx: Tx, id: string): Promise<Held | null> {
      await sql`
        select from space where id = (select space_id from approval where id = ${id}::uuid) for no key update`.execute(
        tx,
      )
      const { rows } = await sql<Held>`
        select a.id, a.kind, s.id as "spaceId", s.name as "spaceName", s.owner_id as "ownerId",
          a.applicant_id as "applicantId", s.capacity_bytes / ${BYTES_PER_GB} as "capacityGb", a.size_gb as "sizeGb",
          a.asked_at as "askedAt"
        from approval a join space s on s.id = a.space_id
        where a.id = ${id}::uuid and a.state = 'pending' for no key update of a`.execute(tx)
      return rows[0] ?? null
    },
    settle: (tx: Tx, id: string, { state, by, at, opinion, grantedGb }: Verdict) =>
      tx
        .updateTable('approval')
        .set({ state, answered_by: by, answered_at: at, opinion, granted_gb: grantedGb })
        .where('id', '=', id)
        .execute(),

    open: (tx: Tx, spaceId: string, sizeGb: number) =>
      tx
        .updateTable('space')
        .set({ status: 'normal', reason: '', capacity_bytes: sizeGb * BYTES_PER_GB })
        .where('id', '=', spaceId)
        .execute(),
    turnDown: (tx: Tx, spaceId: string, reason: string) =>
      tx.updateTable('space').set({ status: 'failed', reason }).where('id', '=', spaceId).execute(),
    resize: (tx: Tx, spaceId: string, sizeGb: number) =>
      tx
        .updateTable('space')
        .set({ capacity_bytes: sizeGb * BYTES_PER_GB })
        .where('id', '=', spaceId)
        .execute(),
    /** Nobody could work in a space that waits: there is nothing in it but its root. */
    removeSpace: (tx: Tx, spaceId: string) => tx.deleteFrom('space').where('id', '=', spaceId).execute(),
  }
}
export type ApprovalStore = ReturnType<typeof sqlApprovalStore>
