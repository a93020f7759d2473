import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { shareAccess as calls, ShareInfo, ShareItem } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { itemsOf, type NodeRow, placesOf, recordOf } from '#server/modules/files/index.ts'
import type { OpenShare } from './guard.ts'
import { infoOf, shareItemOf, titleOf } from './share-info.ts'
import { type Exchange, isShown, type VisitorNeeds, visitorPreviews } from './visitor-preview.ts'

type Listing = Omit<ParsedOf<typeof calls.list>, 'linkId'>

const inOrder = new Intl.Collator('zh', { numeric: true }).compare

/** A cookie of a password is not sent from within the page of another site. */
const mayEmbed = ({ may_embed, password_way }: OpenShare['row']) => may_embed && password_way === 'none'

/** Actions of visitors of a link. */
export function visitorService(needs: VisitorNeeds) {
  const { db, guard, files, visits } = needs

  /** Data of a page: opens the link once, for its description and its list. */
  async function arrive(linkId: string, request: FastifyRequest) {
    const share = await guard.open(linkId, request)
    if (share.isProved) visits.note(request, { share: share.row, action: 'opened' })
    return {
      info: infoOf(share, linkId),
      mayEmbed: mayEmbed(share.row),
      list: (query: Listing) => listOf(share, query),
    }
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

  return { arrive, info, list, content, zip, ...visitorPreviews(needs) }
}
export type VisitorService = ReturnType<typeof visitorService>
