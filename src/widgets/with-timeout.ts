import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/core/limits.ts'
import { PartFailure } from '#providers/failures.ts'

/** Rejects with PartFailure if a chunk can't be loaded, or not within the limit. Source: spec section 8, Other. */
export function withTimeout<T>(loading: Promise<T>, limitMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PartFailure(`nothing after ${limitMs} ms`)), limitMs)
    loading
      .then(resolve, (cause: unknown) => reject(new PartFailure('a part of the page did not come', { cause })))
      .finally(() => clearTimeout(timer))
  })
}
