const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'scroll'] as const

/** Somebody was here before the script: a field has been entered, a key pressed, something clicked. */
const isTouched = () => navigator.userActivation?.hasBeenActive || document.activeElement !== document.body

/** Done with the first sign that somebody is at the page; at once when there was one already. */
export const firstInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    if (isTouched()) return resolve()
    const stop = new AbortController()
    const touched = () => {
      stop.abort()
      resolve()
    }
    // On the way down: what happens in a part that is not alive yet goes no further than to React.
    for (const sign of SIGNS) addEventListener(sign, touched, { signal: stop.signal, passive: true, capture: true })
  })
