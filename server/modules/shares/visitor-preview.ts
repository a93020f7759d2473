import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { builtInViewers } from '#contract/preview.ts'
import type { shareAccess as calls } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import type { FilesModule, NodeRow } from '#server/modules/files/index.ts'
import { loadMetadata } from '#server/modules/metadata/index.ts'
import type { previewModule } from '#server/modules/preview/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { LinkGuard, OpenShare } from './guard.ts'
import { recordFor } from './share-info.ts'
import type { VisitNotes } from './visits.ts'

type Preview = ReturnType<typeof previewModule>
export type VisitorNeeds = {
  db: Db
  guard: LinkGuard
  files: FilesModule
  visits: VisitNotes
  preview: Preview
}
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Whether the page can show a file; others can only be downloaded. */
export const isShown = ({ suffix }: NodeRow) =>
  builtInViewers.some(({ suffixes }) => suffixes.some((one) => one === suffix))

/** Previews of files for visitors of a link. */
export function visitorPreviews({ db, guard, files, visits, preview }: VisitorNeeds) {
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

  return { components, data, metadata, siblings, thumb }
}
