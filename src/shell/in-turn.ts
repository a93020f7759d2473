/**
 * Asks once at a time: all who ask while an answer is under way share the next one, which is as new as each of their
 * questions.
 */
export function inTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    if (!next) {
      next = last.then(() => {
        next = null
        return ask()
      })
      last = next.catch(() => {})
    }
    return next
  }
}
