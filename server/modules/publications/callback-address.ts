import { randomBytes } from 'node:crypto'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import type { TransferRow } from './transfer-store.ts'

/** Path to which institutions send their decisions. */
export const CALLBACK_PATH = '/api/audit.callback'
const TOKEN_BYTES = 32

type Upload = { url: string; username: string; password: string }
const uploadFor = (id: string) => `transfer upload ${id}`
const tokenFor = (id: string) => `transfer token ${id}`

/** The address and the account for the files of a submission, sealed. */
export const uploadOf = {
  close: (seal: Seal, id: string, upload: Upload) => seal.close(upload, uploadFor(id)),
  open: (seal: Seal, id: string, sealed: Buffer) => seal.open<Upload>(sealed, uploadFor(id)),
}

/** An unguessable secret: a caller who knows it decides for the institution. */
export function newToken(seal: Seal, id: string): Pick<TransferRow, 'token' | 'token_sha256'> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token: seal.close(token, tokenFor(id)), token_sha256: sha256(token) }
}

/** The addresses of a submission that its institution calls. */
export function callbackOf(origin: string, seal: Seal, { publication_id: id, token }: TransferRow) {
  const url = `${origin}${CALLBACK_PATH}?token=${seal.open<string>(token, tokenFor(id))}`
  return { onSuccess: url, onUpdate: url }
}
