import { SHARE_PASSWORD } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { isSharePassword, type Share, type ShareWay, type shares } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { NodeRow } from '#server/modules/files/index.ts'
import { lockActing } from '#server/modules/people/index.ts'
import { hashPassword } from '#server/modules/session/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { type MakerNeeds, shareRecords } from './records.ts'
import { secretFor } from './secret.ts'
import type { NewShare, Password, ShareChange, ShareRow } from './store.ts'
import { insertShare } from './store.ts'

/** Most valid links of one person (our choice). */
export const SHARES_PER_PERSON = 1000

type Made = Share & { password: string | null }
type Wish = { days: number; way: ShareWay; password?: string; mayDownload: boolean }
/** What a link to a board shares. */
type Shown = { spaceId: string; name: string; makerId: string; isPublished: boolean }
type About = Pick<NewShare, 'space_id' | 'kind' | 'title' | 'is_box' | 'box_bytes' | 'items'> &
  Partial<Pick<NewShare, 'report_id' | 'may_embed' | 'may_filter'>>

/** The password of a link from now on; a generated one is shown once. */
async function passwordOf(way: ShareWay, given: string | undefined): Promise<{ row: Password; drawn: string | null }> {
  if (way === 'none') return { row: { password_way: way, password_hash: null }, drawn: null }
  const drawn = way === 'rand' ? drawReadableCode(2).replaceAll('-', '').slice(0, SHARE_PASSWORD.drawn) : null
  const password = (drawn ?? given ?? '').normalize('NFC').trim()
  if (!isSharePassword(password)) throw new Failure('sharePasswordRule', { values: SHARE_PASSWORD })
  return { row: { password_way: way, password_hash: await hashPassword(password) }, drawn }
}

const titleOf = (nodes: readonly NodeRow[]) => nodes[0]?.name ?? ''

/** Making, changing and revoking links. */
export function makeRules(needs: MakerNeeds) {
  const { db, store, seal, spaces, files, reports, journal, bus, now, newId } = needs
  const { shareOf, known, answerable } = shareRecords(needs)
  const endOf = (days: number) => new Date(now().getTime() + days * DAY_MS)

  /** Records a change of a link in the journal of its space. */
  const record = (tx: Tx, row: Pick<ShareRow, 'space_id' | 'title'>, doer: SignedIn, action: Action, itemId?: string) =>
    journal.record(tx, [
      { spaceId: row.space_id, action, doer, item: { name: row.title, ...(itemId && { id: itemId }) } },
    ])

  /** Has every server judge again who has boards of the space open. */
  const tell = async (tx: Tx, { kind, space_id }: ShareRow) => {
    if (kind === 'board') await bus.publish('share', { spaceId: space_id }, tx)
  }

  async function make(wish: Wish, about: About, actor: SignedIn): Promise<Made> {
    const { row, drawn } = await passwordOf(wish.way, wish.password)
    const share: NewShare = {
      ...about,
      ...row,
      id: newId(),
      ...secretFor(seal),
      person_id: actor.id,
      may_download: wish.mayDownload,
      password_epoch: 0,
      expires_at: endOf(wish.days),
      created_at: now(),
    }
    return transact(db, async (tx) => {
      // Locked, so that two concurrent requests can't exceed the limit.
      await lockActing(tx, actor)
      if ((await store.countValid(tx, actor.id, now())) >= SHARES_PER_PERSON)
        throw new Failure('shareTooMany', { values: { count: SHARES_PER_PERSON } })
      await insertShare(tx, share)
      await record(tx, share, actor, 'shared', about.items[0])
      return { ...shareOf(await known(share.id, tx), actor), password: drawn }
    })
  }

  async function makeSpace({ spaceId, ...wish }: ParsedOf<typeof shares.makeSpace>, { actor }: ByActor): Promise<Made> {
    const space = await spaces.demand(spaceId, actor, 'space.share')
    const about = {
      space_id: space.id,
      kind: 'space',
      title: space.name,
      is_box: false,
      box_bytes: 0,
      items: [],
    } as const
    return make(wish, about, actor)
  }

  async function makeFile(input: ParsedOf<typeof shares.makeFile>, { actor }: ByActor): Promise<Made> {
    const space = await spaces.enter(input.spaceId, actor)
    const nodes = await files.reading.demandShare(space, actor, input.hashList)
    // The root stands for the whole space, for which there is a separate call.
    if (nodes.some(({ parent_id }) => parent_id === null)) throw new Failure('fileGone')
    const [first] = nodes
    const isOne = nodes.length === 1
    if (input.isBox && !(isOne && first?.is_folder)) throw new Failure('boxFolderOnly')
    if (input.isBox && !can(actor, 'file.make', space.policyContext))
      throw new Failure('fileForbidden', { values: { name: titleOf(nodes) } })
    const about: About = {
      space_id: space.id,
      kind: isOne ? (first?.is_folder ? 'folder' : 'file') : 'selection',
      title: titleOf(nodes),
      is_box: input.isBox,
      box_bytes: input.isBox ? input.boxBytes : 0,
      items: nodes.map(({ id }) => id),
    }
    return make(input, about, actor)
  }

  /** A frame sends no cookie of a password. */
  function demandOpen(mayEmbed: boolean, way: ShareWay): void {
    if (mayEmbed && way !== 'none') throw new Failure('shareEmbedOpen')
  }

  async function makeBoard(
    { reportId, mayEmbed, mayFilter, ...wish }: ParsedOf<typeof shares.makeBoard>,
    by: ByActor,
  ): Promise<Made> {
    const board: Shown = await reports.shared(reportId, by)
    const space = await spaces.enter(board.spaceId, by.actor)
    if (!can(by.actor, 'file.share', { space: space.policyContext, authorId: board.makerId }))
      throw new Failure('fileForbidden', { values: { name: board.name } })
    if (!board.isPublished) throw new Failure('reportUnpublished')
    demandOpen(mayEmbed, wish.way)
    const about = {
      space_id: space.id,
      kind: 'board',
      title: board.name,
      is_box: false,
      box_bytes: 0,
      items: [],
    } as const
    return make(wish, { ...about, report_id: reportId, may_embed: mayEmbed, may_filter: mayFilter }, by.actor)
  }

  async function edit(input: ParsedOf<typeof shares.edit>, { actor }: ByActor): Promise<Made> {
    const { id, days, way, password, mayDownload, boxBytes, mayEmbed, mayFilter } = input
    const before = await known(id)
    if (before.person_id !== actor.id || before.revoked_at) throw new Failure('shareGone')
    if (before.kind === 'board') demandOpen(mayEmbed ?? before.may_embed, way ?? before.password_way)
    const guard = way ? await passwordOf(way, password) : null
    const change: ShareChange = {
      ...guard?.row,
      ...(days !== undefined && { expires_at: endOf(days) }),
      ...(mayDownload !== undefined && { may_download: mayDownload }),
      ...(boxBytes !== undefined && before.is_box && { box_bytes: boxBytes }),
      ...(mayEmbed !== undefined && before.kind === 'board' && { may_embed: mayEmbed }),
      ...(mayFilter !== undefined && before.kind === 'board' && { may_filter: mayFilter }),
    }
    return db.transaction().execute(async (tx) => {
      if (!(await store.change(tx, id, actor.id, change))) throw new Failure('shareGone')
      await record(tx, before, actor, 'shareChanged')
      await tell(tx, before)
      return { ...shareOf(await known(id, tx), actor), password: guard?.drawn ?? null }
    })
  }

  async function revoke(id: string, actor: SignedIn): Promise<null> {
    const row = await answerable(id, actor)
    await db.transaction().execute(async (tx) => {
      if (!(await store.revoke(tx, id, now()))) return
      await record(tx, row, actor, 'shareRevoked')
      await tell(tx, row)
    })
    return null
  }

  return { makeSpace, makeFile, makeBoard, edit, revoke }
}
type Action = 'shared' | 'shareChanged' | 'shareRevoked'
