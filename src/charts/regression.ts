export type Point = { x: number; y: number }
export type Regression = { slope: number; intercept: number; r2: number }

/** The least-squares line through points; null if all of them have the same x. */
export function regression(points: readonly Point[]): Regression | null {
  const count = points.length
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point) / count, 0)
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const sum = (of: (point: Point) => number) => points.reduce((all, point) => all + of(point), 0)
  const xx = sum(({ x }) => (x - meanX) ** 2)
  const yy = sum(({ y }) => (y - meanY) ** 2)
  const xy = sum(({ x, y }) => (x - meanX) * (y - meanY))
  if (count < 2 || xx === 0 || !Number.isFinite(xx * yy)) return null
  const slope = xy / xx
  return { slope, intercept: meanY - slope * meanX, r2: yy === 0 ? 1 : xy ** 2 / (xx * yy) }
}
