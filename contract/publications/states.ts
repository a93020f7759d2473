import type { PublicationState, TransferState } from './dataset.ts'

/** Times that a submission may fail to be transferred before an administrator has to look. Source: spec section 4. */
export const RETRANSMIT_MAX = 3

/** The transitions of a version's state. Source: spec section 4; withdrawal is ours. */
export const moves = {
  submit: { draft: 'pending', rejected: 'pending' },
  revoke: { pending: 'draft' },
  reject: { pending: 'rejected' },
  approve: { pending: 'published' },
  withdraw: { published: 'withdrawn' },
} as const satisfies Record<string, Partial<Record<PublicationState, PublicationState>>>
export type Move = keyof typeof moves

/** The state after a move; undefined when it is not possible. */
export const after = (move: Move, state: PublicationState): PublicationState | undefined =>
  (moves[move] as Partial<Record<PublicationState, PublicationState>>)[state]

/** A person's relation to a version. */
export type Involvement = {
  /** They may publish from its space. */
  mayEdit: boolean
  isReviewer: boolean
  isAdministrator: boolean
  /** They created, changed or submitted it, so they can't review it. */
  isOwn: boolean
  /** They own its space. */
  isOwner: boolean
}
/** Further conditions of a verb. */
export type Stand = {
  state: PublicationState
  transfer: TransferState | null
  transferFailures: number
  claim: 'nobody' | 'me' | 'other'
  hasOpenVersion: boolean
  /** An institution reviews and publishes it, not this site. */
  isSentOut: boolean
}
export type Verb =
  | 'edit'
  | 'remove'
  | 'submit'
  | 'retransmit'
  | 'revoke'
  | 'newVersion'
  | 'copy'
  | 'claim'
  | 'release'
  | 'decide'
  | 'correct'
  | 'withdraw'

/** The actions that a person may take on a version in its current state. Used by server and console. */
export function verbsOf(
  who: Involvement,
  { state, transfer, transferFailures, claim, hasOpenVersion, isSentOut }: Stand,
): Verb[] {
  const isEdited = state === 'draft' || state === 'rejected'
  const isPending = state === 'pending'
  const reviews = who.isReviewer && !who.isOwn && isPending && transfer === 'success' && !isSentOut
  const hasFailed = isPending && transfer === 'failed'
  const may: Record<Verb, boolean> = {
    edit: who.mayEdit && isEdited,
    remove: who.mayEdit && isEdited,
    submit: who.mayEdit && isEdited,
    // After more failures, an administrator has to check it and sends it again for the submitter.
    retransmit: hasFailed && ((who.mayEdit && transferFailures <= RETRANSMIT_MAX) || who.isAdministrator),
    revoke: who.mayEdit && isPending && claim === 'nobody',
    newVersion: who.mayEdit && state === 'published' && !hasOpenVersion,
    copy: who.mayEdit,
    claim: reviews && claim === 'nobody',
    release: (reviews && claim === 'me') || (who.isAdministrator && isPending && claim === 'other'),
    decide: reviews && claim !== 'other',
    correct: state === 'published' && !isSentOut && (who.isAdministrator || who.isOwner),
    withdraw: state === 'published' && !isSentOut && (who.isAdministrator || who.isOwner),
  }
  return (Object.keys(may) as Verb[]).filter((verb) => may[verb])
}
