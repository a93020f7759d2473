import * as z from 'zod/mini'
import { SEARCH_DEFAULT_SIZE, SEARCH_TEXT_MAX, TAG_LENGTH_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, PageSize, pageOf, TimestampInput } from './core/shapes.ts'
import { FileRecord, Hash } from './files.ts'

/** Where words are searched: names, table headings, metadata with tags and notes, text of documents. */
export const searchPlaces = ['name', 'columns', 'meta', 'text'] as const
export const SearchPlace = z.enum(searchPlaces)
export type SearchPlace = z.infer<typeof SearchPlace>

/** A list in a query string: values separated by commas. */
const listOf = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(1000)),
      z.transform((text) => text.split(',').filter(Boolean)),
    ),
    z.array(item),
  )
/** A number in a query string, which arrives as text. */
const GivenCount = z.pipe(z.coerce.number(), Count)

/** A file or folder with the reason for the match. */
export const Hit = z.object({
  file: FileRecord,
  space: z.object({ id: Id, name: z.string(), identifier: z.string() }),
  where: SearchPlace,
  /** The text around the first match, as plain text. */
  piece: z.string(),
  /** Positions of the matching words in `piece`: `[from, to)`. */
  highlights: z.array(z.tuple([Count, Count])),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  find: operation({
    method: 'GET',
    path: '/search',
    gate: 'public',
    paging: 'keyset',
    input: z
      .object({
        q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX)), ''),
        /** All spaces of the caller when absent. */
        spaceId: z.optional(Id),
        /** Only below this folder of that space. */
        hash: z.optional(Hash),
        in: z._default(listOf(SearchPlace), [...searchPlaces]),
        kind: z.optional(z.enum(['folder', 'file'])),
        suffixes: z.optional(listOf(z.string())),
        minSize: z.optional(GivenCount),
        maxSize: z.optional(GivenCount),
        /** Time range of the last change. */
        from: z.optional(TimestampInput),
        to: z.optional(TimestampInput),
        authorId: z.optional(Id),
        /** Without `q`: every item with this tag. */
        tag: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(TAG_LENGTH_MAX))),
        after: keyset.after,
        size: z._default(PageSize, SEARCH_DEFAULT_SIZE),
      })
      .check(
        z.refine(({ q, tag }) => q !== '' || tag !== undefined, { path: ['q'] }),
        z.refine(({ hash, spaceId }) => !hash || spaceId !== undefined, { path: ['hash'] }),
      ),
    /**
     * `isPartial`: the result is incomplete, because the scan limit was reached (the next page goes on) or the caller
     * has more spaces than one search covers.
     */
    data: z.extend(pageOf(Hit), { isPartial: z.boolean() }),
    errors: ['notSignedIn', 'spaceNotFound', 'spaceForbidden', 'folderGone'],
  }),
}
