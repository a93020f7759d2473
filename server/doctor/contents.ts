import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'

const PAGE = 1000

export type ContentFindings = { missing: string[]; damaged: string[]; strays: string[] }

async function isDamaged(blobs: BlobStore, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const piece of await blobs.read(sha256)) hash.update(piece as Buffer)
  return hash.digest('hex') !== sha256
}

/** Contents that the database knows and the store lacks or holds damaged (`deep` reads every byte), and the other way round. */
export async function checkContents(db: Db, blobs: BlobStore, deep: boolean): Promise<ContentFindings> {
  const findings: ContentFindings = { missing: [], damaged: [], strays: [] }
  const sizes = new Map<string, number>()
  for await (const { sha256, size } of blobs.list()) sizes.set(sha256, size)
  let after = ''
  for (let page = PAGE; page === PAGE; ) {
    const { rows } = await sql<{ sha256: string; size: number }>`
      select encode(sha256, 'hex') as sha256, size from blob where sha256 > decode(${after}, 'hex') order by sha256 limit ${PAGE}`.execute(
      db,
    )
    for (const { sha256, size } of rows) {
      const stored = sizes.get(sha256)
      sizes.delete(sha256)
      if (stored === undefined) findings.missing.push(sha256)
      else if (stored !== size || (deep && (await isDamaged(blobs, sha256)))) findings.damaged.push(sha256)
    }
    after = rows.at(-1)?.sha256 ?? ''
    page = rows.length
  }
  findings.strays.push(...sizes.keys())
  return findings
}

/** Files and folders that cannot be reached from the root of their space, and the other broken threads of the tree. */
export async function checkTree(db: Db): Promise<number> {
  const { rows } = await sql<{ broken: number }>`
    select (select count(*) from trash t join node n on n.id = t.node_id where n.trash_id is distinct from t.id)
      + (select count(*) from node n where n.trash_id is not null and not exists (select 1 from trash t where t.id = n.trash_id))
      + (select count(*) from node n where not n.is_folder and n.blob_sha256 is null)
      + (select count(*) from space s where not exists (select 1 from node n where n.id = s.root_id and n.parent_id is null)) as broken`.execute(
    db,
  )
  return Number(rows[0]?.broken ?? 0)
}
