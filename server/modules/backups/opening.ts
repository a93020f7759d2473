import { withTarget } from '#server/backup/targets/open.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { Seal } from '#server/storage/seal.ts'
import { openPlace, type PlaceOf } from './place.ts'
import type { PolicyRow } from './policy-store.ts'
import { addressOf, PURPOSE } from './secrets.ts'

type Asking = { seal: Seal; outside: OutsidePolicy; signal: AbortSignal }

/** Works with the copies of a policy. Throws what names why its target can't be used. */
export function withPlaces<T>(
  policy: PolicyRow,
  { seal, outside, signal }: Asking,
  work: (places: PlaceOf) => Promise<T>,
): Promise<T> {
  const passphrase = policy.passphrase && seal.open<string>(policy.passphrase, PURPOSE)
  return withTarget(addressOf(policy, seal), { policy: outside, signal }, async (target) =>
    work(await openPlace(target, policy.id, passphrase)),
  )
}
