import type { Show } from '../talk.ts'

/** The viewers of the built-in frame; each is its own chunk. `framed` in the registry of the page names them. */
export const viewers: Readonly<Record<string, () => Promise<{ show: Show }>>> = {
  html: () => import('./html.ts'),
}
