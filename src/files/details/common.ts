import type { MetaPair } from '#contract/fields.ts'

type Said = { tags: readonly string[]; data: readonly MetaPair[] }
export type Common = { tags: { tag: string; count: number }[]; pairs: MetaPair[] }

/** The tags of several items with the number of items that have them, and the metadata that all of them have alike. */
export function commonOf(items: readonly Said[]): Common {
  const counts = new Map<string, number>()
  for (const { tags } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const [first, ...others] = items
  const pairs = (first?.data ?? []).filter((pair) =>
    others.every(({ data }) => data.some(({ key, value }) => key === pair.key && value === pair.value)),
  )
  const tags = [...counts].map(([tag, count]) => ({ tag, count }))
  return { tags: tags.sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag)), pairs }
}
