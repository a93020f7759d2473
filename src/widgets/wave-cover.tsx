import type { CSSProperties } from 'react'

const HUES = [172, 208, 152, 40, 262, 190]
const LINES = 13
/** The size of a cover picture; a lower frame shows its middle. */
const [WIDTH, HEIGHT] = [370, 230]

/** A seeded random generator from 0 to 1, so that the server and the browser draw the same. */
function dice(seed: string): () => number {
  let state = [...seed].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}

/** One horizontal line: random heights at each wave, smoothly connected. */
function wave(roll: () => number, level: number, swing: number): string {
  const waves = 4 + Math.floor(roll() * 3)
  const step = Math.ceil((WIDTH + 20) / waves)
  let isUp = roll() < 0.5
  let path = ''
  for (let at = 0; at <= waves; at += 1) {
    const x = at * step - 10
    const y = Math.round(level + (isUp ? -1 : 1) * swing * (0.25 + 0.75 * roll()))
    path += at ? `S${x - Math.round(step / 2)} ${y} ${x} ${y}` : `M${x} ${y}`
    isUp = !isUp
  }
  return path
}

/** A pattern drawn from an id, as the cover of spaces without a picture. */
export function WaveCover({ seed, height = 112 }: { seed: string; height?: number }) {
  const roll = dice(seed)
  const hue = HUES[Math.floor(roll() * HUES.length)]
  const swing = 8 + roll() * 14
  const levels = Array.from({ length: LINES }, (_, at) => 12 + (at * (HEIGHT - 24)) / (LINES - 1))
  return (
    <svg
      className="wave-cover"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ '--hue': hue } as CSSProperties}
    >
      {levels.map((level, at) => (
        <path key={level} d={wave(roll, level, swing)} opacity={(0.35 + (at % 5) * 0.13).toFixed(2)} />
      ))}
    </svg>
  )
}
