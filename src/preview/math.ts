import katex from 'katex'
import 'katex/dist/katex.min.css'
import { MATH } from './math-rules.ts'

/** Formulas that are drawn; those after stay TeX, because each one takes a browser a millisecond (our choice). */
const FORMULAS_MAX = 2000
/** Longest side of what a formula may draw, in em. */
const SIZE_MAX = 50

/** Renders the formulas in a page, with our fonts; one that TeX rejects stays as written, in red. */
export function drawMath(page: ParentNode): void {
  for (const place of [...page.querySelectorAll(`span.${MATH}`)].slice(0, FORMULAS_MAX))
    place.innerHTML = katex.renderToString(place.textContent, {
      displayMode: place.classList.contains('display'),
      throwOnError: false,
      errorColor: 'var(--danger)',
      strict: 'ignore',
      trust: false,
      maxSize: SIZE_MAX,
    })
}
