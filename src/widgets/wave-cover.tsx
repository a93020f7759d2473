/** A quiet pattern drawn from an id: a space without a cover picture still has a face of its own. */
export function WaveCover({ seed, height = 112 }: { seed: string; height?: number }) {
  const number = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
  const hue = [172, 208, 152, 40, 262, 190][number % 6] ?? 172
  const lines = Array.from({ length: 11 }, (_, i) => {
    const swing = 8 + ((i * 37 + (number % 97)) % 22)
    const phase = i * 1.7 + (number % 7)
    let path = ''
    for (let x = 0; x <= 320; x += 16) {
      const y = 14 + i * 9 + Math.sin(x / 38 + phase) * swing * 0.5 + Math.sin(x / 15 + phase * 2) * 2.4
      path += `${x ? 'L' : 'M'}${x} ${y.toFixed(1)}`
    }
    return <path key={path} d={path} opacity={0.35 + i * 0.05} />
  })
  return (
    <svg
      className="wave-cover"
      viewBox="0 0 320 112"
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-hue={hue}
      style={{ '--hue': hue } as React.CSSProperties}
    >
      {lines}
    </svg>
  )
}
