import type { Owner, UploadRow } from './store.ts'

/** Most cached uploads of a process. */
const REMEMBERED_MAX = 1000

/** Caches unfinished uploads as they began; whether one has ended, and its conflict option, is only in its row. */
export function uploadsUnderWay() {
  const known = new Map<string, UploadRow>()
  return {
    remember(upload: UploadRow): void {
      known.delete(upload.id)
      known.set(upload.id, upload)
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value ?? '')
    },
    of(id: string, owner: Owner): UploadRow | undefined {
      const upload = known.get(id)
      return upload?.person_id === owner.personId && upload.receipt_id === owner.receiptId ? upload : undefined
    },
    forget: (id: string): void => void known.delete(id),
  }
}
export type UploadsUnderWay = ReturnType<typeof uploadsUnderWay>
