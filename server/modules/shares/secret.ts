import { randomBytes } from 'node:crypto'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import type { NewShare } from './store.ts'

const SECRET_BYTES = 16
const PURPOSE = 'share link'

/** The secret of a new link: its hash for visitors, and sealed for its maker. */
export function secretFor(seal: Seal): Pick<NewShare, 'hash' | 'sealed'> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { hash: sha256(secret), sealed: seal.close(secret, PURPOSE) }
}

/** The secret that its maker shows again. */
export const secretOf = (seal: Seal, sealed: Buffer): string => seal.open<string>(sealed, PURPOSE)
