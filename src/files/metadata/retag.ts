import type { QueryClient } from '@tanstack/react-query'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import type { Revert } from '../history.ts'
import { batches } from '../undo-steps.ts'

/** The tags that were added to and removed from an item. */
type Tagged = { hash: string; added: readonly string[]; removed: readonly string[] }
type Where = { client: QueryClient; spaceId: string }

/** Refetches the queries that show tags. */
export function renewTags({ client, spaceId }: Where): void {
  for (const key of ['metadata', 'tags']) void client.invalidateQueries({ queryKey: [key, spaceId] })
}

/** Reverts tag changes: restores removed tags and removes added ones; items with equal changes share one call. */
export const retag =
  (where: Where, items: readonly Tagged[]): Revert =>
  async () => {
    const { spaceId } = where
    const changed = items.filter(({ added, removed }) => added.length + removed.length > 0)
    const undone: Tagged[] = []
    for (const alike of Map.groupBy(changed, ({ added, removed }) => JSON.stringify([added, removed])).values()) {
      const [first] = alike
      if (!first) continue
      for (const some of batches(alike)) {
        const hashList = some.map(({ hash }) => hash)
        const wish = { spaceId, hashList, add: [...first.removed], remove: [...first.added] }
        undone.push(...(await call(metadata.tag, wish)).list)
      }
    }
    renewTags(where)
    return retag(where, undone)
  }
