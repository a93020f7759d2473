import type { ApprovalKind } from '#contract/approvals.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishToAdministrators } from './notify.ts'
import type { ApprovalStore } from './store.ts'

/** A request to administrators: its kind, the applicant and the space. */
type Question = {
  kind: ApprovalKind
  space: { id: string; name: string; identifier: string }
  applicant: { id: string; name: string }
  reason: string
  sizeGb: number
}
type Needs = { bus: Bus; store: ApprovalStore; messages: Messages; now: () => Date; newId: () => string }

const asked = { space: 'spaceAsked', capacity: 'capacityAsked' } as const

/** The operations of applicants. */
export function approvalAsking({ bus, store, messages, now, newId }: Needs) {
  /** Inserts a request within the caller's transaction. Throws capacityAsked when one is pending already. */
  async function ask(tx: Tx, { kind, space, applicant, reason, sizeGb }: Question): Promise<void> {
    await store.insert(tx, { id: newId(), kind, space, applicantId: applicant.id, reason, sizeGb, askedAt: now() })
    const values = { space: space.name, person: applicant.name, size: sizeGb, reason }
    await messages.notify(tx, {
      kind: asked[kind],
      to: 'administrators',
      spaceId: space.id,
      values,
      link: '/approvalManage',
    })
  }

  /** When a pending space gets a new owner, its request is passed on too. */
  async function passOn(tx: Tx, moves: readonly { spaceId: string; personId: string }[]): Promise<void> {
    if (await store.passOn(tx, moves)) await publishToAdministrators(bus, tx)
  }

  /** Ends all pending requests of a space that is being deleted. */
  async function endIn(tx: Tx, spaceId: string, by: string): Promise<void> {
    if (await store.endIn(tx, spaceId, { by, at: now() })) await publishToAdministrators(bus, tx)
  }

  return { ask, passOn, endIn }
}
