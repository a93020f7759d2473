import type { MetaPair } from '#contract/fields.ts'
import { folded } from '#server/modules/renditions/index.ts'

/** What people say of an item, as it is kept; `stamp` and `metaId` are '' before the first word. */
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

/** What a search looks at. */
export const wordsOf = ({ meta, tags, note }: Pick<ItemMetadata, 'meta' | 'tags' | 'note'>): string =>
  folded([...meta.flatMap(({ key, value }) => [key, value]), ...tags, note].filter(Boolean).join('\n'))

/** Tags with some more and without others; the first spelling of a tag stays. */
export function retagged(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const gone = new Set(remove.map((tag) => tag.toLowerCase()))
  const kept = new Map<string, string>()
  for (const tag of [...tags.filter((one) => !gone.has(one.toLowerCase())), ...add])
    if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag)
  return [...kept.values()]
}
