import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ShareKind, ShareReceipt, ShareWay, VisitAction } from '#contract/shares.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A link with related names. */
export type ShareRow = {
  id: string
  sealed: Buffer
  space_id: string
  space_name: string
  kind: ShareKind
  title: string
  person_id: string
  person_name: string
  person_role: 'role_admin' | 'role_senior' | 'role_general'
  /** The maker's account is active. */
  is_maker_in: boolean
  may_download: boolean
  is_box: boolean
  box_bytes: number
  box_used: number
  report_id: string | null
  may_embed: boolean
  may_filter: boolean
  /** Whose board it is; null while the board is not published. */
  board_maker_id: string | null
  password_way: ShareWay
  password_hash: string | null
  password_epoch: number
  expires_at: Date
  revoked_at: Date | null
  visits: number
  downloads: number
  count: number
  created_at: Date
}
export type NewShare = Omit<
  ShareRow,
  | 'space_name'
  | 'person_name'
  | 'person_role'
  | 'is_maker_in'
  | 'board_maker_id'
  | 'report_id'
  | 'may_embed'
  | 'may_filter'
  | 'box_used'
  | 'visits'
  | 'downloads'
  | 'count'
  | 'revoked_at'
> &
  Partial<Pick<ShareRow, 'report_id' | 'may_embed' | 'may_filter'>> & { hash: Buffer; items: readonly string[] }
export type Password = Pick<ShareRow, 'password_way' | 'password_hash'>
/** Changed fields of a link; absent fields stay. */
export type ShareChange = Partial<
  Pick<ShareRow, 'expires_at' | 'may_download' | 'box_bytes' | 'may_embed' | 'may_filter'> & Password
>
export type ReceiptRow = {
  id: string
  share_id: string
  code: string
  sender: string
  note: string
  at: Date
  /** By the id of the upload. */
  files: (ShareReceipt['files'][number] & { id: string })[]
  bytes: number
  folder_id: string | null
}
export type NewVisit = {
  share_id: string
  at: Date
  action: VisitAction
  person_id: string | null
  person_name: string
  address: string
  agent: string
  item_name: string
  bytes: number
}
export type VisitRow = NewVisit & { id: number }
type StateQuery = { state: 'all' | 'valid' | 'expired'; after?: string; size: number; q?: string }

export const columns = sql`s.id, s.sealed, s.space_id, sp.name as space_name, s.kind, s.title, s.person_id, p.name as person_name,
  p.role as person_role, (p.disabled_at is null and p.locked_at is null and p.state in ('active', 'application')) as is_maker_in,
  s.may_download, s.is_box, s.box_bytes, s.box_used, s.report_id, s.may_embed, s.may_filter,
  case when board.published is not null then board.maker_id end as board_maker_id, s.password_way, s.password_hash, s.password_epoch, s.expires_at,
  s.revoked_at, s.visits, s.downloads, s.created_at,
  (select count(*)::int from share_item i where i.share_id = s.id) as count`
export const source = sql`share s join space sp on sp.id = s.space_id join person p on p.id = s.person_id
  left join report board on board.id = s.report_id`

const Key = z.object({ at: part.timestamp, id: part.id })
const VisitKey = z.object({ at: part.timestamp, id: part.count })
const inState = (state: StateQuery['state'], now: Date) =>
  state === 'all' ? sql`true` : sql`(s.revoked_at is null and s.expires_at > ${now}) = ${state === 'valid'}`
const likeOf = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`

/** Inserts a link with the items that it shows. */
export async function insertShare(tx: Tx, { items, ...share }: NewShare): Promise<void> {
  await tx.insertInto('share').values(share).execute()
  if (items.length)
    await sql`insert into share_item (share_id, node_id) select ${share.id}::uuid, unnest(${[...items]}::uuid[])`.execute(
      tx,
    )
}

export function sqlShareStore(db: Db) {
  /** One page of the links that match a condition, newest first. */
  async function page(where: ReturnType<typeof sql>, { state, after, size, q }: StateQuery, now: Date) {
    const key = after ? decodeCursor(after, Key) : null
    const before = key ? sql`and (s.created_at, s.id) < (${key.at}::timestamptz, ${key.id}::uuid)` : sql``
    const named = q ? sql`and (s.title ilike ${likeOf(q)} or sp.name ilike ${likeOf(q)})` : sql``
    const { rows } = await sql<ShareRow & { exact: string }>`
      select ${columns}, ${exactly(sql`s.created_at`)} as exact from ${source}
      where ${where} and ${inState(state, now)} ${named} ${before}
      order by s.created_at desc, s.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => ({ at: row.exact, id: row.id }) })
  }

  const one = async (where: ReturnType<typeof sql>, from: Db | Tx = db): Promise<ShareRow | undefined> =>
    (await sql<ShareRow>`select ${columns} from ${source} where ${where}`.execute(from)).rows[0]

  return {
    VisitKey,
    byHash: (hash: Buffer) => one(sql`s.hash = ${hash}`),
    byId: (id: string, from?: Db | Tx) => one(sql`s.id = ${id}::uuid`, from),
    ofPerson: (personId: string, query: StateQuery, now: Date) =>
      page(sql`s.person_id = ${personId}::uuid`, query, now),
    ofSpace: (spaceId: string, query: StateQuery, now: Date) => page(sql`s.space_id = ${spaceId}::uuid`, query, now),

    /** Links to an item itself; with `personId` only those of this person. */
    ofItem: (item: { spaceId: string; hash: string; personId: string | null }, query: StateQuery, now: Date) =>
      page(
        sql`s.space_id = ${item.spaceId}::uuid and s.id in (select share_id from share_item where node_id = ${item.hash}::uuid)
          and (${item.personId}::uuid is null or s.person_id = ${item.personId}::uuid)`,
        query,
        now,
      ),

    /** Counts valid links of a person; the caller holds the lock on the account. */
    async countValid(tx: Tx, personId: string, now: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from share
        where person_id = ${personId}::uuid and revoked_at is null and expires_at > ${now}`.execute(tx)
      return rows[0]?.count ?? 0
    },

    async items(shareId: string): Promise<string[]> {
      const { rows } = await sql<{ node_id: string }>`
        select node_id from share_item where share_id = ${shareId}::uuid`.execute(db)
      return rows.map((row) => row.node_id)
    },

    /**
     * Changes a link that has not been ended; a new password invalidates entries of the old one. False: no such link.
     */
    async change(tx: Tx, id: string, personId: string, change: ShareChange): Promise<boolean> {
      const query = tx
        .updateTable('share')
        .set({
          ...change,
          ...(change.password_way && {
            password_epoch: sql`password_epoch + 1`,
            wrong_tries: 0,
            closed_until: null,
          }),
          id,
        })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
      return (await query.executeTakeFirst()).numUpdatedRows > 0n
    },

    /** False when it had already been ended. */
    async revoke(tx: Tx, id: string, now: Date): Promise<boolean> {
      const { rows } = await sql`
        update share set revoked_at = ${now} where id = ${id}::uuid and revoked_at is null returning id`.execute(tx)
      return rows.length > 0
    },

    /** Uses one of the password attempts of a link; null if none is left for now. */
    async takeTry(id: string, { now, most, closedUntil }: { now: Date; most: number; closedUntil: Date }) {
      const tries = sql`case when closed_until is null then wrong_tries + 1 else 1 end`
      const { rows } = await sql<{ password_hash: string | null; password_epoch: number }>`
        update share set wrong_tries = ${tries},
          closed_until = case when ${tries} >= ${most}::int then ${closedUntil}::timestamptz end
        where id = ${id}::uuid and (closed_until is null or closed_until <= ${now})
        returning password_hash, password_epoch`.execute(db)
      return rows[0] ?? null
    },
    /** Returns the attempt of a correct password. */
    giveTry: (id: string) =>
      sql`update share set wrong_tries = greatest(wrong_tries - 1, 0), closed_until = null where id = ${id}::uuid`.execute(
        db,
      ),

    /**
     * Saves visits, counts them, and keeps for people which links of others they opened; visits of deleted links are
     * dropped.
     */
    async insertVisits(visits: NewVisit[]): Promise<void> {
      const column = (pick: (visit: NewVisit) => string | number | Date | null) => visits.map(pick)
      await sql`
        with came as (
          select v.* from unnest(${column((v) => v.share_id)}::uuid[], ${column((v) => v.at)}::timestamptz[], ${column((v) => v.action)}::text[],
            ${column((v) => v.person_id)}::uuid[], ${column((v) => v.person_name)}::text[], ${column((v) => v.address)}::text[],
            ${column((v) => v.agent)}::text[], ${column((v) => v.item_name)}::text[], ${column((v) => v.bytes)}::bigint[])
            as v(share_id, at, action, person_id, person_name, address, agent, item_name, bytes)
          join share s on s.id = v.share_id
        ), counted as (
          update share s set visits = s.visits + c.opened, downloads = s.downloads + c.downloaded
          from (select share_id, count(*) filter (where action = 'opened') as opened,
            count(*) filter (where action = 'downloaded') as downloaded from came group by share_id) c
          where s.id = c.share_id
        ), received as (
          insert into received_share (person_id, share_id, at)
          select c.person_id, c.share_id, max(c.at) from came c
          join share s on s.id = c.share_id and s.person_id <> c.person_id join person p on p.id = c.person_id
          where c.action = 'opened' group by c.person_id, c.share_id order by c.person_id, c.share_id
          on conflict (person_id, share_id) do update set at = greatest(received_share.at, excluded.at)
        )
        insert into share_visit (share_id, at, action, person_id, person_name, address, agent, item_name, bytes)
        select share_id, at, action, person_id, person_name, address, agent, item_name, bytes from came`.execute(db)
    },

    async visits(shareId: string, { after, size }: { after?: string; size: number }) {
      const key = after ? decodeCursor(after, VisitKey) : null
      const before = key ? sql`and (at, id) < (${key.at}::timestamptz, ${key.id}::bigint)` : sql``
      const { rows } = await sql<VisitRow & { exact: string }>`
        select id, share_id, at, action, person_id, person_name, address, agent, item_name, bytes, ${exactly(sql`at`)} as exact
        from share_visit where share_id = ${shareId}::uuid ${before} order by at desc, id desc limit ${size + 1}`.execute(
        db,
      )
      return pageOf(rows, size, { toItem: (row) => row, key: (row) => ({ at: row.exact, id: Number(row.id) }) })
    },

    /** Deletes old visits, and links that ended long ago. */
    async sweep(visitsBefore: Date, sharesBefore: Date): Promise<number> {
      const visits = await sql`delete from share_visit where at < ${visitsBefore}`.execute(db)
      const shares = await sql`
        delete from share where least(coalesce(revoked_at, expires_at), expires_at) < ${sharesBefore}`.execute(db)
      return Number(visits.numAffectedRows ?? 0) + Number(shares.numAffectedRows ?? 0)
    },
  }
}
export type ShareStore = ReturnType<typeof sqlShareStore>
