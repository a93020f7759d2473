import type { Seal } from '#server/storage/seal.ts'

const PURPOSE = 'import'

/** Encrypts URLs that tasks store, because a share link or a signed URL grants access to its content. */
export const sealerOf = (seal: Seal) => ({
  close: (value: unknown): string => seal.close(value, PURPOSE).toString('base64'),
  open: <T>(sealed: string): T => seal.open<T>(Buffer.from(sealed, 'base64'), PURPOSE),
})
export type Sealer = ReturnType<typeof sealerOf>
