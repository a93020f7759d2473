import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'

/** Rows that are read at once. */
const ROWS_AT_ONCE = 500

type Ask = (personId: RawBuilder<unknown>) => RawBuilder<unknown>
const keysOf =
  (table: string, columns: RawBuilder<unknown>): Ask =>
  (me) =>
    sql`
  select ${columns}, k.created_at as "createdAt", k.last_used_at as "lastUsedAt" from ${sql.table(table)} k
  where k.person_id = ${me} order by k.created_at, k.id`

/**
 * The files of an export and the rows of each: what the site keeps of a person, without passwords, codes, tokens and
 * their hashes.
 */
const files: readonly (readonly [name: string, rows: Ask])[] = [
  [
    'profile',
    (me) => sql`
      select p.id, p.email as "emailAccounts", p.name, p.english_name as "englishName", p.unit as "orgChineseName",
        p.english_unit as "orgEnglishName", p.phone as telephone, p.orcid as "orcId", p.introduction, p.role, p.state,
        p.language, p.join_method as "joinMethod", p.backup_email as "backupEmail", p.created_at as "createTime",
        p.last_sign_in_at as "lastSignInAt", p.password_changed_at as "passwordChangedAt", p.agreement as "agreedTerms",
        (select t.confirmed_at from totp t where t.person_id = p.id) as "totpSince",
        array(select m.type from mail_off m where m.person_id = p.id order by 1) as "mailsTurnedOff"
      from person p where p.id = ${me}`,
  ],
  [
    'sessions',
    (me) => sql`
      select s.user_agent as agent, s.address, s.method, s.created_at as "createdAt", s.seen_at as "seenAt" from session s
      where s.person_id = ${me} order by s.created_at, s.id`,
  ],
  // Entries by others about the account, without their names and addresses, and entries by an administrator about
  // others, without their data.
  [
    'account-history',
    (me) => sql`
      select a.at, a.action, a.outcome, a.reason, a.method,
        case when a.target_id = ${me}::text then a.before end as before,
        case when a.target_id = ${me}::text then a.after end as after,
        case when a.actor_id = ${me}::text then a.address end as address,
        case when a.actor_id = ${me}::text then a.agent end as agent
      from audit a where a.actor_id = ${me}::text
        or (a.target_id = ${me}::text and a.actor_id is distinct from ${me}::text) order by a.number`,
  ],
  [
    'external-accounts',
    (me) => sql`
      select m.kind, m.name as method, i.subject, i.label, i.bound_at as "boundAt", i.last_used_at as "lastUsedAt"
      from identity i join method m on m.id = i.method_id where i.person_id = ${me} order by i.bound_at, i.id`,
  ],
  ['passkeys', keysOf('passkey', sql`k.name`)],
  [
    'app-passwords-and-ssh-keys',
    keysOf(
      'app_password',
      sql`k.name, k.protocols, k.ssh_key_type as "sshKeyType", k.space_id as "spaceId", k.expires_at as "expiresAt"`,
    ),
  ],
  ['access-tokens', keysOf('access_token', sql`k.name, k.scope, k.prefix, k.expires_at as "expiresAt"`)],
  [
    'applications',
    (me) => sql`
      select p.name as application, c.groups, c.created_at as "createdAt", c.last_used_at as "lastUsedAt"
      from consent c join person p on p.id = c.application_id where c.person_id = ${me} order by c.created_at, c.id`,
  ],
  [
    'spaces',
    (me) => sql`
      select s.id, s.name, s.identifier, s.introduction, s.tags, s.type, s.status, m.role, m.joined_at as "joinedAt",
        exists (select from muted_space q where q.space_id = s.id and q.person_id = ${me}) as "isMuted"
      from member m join space s on s.id = m.space_id where m.person_id = ${me} order by m.joined_at, s.id`,
  ],
  [
    'join-requests',
    (me) => sql`
      select r.space_name as space, r.reason, r.state, r.asked_at as "askedAt", r.answered_at as "answeredAt", r.opinion
      from join_request r where r.person_id = ${me} order by r.asked_at, r.id`,
  ],
  [
    'space-requests',
    (me) => sql`
      select a.kind, a.space_name as space, a.reason, a.size_gb as "sizeGb", a.state, a.asked_at as "askedAt",
        a.answered_at as "answeredAt", a.opinion from approval a where a.applicant_id = ${me} order by a.asked_at, a.id`,
  ],
  [
    'dataset-requests',
    (me) => sql`
      select r.dataset_id as "datasetId", r.number, r.purpose, r.terms, r.state, r.asked_at as "askedAt",
        r.answered_at as "answeredAt", r.opinion from access_request r where r.person_id = ${me} order by r.asked_at, r.id`,
  ],
  [
    'messages',
    (me) => sql`
      select m.kind, m.values, m.link, m.created_at as "createdAt", m.read_at as "readAt" from message m
      where m.person_id = ${me} order by m.created_at, m.id`,
  ],
  [
    'journal',
    (me) => sql`
      select j.at, s.identifier as space, j.group, j.action, j.channel, j.item_name as item, j.item_path as path, j.details,
        j.count from journal j join space s on s.id = j.space_id where j.person_id = ${me} order by j.id`,
  ],
  [
    'comments',
    (me) => sql`
      select t.name as table, c.text, c.at, c.edited_at as "editedAt" from table_comment c
      join data_table t on t.id = c.table_id where c.person_id = ${me} order by c.at, c.id`,
  ],
  [
    'favourites',
    (me) => sql`
      select n.name, s.identifier as space, f.at from favourite f join node n on n.id = f.node_id
      join member m on m.space_id = n.space_id and m.person_id = ${me} join space s on s.id = n.space_id
      where f.person_id = ${me} order by f.at, n.id`,
  ],
  [
    'recent',
    (me) => sql`
      select n.name, s.identifier as space, f.at from recent f join node n on n.id = f.node_id
      join member m on m.space_id = n.space_id and m.person_id = ${me} join space s on s.id = n.space_id
      where f.person_id = ${me} order by f.at, n.id`,
  ],
  [
    'shares',
    (me) => sql`
      select h.title, h.kind, s.identifier as space, h.may_download as "mayDownload", h.is_box as "isDropBox",
        h.created_at as "createdAt", h.expires_at as "expiresAt", h.revoked_at as "revokedAt", h.visits, h.downloads
      from share h join space s on s.id = h.space_id where h.person_id = ${me} order by h.created_at, h.id`,
  ],
  [
    'received-shares',
    (me) => sql`
      select h.title, r.at from received_share r join share h on h.id = r.share_id where r.person_id = ${me} order by r.at, h.id`,
  ],
  [
    'saved-filters',
    (me) => sql`
      select f.list, f.name, f.query, f.created_at as "createdAt" from saved_filter f where f.person_id = ${me}
      order by f.created_at, f.id`,
  ],
]

/** Files of which somebody is the author, in the spaces that they belong to, space by space. */
const authored: Ask = (me) => sql`
  select s.identifier as space, place.path, n.size, n.mime, n.version, n.created_at as "createdAt",
    n.updated_at as "updatedAt", n.trash_id is not null as "isInTrash"
  from node n join space s on s.id = n.space_id join member m on m.space_id = s.id and m.person_id = ${me}
  cross join lateral (
    with recursive up as (
      select n.parent_id, n.name as path union all
      select o.parent_id, case when o.parent_id is null then up.path else o.name || '/' || up.path end
      from up join node o on o.id = up.parent_id
    ) select path from up where parent_id is null) as place
  where n.author_id = ${me} and not n.is_folder order by s.identifier, n.id`

type Item = Record<string, unknown>

/** Rows of a question in pieces; a cursor, so that many of them take no memory. */
async function* rowsOf(tx: Tx, question: RawBuilder<unknown>): AsyncGenerator<Item[]> {
  await sql`declare exported no scroll cursor for ${question}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Item>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(tx)
    if (!rows.length) break
    yield rows
  }
  await sql`close exported`.execute(tx)
}

/** Files as lists of rows. Each list is read to its end before the next file is asked for. */
export type ListFile = { name: string; rows: AsyncIterable<Item[]> | Iterable<Item[]> }

/** Cuts a walk through files, ordered by space, into one list for each space. */
async function* bySpace(pages: AsyncGenerator<Item[]>): AsyncGenerator<ListFile> {
  let waiting: Item[] = []
  const more = async (): Promise<boolean> => {
    const next = await pages.next()
    if (next.done) return false
    waiting = next.value
    return true
  }
  while (waiting.length || (await more())) {
    const space = String(waiting[0]?.space)
    const own = async function* () {
      for (;;) {
        const cut = waiting.findIndex((row) => row.space !== space)
        const rows = waiting.splice(0, cut < 0 ? waiting.length : cut)
        if (rows.length) yield rows.map(({ space: _same, ...row }) => row)
        if (cut >= 0 || !(await more())) return
      }
    }
    yield { name: `files/${space}.json`, rows: own() }
  }
}

/**
 * All data that the site stores about a person, as of one point in time. Holds a connection until the last row was
 * read.
 */
export async function* contentOf(db: Db, personId: string): AsyncGenerator<ListFile> {
  const me = sql`${personId}::uuid`
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    for (const [name, rows] of files) yield { name: `${name}.json`, rows: rowsOf(tx, rows(me)) }
    yield* bySpace(rowsOf(tx, authored(me)))
  } finally {
    await tx.rollback().execute()
  }
}
