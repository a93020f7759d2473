import { type DependencyList, useEffect, useState } from 'react'

/** Loads a viewer's data once; a failure is thrown during rendering, so that the stage shows it. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, on: DependencyList): T | null {
  const [loaded, setLoaded] = useState<{ value: T } | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    setLoaded(null)
    load(stop.signal).then(
      (value) => !stop.signal.aborted && setLoaded({ value }),
      (error: Error) => !stop.signal.aborted && setFailure(error),
    )
    return () => stop.abort()
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what it reads
  }, on)
  if (failure) throw failure
  return loaded?.value ?? null
}
