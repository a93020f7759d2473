const BASE = 1024
/** Tick steps for decimal numbers, and within one byte unit, which ends at 1024. */
const decimal = [1, 2, 5]
const binary = [1, 2, 5, 10, 20, 50, 100, 200, 500]

function* stepsOf(unit: 'count' | 'bytes'): Generator<number> {
  const [steps, base] = unit === 'bytes' ? [binary, BASE] : [decimal, 10]
  for (let power = 0; ; power += 1) for (const step of steps) yield step * base ** power
}

/** The ticks of a value axis: from zero to at least `max` in readable steps, at most five. */
export function ticksOf(max: number, unit: 'count' | 'bytes'): number[] {
  const most = Math.max(1, max)
  for (const step of stepsOf(unit)) {
    const count = Math.ceil(most / step)
    if (count <= 5) return Array.from({ length: count + 1 }, (_, i) => i * step)
  }
  return []
}
