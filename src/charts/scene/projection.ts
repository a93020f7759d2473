import type { Painting } from '../kind.ts'
import type { Feature } from './regions.ts'
import { lineTo, type Point, polygon, type Shape, ticks } from './shapes.ts'

/** Corners closer to each other than this are merged, in px. */
const NEAR_PX = 0.7
const [LEFT_PX, BOTTOM_PX] = [34, 16]
export type Projection = {
  place: (point: Point) => Point
  bounds: { west: number; east: number; south: number; north: number }
}

/**
 * Fits positions into a picture below its header; degrees of longitude are scaled for the middle latitude of the map.
 */
export function projectionOf(points: readonly Point[], { width, height }: Painting, top: number): Projection {
  let [west, east, south, north] = [180, -180, 90, -90]
  for (const [x, y] of points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  const narrow = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const [roomX, roomY] = [Math.max(1, width - LEFT_PX - 8), Math.max(1, height - top - BOTTOM_PX - 8)]
  // The minimum extent around a single place.
  const [spanX, spanY] = [Math.max((east - west) * narrow, 0.01) * 1.04, Math.max(north - south, 0.01) * 1.04]
  const scale = Math.min(roomX / spanX, roomY / spanY)
  const [midX, midY] = [(west + east) / 2, (south + north) / 2]
  const place = ([x, y]: Point): Point => [
    LEFT_PX + roomX / 2 + (x - midX) * narrow * scale,
    top + 4 + roomY / 2 - (y - midY) * scale,
  ]
  const [halfX, halfY] = [roomX / scale / 2 / narrow, roomY / scale / 2]
  const bounds = { west: midX - halfX, east: midX + halfX, south: midY - halfY, north: midY + halfY }
  return { place, bounds }
}

/** The outline of a feature in px. */
export function outlineOf({ rings, isArea }: Feature, { place }: Projection): string {
  return rings
    .map((ring) => {
      const kept: Point[] = []
      for (const point of ring) {
        const next = place(point)
        const last = kept.at(-1)
        if (!last || Math.hypot(next[0] - last[0], next[1] - last[1]) >= NEAR_PX) kept.push(next)
      }
      return isArea ? polygon(kept) : lineTo(kept)
    })
    .join('')
}

/** Meridians and parallels with labels. */
export function graticule(
  { place, bounds }: Projection,
  { frame, width, height, tokens }: Painting,
  top: number,
): Shape[] {
  const { west, east, south, north } = bounds
  const text = { kind: 'text' as const, size: 10, fill: tokens.faint }
  const write = (value: number) => `${frame.words.number(value)}°`
  const meridians = ticks(Math.max(-180, west), Math.min(180, east), 5).flatMap((longitude): Shape[] => {
    const [x] = place([longitude, south])
    return [
      {
        kind: 'path',
        d: lineTo([
          [x, top],
          [x, height - BOTTOM_PX],
        ]),
        stroke: tokens.line,
        lineWidth: 1,
      },
      ...(x > 40 && x < width - 20
        ? [{ ...text, x, y: height - 4, text: write(longitude), anchor: 'middle' as const }]
        : []),
    ]
  })
  const parallels = ticks(Math.max(-90, south), Math.min(90, north), 4).flatMap((latitude): Shape[] => {
    const [, y] = place([west, latitude])
    return [
      {
        kind: 'path',
        d: lineTo([
          [LEFT_PX, y],
          [width, y],
        ]),
        stroke: tokens.line,
        lineWidth: 1,
      },
      { ...text, x: LEFT_PX - 4, y: y + 3, text: write(latitude), anchor: 'end' },
    ]
  })
  return [...meridians, ...parallels]
}
