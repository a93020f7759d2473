import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { DayInput, Id, keyset, pageOf, Reason, Timestamp } from './core/shapes.ts'

/** What can be held: a space with its contents, an account, or a dataset with all its versions. */
export const LegalHoldKind = z.enum(['space', 'person', 'dataset'])
export type LegalHoldKind = z.infer<typeof LegalHoldKind>
const Required = Reason.check(z.minLength(1))

export const LegalHoldDraft = z.object({
  kind: LegalHoldKind,
  targetId: Id,
  reason: Required,
  /** The last day of the hold (UTC); null: until someone ends it. */
  until: z._default(z.nullable(DayInput), null),
})

/** An order that nothing of something is deleted permanently. */
export const LegalHold = z.object({
  id: Id,
  kind: LegalHoldKind,
  /** Its name is that of the day on which the hold was placed. */
  target: z.object({ id: Id, name: z.string() }),
  reason: z.string(),
  until: z.nullable(DayInput),
  placedBy: z.string(),
  placedAt: Timestamp,
  isActive: z.boolean(),
  /** Who ended it, when and why; null while it is in effect. */
  ended: z.nullable(z.object({ by: z.string(), at: Timestamp, reason: z.string() })),
})
export type LegalHold = z.infer<typeof LegalHold>

/** Something that a hold can be placed on; `about` distinguishes those with the same name. */
export const LegalHoldTarget = z.object({ id: Id, name: z.string(), about: z.string() })
export type LegalHoldTarget = z.infer<typeof LegalHoldTarget>

const admin = { gate: 'admin', guard: 'session' } as const

export const legalHolds = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/setting/legal-holds',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      /** Only those that hold now, or only those that are over. */
      isActive: z.optional(z.stringbool()),
      kind: z.optional(LegalHoldKind),
    }),
    data: pageOf(LegalHold),
    errors: [],
  }),
  /** The first spaces, accounts or datasets whose name contains a text. */
  targets: operation({
    ...admin,
    method: 'GET',
    path: '/setting/legal-holds/targets',
    input: z.object({ kind: LegalHoldKind, q: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
    data: z.array(LegalHoldTarget),
    errors: [],
  }),
  place: operation({
    ...admin,
    act: 'set',
    method: 'POST',
    path: '/setting/legal-holds',
    input: LegalHoldDraft,
    data: LegalHold,
    errors: ['legalHoldTargetGone', 'legalHoldPast'],
  }),
  end: operation({
    ...admin,
    act: 'set',
    method: 'POST',
    path: '/setting/legal-holds/:id/end',
    confirms: true,
    input: z.object({ id: Id, reason: Required }),
    data: LegalHold,
    errors: ['legalHoldGone', 'confirmNeeded'],
  }),
}
