import { freeName } from '#contract/core/free-name.ts'
import { TABLE_SUFFIXES } from '#contract/core/table-suffixes.ts'
import type { SqlQuery } from '#contract/queries/sql.ts'

/** Words that a name in SQL can't be without quotes. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
  deferrable desc describe distinct do else end except false fetch for foreign from grant group having in initially
  intersect into join lateral leading limit not null offset on only or order pivot placing primary qualify references
  returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when
  where window with`.split(/\s+/),
)

/** A name as written in SQL: quoted unless it is a plain word. */
export function inSql(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !RESERVED.has(name.toLowerCase())
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`
}

const SUFFIX = new RegExp(`\\.(${TABLE_SUFFIXES.join('|')})$`, 'i')
/** The name that a source gets in SQL: its own, of a file without the suffix, unless another has it. */
export function sourceName(name: string, { sources }: Pick<SqlQuery, 'sources'>): string {
  const plain = name.replace(SUFFIX, '').trim() || 'source'
  return freeName(
    plain,
    sources.map((one) => one.name),
  )
}
