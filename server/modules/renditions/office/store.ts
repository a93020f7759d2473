import { sql } from 'kysely'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { keepMade } from '../queue-store.ts'

/** PDFs made of documents, once per content however many files share it. */
export const officeStore = (db: Db) => ({
  async find(sha256: string): Promise<{ sha256: string; size: number } | null> {
    const { rows } = await sql<{ sha256: string; size: number }>`
      select encode(b.sha256, 'hex') as sha256, b.size from rendition d join blob b on b.sha256 = d.blob_sha256
      where d.sha256 = decode(${sha256}, 'hex') and d.kind = 'pdf' and d.state = 'done'`.execute(db)
    return rows[0] ?? null
  },

  /** Saves a PDF as a content; nothing for a deleted document. */
  save: (document: { sha256: string; suffix: string }, put: () => Promise<Digest>, now: Date): Promise<Digest> =>
    db.transaction().execute(async (tx) => {
      // Locked before the content is stored, so that no sweep removes it before it is referenced.
      await holdBlobs(tx)
      const pdf = await put()
      await keepMade(tx, pdf, now)
      await sql`
        insert into rendition (sha256, kind, suffix, state, blob_sha256)
        select sha256, 'pdf', ${document.suffix}, 'done', decode(${pdf.sha256}, 'hex')
        from blob where sha256 = decode(${document.sha256}, 'hex')
        on conflict (sha256, kind) do update set state = 'done', blob_sha256 = excluded.blob_sha256`.execute(tx)
      return pdf
    }),
})
