import type { Seal } from '#server/storage/seal.ts'

const PURPOSE = 'import'

/** Addresses as tasks store them: sealed, for whoever has a link, or an address with a signature, has what it gives. */
export const sealerOf = (seal: Seal) => ({
  close: (value: unknown): string => seal.close(value, PURPOSE).toString('base64'),
  open: <T>(sealed: string): T => seal.open<T>(Buffer.from(sealed, 'base64'), PURPOSE),
})
export type Sealer = ReturnType<typeof sealerOf>
