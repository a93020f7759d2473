import type { ApprovalKind, approvals } from '#contract/approvals.ts'
import { errors } from '#contract/errors.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { tellSpaceChange } from '#server/storage/space-changes.ts'
import type { ApprovalStore, Held } from './store.ts'

type By = { actor: SignedIn; caller: Caller; language: Language }
type Answer = Omit<ParsedOf<typeof approvals.answer>, 'ids'>
type Needs = {
  db: Db
  bus: Bus
  store: ApprovalStore
  audit: Audit
  journal: Journal
  messages: Messages
  now: () => Date
  newId: () => string
}
/** What administrators are asked, by whom, for which space. */
type Question = {
  kind: ApprovalKind
  space: { id: string; name: string }
  applicant: { id: string; name: string }
  reason: string
  sizeGb: number
}

const kinds = {
  space: { asked: 'spaceAsked', passed: 'spacePassed', rejected: 'spaceRejected' },
  capacity: { asked: 'capacityAsked', passed: 'capacityPassed', rejected: 'capacityRejected' },
} as const
const targetOf = ({ spaceId, spaceName }: Held) => ({ id: spaceId, name: spaceName })

export function approvalService({ db, bus, store, audit, journal, messages, now, newId }: Needs) {
  /** Puts a question to the administrators, in the transaction of what it is about. Throws capacityAsked when one waits. */
  async function ask(tx: Tx, { kind, space, applicant, reason, sizeGb }: Question): Promise<void> {
    const wish = { id: newId(), kind, spaceId: space.id, applicantId: applicant.id, reason, sizeGb, askedAt: now() }
    await store.insert(tx, wish)
    const values = { space: space.name, person: applicant.name, size: sizeGb, reason }
    await messages.tell(tx, { kind: kinds[kind].asked, to: 'administrators', values, link: '/approvalManage' })
  }

  /** The space is opened, with the capacity in GB that was given. */
  async function openSpace(tx: Tx, held: Held, grantedGb: number, { actor, caller }: By): Promise<void> {
    const details = { size: String(grantedGb) }
    await store.open(tx, held.spaceId, grantedGb)
    await journal.record(tx, [{ spaceId: held.spaceId, action: 'approved', doer: actor, details }])
    const after = { size: grantedGb }
    audit.record(tx, { action: 'spaceApproved', actor, caller, target: targetOf(held), after })
  }

  async function enlarge(tx: Tx, held: Held, grantedGb: number, { actor, caller }: By): Promise<void> {
    const details = { from: String(held.capacityGb), to: String(grantedGb) }
    await store.resize(tx, held.spaceId, grantedGb)
    await journal.record(tx, [{ spaceId: held.spaceId, action: 'capacityChanged', doer: actor, details }])
    const sizes = { before: { size: held.capacityGb }, after: { size: grantedGb } }
    audit.record(tx, { action: 'spaceResized', actor, caller, target: targetOf(held), ...sizes })
  }

  async function turnDown(tx: Tx, held: Held, reason: string, { actor, caller }: By): Promise<void> {
    const details = { request: held.kind, reason }
    if (held.kind === 'space') await store.turnDown(tx, held.spaceId, reason)
    await journal.record(tx, [{ spaceId: held.spaceId, action: 'turnedDown', doer: actor, details }])
    audit.record(tx, { action: 'spaceTurnedDown', actor, caller, target: targetOf(held), after: details })
  }

  /** What a passed request brings, in GB: more room was asked for, so an answer never takes any away. */
  const grantOf = ({ kind, sizeGb, capacityGb }: Held, size: number | undefined) =>
    kind === 'space' ? (size ?? sizeGb) : Math.max(size ?? sizeGb, capacityGb)

  async function settle(tx: Tx, held: Held, { isPassed, opinion, size }: Answer, by: By): Promise<void> {
    const grantedGb = isPassed ? grantOf(held, size) : 0
    const state = isPassed ? 'passed' : 'rejected'
    await store.settle(tx, held.id, { state, by: by.actor.id, at: now(), opinion, grantedGb })
    // Who asked is told, and who owns the space by now.
    await messages.tell(tx, {
      kind: kinds[held.kind][state],
      to: [held.applicantId, held.ownerId],
      values: isPassed ? { space: held.spaceName, size: grantedGb } : { space: held.spaceName, reason: opinion },
      link: `/space/${held.spaceId}/details`,
    })
    if (!isPassed) await turnDown(tx, held, opinion, by)
    else if (held.kind === 'space') await openSpace(tx, held, grantedGb, by)
    else await enlarge(tx, held, grantedGb, by)
    await tellSpaceChange(bus, held.spaceId, tx)
  }

  /** Each in a transaction of its own: of two administrators at once the first decides, the other is told. */
  async function answer({ ids, ...verdict }: ParsedOf<typeof approvals.answer>, by: By) {
    if (!verdict.isPassed && !verdict.opinion) throw new Failure('opinionNeeded')
    const gone = textOf(by.language, errors.approvalGone.text)
    const outcomes: { id: string; isDone: boolean; message: string }[] = []
    for (const id of new Set(ids)) {
      const isDone = await transact(db, async (tx) => {
        await holdAdministrator(tx, by.actor)
        const held = await store.hold(tx, id)
        if (held) await settle(tx, held, verdict, by)
        return held !== null
      })
      outcomes.push({ id, isDone, message: isDone ? '' : gone })
    }
    return outcomes
  }

  /** Takes back an own request; a space that was asked for and still waits goes with it. */
  async function withdraw(id: string, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      const held = await store.hold(tx, id)
      if (held?.applicantId !== actor.id) throw new Failure('approvalGone')
      if (held.kind === 'space') {
        await store.removeSpace(tx, held.spaceId)
        audit.record(tx, { action: 'spaceDeleted', actor, caller, target: targetOf(held) })
      } else await store.settle(tx, id, { state: 'withdrawn', by: actor.id, at: now(), opinion: '', grantedGb: 0 })
      await tellSpaceChange(bus, held.spaceId, tx)
    })
    return null
  }

  async function show(id: string) {
    const found = await store.one(id)
    if (!found) throw new Failure('approvalGone')
    return found
  }

  return {
    ask,
    answer,
    withdraw,
    show,
    list: store.page,
    waiting: store.waiting,
    mine: (query: ParsedOf<typeof approvals.mine>, actor: SignedIn) => store.pageOfMine(actor.id, query),
    pendingOf: store.pendingOf,
  }
}
export type ApprovalService = ReturnType<typeof approvalService>
