import { REVIEW_REMIND_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from '../needs.ts'
import { reviewerNews } from '../news.ts'

/** Claims that one transaction looks at. */
const AT_A_TIME = 50

/** Reviews that take too long: the reviewer is reminded, and after the deadline the submission is free again. */
export function reviewDeadlines(needs: Pick<PublicationNeeds, 'db' | 'store' | 'messages' | 'bus' | 'now' | 'newId'>) {
  const { db, store, bus, now, newId } = needs

  const remind = () =>
    transact(db, async (tx) => {
      const at = now()
      const due = await store.dueReviews(tx, {
        before: new Date(at.getTime() + REVIEW_REMIND_DAYS * DAY_MS),
        most: AT_A_TIME,
      })
      for (const row of due) {
        await store.update(tx, row.id, { reminded_at: at })
        const days = Math.max(1, Math.ceil((row.review_until.getTime() - at.getTime()) / DAY_MS))
        await reviewerNews(tx, needs, 'reviewEnding', row, { days })
      }
      return due.length
    })

  const free = () =>
    transact(db, async (tx) => {
      const at = now()
      const over = await store.overdueReviews(tx, { before: at, most: AT_A_TIME })
      for (const row of over) {
        await store.update(tx, row.id, { reviewer_id: null, claimed_at: null, review_until: null, reminded_at: null })
        await store.addEvent(tx, {
          id: newId(),
          publication_id: row.id,
          kind: 'lapsed',
          person_id: row.reviewer_id,
          at,
        })
        await reviewerNews(tx, needs, 'reviewLapsed', row, {})
        if (row.space_id) await publishSpaceChange(bus, row.space_id, tx)
      }
      return over.length
    })

  return async (): Promise<number> => {
    let done = 0
    for (const step of [free, remind]) for (let some = await step(); some > 0; some = await step()) done += some
    return done
  }
}
