import type { KeyboardEvent, MouseEvent } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ActionContext } from './action-context.ts'
import type { MenuPlace } from './ContextMenu.tsx'
import { startDrag } from './drag.ts'
import { focused, isSelected, only, ranged, type Selection, toggled } from './selection.ts'
import { NOTHING_TYPED, rowOf, typedWith } from './type-ahead.ts'
import type { Folder } from './use-folder.ts'
import type { SetSelection } from './use-selection.ts'
import type { ViewChoice } from './use-view-choice.ts'

export type ViewProps = {
  context: ActionContext
  store: Folder
  selection: Selection
  setSelection: SetSelection
  renaming: FileRecord | null
  startRename: (record: FileRecord | null) => void
  rename: (record: FileRecord, name: string) => Promise<void>
  view: ViewChoice
  onMenu: (place: MenuPlace) => void
  /** Reports the visible rows, so that their badges are loaded. */
  reachBadges: (from: number, to: number) => void
}
type Needs = Pick<ViewProps, 'context' | 'store' | 'selection' | 'setSelection' | 'onMenu'>

/** Touch has no second button and no modifier keys. */
const isFinger = (event: MouseEvent) => (event.nativeEvent as PointerEvent).pointerType === 'touch'

/**
 * Mouse: a click selects, Ctrl toggles, Shift selects a range, a double click opens, a right click opens the menu.
 * Touch: a tap opens, or toggles the row while there is a selection; a long press opens the menu.
 */
export function pointerEvents(
  { context, store, selection, setSelection, onMenu }: Needs,
  record: FileRecord,
  at: number,
) {
  const hashAt = (place: number) => store.state.rows[place]?.hash
  return {
    onClick(event: MouseEvent) {
      if (isFinger(event)) {
        const isSelecting = selection.all || selection.hashes.size > 0
        return isSelecting ? setSelection(toggled(selection, record.hash, at)) : context.open(record)
      }
      if (event.shiftKey) return setSelection(ranged(selection, at, hashAt))
      if (event.ctrlKey || event.metaKey) return setSelection(toggled(selection, record.hash, at))
      setSelection(only(record.hash, at))
    },
    onDoubleClick: (event: MouseEvent) => !isFinger(event) && context.open(record),
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      if (!isSelected(selection, record.hash)) setSelection(only(record.hash, at))
      onMenu({ x: event.clientX, y: event.clientY })
    },
    onDragStart: (event: React.DragEvent) => startDrag(event, record, context.selected),
  }
}

type Keys = Needs & { total: number; perRow: number; pageRows: number; reveal: (at: number) => void }
let typed = NOTHING_TYPED

const steps: Record<string, (place: number, keys: Pick<Keys, 'total' | 'perRow' | 'pageRows'>) => number> = {
  ArrowDown: (place, { perRow }) => place + perRow,
  ArrowUp: (place, { perRow }) => place - perRow,
  ArrowRight: (place, { perRow }) => (perRow > 1 ? place + 1 : place),
  ArrowLeft: (place, { perRow }) => (perRow > 1 ? place - 1 : place),
  PageDown: (place, { perRow, pageRows }) => place + perRow * pageRows,
  PageUp: (place, { perRow, pageRows }) => place - perRow * pageRows,
  Home: () => 0,
  End: (_place, { total }) => total - 1,
}

/**
 * Arrows, Home, End and page keys move and select; with Ctrl they only move, with Shift they select a range; Ctrl+Space
 * toggles; what else is typed leads to a name.
 */
export function keyEvents(keys: Keys) {
  const { store, selection, setSelection, total, reveal } = keys
  const { rows } = store.state
  const hashAt = (place: number) => rows[place]?.hash
  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    const step = steps[event.key]
    const record = rows[selection.focus]
    if (event.key === ' ' && (event.ctrlKey || event.metaKey) && record) {
      event.preventDefault()
      return setSelection(toggled(selection, record.hash, selection.focus))
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      const box = document.activeElement?.getBoundingClientRect()
      return keys.onMenu({ x: (box?.left ?? 0) + 40, y: box?.bottom ?? 0 })
    }
    const text = step ? null : typedWith(typed, event, rows)
    // Moving on ends the text.
    typed = step ? NOTHING_TYPED : (text ?? typed)
    // What is part of a name starts no action.
    if (text) event.stopPropagation()
    const wanted =
      step && !event.altKey ? step(Math.max(0, selection.focus), keys) : text ? rowOf(text, rows, selection.focus) : -1
    if (!step && wanted < 0) return
    event.preventDefault()
    // Without a focused row, an arrow moves to the first row and End to the last one.
    const at = Math.min(Math.max(0, selection.focus < 0 && step && event.key !== 'End' ? 0 : wanted), total - 1)
    const hash = hashAt(at)
    store.reach(at)
    reveal(at)
    if (!hash) return setSelection(focused(selection, at))
    if (event.shiftKey && step) return setSelection(ranged(selection, at, hashAt))
    if (event.ctrlKey || event.metaKey) return setSelection(focused(selection, at))
    setSelection(only(hash, at))
  }
}
