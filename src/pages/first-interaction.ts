const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'scroll'] as const

/** Whether the user interacted with the page before the script ran. */
const isTouched = () => navigator.userActivation?.hasBeenActive || document.activeElement !== document.body

/** Resolves at the next user interaction. */
export const nextInteraction = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = new AbortController()
    const touched = () => {
      stop.abort()
      resolve()
    }
    // Capture phase, because React stops events in parts that are not hydrated yet.
    for (const sign of SIGNS) addEventListener(sign, touched, { signal: stop.signal, passive: true, capture: true })
  })

/** Resolves at the first user interaction; at once if there was one already. */
export const firstInteraction = (): Promise<void> => (isTouched() ? Promise.resolve() : nextInteraction())
