import type { Seal } from '#server/storage/seal.ts'

const PURPOSE = 'import'

/** Addresses as tasks keep them: sealed, for whoever has a link, or an address with a signature, has what it gives. */
export const keeperOf = (seal: Seal) => ({
  close: (value: unknown): string => seal.close(value, PURPOSE).toString('base64'),
  open: <T>(kept: string): T => seal.open<T>(Buffer.from(kept, 'base64'), PURPOSE),
})
export type Keeper = ReturnType<typeof keeperOf>
