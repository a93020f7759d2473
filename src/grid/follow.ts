/** What a row or column is known by, wherever it stands. */
export type Key = string | number
/** The rows or the columns of a grid: what stands at a place, and where something stands; undefined if that is not loaded. */
export type Axis = { keyAt: (place: number) => Key | undefined; placeOf: (key: Key) => number | undefined }
/** Selected rows or columns, the end included, and the one of them that has the cell. */
export type Stretch = { at: number; from: number; to: number }
export type Known = { [Part in keyof Stretch]: Key | undefined }

export const knownOf = ({ at, from, to }: Stretch, { keyAt }: Axis): Known => ({
  at: keyAt(at),
  from: keyAt(from),
  to: keyAt(to),
})

/**
 * Where rows or columns are after others were inserted, removed or sorted: together as before, or only the one with the
 * cell if they no longer stand together. null if that one is nowhere among what is loaded.
 */
export function followed(stretch: Stretch, known: Known, { keyAt, placeOf }: Axis): Stretch | null {
  if (known.at === undefined) return stretch
  const at = keyAt(stretch.at) === known.at ? stretch.at : placeOf(known.at)
  if (at === undefined) return null
  const [from, to] = [stretch.from + at - stretch.at, stretch.to + at - stretch.at]
  const isAt = (place: number, key: Key | undefined) => {
    const now = keyAt(place)
    return key === undefined || now === key || (now === undefined && placeOf(key) === undefined)
  }
  return isAt(from, known.from) && isAt(to, known.to) ? { at, from, to } : { at, from: at, to: at }
}
