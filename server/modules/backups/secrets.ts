import type { TargetAddress } from '#server/backup/targets/target.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { PolicyRow } from './policy-store.ts'

/** Purpose of the encryption of passphrases. */
export const PURPOSE = 'backup'
/** The secret of a target can be read only for the policy that it belongs to. */
const purposeOf = (id: string) => `backup target ${id}`

/** The encrypted secret of a target; '' if there is none. */
export const closeSecret = (seal: Seal, id: string, secret: string): Buffer | null =>
  secret ? seal.close(secret, purposeOf(id)) : null

/** The address of the copies of a policy, with the credentials. */
export function addressOf(row: PolicyRow, seal: Seal): TargetAddress {
  const { id, kind, folder, server, account, bucket, region, host_key } = row
  const secret = row.secret ? seal.open<string>(row.secret, purposeOf(id)) : ''
  return { kind, folder, server, account, secret, bucket, region, hostKey: host_key }
}
