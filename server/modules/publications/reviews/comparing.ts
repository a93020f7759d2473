import * as z from 'zod/mini'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { metadataDifferences } from '#contract/publications/differences.ts'
import type { reviews } from '#contract/reviews.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { decodeCursor, part } from '#server/storage/cursor.ts'
import type { ReviewDiscussing } from './discussing.ts'
import type { ReviewRounds } from './round-store.ts'

type By = Pick<SignedInCall, 'actor'>
type Differences = DataOf<typeof reviews.differences>
const NONE: Differences = { base: null, metadata: [], files: { added: 0, removed: 0, changed: 0 } }

/** The changes between two submissions, or two versions. */
export function reviewComparing({ rounds, partOf }: { rounds: ReviewRounds; partOf: ReviewDiscussing['partOf'] }) {
  /** A draft is compared with nothing: it is not frozen. */
  async function pairOf(id: string, { actor }: By) {
    const { row } = await partOf(id, actor)
    if (row.metadata === null) return null
    const { dataset_id: datasetId, number, round, metadata } = row
    const base = await rounds.base({ id, datasetId, number, round })
    return base && { base, metadata }
  }

  async function differences({ id }: { id: string }, by: By): Promise<Differences> {
    const pair = await pairOf(id, by)
    if (!pair) return NONE
    const { base, metadata } = pair
    return {
      base: { kind: base.kind, number: base.number, at: base.at.toISOString() },
      metadata: metadataDifferences(base.metadata, metadata),
      files: await rounds.counts(id, base),
    }
  }

  async function files({ id, after, size }: ParsedOf<typeof reviews.fileDifferences>, by: By) {
    const [afterPath = null] = after ? decodeCursor(after, z.tuple([part.text])) : []
    const pair = await pairOf(id, by)
    return pair ? rounds.page(id, pair.base, { afterPath, size }) : { list: [] }
  }

  return { differences, files }
}
