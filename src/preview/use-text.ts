import { useEffect, useState } from 'react'
import { type ReadText, readText } from './read-text.ts'

/** The text at an address; a failure is thrown while drawing, so that the stage shows it. */
export function useText(address: string, size: number, limit?: number): ReadText | null {
  const [read, setRead] = useState<ReadText | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    readText(address, size, stop.signal, limit).then(setRead, (error: Error) => {
      if (!stop.signal.aborted) setFailure(error)
    })
    return () => stop.abort()
  }, [address, size, limit])
  if (failure) throw failure
  return read
}
