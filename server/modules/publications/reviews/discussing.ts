import { REVIEW_COMMENTS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { JournalAction } from '#contract/journal.ts'
import { valuesOf } from '#contract/publications/draft.ts'
import { suggestedChange } from '#contract/publications/suggestions.ts'
import type { reviews } from '#contract/reviews.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn, SignedInCall } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationDrafts } from '../drafts.ts'
import type { Involvements } from '../involvement.ts'
import type { PublicationNeeds } from '../needs.ts'
import { commentNews } from '../news.ts'
import type { PublicationReading } from '../reading.ts'
import type { PublicationRow } from '../store.ts'
import type { ReviewComments } from './comment-store.ts'
import type { ReviewTables } from './tables.ts'

type By = Pick<SignedInCall, 'actor'>
type Needs = PublicationNeeds & {
  reading: PublicationReading
  drafts: PublicationDrafts
  involvements: Involvements
  comments: ReviewComments
  ofTables: Pick<ReviewTables, 'placed'>
}
type Parsed<K extends keyof typeof reviews> = ParsedOf<(typeof reviews)[K]>

/** The discussion between reviewers and authors of a submission; not visible to others. */
export function reviewDiscussing(needs: Needs) {
  const { db, store, frozen, ofTables, comments, journal, bus, drafts, reading, involvements, now, newId } = needs

  /** A person's role: author or reviewer. Throws publicationGone for everyone else, even if the version is public. */
  async function partOf(id: string, actor: SignedIn) {
    const { row } = await reading.found(id, actor)
    const who = await involvements.involvementOf(row, actor)
    const reviews = who.isReviewer && !who.isOwn && row.institution_id === null
    if (!who.mayEdit && !reviews && !who.isOwn) throw new Failure('publicationGone')
    const isPending = row.state === 'pending' && row.transfer === 'success' && row.institution_id === null
    const isEdited = row.state === 'draft' || row.state === 'rejected'
    return {
      row,
      mayComment: reviews && isPending,
      mayAnswer: (reviews && isPending) || (who.mayEdit && (isPending || isEdited)),
      mayApply: who.mayEdit && isEdited,
    }
  }

  async function list({ id }: { id: string }, { actor }: By) {
    const { row: _row, ...may } = await partOf(id, actor)
    return { threads: await comments.threads(id), ...may }
  }

  /** Adds a text under the lock of the version, and checks its state again. Throws reviewClosed. */
  async function say(
    id: string,
    actor: SignedIn,
    verb: 'mayComment' | 'mayAnswer',
    run: (tx: Tx, row: PublicationRow) => Promise<string>,
  ): Promise<{ id: string }> {
    const part = await partOf(id, actor)
    if (!part[verb]) throw new Failure('reviewClosed')
    return transact(db, async (tx) => {
      const row = await store.held(tx, id)
      if (!row) throw new Failure('publicationGone')
      if (row.state !== part.row.state) throw new Failure('reviewClosed')
      const made = await run(tx, row)
      if (row.space_id) await publishSpaceChange(bus, row.space_id, tx)
      return { id: made }
    })
  }

  async function note(tx: Tx, { id, title, space_id: spaceId }: PublicationRow, action: JournalAction, doer: SignedIn) {
    if (spaceId) await journal.record(tx, [{ spaceId, action, doer, item: { id, name: title } }])
  }

  async function demandRoom(tx: Tx, id: string): Promise<void> {
    if ((await comments.count(tx, id)) >= REVIEW_COMMENTS_MAX)
      throw new Failure('reviewCommentsTooMany', { values: { count: REVIEW_COMMENTS_MAX } })
  }

  /** The target of a comment in the submission. Throws fileGone, reviewCellsGone. */
  async function placeOf({ id, place, path, cells }: Parsed<'comment'>) {
    if (cells) return { place: 'tables', ...(await ofTables.placed(id, cells)) }
    if (path && !(await frozen.one(id, path))) throw new Failure('fileGone')
    return { place: path ? 'files' : place, path, cells }
  }

  const comment = (wish: Parsed<'comment'>, { actor }: By) =>
    say(wish.id, actor, 'mayComment', async (tx, row) => {
      const { id, text, suggestion } = wish
      const at = await placeOf(wish)
      await demandRoom(tx, id)
      const made = newId()
      const said = { id: made, publication_id: id, round: row.round, person_id: actor.id, text, at: now() }
      await comments.insert(tx, { ...said, ...at, suggestion })
      await note(tx, row, 'publicationCommented', actor)
      await commentNews(tx, needs, row, { person: actor, to: row.editors })
      return made
    })

  const reply = ({ id, comment: thread, text }: Parsed<'reply'>, { actor }: By) =>
    say(id, actor, 'mayAnswer', async (tx, row) => {
      await demandThread(tx, id, thread)
      await demandRoom(tx, id)
      const [made, at] = [newId(), now()]
      const said = { id: made, publication_id: id, round: row.round, person_id: actor.id, text, at }
      await comments.insert(tx, { ...said, thread_id: thread })
      await commentNews(tx, needs, row, { person: actor, to: await comments.speakers(tx, thread) })
      return made
    })

  async function demandThread(tx: Tx, id: string, thread: string) {
    const found = await comments.thread(tx, id, thread)
    if (!found) throw new Failure('reviewCommentGone')
    return found
  }

  async function resolve({ id, comment: thread, isResolved }: Parsed<'resolve'>, { actor }: By): Promise<null> {
    await say(id, actor, 'mayAnswer', async (tx) => {
      await demandThread(tx, id, thread)
      const at = isResolved ? now() : null
      await comments.update(tx, thread, { resolved_at: at, resolved_by: at && actor.id })
      return thread
    })
    return null
  }

  /** Doing it again changes nothing. */
  async function apply({ id, comment: thread }: Parsed<'apply'>, { actor }: By): Promise<null> {
    const { mayApply } = await partOf(id, actor)
    if (!mayApply) throw new Failure('reviewClosed')
    return drafts.change(id, actor, async (tx, row) => {
      const { place, suggestion, applied_at } = await demandThread(tx, id, thread)
      const change = suggestion === null ? null : suggestedChange(row.fields, place, suggestion)
      if (change === null) throw new Failure('reviewCommentGone')
      if (applied_at) return null
      await drafts.write(tx, row, valuesOf(change), actor)
      const at = now()
      await comments.update(tx, thread, { applied_at: at, resolved_at: at, resolved_by: actor.id })
      await note(tx, row, 'suggestionApplied', actor)
      return null
    })
  }

  return { list, comment, reply, resolve, apply, partOf }
}
export type ReviewDiscussing = ReturnType<typeof reviewDiscussing>
