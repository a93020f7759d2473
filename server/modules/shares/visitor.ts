import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { builtInViewers } from '#contract/preview.ts'
import type { shareAccess as calls, ShareInfo, ShareItem } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { type FilesModule, itemsOf, type NodeRow, placesOf, recordOf } from '#server/modules/files/index.ts'
import { loadMetadata } from '#server/modules/metadata/index.ts'
import type { previewModule } from '#server/modules/preview/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { LinkGuard, OpenShare } from './guard.ts'
import { infoOf, recordFor, shareItemOf, titleOf } from './share-info.ts'
import type { VisitNotes } from './visits.ts'

type Needs = {
  db: Db
  guard: LinkGuard
  files: FilesModule
  visits: VisitNotes
  preview: Preview
}
type Listing = Omit<ParsedOf<typeof calls.list>, 'linkId'>
type Preview = ReturnType<typeof previewModule>
type Exchange = { request: FastifyRequest; reply: FastifyReply }

const inOrder = new Intl.Collator('zh', { numeric: true }).compare
/** Whether the page can show a file; others can only be downloaded. */
const isShown = ({ suffix }: NodeRow) => builtInViewers.some(({ suffixes }) => suffixes.some((one) => one === suffix))

/** Actions of visitors of a link. */
export function visitorService({ db, guard, files, visits, preview }: Needs) {
  /** Data of a page: opens the link once, for its description and its list. */
  async function arrive(linkId: string, request: FastifyRequest) {
    const share = await guard.open(linkId, request)
    if (share.isProved) visits.note(request, { share: share.row, action: 'opened' })
    return { info: infoOf(share, linkId), list: (query: Listing) => listOf(share, query) }
  }
  const info = async (linkId: string, request: FastifyRequest): Promise<ShareInfo> =>
    (await arrive(linkId, request)).info

  /** All shared items, folders first; they are few. */
  function top(share: OpenShare): ShareItem[] {
    const isLater = (node: NodeRow) => (node.is_folder ? 0 : 1)
    const sorted = share.roots.toSorted((a, b) => isLater(a) - isLater(b) || inOrder(a.name, b.name))
    return sorted.map((node) => shareItemOf(share)(recordOf(node, '')))
  }

  const list = async ({ linkId, ...query }: ParsedOf<typeof calls.list>, { request }: Pick<Call, 'request'>) =>
    listOf(await guard.open(linkId, request), query)

  async function listOf(share: OpenShare, { hash, ...query }: Listing) {
    share.demand('share.list')
    const [first] = share.roots
    const isFolder = share.row.kind === 'space' || share.row.kind === 'folder'
    const folder = hash ?? (isFolder ? first?.id : undefined)
    if (!folder) return { list: top(share), above: [] }
    const { node, above } = await share.find(folder)
    share.demand('share.list', node)
    if (!node.is_folder) return { list: [shareItemOf(share)(recordOf(node, ''))], above: above.slice(0, -1) }
    const page = await files.reading.page({ ...query, folderId: node.id, onlyBy: share.onlyBy('file.share') })
    return { ...page, list: page.list.map(shareItemOf(share)), above }
  }

  async function content(
    { linkId, hash, download }: ParsedOf<typeof calls.content>,
    { request, reply }: Exchange,
  ): Promise<FastifyReply> {
    const share = await guard.open(linkId, request)
    share.demand('share.list')
    const { node } = await share.find(hash)
    const { sha256 } = node
    if (!sha256) throw new Failure('fileGone')
    const isDownload = download !== undefined
    // Reading a file that no viewer shows counts as a download.
    share.demand(isDownload || !isShown(node) ? 'share.download' : 'share.list', node)
    const { row } = share
    const noteDownload = isDownload ? await downloadOf(row, [node]) : null
    const onBytes = () =>
      noteDownload ? noteDownload(request) : visits.note(request, { share: row, action: 'previewed', item: node })
    return files.reading.send(request, reply, { ...node, sha256 }, { isDownload, onBytes })
  }

  /** Records a download when it begins; the places of the items are read before. */
  async function downloadOf(share: OpenShare['row'], nodes: NodeRow[]) {
    const placeOf = await placesOf(db, share.space_id, nodes)
    return (request: FastifyRequest) => visits.downloaded(request, { share, nodes, placeOf })
  }

  async function zip(
    { linkId, hash }: ParsedOf<typeof calls.zip>,
    { actor, request, reply }: Call,
  ): Promise<FastifyReply> {
    const share = await guard.open(linkId, request)
    share.demand('share.list')
    const chosen = hash ? (await share.findAll(hash)).map(({ node }) => node) : share.roots
    for (const node of chosen) share.demand('share.download', node)
    const ids = chosen.map(({ id }) => id)
    const nodes = await itemsOf(db, share.space.id, ids)
    const noteDownload = await downloadOf(share.row, nodes)
    const onlyBy = share.onlyBy('file.share') ?? share.onlyBy('file.download')
    const wish = { nodes, onlyBy, name: titleOf(share) }
    return files.reading.zip({ actor, request, reply }, wish, () => noteDownload(request))
  }

  /** A previewable file without its owner and its neighbours, for visitors. */
  async function shown({ linkId, hash }: { linkId: string; hash: string }, request: FastifyRequest) {
    const share = await guard.open(linkId, request)
    share.demand('share.list')
    const { node } = await share.find(hash)
    share.demand('share.list', node)
    return { share, node, record: recordFor(node) }
  }

  async function metadata(input: ParsedOf<typeof calls.metadata>, { request }: Pick<Call, 'request'>) {
    const { node } = await shown(input, request)
    const { meta, metaId } = (await loadMetadata(db, [node.id]))(node.id)
    return { data: meta, id: metaId }
  }

  async function components(input: ParsedOf<typeof calls.components>, { request, language }: Call) {
    const { record } = await shown(input, request)
    return preview.components(record, language)
  }

  async function data({ componentId, ...input }: ParsedOf<typeof calls.data>, { request, language }: Call) {
    const { share, node, record } = await shown(input, request)
    const { components: fitting } = await preview.components(record, language)
    // A file without a built-in viewer could only be downloaded.
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

  /** Neighbours of a file that the link shares; for viewing only those with a viewer. */
  async function siblings({ su, ...input }: ParsedOf<typeof calls.siblings>, { request }: Pick<Call, 'request'>) {
    const { share, node } = await shown(input, request)
    const among = (beside: NodeRow[]) =>
      share.among(node, beside).filter((one) => isShown(one) || share.may('share.download', one))
    return preview.siblingsOf({ node, among }, su, subjectOf(share))
  }

  async function thumb(input: ParsedOf<typeof calls.thumb>, { request, reply }: Exchange): Promise<FastifyReply> {
    const { node } = await shown(input, request)
    return files.reading.thumb(request, reply, node)
  }

  /** Tickets from a link are checked against the link at each use. */
  preview.judgeShares(async (subject, { spaceId, hash }) => {
    const [id = '', epoch = ''] = subject.split(' ')
    const share = await guard.openAgain(id, Number(epoch))
    const { node } = await share.find(hash)
    share.demand('share.list', node)
    if (node.space_id !== spaceId) throw new Failure('fileGone')
  })

  return { arrive, info, list, content, zip, components, data, metadata, siblings, thumb }
}
export type VisitorService = ReturnType<typeof visitorService>
