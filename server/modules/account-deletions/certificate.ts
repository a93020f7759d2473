import type { PersonRow } from '#server/modules/people/index.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import type { Counts, DeletionRow } from './store.ts'

type Deletion = {
  site: string
  person: Pick<PersonRow, 'id' | 'name' | 'email' | 'created_at'>
  by: { id: string; name: string; email: string }
  at: Date
  removed: Counts
  anonymised: Counts
  kept: Counts
}

/** Says what the text is, so that the key signs nothing that could pass for an entry of the audit log. */
const KIND = 'DataSpace account deletion certificate, version 1'
const signed = (seal: Seal, certificate: string) => seal.sign(Buffer.from(`${KIND}\n${certificate}`))

/** The certificate of a deletion: who, when, by whom and what, with its SHA-256 and the signature of this site. */
export function certified(seal: Seal, { site, person, by, at, removed, anonymised, kept }: Deletion) {
  const { id, name, email, created_at } = person
  const certificate = JSON.stringify({
    kind: KIND,
    site,
    account: { id, name, emailAccounts: email, createTime: created_at.toISOString() },
    deletedAt: at.toISOString(),
    deletedBy: { id: by.id, name: by.name, emailAccounts: by.email },
    removedRows: removed,
    anonymisedRows: anonymised,
    keptRows: kept,
    remarks: [
      'Files, tables, comments and publications belong to their spaces and stay; their author is an account without a name.',
      'The audit log keeps what it said: each entry proves the one before.',
      'Backups made before the deletion hold the account until they are removed by their policies.',
    ],
  })
  return { certificate, sha256: sha256(certificate), signature: signed(seal, certificate) }
}

type Signed = Pick<DeletionRow, 'certificate' | 'sha256' | 'signature'>
export const isGenuine = (seal: Seal, { certificate, sha256: sum, signature }: Signed): boolean =>
  sum.equals(sha256(certificate)) && signature.equals(signed(seal, certificate))

/** The downloadable file: the certificate as it was signed, its SHA-256 and its signature. */
export const fileOf = ({ certificate, sha256: sum, signature }: Signed): string =>
  `{"certificate":${certificate},\n"sha256":"${sum.toString('hex')}",\n"signature":"${signature.toString('hex')}"}\n`
