import { expect, test } from 'vitest'
import { onLongSide, type Quaternion } from './orientation.ts'

type Vector = [number, number, number]
/** A vector turned by a rotation. */
function turned([x, y, z]: Vector, [a, b, c, w]: Quaternion): Vector {
  const [i, j, k, n] = [w * x + b * z - c * y, w * y + c * x - a * z, w * z + a * y - b * x, -a * x - b * y - c * z]
  return [i * w - n * a - j * c + k * b, j * w - n * b - k * a + i * c, k * w - n * c - i * b + j * a]
}
const extent = (points: Vector[], axis: 0 | 1 | 2) =>
  Math.max(...points.map((point) => point[axis])) - Math.min(...points.map((point) => point[axis]))
/** The corners of a box. */
const box = (x: number, y: number, z: number): Vector[] =>
  [0, x].flatMap((a) => [0, y].flatMap((b) => [0, z].map((c): Vector => [a, b, c])))

test.each([
  [9, 4, 1],
  [1, 4, 9],
  [4, 9, 1],
  [1, 9, 4],
  [9, 1, 4],
  [4, 1, 9],
])('a box of %i x %i x %i lies along x, its next side along y', (...sides) => {
  const points = box(...sides)
  const seen = points.map((point) => turned(point, onLongSide(points)))
  expect([0, 1, 2].map((axis) => Math.round(extent(seen, axis as 0 | 1 | 2) * 100) / 100)).toEqual([9, 4, 1])
})

test('a slanted line lies along x', () => {
  const points: Vector[] = [0, 1, 2, 3].map((at) => [at, 2 * at + 1, -2 * at])
  const seen = points.map((point) => turned(point, onLongSide(points)))
  expect(extent(seen, 0)).toBeCloseTo(9)
  expect(extent(seen, 1)).toBeCloseTo(0)
})

test.each([
  [[]],
  [[[1, 2, 3]]],
  [
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
  ],
])('points %j are left as they lie', (points) => {
  expect(onLongSide(points as Vector[])).toEqual([0, 0, 0, 1])
})
