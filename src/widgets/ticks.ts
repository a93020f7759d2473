const BASE = 1024
/** Steps that people count in, and those of a unit of bytes, which ends at 1024. */
const decimal = [1, 2, 5]
const binary = [1, 2, 5, 10, 20, 50, 100, 200, 500]

function* stepsOf(unit: 'count' | 'bytes'): Generator<number> {
  const [steps, base] = unit === 'bytes' ? [binary, BASE] : [decimal, 10]
  for (let power = 0; ; power += 1) for (const step of steps) yield step * base ** power
}

/** Where a value axis has its lines: from zero to at least `max`, in whole steps that read well, five at most. */
export function ticksOf(max: number, unit: 'count' | 'bytes'): number[] {
  const most = Math.max(1, max)
  for (const step of stepsOf(unit)) {
    const count = Math.ceil(most / step)
    if (count <= 5) return Array.from({ length: count + 1 }, (_, i) => i * step)
  }
  return []
}
