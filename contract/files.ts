import * as z from 'zod/mini'
import { BODY_BYTES, SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, Order, pageOf, Timestamp } from './core/shapes.ts'
import { Space } from './spaces.ts'

/** Opaque id of a file or folder; it survives rename and move. */
export const Hash = Id
/** Defined in a file without schemas, so that public pages and the command-line client load no zod. */
export { DIRECTORY } from './core/directory.ts'
export { FORBIDDEN_IN_NAMES, isFileName, suffixOf } from './core/file-names.ts'

const Person = z.object({ personId: Id, personName: z.string() })

/**
 * A file or folder. `path` starts at the space's root (`/a/b.csv`); sizes in bytes, a folder's size includes everything
 * below it.
 */
export const FileRecord = z.object({
  hash: Hash,
  /** Parent folder; null for the root of a space. */
  phash: z.nullable(Hash),
  name: z.string(),
  suffix: z.string(),
  size: Count,
  path: z.string(),
  /** `directory` for folders, otherwise the media type. */
  mime: z.string(),
  /** True for a folder that contains folders. */
  dirs: z.boolean(),
  /** Files and folders directly inside a folder; 0 for a file. */
  items: Count,
  createTime: Timestamp,
  updateTime: Timestamp,
  author: Person,
  /** Number of the current version, from 1. */
  version: Count,
  /** SHA-256 of the content in hex; null for a folder. */
  sha256: z.nullable(z.string()),
})
export type FileRecord = z.infer<typeof FileRecord>

/** A deleted item in the trash. `id` is the id of the deletion, `path` is where the item was. */
export const TrashRecord = z.object({
  id: Id,
  spaceId: Id,
  hash: Hash,
  name: z.string(),
  suffix: z.string(),
  mime: z.string(),
  size: Count,
  path: z.string(),
  author: Person,
  deletedBy: Person,
  deleteTime: Timestamp,
})
export type TrashRecord = z.infer<typeof TrashRecord>
/** A space with what `can` needs to check permissions on its deleted items. */
export const TrashSpace = z.pick(Space, {
  id: true,
  name: true,
  identifier: true,
  type: true,
  status: true,
  myRole: true,
  myFlags: true,
})
export type TrashSpace = z.infer<typeof TrashSpace>

export const FileSort = z.enum(['name', 'size', 'type', 'modified'])
export type FileSort = z.infer<typeof FileSort>
/**
 * What to do when the name is taken: fail, skip the item, add a new version to the existing file, or add a number to
 * the name.
 */
export const Conflict = z.enum(['refuse', 'skip', 'replace', 'keepBoth'])
export type Conflict = z.infer<typeof Conflict>

const inSpace = { spaceId: Id }
const item = { ...inSpace, hash: Hash }
/** The folder to act in; the root when absent. */
const folder = { ...inSpace, hash: z.optional(Hash) }
export const HashList = z.array(Hash).check(z.minLength(1), z.maxLength(SELECTION_MAX))
/** A repeated query parameter arrives as one text or as a list. */
const HashQuery = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
  HashList,
)
const relocation = {
  ...item,
  target: Hash,
  /** The space of `target`; absent when it is the same space. */
  toSpaceId: z.optional(Id),
  also: z.optional(HashList),
  conflict: z._default(Conflict, 'refuse'),
}
/**
 * A file that was overwritten by a move or copy: `version` is its previous version, null when the content is the same;
 * `trashId` is the deletion of the moved item.
 */
const Overwritten = z.object({ hash: Hash, version: z.nullable(Count), from: Hash, trashId: z.nullable(Id) })
/** `list` holds the items at their target, including overwritten ones. */
const relocated = z.object({ list: z.array(FileRecord), overwritten: z.array(Overwritten) })
const Renaming = z.object({ hash: Hash, name: z.string() })
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const
const zipping = ['fileForbidden', 'archiveTooLarge', 'tooManyRequests', 'busy'] as const
const changing = [...reading, 'folderGone', 'fileForbidden', 'fileNameTaken', 'fileLocked'] as const

export const files = {
  page: operation({
    method: 'GET',
    path: '/spaces/:id/page',
    gate: 'public',
    input: z.object({ id: z.string() }),
    data: z.object({ space: Space, readme: z.nullable(z.object({ name: z.string(), html: z.string() })) }),
    errors: ['spaceNotFound'],
  }),
  list: operation({
    method: 'GET',
    path: '/files',
    gate: 'public',
    paging: 'keyset',
    input: z.object({
      ...folder,
      ...keyset,
      sort: z._default(FileSort, 'name'),
      order: z._default(Order, 'asc'),
      kind: z.optional(z.enum(['folder', 'file'])),
    }),
    data: pageOf(FileRecord),
    errors: ['spaceNotFound', 'spaceForbidden', 'folderGone'],
  }),
  show: operation({
    method: 'GET',
    path: '/files/:hash',
    gate: 'public',
    input: z.object({ ...inSpace, hash: z.union([Hash, z.literal('root')]) }),
    data: z.extend(FileRecord, { above: z.array(z.object({ hash: Hash, name: z.string() })) }),
    errors: reading,
  }),
  content: operation({
    method: 'GET',
    path: '/files/:hash/content',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...item, download: z.optional(z.string()) }),
    data: Nothing,
    errors: [...reading, 'fileForbidden'],
  }),
  thumb: operation({
    method: 'GET',
    path: '/files/:hash/thumb',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...item, v: z.optional(z.string()) }),
    data: Nothing,
    errors: reading,
  }),
  zip: operation({
    method: 'GET',
    path: '/files/zip',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...inSpace, hash: HashQuery }),
    data: Nothing,
    errors: [...reading, ...zipping],
  }),
  zipMany: operation({
    method: 'POST',
    path: '/files/zip',
    gate: 'public',
    body: 'form',
    changes: false,
    answers: 'bytes',
    bodyBytes: BODY_BYTES.selection,
    input: z.object({ ...inSpace, hash: HashQuery }),
    data: Nothing,
    errors: [...reading, ...zipping],
  }),
  /** Source: spec section 7. */
  create: operation({
    method: 'POST',
    path: '/file/create',
    gate: 'signedIn',
    body: 'form',
    input: z.object({
      ...folder,
      path: z.string().check(z.minLength(1), z.maxLength(20_000)),
      /** What to do when the last folder exists: `reuse` returns it; existing parent folders are always reused. */
      existing: z._default(z.enum(['refuse', 'reuse']), 'refuse'),
    }),
    data: Hash,
    errors: [
      'spaceNotFound',
      'spaceForbidden',
      'folderGone',
      'fileForbidden',
      'fileNameTaken',
      'fileNameInvalid',
      'folderTooDeep',
      'fileLocked',
    ],
  }),
  conflicts: operation({
    method: 'POST',
    path: '/files/conflicts',
    gate: 'signedIn',
    changes: false,
    input: z.object({ ...folder, names: z.array(z.string()).check(z.maxLength(SELECTION_MAX)) }),
    data: z.array(FileRecord),
    errors: ['spaceNotFound', 'spaceForbidden', 'folderGone'],
  }),
  rename: operation({
    method: 'POST',
    path: '/files/:hash/rename',
    gate: 'signedIn',
    input: z.object({ ...item, name: z.string() }),
    data: FileRecord,
    errors: [...changing, 'fileNameInvalid'],
  }),
  renameMany: operation({
    method: 'POST',
    path: '/files/rename',
    gate: 'signedIn',
    input: z.object({
      ...inSpace,
      renames: z.array(Renaming).check(
        z.minLength(1),
        z.maxLength(SELECTION_MAX),
        z.refine((list) => new Set(list.map(({ hash }) => hash)).size === list.length),
      ),
    }),
    data: z.object({ list: z.array(FileRecord) }),
    errors: [...changing, 'fileNameInvalid'],
  }),
  move: operation({
    method: 'POST',
    path: '/files/:hash/move',
    gate: 'signedIn',
    input: z.object(relocation),
    data: relocated,
    errors: [...changing, 'folderIntoItself', 'folderTooDeep', 'spaceFull', 'copyTooLarge', 'legalHold'],
  }),
  copy: operation({
    method: 'POST',
    path: '/files/:hash/copy',
    gate: 'signedIn',
    input: z.object(relocation),
    data: relocated,
    errors: [...changing, 'folderIntoItself', 'folderTooDeep', 'spaceFull', 'copyTooLarge'],
  }),
  undoOverwrite: operation({
    method: 'POST',
    path: '/files/undoOverwrite',
    gate: 'signedIn',
    input: z.object({
      ...inSpace,
      former: z.array(z.object({ hash: Hash, version: Count })).check(
        z.minLength(1),
        z.maxLength(SELECTION_MAX),
        z.refine((list) => new Set(list.map(({ hash }) => hash)).size === list.length),
      ),
    }),
    data: z.object({ list: z.array(FileRecord) }),
    errors: [...reading, 'fileForbidden', 'versionGone', 'spaceFull', 'fileLocked'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/files',
    gate: 'signedIn',
    input: z.object({ ...inSpace, hashList: HashList }),
    data: z.object({ list: z.array(z.object({ hash: Hash, trashId: Id })) }),
    errors: [...reading, 'fileForbidden', 'fileLocked'],
  }),
  unlock: operation({
    method: 'POST',
    path: '/files/unlock',
    gate: 'signedIn',
    input: z.object({ ...inSpace, hash: Hash }),
    data: z.object({ ended: Count }),
    errors: [...reading, 'fileForbidden'],
  }),
}

export const trash = {
  list: operation({
    method: 'GET',
    path: '/trash',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...inSpace, ...keyset }),
    data: pageOf(TrashRecord),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  mine: operation({
    method: 'GET',
    path: '/trash/mine',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    /** `spaces`: those of the listed items. `isPartial`: the caller has more spaces than one list covers. */
    data: z.extend(pageOf(TrashRecord), { spaces: z.array(TrashSpace), isPartial: z.boolean() }),
    errors: [],
  }),
  restore: operation({
    method: 'POST',
    path: '/trash/:id/restore',
    gate: 'signedIn',
    input: z.object({ id: Id, ...inSpace }),
    data: FileRecord,
    errors: ['spaceNotFound', 'spaceForbidden', 'trashGone', 'fileForbidden', 'fileLocked'],
  }),
  restoreMany: operation({
    method: 'POST',
    path: '/trash/restore',
    gate: 'signedIn',
    input: z.object({ ...inSpace, idList: HashList }),
    data: z.object({ list: z.array(FileRecord) }),
    errors: ['spaceNotFound', 'spaceForbidden', 'trashGone', 'fileForbidden', 'fileLocked'],
  }),
  purge: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/trash',
    gate: 'signedIn',
    input: z.object({ ...inSpace, idList: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(SELECTION_MAX))) }),
    data: z.object({ purged: Count }),
    errors: ['spaceNotFound', 'spaceForbidden', 'trashGone', 'fileForbidden', 'legalHold'],
  }),
}
