import { useLayoutEffect } from 'react'
import type { ActionContext } from './action-context.ts'
import { type Action, command } from './actions/action.ts'
import { actions } from './actions/index.ts'
import { startsName } from './type-ahead.ts'
import { placeInList } from './use-focus-back.ts'
import type { SetSelection } from './use-selection.ts'

type Needs = { context: ActionContext; isOff: boolean; setSelection: SetSelection; goUp: () => void }

/** Shortcuts and pastes in a text field belong to the field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether an event is meant for a text field, or for a layer in front of the list. */
export const isBusyElsewhere = (target: EventTarget | null) =>
  isTyping(target) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/** Escape in an open menu closes the menu alone. */
const isOfMenu = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('[role="menu"]') !== null) ||
  document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)') !== null

/** Runs an action by its shortcut; a refusal is shown as a message, since no menu shows the reason. */
export function runByKey(action: Action, context: ActionContext): void {
  if (!action.isVisible(context) && !action.hasKeysAlways) return
  const refusal = action.refusal(context)
  if (refusal) context.refuse(refusal)
  else void action.run(context)
}

/** With selected text on the page, Ctrl+C and Ctrl+X copy that text. */
const isOfText = (event: KeyboardEvent) => (command('c')(event) || command('x')(event)) && String(getSelection()) !== ''

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/
const movesInList = (event: KeyboardEvent) => (MOVES.test(event.key) && !event.altKey) || startsName(event)
/** Lets keys move in the list even when nothing on the page has the focus, or its row was scrolled away. */
function enterList(event: KeyboardEvent): void {
  const place = placeInList()
  if (!place) return
  event.preventDefault()
  place.focus()
  const { key, ctrlKey, metaKey, shiftKey } = event
  place.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true }))
}

/** The keyboard shortcuts of the file manager; they run the same actions as its menus. */
export function useKeys({ context, isOff, setSelection, goUp }: Needs): void {
  // Before the rows are painted: a list that is seen takes keys.
  useLayoutEffect(() => {
    if (isOff) return
    function press(event: KeyboardEvent) {
      if (isBusyElsewhere(event.target) || isOfText(event)) return
      if (event.target === document.body && movesInList(event)) return enterList(event)
      if (event.key === 'Escape') return isOfMenu(event.target) ? undefined : setSelection(null)
      if (event.key === '/') {
        event.preventDefault()
        return document.querySelector<HTMLInputElement>('.files-search input')?.focus()
      }
      if (event.key === 'Backspace' || (event.key === 'ArrowUp' && event.altKey)) {
        event.preventDefault()
        return goUp()
      }
      // A focused button handles Enter and Space itself; in rows these keys run actions.
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
