import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import type { ShareInfo, ShareItem } from '#contract/share-access.ts'
import { type NodeRow, recordOf } from '#server/modules/files/index.ts'
import type { OpenShare } from './guard.ts'

/** An item as a link shows it; a folder that is shared only in part has no size. */
export const shareItemOf =
  ({ onlyBy }: OpenShare) =>
  (record: FileRecord): ShareItem => {
    const { hash, name, suffix, size, mime, updateTime } = record
    const isInPart = isFolder(record) && onlyBy('file.share') !== null
    return { hash, name, suffix, size: isInPart ? null : size, mime, updateTime }
  }
/** A file's record for previews, without its owner and place. */
export const recordFor = (node: NodeRow): FileRecord => ({
  ...recordOf(node, ''),
  phash: null,
  createTime: node.updated_at.toISOString(),
  author: { personId: NOBODY, personName: '' },
  sha256: null,
})
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** One name for what a link shares. */
export function titleOf({ row, space, roots }: OpenShare): string {
  if (row.kind === 'board') return row.title
  return row.kind === 'space' ? space.name : (roots[0]?.name ?? '')
}

/** The information about a link for visitors; reduced until its password has been entered. */
export function infoOf(share: OpenShare, linkId: string): ShareInfo {
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
    item: isProved && isOne && first && !row.is_box ? shareItemOf(share)(recordOf(first, '')) : null,
    boxLeft: isProved && row.is_box ? Math.max(0, row.box_bytes - row.box_used) : 0,
  }
}
