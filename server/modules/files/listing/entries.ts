import type { Happening } from '#server/modules/journal/index.ts'

/** As people count: 9 before 10. */
const inOrder = new Intl.Collator('zh', { numeric: true }).compare

type Item = { id: string; name: string }
/** The folder that items are or were in; `path` is `''` for the root. */
export type Place = { id: string; path: string }

/** Items of a journal's entry: one by itself, several by their folder and their names. */
export function itemsIn(place: Place, items: readonly Item[]): Pick<Happening, 'item' | 'names' | 'count'> {
  const [first] = items
  const path = placeName(place.path)
  if (!first || items.length > 1) {
    const names = items.map(({ name }) => name).sort(inOrder)
    return { item: { id: place.id, name: names[0] ?? '', path }, names }
  }
  return { item: { id: first.id, name: first.name || path, path } }
}

/** What was done to items: an entry for each folder that they were in. */
export const entriesOf = <T extends Item>(
  items: readonly T[],
  placeOf: (item: T) => Place,
  entryOf: (place: Place, together: readonly T[]) => Happening,
): Happening[] =>
  [...Map.groupBy(items, (item) => placeOf(item).id).values()].flatMap((together) => {
    const [first] = together
    return first ? [entryOf(placeOf(first), together)] : []
  })

/** Path of a folder as an entry tells it. */
export const placeName = (path: string): string => path || '/'
