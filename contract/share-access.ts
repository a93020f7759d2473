import * as z from 'zod/mini'
import { ChartAnswer } from './charts/answer.ts'
import { PACKED_FILE_BYTES, SELECTION_MAX, SHARE_NOTE_MAX, SHARE_SENDER_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, Order, pageOf, Timestamp } from './core/shapes.ts'
import { FileSort, Hash } from './files.ts'
import { Metadata } from './metadata.ts'
import { PreviewData, preview } from './preview.ts'
import { BoardKey } from './reports/board.ts'
import { askedCard, askedFilter, OfferedValues, ReadBoard } from './reports/reading.ts'
import { ShareKind, ShareReceipt } from './shares.ts'
import { Md5, packOf } from './uploads.ts'

/** A file or folder as a visitor of a link sees it: without its owner and without the folders above the shared item. */
export const ShareItem = z.object({
  hash: Hash,
  name: z.string(),
  suffix: z.string(),
  /** Bytes; null for a folder that is shared only in part, because its total would reveal the size of the rest. */
  size: z.nullable(Count),
  mime: z.string(),
  updateTime: Timestamp,
})
export type ShareItem = z.infer<typeof ShareItem>

/** A share link; before the password is given only the fact that it exists is shown. */
export const ShareInfo = z.object({
  linkId: z.string(),
  needsPassword: z.boolean(),
  kind: ShareKind,
  isBox: z.boolean(),
  mayDownload: z.boolean(),
  endTime: Timestamp,
  /** Name of the link's maker and title of the shared item: '' until the password is given. */
  maker: z.string(),
  title: z.string(),
  /** Name, introduction and cover of a space that is shared as a whole. */
  space: z.nullable(z.object({ name: z.string(), introduction: z.string(), cover: z.string() })),
  /** The single shared file or folder; null for several, and for a drop box, which shows nothing. */
  item: z.nullable(ShareItem),
  /** Bytes that the drop box can still receive. */
  boxLeft: Count,
})
export type ShareInfo = z.infer<typeof ShareInfo>

/** The secret of a link from its URL; any text is accepted here, and most texts belong to no link. */
const LinkId = z.string().check(z.minLength(1), z.maxLength(100))
const link = { linkId: LinkId }
const HashQuery = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
  z.array(Hash).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
)
const answering = ['queryInvalid', 'queryTooLong', 'queryTooLarge', 'queryFailed', 'busy'] as const
const opening = ['shareGone', 'shareExpired'] as const
const visiting = [...opening, 'sharePasswordNeeded', 'shareForbidden'] as const
const Code = z.string().check(z.minLength(1), z.maxLength(20))
const formNumber = z.pipe(z.coerce.number(), Count)

/** The properties of a file that a visitor uploads. */
const dropped = {
  /** MD5 of the whole file in hex. */
  fileMd5: Md5,
  name: z.string().check(z.maxLength(1000)),
  /** Folder path of the file, joined by `/`; missing folders are created. */
  path: z._default(z.string().check(z.maxLength(20_000)), ''),
}
/** One file of a pack: its bytes follow those of the files before it. */
const DroppedFile = z.object({ ...dropped, total: Count.check(z.maximum(PACKED_FILE_BYTES)) })
export type DroppedFile = z.infer<typeof DroppedFile>

const onBoard = { ...link, card: BoardKey }

export const shareAccess = {
  info: operation({
    method: 'GET',
    path: '/share/getFileInfo',
    gate: 'public',
    input: z.object(link),
    data: ShareInfo,
    errors: opening,
  }),
  enter: operation({
    method: 'POST',
    path: '/share/enter',
    gate: 'public',
    body: 'form',
    // This sets only a cookie of the visitor's browser, so a signed-in person needs no CSRF token.
    changes: false,
    input: z.object({ ...link, password: z.string().check(z.maxLength(200)) }),
    data: ShareInfo,
    errors: [...opening, 'sharePasswordWrong', 'shareClosed', 'tooManyRequests'],
  }),
  list: operation({
    method: 'GET',
    path: '/share/fileList',
    gate: 'public',
    paging: 'keyset',
    input: z.object({
      ...link,
      ...keyset,
      hash: z.optional(Hash),
      sort: z._default(FileSort, 'name'),
      order: z._default(Order, 'asc'),
    }),
    data: z.extend(pageOf(ShareItem), {
      /** The folders from the shared item down to the listed folder, which is last. */
      above: z.array(z.object({ hash: Hash, name: z.string() })),
    }),
    errors: [...visiting, 'fileGone'],
  }),
  content: operation({
    method: 'GET',
    path: '/share/file',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...link, hash: Hash, download: z.optional(z.string()) }),
    data: Nothing,
    errors: [...visiting, 'fileGone'],
  }),
  zip: operation({
    method: 'GET',
    path: '/share/zip',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...link, hash: z.optional(HashQuery) }),
    data: Nothing,
    errors: [...visiting, 'fileGone', 'archiveTooLarge', 'tooManyRequests', 'busy'],
  }),
  components: operation({
    method: 'GET',
    path: '/share/gc',
    gate: 'public',
    input: z.object({ ...link, hash: Hash }),
    data: preview.components.data,
    errors: [...visiting, 'fileGone'],
  }),
  data: operation({
    method: 'GET',
    path: '/share/pd',
    gate: 'public',
    input: z.object({ ...link, hash: Hash, componentId: z.string().check(z.maxLength(100)) }),
    data: PreviewData,
    errors: [...visiting, 'fileGone', 'componentGone', 'notConverted', 'stillConverting'],
  }),
  siblings: operation({
    method: 'GET',
    path: '/share/q.su',
    gate: 'public',
    input: z.object({ ...link, hash: Hash, su: preview.siblings.input.shape.su }),
    data: preview.siblings.data,
    errors: [...visiting, 'fileGone'],
  }),
  thumb: operation({
    method: 'GET',
    path: '/share/thumb',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...link, hash: Hash }),
    data: Nothing,
    errors: [...visiting, 'fileGone'],
  }),
  metadata: operation({
    method: 'GET',
    path: '/share/fd',
    gate: 'public',
    input: z.object({ ...link, hash: Hash }),
    data: z.pick(Metadata, { data: true, id: true }),
    errors: [...visiting, 'fileGone'],
  }),
  board: operation({
    method: 'GET',
    path: '/share/board',
    gate: 'public',
    input: z.object(link),
    data: ReadBoard,
    errors: visiting,
  }),
  /** The chart data of a card, with the permissions of the link's creator. */
  chart: operation({
    method: 'GET',
    path: '/share/board/chart',
    gate: 'public',
    input: z.object({ ...link, ...askedCard }),
    data: ChartAnswer,
    errors: [...visiting, 'cardGone', 'chartTooWide', 'dataViewBroken', ...answering],
  }),
  /** Values that a filter of the board can be set to, for links that let visitors set filters. */
  boardValues: operation({
    method: 'GET',
    path: '/share/board/values',
    gate: 'public',
    input: z.object({ ...link, ...askedFilter }),
    data: OfferedValues,
    errors: [...visiting, 'filterGone', 'dataViewBroken', ...answering],
  }),
  /** The picture of a card, or the regions that its map draws. */
  boardFile: operation({
    method: 'GET',
    path: '/share/board/file',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...onBoard, hash: Hash }),
    data: Nothing,
    errors: [...visiting, 'cardGone', 'fileGone'],
  }),
  boxBegin: operation({
    method: 'POST',
    path: '/share/upload/begin',
    gate: 'public',
    input: z.object({
      ...link,
      sender: z.string().check(z.trim(), z.minLength(1), z.maxLength(SHARE_SENDER_MAX)),
      note: z._default(z.string().check(z.trim(), z.maxLength(SHARE_NOTE_MAX)), ''),
    }),
    data: ShareReceipt,
    errors: [...visiting, 'tooManyRequests'],
  }),
  boxCheck: operation({
    method: 'POST',
    path: '/share/upload/check',
    gate: 'public',
    body: 'form',
    input: z.object({
      ...link,
      code: Code,
      ...dropped,
      total: formNumber,
    }),
    data: z.object({ checkId: Id }),
    errors: [
      ...visiting,
      ...(['receiptGone', 'receiptFull', 'boxFull', 'spaceFull', 'fileNameInvalid', 'fileNameTaken'] as const),
      ...(['folderGone', 'folderTooDeep'] as const),
    ],
  }),
  boxVer: operation({
    method: 'GET',
    path: '/share/upload/ver',
    gate: 'public',
    input: z.object({ ...link, code: Code, checkId: Id }),
    data: z.array(z.tuple([Count, Count])),
    errors: [...visiting, 'receiptGone', 'uploadGone'],
  }),
  boxChunk: operation({
    method: 'POST',
    path: '/share/upload',
    gate: 'public',
    body: 'multipart',
    input: z.object({ ...link, code: Code, checkId: Id, chunkCount: formNumber, chunkIndex: formNumber }),
    data: Nothing,
    errors: [...visiting, 'receiptGone', 'uploadGone', 'chunkInvalid', 'uploadIncomplete', 'diskFull', 'storeAway'],
  }),
  boxMerge: operation({
    method: 'POST',
    path: '/share/upload/merge',
    gate: 'public',
    input: z.object({ ...link, code: Code, checkId: Id }),
    data: ShareReceipt,
    errors: [
      ...visiting,
      ...([
        'receiptGone',
        'uploadGone',
        'uploadIncomplete',
        'uploadHashWrong',
        'folderGone',
        'diskFull',
        'storeAway',
      ] as const),
      ...(['receiptFull', 'boxFull', 'fileNameTaken', 'folderTooDeep'] as const),
    ],
  }),
  /** Small files in one body: each is checked, stored and answered separately. Idempotent. */
  boxPack: operation({
    method: 'POST',
    path: '/share/upload/pack',
    gate: 'public',
    body: 'multipart',
    input: z.object({ ...link, code: Code, files: packOf(DroppedFile) }),
    data: z.object({
      receipt: ShareReceipt,
      /** Of each file why it was not taken; null when it is there. */
      answers: z.array(z.object({ error: z.nullable(z.string()), message: z.string() })),
    }),
    errors: [...visiting, 'receiptGone', 'packInvalid', 'diskFull', 'storeAway'],
  }),
  boxCancel: operation({
    method: 'POST',
    path: '/share/upload/cancel',
    gate: 'public',
    input: z.object({ ...link, code: Code, checkId: Id }),
    data: Nothing,
    errors: [...visiting, 'receiptGone'],
  }),
  boxReceipt: operation({
    method: 'GET',
    path: '/share/receipt',
    gate: 'public',
    input: z.object({ ...link, code: Code }),
    data: ShareReceipt,
    errors: [...visiting, 'receiptGone', 'tooManyRequests'],
  }),
}
