type Vector = readonly [number, number, number]
/** A rotation as x, y, z, w. */
export type Quaternion = readonly [number, number, number, number]

const ROUNDS = 100
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const unit = (a: Vector): Vector => scaled(a, 1 / Math.hypot(...a))
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const axes: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** The direction in which points around the origin spread most, across a direction that is already taken. */
function spread(points: readonly Vector[], taken: Vector | null): Vector {
  const across = (a: Vector) => (taken ? minus(a, scaled(taken, dot(a, taken))) : a)
  const times = (a: Vector): Vector => {
    let sum: Vector = [0, 0, 0]
    for (const point of points) sum = minus(sum, scaled(point, -dot(point, a)))
    return across(sum)
  }
  // Starts the power iteration along the axis with the largest spread: a fixed start could be perpendicular to the
  // result.
  const size = (a: Vector) => Math.hypot(...times(across(a)))
  let direction = across([...axes].sort((a, b) => size(b) - size(a))[0] ?? [1, 0, 0])
  if (Math.hypot(...direction) < 1e-9) direction = across([0, 1, 0])
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = times(direction)
    if (Math.hypot(...next) < 1e-9) break
    direction = unit(next)
  }
  return unit(direction)
}

/** The rotation that lays the longest side of some points along x and the next one along y. */
export function onLongSide(points: readonly Vector[]): Quaternion {
  if (points.length < 2) return [0, 0, 0, 1]
  const middle = scaled(
    points.reduce<Vector>((sum, point) => minus(sum, scaled(point, -1)), [0, 0, 0]),
    1 / points.length,
  )
  const centred = points.map((point) => minus(point, middle))
  if (centred.every((point) => Math.hypot(...point) < 1e-9)) return [0, 0, 0, 1]
  const x = spread(centred, null)
  const y = spread(centred, x)
  return quaternionOf(x, y, cross(x, y))
}

/** The rotation with these rows. */
function quaternionOf(x: Vector, y: Vector, z: Vector): Quaternion {
  const root = (sum: number) => Math.sqrt(Math.max(0, 1 + sum)) / 2
  const sign = (value: number, of: number) => (of < 0 ? -value : value)
  const w = root(x[0] + y[1] + z[2])
  if (w > 1e-3) return [(z[1] - y[2]) / (4 * w), (x[2] - z[0]) / (4 * w), (y[0] - x[1]) / (4 * w), w]
  // Half a turn: the parts are known up to their signs, which one of them decides.
  const parts: Vector = [root(x[0] - y[1] - z[2]), root(y[1] - x[0] - z[2]), root(z[2] - x[0] - y[1])]
  if (parts[0] >= parts[1] && parts[0] >= parts[2]) return [parts[0], sign(parts[1], x[1]), sign(parts[2], x[2]), w]
  if (parts[1] >= parts[2]) return [sign(parts[0], x[1]), parts[1], sign(parts[2], y[2]), w]
  return [sign(parts[0], x[2]), sign(parts[1], y[2]), parts[2], w]
}
