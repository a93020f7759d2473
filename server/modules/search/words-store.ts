import { type RawBuilder, sql } from 'kysely'
import { literal } from '#server/storage/like.ts'

/** SQL condition: a text contains each of the words. */
export const holdsEach = (text: RawBuilder<unknown>, words: readonly string[], how: 'like' | 'ilike') =>
  words.length
    ? sql`(${sql.join(
        words.map((word) => sql`${text} ${sql.raw(how)} ${`%${literal(word)}%`}`),
        sql` and `,
      )})`
    : sql`true`

/** Pairs of characters for the pair index, prefixed with the space; null for single characters. */
export function pairsOf(words: readonly string[]): RawBuilder<unknown> | null {
  const paired = words.filter((word) => [...word].length > 1)
  return paired.length
    ? sql`space_keys(s.id, ${sql.join(
        paired.map((word) => sql`grams(${word})`),
        sql` || `,
      )})`
    : null
}
