import type { ApprovalKind, approvals } from '#contract/approvals.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By, ByActor, SignedIn } from '#server/http/context.ts'
import { eachAlone } from '#server/http/each-alone.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { approvalOfId, pageOfApprovals, pageOfMine } from './list-store.ts'
import { publishToAdministrators } from './notify.ts'
import type { ApprovalStore, Held } from './store.ts'

type Answer = Omit<ParsedOf<typeof approvals.answer>, 'ids'>
type Needs = {
  db: Db
  bus: Bus
  store: ApprovalStore
  spaces: Pick<SpaceService, 'decisions' | 'see' | 'demand'>
  audit: Audit
  journal: Journal
  messages: Messages
  now: () => Date
}

const messageKinds = {
  space: { passed: 'spacePassed', rejected: 'spaceRejected' },
  capacity: { passed: 'capacityPassed', rejected: 'capacityRejected' },
} as const
const targetOf = ({ spaceId, spaceName }: Held) => ({ id: spaceId, name: spaceName })
/**
 * Whether the request belongs to the person: to the owner of the space, and a capacity request also to its applicant
 * while they may still request capacity.
 */
const isOf = ({ kind, ownerId, applicantId, mayApplicantAsk }: Held, personId: string) =>
  ownerId === personId || (kind === 'capacity' && mayApplicantAsk && applicantId === personId)

/** Answering requests, and the callers' own requests. */
export function approvalService({ db, bus, store, spaces, audit, journal, messages, now }: Needs) {
  const { decisions } = spaces

  /** Opens the space with the granted capacity in GB. */
  async function openSpace(tx: Tx, held: Held, size: number, { actor, caller }: By): Promise<void> {
    await decisions.open(tx, held.spaceId, size)
    const details = { size: String(size) }
    await journal.record(tx, [{ spaceId: held.spaceId, action: 'passed', doer: actor, details }])
    const after = { size, applicant: held.applicantName }
    audit.record(tx, { action: 'spacePassed', actor, caller, target: targetOf(held), after })
  }

  async function reject(tx: Tx, held: Held, reason: string, { actor, caller }: By): Promise<void> {
    const details = { request: held.kind }
    if (held.kind === 'space') await decisions.reject(tx, held.spaceId, reason)
    await journal.record(tx, [{ spaceId: held.spaceId, action: 'rejected', doer: actor, details }])
    const after = { ...details, applicant: held.applicantName, reason }
    audit.record(tx, { action: 'spaceRejected', actor, caller, target: targetOf(held), after })
  }

  /** The capacity in GB after approval; never less than the space has now. */
  const grantOf = ({ kind, sizeGb, capacityGb }: Held, size: number | undefined) =>
    kind === 'space' ? (size ?? sizeGb) : Math.max(size ?? sizeGb, capacityGb)

  async function close(tx: Tx, held: Held, { isPassed, opinion, size }: Answer, by: By): Promise<void> {
    const grantedGb = isPassed ? grantOf(held, size) : 0
    const state = isPassed ? 'passed' : 'rejected'
    await store.close(tx, held.id, { state, by: by.actor.id, at: now(), opinion, grantedGb })
    // Notifies the applicant and the current owner of the space.
    await messages.notify(tx, {
      kind: messageKinds[held.kind][state],
      to: [held.applicantId, held.ownerId],
      spaceId: held.spaceId,
      values: { space: held.spaceName, reason: opinion, ...(isPassed && { size: grantedGb }) },
      link: `/space/${held.spaceId}/details`,
    })
    if (!isPassed) await reject(tx, held, opinion, by)
    else if (held.kind === 'space') await openSpace(tx, held, grantedGb, by)
    else {
      const approval = { id: held.id, applicant: held.applicantName }
      await decisions.enlarge(tx, held.spaceId, grantedGb, { ...by, approval })
    }
    await publishSpaceChange(bus, held.spaceId, tx)
  }

  /**
   * Each request has its own transaction: when two administrators answer at once, the first decides and the other gets
   * an error for it.
   */
  async function answer({ ids, ...verdict }: ParsedOf<typeof approvals.answer>, by: By) {
    if (!verdict.isPassed && !verdict.opinion) throw new Failure('opinionNeeded')
    const outcomes = await eachAlone(ids, by.language, (id) =>
      transact(db, async (tx) => {
        await holdAdministrator(tx, by.actor)
        const held = await store.hold(tx, id)
        if (!held) throw new Failure('approvalGone')
        await close(tx, held, verdict, by)
      }),
    )
    // One event for all requests: administrators' pages reload their lists.
    if (outcomes.some(({ isDone }) => isDone)) await publishToAdministrators(bus, db)
    return outcomes
  }

  /** Withdraws a pending request; a space that is still pending is deleted with its request. */
  async function withdraw(id: string, by: By): Promise<null> {
    const { actor } = by
    await transact(db, async (tx) => {
      const held = await store.hold(tx, id)
      if (!held || !isOf(held, actor.id)) throw new Failure('approvalGone')
      await store.close(tx, id, { state: 'withdrawn', by: actor.id, at: now(), opinion: '', grantedGb: 0 })
      await publishToAdministrators(bus, tx)
      if (held.kind === 'space') return decisions.remove(tx, held.spaceId, by)
      const details = { size: String(held.sizeGb) }
      await journal.record(tx, [{ spaceId: held.spaceId, action: 'capacityWithdrawn', doer: actor, details }])
      await publishSpaceChange(bus, held.spaceId, tx)
    })
    return null
  }

  async function show(id: string) {
    const found = await approvalOfId(db, id)
    if (!found) throw new Failure('approvalGone')
    return found
  }

  /**
   * The pending request of a kind in a space: for a new space visible to those who see it, for capacity to those who
   * may request it.
   */
  async function pending(spaceId: string, kind: ApprovalKind, actor: SignedIn) {
    if (kind === 'space') await spaces.see(spaceId, actor)
    else await spaces.demand(spaceId, actor, 'space.askCapacity')
    return store.pendingOf(spaceId, kind, actor.id)
  }

  return {
    answer,
    withdraw,
    show,
    pending,
    list: (query: ParsedOf<typeof approvals.list>) => pageOfApprovals(db, query),
    waiting: store.waiting,
    mine: (query: ParsedOf<typeof approvals.mine>, { actor }: ByActor) => pageOfMine(db, actor.id, query),
  }
}
