import { sql } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { drawPicture } from '#server/storage/draw.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'
import { sha256 } from '#server/storage/seal.ts'

/** Maximum number of pictures (covers, logos, banners) that one person may store within a day (our choice). */
export const PICTURES_A_DAY = 100

export const PATH = '/api/pictures/'
/** How long a picture without a reference stays: it may be about to get one. */
const SPARED = sql`interval '1 day'`

/** A redrawn picture that is not stored yet, the person who sent it, and its future address. */
export type Drawn = { address: string; hash: Buffer; png: Buffer; personId: string }

/** Pictures of spaces and of the site: redrawn, stored by the hash of the result, and referenced by their address. */
export const pictureStore = (db: Db, now: () => Date) => ({
  /**
   * Redraws a picture that was sent as a `data:` address, cropped to this size in pixels. This takes long, so the caller
   * must hold no lock. Throws imageInvalid, tooManyRequests, busy.
   */
  async draw(dataUrl: string, size: { width: number; height: number }, personId: string): Promise<Drawn> {
    const png = await drawPicture(dataUrl, { ...size, personId })
    const hash = sha256(png)
    return { address: PATH + hash.toString('hex'), hash, png, personId }
  },
  /** Stores a redrawn picture with the transaction. Throws picturesADay. */
  async keep(tx: Tx, { hash, png, personId }: Drawn): Promise<void> {
    const rate = { limit: PICTURES_A_DAY, withinMs: DAY_MS, at: now() }
    if (await consumeRateLimit(tx, `picture ${personId}`, rate)) throw new Failure('picturesADay')
    await tx
      .insertInto('picture')
      .values({ hash, png })
      .onConflict((known) => known.column('hash').doUpdateSet({ created_at: sql`now()` }))
      .execute()
  },
  /**
   * Protects a stored picture from the sweep, because it is about to be referenced. Throws imageInvalid if it was
   * removed.
   */
  async spare(tx: Tx, address: string): Promise<void> {
    const hash = Buffer.from(address.slice(PATH.length), 'hex')
    const { numUpdatedRows } = await tx
      .updateTable('picture')
      .set({ created_at: sql`now()` })
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new Failure('imageInvalid')
  },
  async read(hash: string): Promise<Buffer> {
    const row = await db
      .selectFrom('picture')
      .select('png')
      .where('hash', '=', Buffer.from(hash, 'hex'))
      .executeTakeFirst()
    if (!row) throw new Failure('notFound')
    return row.png
  },
  /** Deletes old pictures that no space and no setting references. */
  sweep: () =>
    sql`delete from picture p where p.created_at < now() - ${SPARED}
      and not exists (select 1 from space s where s.cover = ${PATH} || encode(p.hash, 'hex'))
      and not exists (select 1 from setting s where s.key = 'website' and s.value::text like '%' || encode(p.hash, 'hex') || '%')`.execute(
      db,
    ),
})
export type Pictures = ReturnType<typeof pictureStore>
