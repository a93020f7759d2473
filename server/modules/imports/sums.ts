import { createHash } from 'node:crypto'
import { Failure } from '#server/failure.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'

const KINDS = ['sha256', 'sha512', 'sha1', 'md5'] as const
type SumKind = (typeof KINDS)[number]
/** Checksums that a source tells of a content, in hexadecimal. */
export type Sums = Partial<Record<SumKind, string>>

const LENGTHS: Record<SumKind, number> = { sha256: 64, sha512: 128, sha1: 40, md5: 32 }

/**
 * Parses a checksum with the name of its algorithm in any spelling (`SHA-256`, `md5`); nothing for other algorithms and
 * invalid values.
 */
export function sumOf(name: string, value: unknown): Sums {
  const kind = KINDS.find((one) => one === name.toLowerCase().replace(/[-_]/g, ''))
  const hex = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return kind && hex.length === LENGTHS[kind] && /^[0-9a-f]+$/.test(hex) ? { [kind]: hex } : {}
}

/** Compares a content with what its source tells of it: `pass` takes each piece, `demand` what the store found. */
export function comparison(sums: Sums) {
  // The store finds these itself.
  const others = (['sha512', 'sha1'] as const).flatMap((kind) => {
    const expected = sums[kind]
    return expected ? [{ expected, hash: createHash(kind) }] : []
  })
  return {
    pass(piece: Buffer): void {
      for (const { hash } of others) hash.update(piece)
    },
    /** Throws contentDamaged. */
    demand({ sha256, md5 }: Digest): void {
      const isRight =
        (sums.sha256 ?? sha256) === sha256 &&
        (sums.md5 ?? md5) === md5 &&
        others.every(({ expected, hash }) => hash.digest('hex') === expected)
      if (!isRight) throw new Failure('contentDamaged')
    },
  }
}
