import { useEffect, useRef, useState } from 'react'
import { CallFailure } from '#providers/failures.ts'
import { type Calls, loadCalls } from './calls.ts'
import { type Errors, told } from './use-form.ts'

/** `error` names the refusal; '' when nobody answered at all. */
type Answer<T> = { data?: T; error?: string; errors: Errors }

/** Asks once as the page appears, also where React tries effects twice; null when there is nothing to ask. */
export function useAnswer<T>(question: ((calls: Calls) => Promise<T>) | null): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ errors: {} })
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || !question) return
    isAsked.current = true
    loadCalls()
      .then(question)
      .then(
        (data) => setAnswer({ data, errors: {} }),
        (failure: unknown) =>
          setAnswer({ error: failure instanceof CallFailure ? failure.error : '', errors: told(failure) }),
      )
  }, [question])
  return answer
}
