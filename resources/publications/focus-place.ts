import type { Problem } from '#contract/publications/check.ts'

/** A field of a draft, as findings name it: its place, with the entry (from 1) and its part if it has entries. */
export type Target = Pick<Problem, 'place'> & Partial<Pick<Problem, 'entry' | 'part'>>

const WRITABLE = ':is(input, textarea, button, [tabindex="0"]):not(:disabled, [type="hidden"])'

/** The element of a field; of a field in two languages the first one. */
const elementAt = (place: string) =>
  document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ??
  document.querySelector<HTMLElement>(`[data-place^="${CSS.escape(`${place}.`)}"]`)

function inputAt({ place, entry = 0, part = '' }: Target): HTMLElement | null {
  const field = elementAt(place)
  const within = (entry > 0 && field?.querySelectorAll<HTMLElement>('fieldset')[entry - 1]) || field
  const named = part && within?.querySelector<HTMLElement>(`[data-part="${CSS.escape(part)}"]`)
  return (named || within)?.querySelector<HTMLElement>(WRITABLE) ?? null
}

/**
 * Shows the field of a step that is on the page and puts the keyboard there, once its input is: some come later. Returns
 * what calls that off; null if the step has no such field.
 */
export function focusPlace(target: Target): (() => void) | null {
  const field = elementAt(target.place)
  if (!field) return null
  const reach = () => {
    const input = inputAt(target)
    if (!input) return false
    input.focus({ preventScroll: true })
    input.scrollIntoView({ block: 'center' })
    return true
  }
  if (reach()) return () => {}
  field.scrollIntoView({ block: 'center' })
  const awaited = new MutationObserver(() => reach() && awaited.disconnect())
  awaited.observe(field, { childList: true, subtree: true })
  return () => awaited.disconnect()
}
