import { useEffect } from 'react'
import type { ActionContext } from './action-context.ts'
import { type Action, command } from './actions/action.ts'
import { actions } from './actions/index.ts'
import { placeInList } from './use-focus-back.ts'
import type { SetSelection } from './use-selection.ts'

type Needs = { context: ActionContext; isOff: boolean; setSelection: SetSelection; goUp: () => void }

/** Keys and pastes in a field belong to the field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys and pastes are meant for a field, or for what stands in front of the list. */
export const isBusyElsewhere = (target: EventTarget | null) =>
  isTyping(target) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/** The menus say why something is refused; whoever asked with a key is told. */
export function runByKey(action: Action, context: ActionContext): void {
  if (!action.isVisible(context) && !action.hasKeysAlways) return
  const refusal = action.refusal(context)
  if (refusal) context.refuse(refusal)
  else void action.run(context)
}

/** Words that somebody chose on the page are what Ctrl+C is about. */
const isOfText = (event: KeyboardEvent) => (command('c')(event) || command('x')(event)) && String(getSelection()) !== ''

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/
const isOfList = ({ key, altKey }: KeyboardEvent) => MOVES.test(key) && !altKey
/** What moves in the list works from a page that has just loaded, too. */
function enterList(event: KeyboardEvent): void {
  const place = placeInList()
  if (!place) return
  event.preventDefault()
  place.focus()
  const { key, ctrlKey, metaKey, shiftKey } = event
  place.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true }))
}

/** Shortcuts of the file manager, from the same actions as its menus. */
export function useKeys({ context, isOff, setSelection, goUp }: Needs): void {
  useEffect(() => {
    if (isOff) return
    function press(event: KeyboardEvent) {
      if (isBusyElsewhere(event.target) || isOfText(event)) return
      if (event.target === document.body && isOfList(event)) return enterList(event)
      if (event.key === 'Escape') return setSelection(null)
      if (event.key === '/') {
        event.preventDefault()
        return document.querySelector<HTMLInputElement>('.files-search input')?.focus()
      }
      if (event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)) {
        event.preventDefault()
        return goUp()
      }
      // A focused button keeps Enter and Space for itself; rows give theirs to the actions.
      if (
        (event.key === 'Enter' || event.key === ' ') &&
        event.target instanceof HTMLElement &&
        event.target.closest('button, a')
      )
        return
      const action = actions.find((one) => one.keys?.(event) && (one.isVisible(context) || one.hasKeysAlways))
      if (!action) return
      event.preventDefault()
      runByKey(action, context)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
