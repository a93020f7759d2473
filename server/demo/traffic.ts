import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** Average traffic of a page and its data: requests, and bytes in and out; the remaining bytes are those of files. */
const PAGE = { requests: 12, in: 6_000, out: 90_000 }

/**
 * The season's traffic by channel, as the monitor would have counted it: the files uploaded and downloaded by the
 * journal, and on the web the pages around each entry.
 */
export async function trafficOfPast(db: Db): Promise<void> {
  await sql`
    with entry as (
      select j.at, j.channel, j.space_id, j.person_id, j.channel = 'web' as is_web,
        case when j.action in ('uploaded', 'replaced') then coalesce(n.size, 0) else 0 end as came,
        case when j.action = 'downloaded' then coalesce(n.size, 0) else 0 end as went
      from journal j left join node n on n.id::text = j.item_id
      where j.channel in ('web', 'share', 'token', 'webdav', 'ftp', 'sftp')
    ), passed as materialized (
      select at, channel, space_id, person_id, 2 + is_web::int * ${PAGE.requests}::int as requests,
        came + 500 + is_web::int * ${PAGE.in}::int as in_bytes, went + 500 + is_web::int * ${PAGE.out}::int as out_bytes
      from entry
    ), by_hour as (
      insert into traffic_hour
      select date_trunc('hour', at), channel, space_id, person_id, sum(requests), sum(in_bytes), sum(out_bytes)
      from passed where at > (select max(at) from passed) - interval '31 days' group by 1, 2, 3, 4
    )
    insert into traffic_day
    select (at at time zone 'UTC')::date, channel, space_id, person_id, sum(requests), sum(in_bytes), sum(out_bytes)
    from passed group by 1, 2, 3, 4`.execute(db)
}
