import { useEffect } from 'react'
import { actions } from './actions/index.ts'
import type { Desk } from './desk.ts'
import type { SetSelection } from './use-selection.ts'

type Needs = { desk: Desk; isOff: boolean; setSelection: SetSelection; goUp: () => void }

/** Keys and pastes in a field belong to the field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Shortcuts of the file manager, from the same actions as its menus. */
export function useKeys({ desk, isOff, setSelection, goUp }: Needs): void {
  useEffect(() => {
    if (isOff) return
    function press(event: KeyboardEvent) {
      if (
        isTyping(event.target) ||
        document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')
      )
        return
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
      if (!action.refusal(desk)) void action.run(desk)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
