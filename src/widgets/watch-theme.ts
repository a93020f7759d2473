/** Tells whenever another theme is shown, to what is drawn in its colours; answers how to stop that. */
export function watchTheme(onTheme: () => void): () => void {
  const observer = new MutationObserver(onTheme)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
