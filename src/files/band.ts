/** A rectangle between two corners, in pixels of the scrolled content. */
export type Box = { left: number; top: number; right: number; bottom: number }
type Point = { x: number; y: number }
/** The layout of the cards: cards per row, width, vertical pitch and gap. */
export type Cards = { total: number; perRow: number; widthPx: number; pitchPx: number; gapPx: number }

export const boxOf = (one: Point, other: Point): Box => ({
  left: Math.min(one.x, other.x),
  right: Math.max(one.x, other.x),
  top: Math.min(one.y, other.y),
  bottom: Math.max(one.y, other.y),
})

/** Indexes of the cards that a rectangle touches, in order. */
export function placesIn(box: Box, { total, perRow, widthPx, pitchPx, gapPx }: Cards): number[] {
  const cardPx = (widthPx - gapPx * (perRow - 1)) / perRow
  const isTouched = (from: number, size: number, start: number, end: number) => start <= from + size && end >= from
  const columns = Array.from({ length: perRow }, (_, column) => column).filter((column) =>
    isTouched(column * (cardPx + gapPx), cardPx, box.left, box.right),
  )
  const last = Math.min(Math.ceil(total / perRow) - 1, Math.floor(box.bottom / pitchPx))
  const places: number[] = []
  for (let line = Math.max(0, Math.floor(box.top / pitchPx)); line <= last; line += 1) {
    if (!isTouched(line * pitchPx, pitchPx - gapPx, box.top, box.bottom)) continue
    for (const column of columns) if (line * perRow + column < total) places.push(line * perRow + column)
  }
  return places
}
