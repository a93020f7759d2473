import type { AuditAction } from '#contract/audit.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { JournalAction } from '#contract/journal.ts'
import { after, type Move } from '#contract/publications/states.ts'
import type { PublicationDetails } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { refuseHeld } from '#server/modules/legal-holds/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { type Involvements, standOf } from './involvement.ts'
import type { PublicationNeeds } from './needs.ts'
import { editorsNews } from './news.ts'
import { publisherOf } from './publisher.ts'
import type { PublicationReading } from './reading.ts'
import type { PublicationRow } from './store.ts'

type By = Pick<SignedInCall, 'actor' | 'caller' | 'language'>
type One = { id: string }
type Decision = One & { reason: string }
type Needs = PublicationNeeds & { reading: PublicationReading; involvements: Involvements }
type Seen = PublicationRow

/** Actions of reviewers on submissions, and the withdrawal of published versions. */
export function publicationReviewing(needs: Needs) {
  const { db, store, settings, journal, audit, bus, now, newId, reviewers, reading, involvements } = needs

  /** Changes a version that the caller may see, under its lock; refusals are checked in the order of the rules. */
  async function change({ id }: One, by: By, run: (tx: Tx, row: Seen) => Promise<void>): Promise<PublicationDetails> {
    await reading.found(id, by.actor)
    await transact(db, async (tx) => {
      const row = await store.held(tx, id)
      if (!row) throw new Failure('publicationGone')
      await run(tx, row)
      fault('publication-deciding')
      if (row.space_id) await publishSpaceChange(bus, row.space_id, tx)
    })
    return reading.show({ id }, by)
  }

  /** Checked again under the lock: the role may have been lost since the request arrived. */
  async function demandReviewer(tx: Tx, row: Seen, { actor }: By): Promise<void> {
    if (actor.role === 'role_admin') await holdAdministrator(tx, actor)
    else if (!(await reviewers.reviews(actor.id, row.id, tx))) throw new Failure('reviewerOnly')
    if (row.editors.includes(actor.id)) throw new Failure('publicationOwnReview')
    if (row.state !== 'pending' || row.transfer !== 'success' || row.institution_id)
      throw new Failure('publicationStateChanged')
  }

  const event = (
    tx: Tx,
    row: Seen,
    kind: 'claimed' | 'released' | 'rejected' | 'published' | 'withdrawn',
    by: By,
    reason = '',
  ) => store.addEvent(tx, { id: newId(), publication_id: row.id, kind, person_id: by.actor.id, reason, at: now() })

  /** Claims a submission until a deadline; a repeated claim by the same reviewer extends it. */
  const claim = ({ id, days }: One & { days: number }, by: By) =>
    change({ id }, by, async (tx, row) => {
      await demandReviewer(tx, row, by)
      const isMine = row.reviewer_id === by.actor.id
      if (row.reviewer_id && !isMine) throw new Failure('publicationClaimed')
      const at = now()
      const claimed = isMine ? {} : { reviewer_id: by.actor.id, claimed_at: at }
      const review_until = new Date(at.getTime() + days * DAY_MS)
      await store.update(tx, row.id, { ...claimed, review_until, reminded_at: null })
      if (!isMine) await event(tx, row, 'claimed', by)
    })

  /** Reviewers release their own claims, administrators all claims. */
  const release = (one: One, by: By) =>
    change(one, by, async (tx, row) => {
      await demandReviewer(tx, row, by)
      if (!row.reviewer_id) return
      if (row.reviewer_id !== by.actor.id && by.actor.role !== 'role_admin')
        throw new Failure('publicationStateChanged')
      await store.update(tx, row.id, { reviewer_id: null, claimed_at: null, review_until: null, reminded_at: null })
      await event(tx, row, 'released', by)
    })

  async function note(
    tx: Tx,
    row: Seen,
    by: By,
    actions: { journal: JournalAction; audit: AuditAction },
    reason: string,
  ) {
    const { id, title, space_id: spaceId, number } = row
    const details = { version: `V${number}`, ...(reason && { reason }) }
    if (spaceId)
      await journal.record(tx, [
        { spaceId, action: actions.journal, doer: by.actor, item: { id, name: title }, details },
      ])
    const target = { id, name: title }
    audit.record(tx, { action: actions.audit, actor: by.actor, caller: by.caller, target, after: details })
  }

  const decide = (wish: Decision, by: By, move: Move, run: (tx: Tx, row: Seen) => Promise<void>) =>
    change(wish, by, async (tx, row) => {
      await demandReviewer(tx, row, by)
      if (row.reviewer_id && row.reviewer_id !== by.actor.id) throw new Failure('publicationClaimed')
      if (!after(move, row.state)) throw new Failure('publicationStateChanged')
      await run(tx, row)
    })

  const approve = (wish: Decision, by: By) =>
    decide(wish, by, 'approve', async (tx, row) => {
      const at = now()
      const publisher = await publisherOf(settings)
      await store.update(tx, row.id, {
        state: 'published',
        publisher: JSON.stringify(publisher) as unknown as typeof publisher,
        reviewer_id: by.actor.id,
        review_until: null,
        published_at: at,
        changed_at: at,
      })
      await store.setCurrent(tx, row.dataset_id)
      await needs.identifiers.reserve(tx, row.dataset_id, row.number)
      await needs.identifiers.announce(tx, row.dataset_id)
      await event(tx, row, 'published', by, wish.reason)
      await note(tx, row, by, { journal: 'publicationPublished', audit: 'datasetPublished' }, wish.reason)
      await editorsNews(tx, needs, 'datasetPublished', row, { reason: wish.reason })
    })

  const reject = (wish: Decision, by: By) =>
    decide(wish, by, 'reject', async (tx, row) => {
      await needs.rounds.keep(tx, row.id)
      await needs.frozen.clear(tx, row.id)
      await store.update(tx, row.id, {
        state: 'rejected',
        reason: wish.reason,
        metadata: null,
        transfer: null,
        file_count: 0,
        size_bytes: 0,
        reviewer_id: by.actor.id,
        review_until: null,
        changed_at: now(),
      })
      await event(tx, row, 'rejected', by, wish.reason)
      await note(tx, row, by, { journal: 'publicationRejected', audit: 'datasetRejected' }, wish.reason)
      await editorsNews(tx, needs, 'datasetRejected', row, { reason: wish.reason })
    })

  /** Closes the files of what was published; a tombstone with the reason stays for ever. */
  const withdraw = (wish: Decision, by: By) =>
    change(wish, by, async (tx, row) => {
      const { actor } = by
      const involvement = await involvements.involvementOf(row, actor)
      if (!involvement.isAdministrator && !involvement.isOwner) throw new Failure('spaceRightMissing')
      if (involvement.isAdministrator) await holdAdministrator(tx, actor)
      if (!after('withdraw', standOf(row, actor, false).state) || row.institution_id)
        throw new Failure('publicationStateChanged')
      await refuseHeld(tx, 'dataset', row.dataset_id)
      const at = now()
      await store.update(tx, row.id, {
        state: 'withdrawn',
        is_current: false,
        reason: wish.reason,
        withdrawn_at: at,
        changed_at: at,
      })
      await store.setCurrent(tx, row.dataset_id)
      await needs.identifiers.announce(tx, row.dataset_id)
      await event(tx, row, 'withdrawn', by, wish.reason)
      await note(tx, row, by, { journal: 'publicationWithdrawn', audit: 'datasetWithdrawn' }, wish.reason)
      await editorsNews(tx, needs, 'datasetWithdrawn', row, { reason: wish.reason, but: actor.id })
    })

  return { claim, release, approve, reject, withdraw }
}
