import type { Show } from '../talk.ts'

/**
 * The viewers of the built-in frame; each is its own chunk. The page's viewer registry refers to them by name
 * (`framed`).
 */
export const viewers: Readonly<Record<string, () => Promise<{ show: Show }>>> = {
  html: () => import('./html.ts'),
  docx: () => import('./docx.ts'),
  pptx: () => import('./pptx.ts'),
  notebook: () => import('./notebook.ts'),
  structure: () => import('./structure.ts'),
}
