import * as z from 'zod/mini'
import {
  FILE_NAME_MAX_BYTES,
  FILE_TAGS_MAX,
  META_KEY_MAX,
  META_PAIRS_MAX,
  META_VALUE_MAX,
  METADATA_CHANGES_BYTES,
  METADATA_SHEET_COLUMNS,
  METADATA_SHEET_ROWS,
  NOTE_MAX,
  SELECTION_MAX,
  TAG_LENGTH_MAX,
  TEMPLATE_FIELDS_MAX,
  TEMPLATE_NAME_MAX,
  TERM_MAX,
  VOCABULARY_TERMS_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, Timestamp } from './core/shapes.ts'
import { cleanKey, cleanValue, FieldProblem, MetaPair, TemplateField } from './fields.ts'
import { Hash } from './files.ts'
import { Task } from './tasks.ts'

/** A tag of an item: a short text without the characters that separate tags. */
export const ItemTag = z
  .string()
  .check(z.overwrite(cleanKey), z.minLength(1), z.maxLength(TAG_LENGTH_MAX), z.regex(/^[^,;，；]+$/))
const Note = z.string().check(z.overwrite(cleanValue), z.maxLength(NOTE_MAX))
/**
 * Version stamp for optimistic locking: it changes with every change of the metadata, so that unseen changes are not
 * overwritten; '' before the first change.
 */
const Stamp = z.union([Id, z.literal('')])
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEMPLATE_NAME_MAX))

export const Vocabulary = z.object({ id: Id, stamp: Id, name: z.string(), terms: z.array(z.string()) })
export type Vocabulary = z.infer<typeof Vocabulary>
/** A vocabulary in a list: `size` is the number of its terms. */
export const VocabularyRecord = z.object({ id: Id, name: z.string(), size: Count })
export type VocabularyRecord = z.infer<typeof VocabularyRecord>
/** `folders` is the number of folders that use the template. */
export const Template = z.object({
  id: Id,
  stamp: Id,
  name: z.string(),
  fields: z.array(TemplateField),
  folders: Count,
  changeTime: Timestamp,
})
export type Template = z.infer<typeof Template>

const AssignedTemplate = z.object({
  id: Id,
  stamp: Id,
  name: z.string(),
  from: z.object({ hash: Hash, name: z.string() }),
})
/**
 * The metadata of an item. `data` and `id` as in spec section 7; `template` is the template of the nearest folder
 * above, `inside` is the template for items inside this folder (its own when `from` is the folder itself).
 */
export const Metadata = z.object({
  data: z.array(z.object({ key: z.string(), value: z.string() })),
  id: Stamp,
  tags: z.array(z.string()),
  note: z.string(),
  noteBy: z.nullable(z.object({ personId: Id, personName: z.string() })),
  changeTime: z.nullable(Timestamp),
  template: z.nullable(AssignedTemplate),
  inside: z.nullable(AssignedTemplate),
})
export type Metadata = z.infer<typeof Metadata>
export type AssignedTemplate = z.infer<typeof AssignedTemplate>

/** One changed cell of a metadata sheet; an empty `after` removes the entry. */
export const CellChange = z.object({
  column: z.enum(['meta', 'tags', 'note']),
  /** The metadata's key; '' for tags and note. */
  key: z.string().check(z.overwrite(cleanKey), z.maxLength(META_KEY_MAX)),
  before: z.string(),
  after: z.string().check(z.overwrite(cleanValue), z.maxLength(META_VALUE_MAX)),
})
export type CellChange = z.infer<typeof CellChange>
/**
 * The changes of one row of a metadata sheet; `stamp` is the item's stamp when the sheet was exported. With null the
 * row is written if every cell still has its `before` value: this is how an import is undone.
 */
export const RowChange = z.object({
  hash: Hash,
  path: z.string(),
  stamp: z.nullable(Stamp),
  cells: z.array(CellChange).check(z.minLength(1), z.maxLength(METADATA_SHEET_COLUMNS)),
})
export type RowChange = z.infer<typeof RowChange>
/** Why a row of a sheet is skipped. */
export const RowProblem = z.object({
  /** Row number in the sheet: 1 is the row with the headings. */
  row: Count,
  path: z.string(),
  key: z.string(),
  value: z.string(),
  problem: z.union([
    FieldProblem,
    z.enum(['unknown', 'repeated', 'forbidden', 'stale', 'tag', 'tooManyTags', 'tooManyEntries', 'tooLong']),
  ]),
})
export type RowProblem = z.infer<typeof RowProblem>
export const Comparison = z.object({
  changes: z.array(RowChange),
  problems: z.array(RowProblem),
  unchanged: Count,
})
export type Comparison = z.infer<typeof Comparison>

/** An item with its current tags and the tags that were added and removed, so that the change can be undone. */
const TaggedItem = z.object({
  hash: Hash,
  tags: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
})

const inSpace = { spaceId: Id }
const item = { ...inSpace, hash: Hash }
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const
const changing = [...reading, 'fileForbidden'] as const
const setting = ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing'] as const

export const metadata = {
  of: operation({
    method: 'GET',
    path: '/space/getFileData',
    gate: 'public',
    input: z.object(item),
    data: Metadata,
    errors: reading,
  }),
  ofPublic: operation({
    method: 'GET',
    path: '/public/fd',
    gate: 'public',
    input: z.object({ url: z.string().check(z.maxLength(100)), hash: Hash }),
    data: Metadata,
    errors: reading,
  }),
  /** Source: spec section 7. */
  add: operation({
    method: 'POST',
    path: '/space/addFileData',
    gate: 'signedIn',
    input: z.object({
      ...item,
      data: z.array(MetaPair).check(z.maxLength(META_PAIRS_MAX)),
      id: z._default(Stamp, ''),
    }),
    data: z.object({ id: Id }),
    errors: [...changing, 'metadataChanged', 'metadataInvalid', 'metadataTooLong'],
  }),
  tag: operation({
    method: 'PUT',
    path: '/files/tags',
    gate: 'signedIn',
    input: z.object({
      ...inSpace,
      hashList: z.array(Hash).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
      add: z._default(z.array(ItemTag).check(z.maxLength(FILE_TAGS_MAX)), []),
      remove: z._default(z.array(ItemTag).check(z.maxLength(SELECTION_MAX)), []),
    }),
    data: z.object({ list: z.array(TaggedItem) }),
    errors: [...changing, 'tagsTooMany'],
  }),
  tags: operation({
    method: 'GET',
    path: '/space/tags',
    gate: 'public',
    input: z.object(inSpace),
    data: z.array(z.string()),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  note: operation({
    method: 'PUT',
    path: '/files/:hash/note',
    gate: 'signedIn',
    input: z.object({ ...item, note: Note, before: z._default(z.string(), '') }),
    data: Nothing,
    errors: [...changing, 'metadataChanged'],
  }),
  templates: operation({
    method: 'GET',
    path: '/space/templates',
    gate: 'signedIn',
    input: z.object(inSpace),
    data: z.array(Template),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  template: operation({
    method: 'GET',
    path: '/space/templates/:id',
    gate: 'public',
    input: z.object({ ...inSpace, id: Id }),
    data: z.object({ template: Template, terms: z.record(z.string(), z.array(z.string())) }),
    errors: ['spaceNotFound', 'spaceForbidden', 'templateGone'],
  }),
  saveTemplate: operation({
    method: 'POST',
    path: '/space/templates',
    gate: 'signedIn',
    input: z.object({
      ...inSpace,
      id: z.optional(Id),
      stamp: z.optional(Id),
      name: Name,
      fields: z.array(TemplateField).check(z.minLength(1), z.maxLength(TEMPLATE_FIELDS_MAX)),
    }),
    data: Template,
    errors: [...setting, 'templateGone', 'templateTaken', 'templatesTooMany', 'metadataChanged', 'templateInvalid'],
  }),
  removeTemplate: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/space/templates/:id',
    gate: 'signedIn',
    input: z.object({ ...inSpace, id: Id }),
    data: Nothing,
    errors: [...setting, 'templateGone'],
  }),
  vocabularies: operation({
    method: 'GET',
    path: '/space/vocabularies',
    gate: 'signedIn',
    input: z.object(inSpace),
    data: z.array(VocabularyRecord),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  vocabulary: operation({
    method: 'GET',
    path: '/space/vocabularies/:id',
    gate: 'signedIn',
    input: z.object({ ...inSpace, id: Id }),
    data: Vocabulary,
    errors: ['spaceNotFound', 'spaceForbidden', 'vocabularyGone'],
  }),
  saveVocabulary: operation({
    method: 'POST',
    path: '/space/vocabularies',
    gate: 'signedIn',
    input: z.object({
      ...inSpace,
      id: z.optional(Id),
      stamp: z.optional(Id),
      name: Name,
      terms: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(TERM_MAX), z.regex(/^[^;；\r\n]+$/)))
        .check(z.minLength(1), z.maxLength(VOCABULARY_TERMS_MAX)),
    }),
    data: Vocabulary,
    errors: [...setting, 'vocabularyGone', 'vocabularyTaken', 'templatesTooMany', 'metadataChanged'],
  }),
  removeVocabulary: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/space/vocabularies/:id',
    gate: 'signedIn',
    input: z.object({ ...inSpace, id: Id }),
    data: Nothing,
    errors: [...setting, 'vocabularyGone', 'vocabularyUsed'],
  }),
  setFolder: operation({
    act: 'set',
    method: 'PUT',
    path: '/files/:hash/template',
    gate: 'signedIn',
    input: z.object({ ...item, templateId: z.nullable(Id) }),
    data: Nothing,
    errors: [...setting, 'folderGone', 'templateGone'],
  }),
  export: operation({
    method: 'GET',
    path: '/space/metadata/export',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({ ...inSpace, hash: z.optional(Hash), form: z._default(z.enum(['xlsx', 'csv']), 'xlsx') }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceForbidden', 'folderGone', 'metadataTooMany'],
  }),
  compare: operation({
    method: 'POST',
    path: '/space/metadata/compare',
    gate: 'signedIn',
    body: 'multipart',
    changes: false,
    input: z.object(inSpace),
    data: Comparison,
    errors: [
      'spaceNotFound',
      'spaceForbidden',
      'sheetEmpty',
      'sheetUnreadable',
      'sheetTooLong',
      'metadataForeign',
      'metadataHeading',
      'tooLarge',
    ],
  }),
  apply: operation({
    method: 'POST',
    path: '/space/metadata/apply',
    gate: 'signedIn',
    bodyBytes: METADATA_CHANGES_BYTES,
    input: z.object({
      ...inSpace,
      /** File name of the sheet. */
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FILE_NAME_MAX_BYTES)),
      changes: z.array(RowChange).check(z.minLength(1), z.maxLength(METADATA_SHEET_ROWS)),
    }),
    data: Task,
    errors: [...setting, 'tasksTooMany'],
  }),
}
