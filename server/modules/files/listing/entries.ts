import type { Happening } from '#server/modules/journal/index.ts'

/** Natural order: 9 before 10. */
const inOrder = new Intl.Collator('zh', { numeric: true }).compare

type Item = { id: string; name: string }
/** The folder that contains or contained items; `path` is `''` for the root. */
export type Place = { id: string; path: string }

/** The items of a journal entry: a single one itself, several by their folder and names. */
export function itemsIn(place: Place, items: readonly Item[]): Pick<Happening, 'item' | 'names' | 'count'> {
  const [first] = items
  const path = placeName(place.path)
  if (!first || items.length > 1) {
    const names = items.map(({ name }) => name).sort(inOrder)
    return { item: { id: place.id, name: names[0] ?? '', path }, names }
  }
  return { item: { id: first.id, name: first.name || path, path } }
}

/** Journal entries for an action on items: one for each folder. */
export const entriesOf = <T extends Item>(
  items: readonly T[],
  placeOf: (item: T) => Place,
  entryOf: (place: Place, together: readonly T[]) => Happening,
): Happening[] =>
  [...Map.groupBy(items, (item) => placeOf(item).id).values()].flatMap((together) => {
    const [first] = together
    return first ? [entryOf(placeOf(first), together)] : []
  })

/** Path of a folder as journal entries show it. */
export const placeName = (path: string): string => path || '/'
