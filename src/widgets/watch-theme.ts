/** Calls `onTheme` when the theme changes; returns the unsubscribe function. */
export function watchTheme(onTheme: () => void): () => void {
  const observer = new MutationObserver(onTheme)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
