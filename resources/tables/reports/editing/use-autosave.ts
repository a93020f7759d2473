import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#providers/call.ts'

/** How long after a change it is saved, and after a failure tried again, in milliseconds (our choice). */
const SAVE_MS = 800
const RETRY_MS = 5000
/** Refusals that pass by themselves; after any other one nothing is saved until somebody decides. */
const PASSING: readonly string[] = ['unknown', 'busy', 'tooManyRequests', 'maintenance', 'storeAway']

export type SaveState = 'saved' | 'saving' | 'waiting' | 'conflict'

/**
 * Saves a value by itself once it has rested; null is not saved. What is left behind is saved when its
 * view goes; leaving the site asks first.
 */
export function useAutosave<T>(value: T | null, first: T | null, save: (value: T) => Promise<void>) {
  const [state, setState] = useState<Exclude<SaveState, 'saved'>>('waiting')
  const [failure, setFailure] = useState<unknown>(null)
  const saved = useRef(first)
  const latest = useRef({ value, save })
  latest.current = { value, save }
  const running = useRef<Promise<void> | null>(null)

  const saveOnce = useCallback(async (wanted: T) => {
    setState('saving')
    try {
      await latest.current.save(wanted)
      saved.current = wanted
      setFailure(null)
      setState('waiting')
    } catch (cause) {
      setFailure(cause)
      const isFinal = cause instanceof CallFailure && !PASSING.includes(cause.error)
      setState(isFinal ? 'conflict' : 'waiting')
      throw cause
    }
  }, [])

  /** Saves what is not saved yet; one call at a time. Rejects when it could not be saved. */
  const flush = useCallback(async () => {
    while (running.current) await running.current.catch(() => {})
    const wanted = latest.current.value
    if (wanted === null || saved.current === wanted) return
    running.current = saveOnce(wanted).finally(() => {
      running.current = null
    })
    await running.current
  }, [saveOnce])

  const isSaved = value === null || saved.current === value
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the value begins the rest anew
  useEffect(() => {
    if (isSaved || state !== 'waiting') return
    const timer = setTimeout(() => void flush().catch(() => {}), failure ? RETRY_MS : SAVE_MS)
    return () => clearTimeout(timer)
  }, [value, isSaved, state, failure, flush])
  useEffect(() => () => void flush().catch(() => {}), [flush])
  useEffect(() => {
    if (isSaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSaved])
  return {
    state: isSaved ? ('saved' as const) : state,
    failure,
    flush,
    /** This value is what is on the server: nothing of it is to be saved any more. */
    adopt: useCallback((value: T) => {
      saved.current = value
      setFailure(null)
      setState('waiting')
    }, []),
  }
}
