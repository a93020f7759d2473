import { sql } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'
import { leftover, type Rule, trashedBefore } from '#server/doctor/rule.ts'

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** An item in readable form: the identifier of its space and its name. */
const item = sql`(select s.identifier from space s where s.id = n.space_id) || ':' || n.name as what`
const BACK = 'compare with a backup, then restore or delete them'

/**
 * Consistency checks of the file tree: errors are reported for people to decide, never repaired automatically; and
 * leftovers that should have been removed.
 */
export const fileRules: Rule[] = [
  {
    check: 'file-without-content',
    level: 'grave',
    wrong: () => sql`select ${item} from node n where not n.is_folder and n.blob_sha256 is null`,
    said: 'files have no content',
    so: 'they cannot be opened; restore them from a backup or delete them',
  },
  {
    check: 'folder-with-content',
    level: 'grave',
    wrong: () => sql`select ${item} from node n where n.is_folder and n.blob_sha256 is not null`,
    said: 'folders have a content',
    so: `it was a file once, or became one; ${BACK}`,
  },
  {
    check: 'space-without-root',
    level: 'grave',
    wrong: () => sql`
      select s.identifier as what from space s
      where not exists (select 1 from node n where n.id = s.root_id and n.parent_id is null and n.space_id = s.id and n.is_folder)`,
    said: 'spaces have no root folder',
    so: 'nothing in them can be reached; restore them from a backup',
  },
  {
    check: 'item-out-of-reach',
    level: 'grave',
    wrong: () => sql`
      with recursive reached as (
        select n.id from space s join node n on n.id = s.root_id and n.parent_id is null
        union all
        select n.id from reached r join node n on n.parent_id = r.id
      ) select ${item} from node n where not exists (select 1 from reached r where r.id = n.id)`,
    said: 'items cannot be reached from the root of their space',
    so: `they lie in a circle of folders or in none; ${BACK}`,
  },
  {
    check: 'item-in-file',
    level: 'grave',
    wrong: () => sql`select ${item} from node n join node p on p.id = n.parent_id where not p.is_folder`,
    said: 'items lie in a file',
    so: `no list shows them; ${BACK}`,
  },
  {
    check: 'item-across-spaces',
    level: 'grave',
    wrong: () => sql`select ${item} from node n join node p on p.id = n.parent_id where p.space_id <> n.space_id`,
    said: 'items lie in a folder of another space',
    so: `whose rights hold for them is not known; ${BACK}`,
  },
  {
    check: 'name-twice',
    level: 'grave',
    wrong: () => sql`
      select min(${sql`(select s.identifier from space s where s.id = n.space_id)`}) || ':' || n.name as what
      from node n where n.trash_id is null and n.parent_id is not null group by n.parent_id, n.name having count(*) > 1`,
    said: 'names are there twice in one folder',
    so: 'rename one of each in the console',
  },
  {
    check: 'trash-without-item',
    level: 'grave',
    wrong: () =>
      sql`select t.path as what from trash t join node n on n.id = t.node_id where n.trash_id is distinct from t.id`,
    said: 'entries of the trash are about items that are not in it',
    so: 'a restore of them would move what is in its place; compare with a backup',
  },
  {
    check: 'item-lost-in-trash',
    level: 'grave',
    wrong: () => sql`
      select ${item} from node n where n.trash_id is not null and not exists (select 1 from trash t where t.id = n.trash_id)`,
    said: 'deleted items are not in the trash',
    so: `they are neither there nor in their folder; ${BACK}`,
  },
  {
    check: 'size-of-file',
    level: 'grave',
    wrong: () =>
      sql`select ${item} from node n join blob b on b.sha256 = n.blob_sha256 where not n.is_folder and n.size <> b.size`,
    said: 'files have another size than their content',
    so: 'one of both rows was changed by hand; compare with a backup',
  },
  {
    check: 'trash-stays',
    level: 'note',
    said: 'deletions are in the trash for longer than the site keeps it',
    so: 'the nightly work does not remove them: is a server running?',
    wrong: (now) =>
      sql`select t.path as what from trash t where t.deleted_at < ${trashedBefore(now)} and t.space_id not in (select on_hold_now('space'))`,
  },
  leftover(
    'old-locks',
    'locks of programs are past their time',
    (now) => sql`file_lock where expires_at < ${daysBefore(now, 1)}`,
  ),
]
