import type { Painter, Painting } from '../../kind.ts'
import { textOn } from '../../scene/colours.ts'
import { type Part, partsOf, tipOf } from '../../scene/parts.ts'
import { fitted, rect, type Shape, SMALL } from '../../scene/shapes.ts'

type Box = { x: number; y: number; width: number; height: number }
const HEAD_PX = 18

/** The worst relation of width and height in a row of areas along a side. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, area) => all + area, 0)
  const [least, greatest] = [Math.min(...areas), Math.max(...areas)]
  return Math.max((side ** 2 * greatest) / sum ** 2, sum ** 2 / (side ** 2 * least))
}

/** Places values in a box, each as an area of its share, as square as may be (Bruls, Huizing and van Wijk). */
export function squarified(values: readonly number[], box: Box): Box[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const scale = total > 0 ? (box.width * box.height) / total : 0
  const boxes: Box[] = []
  let left = { ...box }
  let row: number[] = []
  const place = () => {
    const sum = row.reduce((all, area) => all + area, 0)
    const isUpright = left.width >= left.height
    const side = isUpright ? left.height : left.width
    const depth = side > 0 ? sum / side : 0
    let along = isUpright ? left.y : left.x
    for (const area of row) {
      const length = depth > 0 ? area / depth : 0
      boxes.push(
        isUpright
          ? { x: left.x, y: along, width: depth, height: length }
          : { x: along, y: left.y, width: length, height: depth },
      )
      along += length
    }
    left = isUpright
      ? { ...left, x: left.x + depth, width: Math.max(0, left.width - depth) }
      : { ...left, y: left.y + depth, height: Math.max(0, left.height - depth) }
    row = []
  }
  for (const value of values) {
    const area = value * scale
    const side = Math.min(left.width, left.height)
    if (row.length && worst([...row, area], side) > worst(row, side)) place()
    row.push(area)
  }
  if (row.length) place()
  return boxes
}

/** A part and its contents; a part with contents has its name above them if there is space. */
function shapesOf(painting: Painting, part: Part, box: Box, total: number): Shape[] {
  const { tokens, measure } = painting
  const isLeaf = part.parts.length === 0
  const hasHead = box.height > 2 * HEAD_PX && box.width > 30
  const fill = part.colour
  const text = hasHead || box.height > 14 ? fitted(part.label, box.width - 8, SMALL, measure) : ''
  const frame: Shape = {
    kind: 'path',
    d: rect(box.x, box.y, box.width, box.height),
    fill,
    stroke: tokens.surface,
    lineWidth: Math.max(1, 3 - part.depth),
    index: part.index,
    tip: tipOf(painting, part, total),
  }
  const name: Shape[] = text
    ? [
        {
          kind: 'text',
          x: box.x + 5,
          y: box.y + 13,
          text,
          size: SMALL,
          fill: textOn(fill, tokens),
          weight: isLeaf ? 400 : 600,
        },
      ]
    : []
  const head = hasHead ? HEAD_PX : 0
  const inside = { x: box.x + 2, y: box.y + head, width: box.width - 4, height: box.height - head - 2 }
  const boxes =
    inside.width > 2 && inside.height > 2
      ? squarified(
          part.parts.map(({ value }) => value),
          inside,
        )
      : []
  const parts = boxes.flatMap((one, at) => {
    const child = part.parts[at]
    return child ? shapesOf(painting, child, one, total) : []
  })
  return [frame, ...(isLeaf || hasHead ? name : []), ...parts]
}

/** Areas within areas, each as large as its value. */
export const paint: Painter = (painting) => {
  const parts = partsOf(painting)
  if (!parts) return { shapes: [], notes: ['negativeParts'] }
  if (parts.length === 0) return { shapes: [], notes: ['nothing'] }
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const box = { x: 0, y: 0, width: painting.width, height: painting.height }
  const boxes = squarified(
    parts.map(({ value }) => value),
    box,
  )
  return {
    shapes: boxes.flatMap((one, at) => {
      const part = parts[at]
      return part ? shapesOf(painting, part, one, total) : []
    }),
    notes: [],
  }
}
