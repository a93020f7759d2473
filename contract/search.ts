import * as z from 'zod/mini'
import { SEARCH_DEFAULT_SIZE, SEARCH_TEXT_MAX, TAG_LENGTH_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, PageSize, pageOf, TimestampInput } from './core/shapes.ts'
import { FileRecord, Hash } from './files.ts'

/** Where words are looked for: names, headings of tables, metadata with tags and notes, text of documents. */
export const searchPlaces = ['name', 'columns', 'meta', 'text'] as const
export const SearchPlace = z.enum(searchPlaces)
export type SearchPlace = z.infer<typeof SearchPlace>

/** A query string carries several words of a list with commas between them. */
const listOf = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(1000)),
      z.transform((text) => text.split(',').filter(Boolean)),
    ),
    z.array(item),
  )
/** A query string carries a number as text. */
const GivenCount = z.pipe(z.coerce.number(), Count)

/** A file or folder with the reason why it was found. */
export const Hit = z.object({
  file: FileRecord,
  space: z.object({ id: Id, name: z.string(), identifier: z.string() }),
  where: SearchPlace,
  /** The words around the first place that fits, as plain text. */
  piece: z.string(),
  /** Where in `piece` the words stand that were looked for: `[from, to)`. */
  highlights: z.array(z.tuple([Count, Count])),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  find: operation({
    method: 'GET',
    path: '/search',
    summary:
      'Files and folders that hold every word of `q`, by place (names first) and newest first: in a space, below a folder of it, or in all spaces of the caller.',
    gate: 'public',
    paging: 'keyset',
    input: z
      .object({
        q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX)), ''),
        /** All spaces that the caller belongs to, when absent. */
        spaceId: z.optional(Id),
        /** A folder of that space. */
        hash: z.optional(Hash),
        in: z._default(listOf(SearchPlace), [...searchPlaces]),
        kind: z.optional(z.enum(['folder', 'file'])),
        suffixes: z.optional(listOf(z.string())),
        minSize: z.optional(GivenCount),
        maxSize: z.optional(GivenCount),
        /** When it was changed last. */
        from: z.optional(TimestampInput),
        to: z.optional(TimestampInput),
        authorId: z.optional(Id),
        /** Without `q`, everything that has the tag. */
        tag: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(TAG_LENGTH_MAX))),
        after: keyset.after,
        size: z._default(PageSize, SEARCH_DEFAULT_SIZE),
      })
      .check(
        z.refine(({ q, tag }) => q !== '' || tag !== undefined, { path: ['q'] }),
        z.refine(({ hash, spaceId }) => !hash || spaceId !== undefined, { path: ['hash'] }),
      ),
    /** `isPartial`: so many files were looked through that the rest waits for the next page, or has more spaces than are looked through. */
    data: z.extend(pageOf(Hit), { isPartial: z.boolean() }),
    errors: ['notSignedIn', 'spaceNotFound', 'spaceForbidden', 'folderGone'],
  }),
}
