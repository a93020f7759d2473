import type { ShareReceipt } from '#contract/shares.ts'
import type { ReceiptRow } from './store.ts'

export const receiptOf = ({ code, at, sender, note, files, bytes }: ReceiptRow): ShareReceipt => ({
  code,
  at: at.toISOString(),
  sender,
  note,
  bytes,
  files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
})
