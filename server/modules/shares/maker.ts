import { SHARE_KEEP_DAYS, SHARE_PASSWORD, SHARE_VISIT_MS, SHARE_VISITS_DAYS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import {
  isSharePassword,
  type Share,
  type ShareVisit,
  type ShareWay,
  sharePathOf,
  type shares,
} from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import { deviceOf } from '#server/http/agent.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { FilesModule, NodeRow } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import { lockOwn } from '#server/modules/people/index.ts'
import { hashPassword } from '#server/modules/session/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import { decodeCursor } from '#server/storage/cursor.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { BoxStore } from './box-store.ts'
import { receiptOf } from './receipt.ts'
import { secretFor, secretOf } from './secret.ts'
import type { NewShare, Password, ShareChange, ShareRow, ShareStore, VisitRow } from './store.ts'
import { insertShare } from './store.ts'

/** Most valid links of one person (our choice). */
export const SHARES_PER_PERSON = 1000

type Needs = {
  db: Db
  store: ShareStore
  boxes: BoxStore
  seal: Seal
  origin: () => string
  spaces: SpaceService
  files: FilesModule
  journal: Journal
  now: () => Date
  newId: () => string
}
type Made = Share & { password: string | null }
type Wish = { days: number; way: ShareWay; password?: string; mayDownload: boolean }
type About = Pick<NewShare, 'space_id' | 'kind' | 'title' | 'is_box' | 'box_bytes' | 'items'>

/** The password of a link from now on; a generated one is shown once. */
async function passwordOf(way: ShareWay, given: string | undefined): Promise<{ row: Password; drawn: string | null }> {
  if (way === 'none') return { row: { password_way: way, password_hash: null }, drawn: null }
  const drawn = way === 'rand' ? drawReadableCode(2).replaceAll('-', '').slice(0, SHARE_PASSWORD.drawn) : null
  const password = (drawn ?? given ?? '').normalize('NFC').trim()
  if (!isSharePassword(password)) throw new Failure('sharePasswordRule', { values: SHARE_PASSWORD })
  return { row: { password_way: way, password_hash: await hashPassword(password) }, drawn }
}

function visitOf(row: VisitRow): ShareVisit {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    personName: row.person_name,
    address: row.address,
    ...deviceOf(row.agent),
    itemName: row.item_name,
    bytes: row.bytes,
  }
}

const titleOf = (nodes: readonly NodeRow[]) => nodes[0]?.name ?? ''

/** Share links for those who make them. */
export function makerService({ db, store, boxes, seal, origin, spaces, files, journal, now, newId }: Needs) {
  const endOf = (days: number) => new Date(now().getTime() + days * DAY_MS)

  const shareOf = (row: ShareRow, actor: SignedIn): Share => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    count: row.count,
    space: { id: row.space_id, name: row.space_name },
    maker: { personId: row.person_id, personName: row.person_name },
    link: row.person_id === actor.id ? `${origin()}${sharePathOf(row.kind)}?link=${secretOf(seal, row.sealed)}` : null,
    way: row.password_way,
    mayDownload: row.may_download,
    isBox: row.is_box,
    boxBytes: row.box_bytes,
    boxUsed: row.box_used,
    state: row.revoked_at ? 'revoked' : row.expires_at <= now() ? 'expired' : 'valid',
    createTime: row.created_at.toISOString(),
    endTime: row.expires_at.toISOString(),
    visits: row.visits,
    downloads: row.downloads,
  })

  /** Records a change of a link in the journal of its space. */
  const record = (tx: Tx, row: Pick<ShareRow, 'space_id' | 'title'>, doer: SignedIn, action: Action, itemId?: string) =>
    journal.record(tx, [
      { spaceId: row.space_id, action, doer, item: { name: row.title, ...(itemId && { id: itemId }) } },
    ])

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
      await lockOwn(tx, actor)
      if ((await store.countValid(tx, actor.id, now())) >= SHARES_PER_PERSON)
        throw new Failure('shareTooMany', { values: { count: SHARES_PER_PERSON } })
      await insertShare(tx, share)
      await record(tx, share, actor, 'shared', about.items[0])
      return { ...shareOf(await known(share.id, tx), actor), password: drawn }
    })
  }

  async function known(id: string, tx?: Tx): Promise<ShareRow> {
    const row = await store.byId(id, tx)
    if (!row) throw new Failure('shareGone')
    return row
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
    // The root stands for the whole space, which is shared by its own call.
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

  async function edit(input: ParsedOf<typeof shares.edit>, { actor }: ByActor): Promise<Made> {
    const { id, days, way, password, mayDownload, boxBytes } = input
    const before = await known(id)
    if (before.person_id !== actor.id || before.revoked_at) throw new Failure('shareGone')
    const guard = way ? await passwordOf(way, password) : null
    const change: ShareChange = {
      ...guard?.row,
      ...(days !== undefined && { expires_at: endOf(days) }),
      ...(mayDownload !== undefined && { may_download: mayDownload }),
      ...(boxBytes !== undefined && before.is_box && { box_bytes: boxBytes }),
    }
    return db.transaction().execute(async (tx) => {
      if (!(await store.change(tx, id, actor.id, change))) throw new Failure('shareGone')
      await record(tx, before, actor, 'shareChanged')
      return { ...shareOf(await known(id, tx), actor), password: guard?.drawn ?? null }
    })
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

  async function revoke(id: string, actor: SignedIn): Promise<null> {
    const row = await answerable(id, actor)
    await db.transaction().execute(async (tx) => {
      if (await store.revoke(tx, id, now())) await record(tx, row, actor, 'shareRevoked')
    })
    return null
  }

  async function list(query: ParsedOf<typeof shares.list>, { actor }: ByActor) {
    const page = await store.ofPerson(actor.id, query, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function ofSpace({ spaceId, ...query }: ParsedOf<typeof shares.ofSpace>, { actor }: ByActor) {
    const space = await spaces.demand(spaceId, actor, 'space.shares')
    const page = await store.ofSpace(space.id, query, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function ofItem({ spaceId, hash, ...query }: ParsedOf<typeof shares.ofItem>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    const personId = can(actor, 'space.shares', space.policyContext) ? null : actor.id
    const page = await store.ofItem({ spaceId: space.id, hash, personId }, { ...query, state: 'all' }, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function visits({ id, after, size }: ParsedOf<typeof shares.visits>, actor: SignedIn) {
    if (after) decodeCursor(after, store.VisitKey)
    await answerable(id, actor)
    const page = await store.visits(id, { after, size })
    return { ...page, list: page.list.map(visitOf) }
  }

  async function receipts({ id, after, size }: ParsedOf<typeof shares.receipts>, { actor }: ByActor) {
    if (after) decodeCursor(after, boxes.Key)
    await answerable(id, actor)
    const page = await boxes.page(id, { after, size })
    return { ...page, list: page.list.map(receiptOf) }
  }

  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const sweep = async () =>
    (await store.sweep(before(SHARE_VISITS_DAYS), before(SHARE_KEEP_DAYS))) +
    (await boxes.sweep(new Date(now().getTime() - SHARE_VISIT_MS)))

  return { makeSpace, makeFile, edit, revoke, list, ofSpace, ofItem, visits, receipts, sweep }
}
type Action = 'shared' | 'shareChanged' | 'shareRevoked'
