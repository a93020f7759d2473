import type { Owner, UploadRow } from './store.ts'

/** Uploads under way that a process keeps in mind. */
const REMEMBERED_MAX = 1000

/** Uploads under way, as they began; whether one is over by now, and its conflict, only its row tells. */
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
