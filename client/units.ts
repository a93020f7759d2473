const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A number of bytes with about three digits: `1.5 GiB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${power && value < 100 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

/** A duration as `4 s`, `3 min 20 s`, `2 h 5 min`; the two largest units. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours) return `${hours} h ${minutes} min`
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
