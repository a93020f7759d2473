import { sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Db } from '#server/storage/database.ts'
import { drawPicture } from '#server/storage/draw.ts'
import { sha256 } from '#server/storage/seal.ts'

const PATH = '/api/pictures/'
/** A picture that nobody names may be one that is about to be named: it is left alone for this long. */
const SPARED = sql`interval '1 day'`

/** Pictures of spaces and of the site: drawn again, kept by the hash of what came out, told by their address. */
export const pictureKeeper = (db: Db) => ({
  /** Keeps a picture that a page sent as a `data:` address, cut to this size in pixels; answers where it is read. Throws imageInvalid. */
  async keep(dataUrl: string, size: { width: number; height: number }): Promise<string> {
    const png = await drawPicture(dataUrl, size)
    const hash = sha256(png)
    await db
      .insertInto('picture')
      .values({ hash, png })
      .onConflict((known) => known.column('hash').doUpdateSet({ created_at: sql`now()` }))
      .execute()
    return PATH + hash.toString('hex')
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
  /** Removes pictures that no space and no setting names. */
  sweep: () =>
    sql`delete from picture p where p.created_at < now() - ${SPARED}
      and not exists (select 1 from space s where s.cover = ${PATH} || encode(p.hash, 'hex'))
      and not exists (select 1 from setting s where s.key = 'website' and s.value::text like '%' || encode(p.hash, 'hex') || '%')`.execute(
      db,
    ),
})
export type Pictures = ReturnType<typeof pictureKeeper>
