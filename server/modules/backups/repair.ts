import type { WorkNeeds } from './needs.ts'
import { withPlaces } from './opening.ts'
import type { SpacePlace } from './place.ts'
import type { CopyHolding } from './run-store.ts'

/** Copies that are asked for one content, and how long one may take (our choice). */
const ASKED_MAX = 20
const ASK_MS = 30 * 60_000

export type Repair = { policyName: string; spaceName: string; copiedAt: Date }
type Needs = Pick<WorkNeeds, 'blobs' | 'seal' | 'outside' | 'policies' | 'runs' | 'log'>

/** Restores contents that the store has lost from the copies of spaces. */
export function contentRepairs({ blobs, seal, outside, policies, runs, log }: Needs) {
  /** Replaces a content by the one of a copy, once every byte of that is proved. */
  async function bring(place: SpacePlace, sha256: string): Promise<boolean> {
    // People may have changed since the copy whether contents are compressed.
    for (const isCompressed of [true, false]) {
      const content = { sha256, size: 0 }
      if (!(await place.holds(content, { isCompressed }))) continue
      // Until the last byte has arrived the damaged one stays: of it more may be left than of nothing.
      await blobs.put(await place.content(content, { isCompressed }), { replaces: true })
      return true
    }
    return false
  }

  async function from({ policy_id, space_id, policy_name }: CopyHolding, sha256: string): Promise<boolean> {
    try {
      const policy = await policies.byId(policy_id)
      if (!policy) return false
      const asking = { seal, outside, signal: AbortSignal.timeout(ASK_MS) }
      return await withPlaces(policy, asking, (places) => bring(places(space_id), sha256))
    } catch (err) {
      // Another target may be there, and the copy there whole.
      log.warn({ err, policy: policy_name, sha256 }, 'a content could not be brought back from this backup')
      return false
    }
  }

  /** Returns the copy with the intact content, the newest first; null if none has it. */
  return async function repairContent(sha256: string): Promise<Repair | null> {
    for (const copy of await runs.holding(sha256, ASKED_MAX))
      if (await from(copy, sha256))
        return { policyName: copy.policy_name, spaceName: copy.space_name, copiedAt: copy.copied_at }
    return null
  }
}
