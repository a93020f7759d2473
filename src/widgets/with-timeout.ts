import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/core/limits.ts'

/** Rejects if loading a chunk takes longer than the limit. Source: spec section 8, Other. */
export function withTimeout<T>(loading: Promise<T>, limitMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing after ${limitMs} ms`)), limitMs)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
