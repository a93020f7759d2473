import type { FastifyRequest } from 'fastify'
import type { ErrorName } from '#contract/core/errors.ts'
import {
  type Actor,
  can,
  explain,
  type FileContext,
  type PolicyRule,
  type ShareContext,
} from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import { type Chain, chainsTo, type NodeRow, nodesOf } from '#server/modules/files/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Grants } from './grant.ts'
import type { ShareRow, ShareStore } from './store.ts'

type SharePermission = 'share.open' | 'share.list' | 'share.download' | 'share.upload'
type SeenSpace = Awaited<ReturnType<SpaceService['see']>>

/** An item with the folders from the shared one down to it, itself last. */
type Found = { node: NodeRow; above: { hash: string; name: string }[] }

/** A valid, opened link. */
export type OpenShare = {
  row: ShareRow
  space: SeenSpace
  /** The shared items that the maker may still share. */
  roots: NodeRow[]
  isProved: boolean
  /** The maker's id when they may share or download only their own items; null: all items. */
  onlyBy: (permission: 'file.share' | 'file.download') => string | null
  demand: (permission: SharePermission, node?: NodeRow) => void
  may: (permission: SharePermission, node: NodeRow) => boolean
  /** Filters the neighbours of a found item to those that the link shares too. */
  among: (node: NodeRow, beside: NodeRow[]) => NodeRow[]
  /** Finds an item at or below the shared ones, with the folders down to it. Throws fileGone for any other. */
  find: (hash: string) => Promise<Found>
  findAll: (hashes: readonly string[]) => Promise<Found[]>
}

/** The refusal shown to a visitor; it does not reveal why the maker may no longer share the item. */
const refusalOf: Partial<Record<PolicyRule, ErrorName>> = {
  linkPassword: 'sharePasswordNeeded',
  linkBox: 'shareForbidden',
  linkNoBox: 'shareForbidden',
  linkViewOnly: 'shareForbidden',
}

/** Finds items at or below the shared ones; with an `author` only their items, at every level. */
function findInside(db: Db, { spaceId, roots, author }: { spaceId: string; roots: NodeRow[]; author: string | null }) {
  /** The part of a path from the root that is inside the shared items. */
  function below(chain: Chain): Chain {
    const from = chain.findIndex(({ id }) => roots.some((root) => root.id === id))
    return from < 0 ? [] : chain.slice(from)
  }
  async function findAll(hashes: readonly string[]): Promise<Found[]> {
    const chains = await chainsTo(db, spaceId, hashes)
    const inside = new Map(hashes.map((hash) => [hash, below(chains.get(hash) ?? [])]))
    const ids = [...inside.values()].flatMap((chain) => chain.map(({ id }) => id))
    const nodes = new Map((await nodesOf(db, spaceId, ids)).map((node) => [node.id, node]))
    return [...inside].map(([hash, chain]) => {
      const node = nodes.get(hash)
      const isOthers = author !== null && chain.some(({ id }) => nodes.get(id)?.author_id !== author)
      if (!node || isOthers) throw new Failure('fileGone')
      return { node, above: chain.map(({ id, name }) => ({ hash: id, name })) }
    })
  }
  async function find(hash: string): Promise<Found> {
    const root = roots.find(({ id }) => id === hash)
    if (root) return { node: root, above: [{ hash, name: root.name }] }
    const [found] = await findAll([hash])
    if (!found) throw new Failure('fileGone')
    return found
  }
  return { find, findAll }
}

type Needs = { db: Db; store: ShareStore; spaces: SpaceService; grants: Grants; now: () => Date }

/** Opens links for every call and page, by the secret alone; rights are checked each time. */
export function linkGuard({ db, store, spaces, grants, now }: Needs) {
  /** The link of a secret. An ended link is reported as such, since the secret was right; any other is not found. */
  function works(row: ShareRow | undefined): ShareRow {
    if (!row || row.revoked_at || !row.is_maker_in) throw new Failure('shareGone')
    if (row.expires_at <= now()) throw new Failure('shareExpired')
    return row
  }

  const makerOf = (row: ShareRow): NonNullable<Actor> => ({ id: row.person_id, role: row.person_role })

  /** The space with the maker's rights. */
  const spaceOf = (row: ShareRow): Promise<SeenSpace> =>
    spaces.see(row.space_id, makerOf(row)).catch((cause: unknown) => {
      throw cause instanceof Failure ? new Failure('shareGone', { cause }) : cause
    })

  /** The existing ones of these items, with their parent folders. */
  async function live(spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
    const [nodes, chains] = await Promise.all([nodesOf(db, spaceId, ids), chainsTo(db, spaceId, ids)])
    return nodes.filter(({ id }) => chains.has(id))
  }

  async function open(linkId: string, request: FastifyRequest): Promise<OpenShare> {
    const row = works(await store.byHash(sha256(linkId)))
    return opened(row, row.password_way === 'none' || grants.isProved(request, row))
  }

  /** Opens a link again for somebody who opened it before, if its password has not changed since. */
  async function openAgain(id: string, epoch: number): Promise<OpenShare> {
    const row = works(await store.byId(id))
    return opened(row, row.password_epoch === epoch)
  }

  /** A link to a board, as long as the board is published and its maker may share it; it gives no files. */
  async function openedBoard(row: ShareRow, isProved: boolean): Promise<OpenShare> {
    const space = await spaceOf(row)
    const authorId = row.board_maker_id
    const item = { space: policyContextOf(space), authorId: authorId ?? '' }
    if (authorId === null || !can(makerOf(row), 'file.share', item)) throw new Failure('shareGone')
    const demand = () => {
      throw new Failure(isProved ? 'shareForbidden' : 'sharePasswordNeeded')
    }
    const findNone = () => Promise.reject(new Failure('fileGone'))
    const nothing = { roots: [], onlyBy: () => null, may: () => false, among: () => [] }
    return { row, space, isProved, ...nothing, demand, find: findNone, findAll: findNone }
  }

  async function opened(row: ShareRow, isProved: boolean): Promise<OpenShare> {
    if (row.kind === 'board') return openedBoard(row, isProved)
    const [space, items] = await Promise.all([spaceOf(row), row.kind === 'space' ? [] : store.items(row.id)])
    const maker = makerOf(row)
    const policyContext = policyContextOf(space)
    const about = (item: FileContext): ShareContext => ({
      isLive: true,
      isProved,
      isWholeSpace: row.kind === 'space',
      mayDownload: row.may_download,
      isBox: row.is_box,
      maker,
      item,
    })
    const contextFor = (node: NodeRow) => about({ space: policyContext, authorId: node.author_id })
    const found = await live(space.id, row.kind === 'space' ? [space.root_id] : items)
    const roots = found.filter((node) => explain(null, 'share.open', contextFor(node)).rule !== 'makerLost')
    const [first] = roots
    if (!first) throw new Failure('shareGone')

    function demand(permission: SharePermission, node: NodeRow = first as NodeRow): void {
      const { allowed, rule } = explain(null, permission, contextFor(node))
      if (!allowed) throw new Failure(refusalOf[rule] ?? 'shareGone')
    }
    function onlyBy(permission: 'file.share' | 'file.download'): string | null {
      if (permission === 'file.share' && row.kind === 'space') return null
      return can(maker, permission, { space: policyContext, authorId: maker.id, othersInside: true }) ? null : maker.id
    }
    const author = onlyBy('file.share')
    const isRoot = ({ id }: NodeRow) => roots.some((root) => root.id === id)
    function among(node: NodeRow, beside: NodeRow[]): NodeRow[] {
      const given = isRoot(node) ? beside.filter(isRoot) : beside
      return given.filter(({ author_id }) => author === null || author_id === author)
    }
    const may = (permission: SharePermission, node: NodeRow) => can(null, permission, contextFor(node))
    const inside = findInside(db, { spaceId: space.id, roots, author })
    return { row, space, roots, isProved, onlyBy, demand, may, among, ...inside }
  }

  /** An open link to a board with the person on whose behalf it shows its data. */
  async function openBoard(linkId: string, request: FastifyRequest) {
    const share = await open(linkId, request)
    const { row, isProved, space } = share
    if (row.report_id === null) throw new Failure('shareForbidden')
    if (!isProved) throw new Failure('sharePasswordNeeded')
    return { share, space, reportId: row.report_id, maker: makerOf(row), mayFilter: row.may_filter }
  }

  return { open, openAgain, openBoard }
}
export type LinkGuard = ReturnType<typeof linkGuard>
