import { useCallback, useEffect, useRef, useState } from 'react'
import type { DataOf } from '#contract/core/operation.ts'
import type { registration } from '#contract/registration.ts'
import { loadCalls } from './calls.ts'
import { useCountdown } from './use-countdown.ts'
import { useFirstInteraction } from './use-first-interaction.ts'

export type CaptchaKind = 'image' | 'words'
type Shown = DataOf<typeof registration.captcha>
/** `asleep` until the user interacts with the page, because an image is valid for a minute only. */
type Phase = 'asleep' | 'loading' | 'shown' | 'failed'

/** The captcha (image or question), renewed after use or expiry. `isWanted`: the user has requested it. */
export function useCaptcha(isWanted = false) {
  const [kind, setKind] = useState<CaptchaKind>('image')
  const [phase, setPhase] = useState<Phase>('asleep')
  const [shown, setShown] = useState<Shown | null>(null)
  const [leftSeconds, countUntil] = useCountdown()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(0)

  const renew = useCallback(
    async (next: CaptchaKind) => {
      const attempt = ++latest.current
      setKind(next)
      setPhase('loading')
      if (input.current) input.current.value = ''
      try {
        const { ask, registration } = await loadCalls()
        const answer = await ask(registration.captcha, { kind: next })
        if (attempt !== latest.current) return
        setShown(answer)
        countUntil(Date.now() + answer.validSeconds * 1000)
        setPhase('shown')
      } catch {
        // The failure is shown in place of the image, with a button to try again.
        if (attempt === latest.current) setPhase('failed')
      }
    },
    [countUntil],
  )

  useFirstInteraction(() => void renew('image'), isWanted)
  // The countdown starts one tick after the image; 0 seconds before that do not mean expiry.
  const wasCounting = useRef(false)
  useEffect(() => {
    const isOver = phase === 'shown' && wasCounting.current && leftSeconds === 0
    wasCounting.current = leftSeconds > 0
    if (!isOver || input.current?.value) return
    const again = () => document.visibilityState === 'visible' && void renew(kind)
    again()
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [phase, leftSeconds, kind, renew])

  return { kind, phase, shown, leftSeconds, input, renew }
}
export type CaptchaState = ReturnType<typeof useCaptcha>
