import type { Seal } from '#server/storage/seal.ts'
import type { IncomingRow } from './incoming-store.ts'

/** The encrypted values of a submission: the callback address, and the password for its files. */
export type Secrets = { callback: string; password: string }
/** A secret can be read only for the row that it belongs to. */
export const secretsOf = (seal: Seal, { id, secrets }: Pick<IncomingRow, 'id' | 'secrets'>): Secrets =>
  seal.open<Secrets>(secrets, `incoming ${id}`)
