import { type Located, lookUp, numbered } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Top } from './selection-store.ts'

/** Items of a space by their ids: those that are there, and under which names the outermost of them are published. */
export type Chosen = { item: (id: string) => Located | undefined; nodes: Located[]; tops: Top[] }

/** Items inside another selected folder are included with it; of equal names the later ones get a number. */
export async function chosenItems(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<Chosen> {
  const { item } = await lookUp(from, spaceId, { ids })
  const nodes = [...new Set(ids)].flatMap((id) => item(id) ?? [])
  const known = new Set(nodes.map(({ id }) => id))
  const outermost = nodes.filter(({ above }) => !above.some(({ id }) => known.has(id)))
  const taken = new Set<string>()
  const tops = outermost.map(({ id, name, is_folder }) => {
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = numbered(name, number, is_folder)
    taken.add(free)
    return { id, name: free }
  })
  return { item, nodes, tops }
}

type Placed = { id: string; above: readonly { id: string }[] }
/** The items of a selection that are available on request: single choices stay when their folder is chosen. */
export function onRequest(nodes: readonly Placed[], restricted: readonly string[]): string[] {
  const named = new Set(restricted)
  return [...restricted, ...nodes.filter(({ above }) => above.some(({ id }) => named.has(id))).map(({ id }) => id)]
}
