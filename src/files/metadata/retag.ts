import type { QueryClient } from '@tanstack/react-query'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import type { Revert } from '../history.ts'
import { batches } from '../undo-steps.ts'

/** What came to an item and went from it. */
type Tagged = { hash: string; added: readonly string[]; removed: readonly string[] }
type Where = { client: QueryClient; spaceId: string }

/** Pages that show tags ask for them anew. */
export function renewTags({ client, spaceId }: Where): void {
  for (const key of ['metadata', 'tags']) void client.invalidateQueries({ queryKey: [key, spaceId] })
}

/** Gives items back the tags that went, and takes those that came; items that changed alike go in one call. */
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
