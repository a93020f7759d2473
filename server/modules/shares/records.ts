import { can } from '#contract/core/policy.ts'
import { type Share, sharePathOf } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { BoxStore } from './box-store.ts'
import { secretOf } from './secret.ts'
import type { ShareRow, ShareStore } from './store.ts'

export type MakerNeeds = {
  db: Db
  store: ShareStore
  boxes: BoxStore
  seal: Seal
  origin: () => string
  spaces: SpaceService
  files: FilesModule
  reports: Pick<Reports, 'shared'>
  journal: Journal
  bus: Pick<Bus, 'publish'>
  now: () => Date
  newId: () => string
}

export const addressOf = (row: ShareRow, { seal, origin }: Pick<MakerNeeds, 'seal' | 'origin'>) =>
  `${origin()}${sharePathOf(row.kind)}?link=${secretOf(seal, row.sealed)}`
export const stateOf = (row: ShareRow, now: Date): Share['state'] =>
  row.revoked_at ? 'revoked' : row.expires_at <= now ? 'expired' : 'valid'

/** Links as their makers see them. */
export function shareRecords({ store, spaces, seal, origin, now }: MakerNeeds) {
  const shareOf = (row: ShareRow, actor: SignedIn): Share => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    count: row.count,
    space: { id: row.space_id, name: row.space_name },
    maker: { personId: row.person_id, personName: row.person_name },
    link: row.person_id === actor.id ? addressOf(row, { seal, origin }) : null,
    way: row.password_way,
    mayDownload: row.may_download,
    mayEmbed: row.may_embed,
    mayFilter: row.may_filter,
    isBox: row.is_box,
    boxBytes: row.box_bytes,
    boxUsed: row.box_used,
    state: stateOf(row, now()),
    createTime: row.created_at.toISOString(),
    endTime: row.expires_at.toISOString(),
    visits: row.visits,
    downloads: row.downloads,
  })

  async function known(id: string, tx?: Tx): Promise<ShareRow> {
    const row = await store.byId(id, tx)
    if (!row) throw new Failure('shareGone')
    return row
  }

  /** A link of the caller, or of a space that they own; any other is not found. */
  async function answerable(id: string, actor: SignedIn): Promise<ShareRow> {
    const row = await known(id)
    if (row.person_id === actor.id) return row
    const space = await spaces.see(row.space_id, actor).catch((cause: unknown) => {
      throw cause instanceof Failure ? new Failure('shareGone', { cause }) : cause
    })
    if (!can(actor, 'space.shares', policyContextOf(space))) throw new Failure('shareGone')
    return row
  }

  return { shareOf, known, answerable }
}
