/** A name that differs from all taken ones, whatever their case: the wish, if necessary with a number. */
export function freeName(wish: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wish : `${wish} ${number}`
    if (!known.has(name.toLowerCase())) return name
  }
}
