import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '#providers/failures.ts'
import { type Calls, loadCalls } from './calls.ts'
import { type Errors, errorsOf } from './use-form.ts'

/** `error` is the refusal's name; '' if there was no answer. */
type Answer<T> = { data?: T; error?: string; errors: Errors }

/** The answer that the server embedded in the page, or the name of its refusal. */
type Given<T> = { data: T | null | undefined; error: string }

/**
 * The answer embedded in the page; without one the call is sent once after mounting, even if React runs effects twice.
 * A null question sends nothing.
 */
export function useAnswer<T>(question: ((calls: Calls) => Promise<T>) | null, given?: Given<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>(() => {
    if (!given || given.data === undefined) return { errors: {} }
    return given.data === null ? { error: given.error, errors: {} } : { data: given.data, errors: {} }
  })
  const isAsked = useRef(given !== undefined && given.data !== undefined)
  useEffect(() => {
    if (isAsked.current || !question) return
    isAsked.current = true
    loadCalls()
      .then(question)
      .then(
        (data) => setAnswer({ data, errors: {} }),
        (failure: unknown) =>
          setAnswer({ error: failure instanceof CallFailure ? failure.error : '', errors: errorsOf(failure) }),
      )
  }, [question])
  return answer
}
