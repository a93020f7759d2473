import { useEffect } from 'react'
import { type Action, command } from './actions/action.ts'
import { actions } from './actions/index.ts'
import type { Desk } from './desk.ts'
import type { SetSelection } from './use-selection.ts'

type Needs = { desk: Desk; isOff: boolean; setSelection: SetSelection; goUp: () => void }

/** Keys and pastes in a field belong to the field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys and pastes are meant for a field, or for what stands in front of the list. */
export const isBusyElsewhere = (target: EventTarget | null) =>
  isTyping(target) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/** The menus say why something is refused; whoever asked with a key is told. */
export function runByKey(action: Action, desk: Desk): void {
  if (!action.isVisible(desk) && !action.hasKeysAlways) return
  const refusal = action.refusal(desk)
  if (refusal) desk.refuse(refusal)
  else void action.run(desk)
}

/** Words that somebody chose on the page are what Ctrl+C is about. */
const isOfText = (event: KeyboardEvent) => (command('c')(event) || command('x')(event)) && String(getSelection()) !== ''

/** Shortcuts of the file manager, from the same actions as its menus. */
export function useKeys({ desk, isOff, setSelection, goUp }: Needs): void {
  useEffect(() => {
    if (isOff) return
    function press(event: KeyboardEvent) {
      if (isBusyElsewhere(event.target) || isOfText(event)) return
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
      const action = actions.find((one) => one.keys?.(event) && (one.isVisible(desk) || one.hasKeysAlways))
      if (!action) return
      event.preventDefault()
      runByKey(action, desk)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
