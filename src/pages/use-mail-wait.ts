import { useEffect } from 'react'
import { MAIL_AGAIN_MS } from '#contract/core/limits.ts'
import { CallFailure } from '#providers/failures.ts'
import { useCountdown } from './use-countdown.ts'

/** The waiting time that a refusal names, in milliseconds. */
function waitOf({ data }: CallFailure): number {
  const seconds = typeof data === 'object' && data !== null && 'seconds' in data ? data.seconds : null
  return typeof seconds === 'number' ? seconds * 1000 : MAIL_AGAIN_MS
}

/** Seconds until another mail may be requested; `sentAtMs` is the time of the last one, 0 if unknown. */
export function useMailWait(sentAtMs = 0) {
  const [leftSeconds, waitUntil] = useCountdown()
  useEffect(() => {
    if (sentAtMs) waitUntil(Math.min(sentAtMs, Date.now()) + MAIL_AGAIN_MS)
  }, [sentAtMs, waitUntil])
  return {
    leftSeconds,
    sent: () => waitUntil(Date.now() + MAIL_AGAIN_MS),
    refused(failure: unknown) {
      if (failure instanceof CallFailure && failure.error === 'mailAgainLater') waitUntil(Date.now() + waitOf(failure))
    },
  }
}
