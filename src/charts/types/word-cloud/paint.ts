import { categoryId, numberOf } from '../../frame.ts'
import type { Painter, Painting } from '../../kind.ts'
import { fitted, type Shape } from '../../scene/shapes.ts'

type Word = { label: string; value: number; index: number }
type Box = { x: number; y: number; width: number; height: number }
const [LEAST_PX, GREATEST_PX] = [12, 56]
/** Parts of the full size that are tried one after another. */
const SHARES = [1, 0.75, 0.55, 0.4, 0.25]
/** Steps along the spiral before a word is left out. */
const STEPS = 1500
const STEP = 0.35

function wordsOf({ frame, rows }: Painting): Word[] {
  const { label } = frame.groups
  const [measure] = frame.of('size')
  if (!label || !measure) return []
  const names = new Map(label.categories.map((one) => [one.id, one.label]))
  return rows
    .flatMap(({ row, index }) => {
      const value = numberOf(row.cells[measure.at])
      const known = names.get(categoryId(row, label))
      return value === null || known === undefined ? [] : [{ label: known, value, index }]
    })
    .sort((one, other) => other.value - one.value)
}

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The first free position on a spiral from the centre; null if there is none. */
function placeOf(width: number, height: number, taken: readonly Box[], room: Box): Box | null {
  const ratio = room.width / Math.max(1, room.height)
  for (let step = 0; step < STEPS; step += 1) {
    const angle = step * STEP
    const far = 1.6 * angle
    const box = {
      x: room.width / 2 + Math.cos(angle) * far * Math.min(2.2, ratio) - width / 2,
      y: room.height / 2 + Math.sin(angle) * far - height / 2,
      width,
      height,
    }
    const isInside = box.x >= 0 && box.y >= 0 && box.x + width <= room.width && box.y + height <= room.height
    if (isInside && !taken.some((one) => overlap(one, box))) return box
  }
  return null
}

/** Words at a share of their full size, as many as can be placed. */
function placed(painting: Painting, all: readonly Word[], most: number, share: number): Shape[] {
  const { frame, width, height, tokens, measure } = painting
  const { words, definition } = frame
  const [column] = frame.of('size')
  const greatest = Math.max(LEAST_PX, Math.min(GREATEST_PX, height / 4, width / 7) * share)
  const taken: Box[] = []
  return all.flatMap(({ label, value, index }): Shape[] => {
    const size = Math.round(LEAST_PX + (greatest - LEAST_PX) * Math.sqrt(value / most))
    const text = fitted(label, width * 0.8, size, measure)
    const box = text ? placeOf(measure(text, size) * 1.08 + 8, size * 1.15, taken, { x: 0, y: 0, width, height }) : null
    if (!box) return []
    taken.push(box)
    const written = words.number(value, column?.column, definition.options)
    const fill = value >= most / 2 ? (tokens.series[0] ?? tokens.ink) : tokens.ink
    return [
      {
        kind: 'text',
        x: box.x + box.width / 2,
        y: box.y + size * 0.9,
        text,
        size,
        weight: 600,
        anchor: 'middle',
        fill,
        index,
        tip: { title: label, items: [{ name: column ? words.titleOf(column.column) : '', value: written }] },
      },
    ]
  })
}

/**
 * Words around the centre, the largest first; their area is proportional to their value. All are scaled down until they
 * fit.
 */
export const paint: Painter = (painting) => {
  const found = wordsOf(painting)
  if (found.some(({ value }) => value < 0)) return { shapes: [], notes: ['negativeParts'] }
  const all = found.filter(({ value }) => value > 0)
  const most = all[0]?.value
  if (!most) return { shapes: [], notes: ['nothing'] }
  let shapes: Shape[] = []
  for (const share of SHARES) {
    shapes = placed(painting, all, most, share)
    if (shapes.length === all.length) break
  }
  return { shapes, notes: shapes.length < all.length ? ['wordsLeft'] : [] }
}
