import { useEffect } from 'react'
import { MAIL_AGAIN_MS } from '#contract/core/limits.ts'
import { CallFailure } from '#providers/failures.ts'
import { useCountdown } from './use-countdown.ts'

/** Milliseconds that a refusal asks to wait. */
function waitOf({ data }: CallFailure): number {
  const seconds = typeof data === 'object' && data !== null && 'seconds' in data ? data.seconds : null
  return typeof seconds === 'number' ? seconds * 1000 : MAIL_AGAIN_MS
}

/** Seconds until an address may ask for a mail again; `sentAtMs` is when it last did, 0 when nobody knows. */
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
