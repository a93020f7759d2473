import type { Random } from '../random.ts'

/** Smooth noise over a line or plane: sums of waves with drawn directions, about -1 to 1. */
export function waves(r: Random, count = 9): (x: number, y?: number) => number {
  const some = Array.from({ length: count }, (_, i) => {
    const angle = r.between(0, Math.PI * 2)
    const speed = 1.6 ** i * r.between(0.8, 1.25)
    return { x: Math.cos(angle) * speed, y: Math.sin(angle) * speed, phase: r.between(0, 6.3), height: 1 / 1.45 ** i }
  })
  const sum = some.reduce((total, { height }) => total + height, 0)
  return (x, y = 0) =>
    (some.reduce((total, wave) => total + wave.height * Math.sin(x * wave.x + y * wave.y + wave.phase), 0) / sum) * 1.8
}
