/** Where the lake lies, in degrees: the frame of its grids and the place of its datasets. */
export const BASIN = { west: 100.12, east: 100.432, south: 34.552, north: 34.76 } as const
const MIDDLE = { u: 0.52, v: 0.5 }
/** How often half the lake goes into the frame, across and down. */
const TIMES = { u: 2.25, v: 2.5 }

const edgeAt = (angle: number) => 0.86 + 0.1 * Math.sin(3 * angle + 0.6) + 0.05 * Math.cos(7 * angle)

/** Where a place in the frame lies, from 0 to 1 across and down: 0 is the middle of the lake, 1 its shore, more is land. */
export function awayAt(u: number, v: number): number {
  const [x, y] = [(u - MIDDLE.u) * TIMES.u, (v - MIDDLE.v) * TIMES.v]
  return Math.hypot(x, y) / edgeAt(Math.atan2(y, x))
}

/** Depth in metres at a place in the frame; below 0 is land. */
export function depthAt(u: number, v: number): number {
  const away = awayAt(u, v)
  return 47 * (1 - away ** 2.2) + 4 * Math.sin(u * 13) * Math.cos(v * 11) * (1 - away)
}

const placeAt = (u: number, v: number): [longitude: number, latitude: number] => [
  BASIN.west + u * (BASIN.east - BASIN.west),
  BASIN.north - v * (BASIN.north - BASIN.south),
]
/** The middle of the lake, longitude and latitude. */
export const CENTRE = placeAt(MIDDLE.u, MIDDLE.v)

/** Longitude and latitude of the shore in a direction from the middle of the lake; `away` above 1 lies on land. */
export function shoreAt(angle: number, away = 1): [longitude: number, latitude: number] {
  const far = away * edgeAt(angle)
  return placeAt(MIDDLE.u + (far * Math.cos(angle)) / TIMES.u, MIDDLE.v + (far * Math.sin(angle)) / TIMES.v)
}
