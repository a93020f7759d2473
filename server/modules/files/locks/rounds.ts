import { inRounds, type Outcomes } from '#server/concurrency/rounds.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'

/** The same for calls of one person by one way: only those share a transaction. */
const doerOf = ({ id, role, channel, sessionId, scope, viewAs }: SignedIn) =>
  JSON.stringify([id, role, channel, sessionId, scope, viewAs])

/** Batches structural changes of a space: those of one person that arrive together share a transaction. */
export const roundsFor = <Wish extends { actor: SignedIn }, Result>(
  db: Db,
  round: (tx: Tx, spaceId: string, wishes: readonly Wish[]) => Promise<Outcomes<Wish, Result>>,
): ((spaceId: string, wish: Wish) => Promise<Result>) =>
  inRounds({
    run: (spaceId, wishes) => transact(db, (tx) => round(tx, spaceId, wishes)),
    partyOf: ({ actor }) => doerOf(actor),
  })
