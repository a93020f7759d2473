import type { MetaPair } from '#contract/fields.ts'
import { folded } from '#server/modules/renditions/index.ts'

/** The stored metadata of an item; `stamp` and `metaId` are '' while there is none. */
export type ItemMetadata = {
  metaId: string
  stamp: string
  meta: MetaPair[]
  tags: string[]
  note: string
  noteBy: { personId: string; personName: string } | null
  changedAt: Date | null
}

export const noMetadata: ItemMetadata = {
  metaId: '',
  stamp: '',
  meta: [],
  tags: [],
  note: '',
  noteBy: null,
  changedAt: null,
}

/** The texts that the search covers. */
export const wordsOf = ({ meta, tags, note }: Pick<ItemMetadata, 'meta' | 'tags' | 'note'>): string =>
  folded([...meta.flatMap(({ key, value }) => [key, value]), ...tags, note].filter(Boolean).join('\n'))

/** Adds and removes tags; a tag that is there already keeps its spelling. */
export function retagged(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const gone = new Set(remove.map((tag) => tag.toLowerCase()))
  const kept = new Map<string, string>()
  for (const tag of [...tags.filter((one) => !gone.has(one.toLowerCase())), ...add])
    if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag)
  return [...kept.values()]
}
