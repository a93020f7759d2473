import type { FastifyReply, FastifyRequest } from 'fastify'
import { DIRECTORY, type FileRecord } from '#contract/files.ts'
import { SHARE_CLOSED_MS, SHARE_TRIES, SHARE_TRIES_A_MINUTE } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { builtInViewers } from '#contract/preview.ts'
import type { shareDoor as calls, ShareInfo, ShareItem } from '#contract/share-door.ts'
import { sharePathOf } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import { succeed } from '#server/http/answer.ts'
import type { Call } from '#server/http/context.ts'
import { rationOf } from '#server/http/ration.ts'
import { factsOf } from '#server/modules/facts/index.ts'
import { type FilesModule, itemsOf, type NodeRow, placesOf, recordOf } from '#server/modules/files/index.ts'
import type { previewModule } from '#server/modules/preview/index.ts'
import { verifyPassword } from '#server/modules/session/index.ts'
import type { Db } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { OpenShare, ShareDoor } from './door.ts'
import type { Grants } from './grant.ts'
import type { ShareStore } from './store.ts'
import type { VisitNotes } from './visits.ts'

type Needs = {
  db: Db
  door: ShareDoor
  store: ShareStore
  files: FilesModule
  grants: Grants
  visits: VisitNotes
  preview: Preview
  now: () => Date
}
type Preview = ReturnType<typeof previewModule>
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** An item as a link tells it; of a folder that it gives only in part the size stays away. */
const told =
  ({ onlyBy }: OpenShare) =>
  ({ hash, name, suffix, size, mime, updateTime }: FileRecord): ShareItem => {
    const isInPart = mime === DIRECTORY && onlyBy('file.share') !== null
    return { hash, name, suffix, size: isInPart ? null : size, mime, updateTime }
  }
/** A file as a preview takes it, without whose it is and where. */
const recordFor = (node: NodeRow): FileRecord => ({
  ...recordOf(node, ''),
  phash: null,
  createTime: node.updated_at.toISOString(),
  author: { personId: NOBODY, personName: '' },
  sha256: null,
})
const NOBODY = '00000000-0000-4000-8000-000000000000'
const inOrder = new Intl.Collator('zh', { numeric: true }).compare
/** Whether a file can be looked at in the page; any other is only to be had. */
const isShown = ({ suffix }: NodeRow) => builtInViewers.some(({ suffixes }) => suffixes.some((one) => one === suffix))

const titleOf = ({ row, space, roots }: OpenShare) => (row.kind === 'space' ? space.name : (roots[0]?.name ?? ''))

/** What a visitor is told of a link: of a guarded one little more than that it is there. */
function infoOf(share: OpenShare, linkId: string): ShareInfo {
  const { row, space, roots, isProved } = share
  const [first] = roots
  const isWhole = row.kind === 'space'
  const isOne = row.kind === 'file' || row.kind === 'folder'
  return {
    linkId,
    needsPassword: !isProved,
    kind: row.kind,
    isBox: row.is_box,
    mayDownload: row.may_download && roots.some((root) => share.may('share.download', root)),
    endTime: row.expires_at.toISOString(),
    maker: isProved ? row.person_name : '',
    title: isProved ? titleOf(share) : '',
    space: isProved && isWhole ? { name: space.name, introduction: space.introduction, cover: space.cover } : null,
    item: isProved && isOne && first && !row.is_box ? told(share)(recordOf(first, '')) : null,
    boxLeft: isProved && row.is_box ? Math.max(0, row.box_bytes - row.box_used) : 0,
  }
}

/** What people do who come by a link. */
export function visitorService({ db, door, store, files, grants, visits, preview, now }: Needs) {
  const tries = rationOf(SHARE_TRIES_A_MINUTE, now)

  async function info(linkId: string, request: FastifyRequest): Promise<ShareInfo> {
    const share = await door.open(linkId, request)
    if (share.isProved) visits.note(request, { share: share.row, action: 'opened' })
    return infoOf(share, linkId)
  }

  /** Guessing costs: an address has few wrong tries a minute, a link few in all before it rests. */
  async function enter(
    { linkId, password }: ParsedOf<typeof calls.enter>,
    { request, reply }: Exchange,
  ): Promise<ShareInfo> {
    tries.take(request.ip)
    const share = await door.open(linkId, request)
    const { row } = share
    if (row.password_way === 'none') return infoOf(share, linkId)
    const closedUntil = new Date(now().getTime() + SHARE_CLOSED_MS)
    const taken = await store.takeTry(row.id, { now: now(), most: SHARE_TRIES, closedUntil })
    if (!taken) throw new Failure('shareClosed', { values: { minutes: SHARE_CLOSED_MS / 60_000 } })
    const isRight = taken.password_hash && (await verifyPassword(password.normalize('NFC').trim(), taken.password_hash))
    if (!isRight) {
      visits.note(request, { share: row, action: 'wrongPassword' }, true)
      throw new Failure('sharePasswordWrong')
    }
    await store.giveTry(row.id)
    tries.give(request.ip)
    grants.remember(request, reply, { id: row.id, password_epoch: taken.password_epoch })
    visits.note(request, { share: row, action: 'opened' })
    return infoOf({ ...share, isProved: true }, linkId)
  }

  /** A form that was sent without a script comes back to its page, with the refusal in words. */
  async function enterByForm(input: ParsedOf<typeof calls.enter>, exchange: Exchange): Promise<FastifyReply> {
    const { request, reply } = exchange
    const isPage = request.headers.accept?.includes('text/html')
    if (!isPage) return succeed(reply, await enter(input, exchange))
    const query = new URLSearchParams({ link: input.linkId })
    const { refusal } = await enter(input, exchange).then(
      () => ({ refusal: '' }),
      (error: unknown) => {
        if (error instanceof Failure) return error
        throw error
      },
    )
    if (refusal) query.set('problem', refusal)
    const known = await store.byHash(sha256(input.linkId))
    return reply.redirect(`${sharePathOf(known?.kind ?? 'file')}?${query}`, 303)
  }

  /** What was shared; of several items all, folders first: they are few enough. */
  function top(share: OpenShare): ShareItem[] {
    const isLater = (node: NodeRow) => (node.is_folder ? 0 : 1)
    const sorted = share.roots.toSorted((a, b) => isLater(a) - isLater(b) || inOrder(a.name, b.name))
    return sorted.map((node) => told(share)(recordOf(node, '')))
  }

  async function list({ linkId, hash, ...query }: ParsedOf<typeof calls.list>, request: FastifyRequest) {
    const share = await door.open(linkId, request)
    share.demand('share.list')
    const [first] = share.roots
    const isFolder = share.row.kind === 'space' || share.row.kind === 'folder'
    const folder = hash ?? (isFolder ? first?.id : undefined)
    if (!folder) return { list: top(share), above: [] }
    const { node, above } = await share.find(folder)
    share.demand('share.list', node)
    if (!node.is_folder) return { list: [told(share)(recordOf(node, ''))], above: above.slice(0, -1) }
    const page = await files.reading.page({ ...query, folderId: node.id, onlyBy: share.onlyBy('file.share') })
    return { ...page, list: page.list.map(told(share)), above }
  }

  async function content(
    { linkId, hash, download }: ParsedOf<typeof calls.content>,
    { request, reply }: Exchange,
  ): Promise<FastifyReply> {
    const share = await door.open(linkId, request)
    share.demand('share.list')
    const { node } = await share.find(hash)
    const { sha256 } = node
    if (!sha256) throw new Failure('fileGone')
    const isDownload = download !== undefined
    // Bytes that no viewer shows are bytes to keep: to look at them is to have them.
    share.demand(isDownload || !isShown(node) ? 'share.download' : 'share.list', node)
    const { row } = share
    const tellDownload = isDownload ? await downloadOf(row, [node]) : null
    const onBytes = () =>
      tellDownload ? tellDownload(request) : visits.note(request, { share: row, action: 'previewed', item: node })
    return files.reading.send(request, reply, { ...node, sha256 }, { isDownload, onBytes })
  }

  /** Tells of a download once it begins; where the items are is read before. */
  async function downloadOf(share: OpenShare['row'], nodes: NodeRow[]) {
    const placeOf = await placesOf(db, share.space_id, nodes)
    return (request: FastifyRequest) => visits.downloaded(request, { share, nodes, placeOf })
  }

  async function zip(
    { linkId, hash }: ParsedOf<typeof calls.zip>,
    { request, reply }: Exchange,
  ): Promise<FastifyReply> {
    const share = await door.open(linkId, request)
    share.demand('share.list')
    const chosen = hash ? (await share.findAll(hash)).map(({ node }) => node) : share.roots
    for (const node of chosen) share.demand('share.download', node)
    const ids = chosen.map(({ id }) => id)
    const nodes = await itemsOf(db, share.space.id, ids)
    const tellDownload = await downloadOf(share.row, nodes)
    if (request.method === 'GET') tellDownload(request)
    const onlyBy = share.onlyBy('file.share') ?? share.onlyBy('file.download')
    return files.reading.zip(reply, { nodes, onlyBy, name: titleOf(share) })
  }

  /** A file that may be looked at, as a stranger to its space knows it: whose it is and what lies beside it stay away. */
  async function shown({ linkId, hash }: { linkId: string; hash: string }, request: FastifyRequest) {
    const share = await door.open(linkId, request)
    share.demand('share.list')
    const { node } = await share.find(hash)
    share.demand('share.list', node)
    return { share, node, record: recordFor(node) }
  }

  async function facts(input: ParsedOf<typeof calls.facts>, request: FastifyRequest) {
    const { node } = await shown(input, request)
    const { meta, metaId } = (await factsOf(db, [node.id]))(node.id)
    return { data: meta, id: metaId }
  }

  async function components(input: ParsedOf<typeof calls.components>, { request, language }: Call) {
    const { record } = await shown(input, request)
    return preview.components(record, language)
  }

  async function data({ componentId, ...input }: ParsedOf<typeof calls.data>, { request, language }: Call) {
    const { share, node, record } = await shown(input, request)
    const { components: fitting } = await preview.components(record, language)
    // What nothing here shows could only be kept.
    if (!fitting.some(({ id }) => id === componentId)) share.demand('share.download', node)
    const among = (beside: NodeRow[]) => share.among(node, beside)
    const answer = await preview.dataOf(
      { node, among, record },
      { componentId },
      { subject: subjectOf(share), language },
    )
    visits.note(request, { share: share.row, action: 'previewed', item: node })
    return answer
  }

  const subjectOf = ({ row }: OpenShare) => ({ share: `${row.id} ${row.password_epoch}` })

  /** Files beside one, as far as the link gives them; for viewing only those that something here shows. */
  async function siblings({ su, ...input }: ParsedOf<typeof calls.siblings>, request: FastifyRequest) {
    const { share, node } = await shown(input, request)
    const among = (beside: NodeRow[]) =>
      share.among(node, beside).filter((one) => isShown(one) || share.may('share.download', one))
    return preview.siblingsOf({ node, among }, su, subjectOf(share))
  }

  async function thumb(input: ParsedOf<typeof calls.thumb>, { request, reply }: Exchange): Promise<FastifyReply> {
    const { node } = await shown(input, request)
    return files.reading.thumb(request, reply, node)
  }

  /** Tickets for bytes are judged by the link that they came from, each time. */
  preview.judgeShares(async (subject, { spaceId, hash }) => {
    const [id = '', epoch = ''] = subject.split(' ')
    const share = await door.openAgain(id, Number(epoch))
    const { node } = await share.find(hash)
    share.demand('share.list', node)
    if (node.space_id !== spaceId) throw new Failure('fileGone')
  })

  return { info, enter: enterByForm, list, content, zip, components, data, facts, siblings, thumb }
}
export type VisitorService = ReturnType<typeof visitorService>
