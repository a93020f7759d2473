import type { DataEditorRef } from '@glideapps/glide-data-grid'
import type { Place, Range } from './types.ts'

/** `near` scrolls as little as needed; `start` brings the row to the top. */
export type Align = 'near' | 'start'
type View = { editor: DataEditorRef; scroller: HTMLElement; visible: Range; rows: number; rowPx: number }

/**
 * A scroll step up to this size moves the rows by the same amount; a larger one jumps to the same relative position in
 * the table.
 */
const STEP_PX = 2000

/**
 * Scrolls to a cell. Browsers limit the height of what scrolls, so the scroll bar of a very long table is shorter than
 * its rows, and a far row is at a share of it.
 */
export function reveal({ editor, scroller, visible, rows, rowPx }: View, { column, row }: Place, align: Align): void {
  const isScaled = rows * rowPx > scroller.scrollHeight
  const far = Math.min(Math.abs(row - visible.y), Math.abs(row - visible.y - visible.height)) * rowPx
  if (!isScaled || far < STEP_PX / 2) {
    editor.scrollTo(column, row, 'both', 0, 0, align === 'start' ? { vAlign: 'start' } : undefined)
    return
  }
  editor.scrollTo(column, row, 'horizontal')
  const head = editor.getBounds(0, -1)?.height ?? 0
  const room = scroller.clientHeight - head
  const top = align === 'near' && row > visible.y ? (row + 1) * rowPx - room : row * rowPx
  const most = scroller.scrollHeight - scroller.clientHeight
  const share = Math.max(0, Math.min(1, top / (rows * rowPx - room)))
  const target = share * most
  if (Math.abs(target - scroller.scrollTop) <= STEP_PX) {
    // A jump from nearby would be taken for a small step, so it starts from far away.
    scroller.scrollTop = target > most / 2 ? 0 : most
    scroller.dispatchEvent(new Event('scroll'))
  }
  scroller.scrollTop = target
}
