import type { ApprovalKind } from '#contract/approvals.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishToAdministrators } from './notify.ts'
import type { ApprovalStore } from './store.ts'

/** What administrators are asked, by whom, for which space. */
type Question = {
  kind: ApprovalKind
  space: { id: string; name: string; identifier: string }
  applicant: { id: string; name: string }
  reason: string
  sizeGb: number
}
type Needs = { bus: Bus; store: ApprovalStore; messages: Messages; now: () => Date; newId: () => string }

const asked = { space: 'spaceAsked', capacity: 'capacityAsked' } as const

/** The side of those who ask. */
export function approvalAsking({ bus, store, messages, now, newId }: Needs) {
  /** Puts a question to the administrators, in the transaction of what it is about. Throws capacityAsked when one waits. */
  async function ask(tx: Tx, { kind, space, applicant, reason, sizeGb }: Question): Promise<void> {
    await store.insert(tx, { id: newId(), kind, space, applicantId: applicant.id, reason, sizeGb, askedAt: now() })
    const values = { space: space.name, person: applicant.name, size: sizeGb, reason }
    await messages.notify(tx, { kind: asked[kind], to: 'administrators', values, link: '/approvalManage' })
  }

  /** A space that waits for its answer goes to somebody else: so does the request for it. */
  async function passOn(tx: Tx, moves: readonly { spaceId: string; personId: string }[]): Promise<void> {
    if (await store.passOn(tx, moves)) await publishToAdministrators(bus, tx)
  }

  /** Nothing of a space that is being deleted waits any more. */
  async function endIn(tx: Tx, spaceId: string, by: string): Promise<void> {
    if (await store.endIn(tx, spaceId, { by, at: now() })) await publishToAdministrators(bus, tx)
  }

  return { ask, passOn, endIn }
}
