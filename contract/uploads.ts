import * as z from 'zod/mini'
import { PACK_FILES, PACKED_FILE_BYTES } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing } from './core/shapes.ts'
import { Conflict, FileRecord, Hash } from './files.ts'

/** Defined in a file without schemas, so that the command-line client loads no zod. */
export { CHECK_EXISTS, CHECK_GO_ON, checkRefusals, chunkCountOf } from './upload-codes.ts'

const formNumber = z.pipe(z.coerce.number(), Count)
/** MD5 in hex. */
export const Md5 = z.string().check(z.regex(/^[0-9a-f]{32}$/i))

/** One file of a pack: its bytes follow those of the files before it. */
const PackedFile = z.object({
  /** Target folder; the root when absent. */
  hash: z.optional(Hash),
  name: z.string(),
  /** Size in bytes. */
  total: Count.check(z.maximum(PACKED_FILE_BYTES)),
  fileMd5: Md5,
  /** `keepBoth` is not offered: a pack that is sent twice would make two files. */
  conflict: z._default(z.enum(['refuse', 'skip', 'replace']), 'refuse'),
})
export type PackedFile = z.infer<typeof PackedFile>

/** JSON in a field of a form. */
const fromJson = z.transform((text: string, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.issues.push({ code: 'custom', message: 'not JSON', input: text })
    return z.NEVER
  }
})

/** The list of a pack's files, in the order of their bytes: JSON in a field of the form. */
export const packOf = <File extends z.ZodMiniType>(file: File) =>
  z.pipe(z.pipe(z.string(), fromJson), z.array(file).check(z.minLength(1), z.maxLength(PACK_FILES)))

/** The result for a file of a pack: created, or already there; else `error` says why not. */
const PackedAnswer = z.object({
  error: z.nullable(z.string()),
  message: z.string(),
  file: z.nullable(FileRecord),
})

export const uploads = {
  check: operation({
    method: 'POST',
    path: '/file/upload/check',
    gate: 'signedIn',
    body: 'form',
    input: z.object({
      /** MD5 of the whole file. */
      fileMd5: Md5,
      /** SHA-256 of the whole file in hex; without it only contents that the caller uploaded are recognised. */
      fileSha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
      /** Target folder; the root when absent. */
      hash: z.optional(Hash),
      spaceId: Id,
      name: z.string(),
      /** Size of the file in bytes. */
      total: formNumber,
      conflict: z._default(Conflict, 'refuse'),
    }),
    data: z.object({
      code: z.number(),
      message: z.string(),
      checkId: z.optional(Id),
      /** The existing file, when the upload is not needed. */
      file: z.optional(FileRecord),
    }),
    errors: ['spaceNotFound', 'spaceForbidden', 'folderGone'],
  }),
  ver: operation({
    method: 'GET',
    path: '/file/upload/ver',
    gate: 'signedIn',
    input: z.object({ checkId: Id, form: z._default(z.enum(['list', 'ranges']), 'list') }),
    data: z.union([z.array(Count), z.array(z.tuple([Count, Count]))]),
    errors: ['uploadGone'],
  }),
  chunk: operation({
    method: 'POST',
    path: '/file/upload',
    gate: 'signedIn',
    body: 'multipart',
    input: z.object({ checkId: Id, chunkCount: formNumber, chunkIndex: formNumber }),
    data: Nothing,
    errors: ['uploadGone', 'chunkInvalid', 'uploadIncomplete', 'diskFull', 'storeAway'],
  }),
  merge: operation({
    method: 'GET',
    path: '/file/upload/merge',
    gate: 'signedIn',
    changes: true,
    input: z.object({ checkId: Id }),
    data: FileRecord,
    errors: [
      'uploadGone',
      'uploadIncomplete',
      'uploadHashWrong',
      'folderGone',
      'fileNameTaken',
      'spaceForbidden',
      'spaceNotFound',
      'fileForbidden',
      'fileLocked',
      'diskFull',
      'storeAway',
    ],
  }),
  /** Small files in one body: each is checked, stored and answered separately. Idempotent. */
  pack: operation({
    method: 'POST',
    path: '/file/upload/pack',
    gate: 'signedIn',
    body: 'multipart',
    input: z.object({
      spaceId: Id,
      files: packOf(PackedFile),
    }),
    data: z.array(PackedAnswer),
    errors: ['spaceNotFound', 'packInvalid', 'diskFull', 'storeAway'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/file/upload/cancel',
    gate: 'signedIn',
    input: z.object({ checkId: Id }),
    data: Nothing,
    errors: [],
  }),
}
