import { can } from '#contract/core/policy.ts'
import { type Involvement, type Stand, type Verb, verbsOf } from '#contract/publications/states.ts'
import { Failure, nullIfRefused } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import type { PublicationNeeds } from './needs.ts'

/** The fields that determine who may do what with a version. */
type Row = Pick<Stand, 'state' | 'transfer'> & {
  id: string
  space_id: string | null
  editors: string[]
  reviewer_id: string | null
  transfer_failures: number
  institution_id: string | null
}

export const standOf = (row: Row, actor: SignedIn, hasOpenVersion: boolean): Stand => ({
  state: row.state,
  transfer: row.transfer,
  transferFailures: row.transfer_failures,
  claim: row.reviewer_id === null ? 'nobody' : row.reviewer_id === actor.id ? 'me' : 'other',
  hasOpenVersion,
  isSentOut: row.institution_id !== null,
})

/** `isInvolved`: they prepare or review it; others see of it what the world sees, and its space if they see that. */
type Judged = { verbs: Verb[]; isInvolved: boolean; seesSpace: boolean }

/** The relation of people to versions, and which versions they may see. */
export function involvements({ spaces, reviewers }: Pick<PublicationNeeds, 'spaces' | 'reviewers'>) {
  const isReviewer = async (actor: SignedIn): Promise<boolean> => actor.role === 'role_admin' || reviewers.has(actor.id)

  const involvementOf = async (row: Row, actor: SignedIn): Promise<Involvement> =>
    involvementIn(await spaceOf(row, actor), row, actor)
  const spaceOf = async ({ space_id: id }: Row, actor: SignedIn) => (id ? nullIfRefused(spaces.see(id, actor)) : null)

  async function involvementIn(
    space: Awaited<ReturnType<typeof spaceOf>>,
    row: Row,
    actor: SignedIn,
  ): Promise<Involvement> {
    const context = space && policyContextOf(space)
    return {
      mayEdit: context !== null && can(actor, 'publication.edit', context),
      isOwner: context?.myRole === 'owner' && !context.isViewAs,
      isReviewer: actor.role === 'role_admin' || (await reviewers.reviews(actor.id, row.id)),
      isAdministrator: actor.role === 'role_admin',
      isOwn: row.editors.includes(actor.id),
    }
  }

  /**
   * Who may see a version: those who may publish from its space, its reviewers (also of rejected ones), and everybody
   * if it is public.
   */
  function isSeen(row: Row, who: Involvement, actor: SignedIn): boolean {
    const { mayEdit, isOwn } = who
    if (mayEdit || row.state === 'published' || row.state === 'withdrawn') return true
    // For submissions to institutions, administrators supervise the transfer.
    if (row.institution_id) return who.isAdministrator && row.state === 'pending'
    const reviews = who.isReviewer
    const isDecided = row.state === 'rejected' && row.reviewer_id === actor.id
    return reviews && !isOwn && (row.state === 'pending' || isDecided)
  }

  /**
   * The actions a person may take on a version, and what they see of it. Throws publicationGone if they may not see it.
   */
  async function judged(row: Row & { has_open: boolean }, actor: SignedIn): Promise<Judged> {
    const space = await spaceOf(row, actor)
    const involvement = await involvementIn(space, row, actor)
    if (!isSeen(row, involvement, actor)) throw new Failure('publicationGone')
    const { mayEdit, isOwn } = involvement
    const reviews = row.institution_id ? involvement.isAdministrator : involvement.isReviewer
    const verbs = verbsOf(involvement, standOf(row, actor, row.has_open))
    return { verbs, isInvolved: mayEdit || reviews || isOwn, seesSpace: space !== null }
  }

  return { isReviewer, involvementOf, judged }
}
export type Involvements = ReturnType<typeof involvements>
