import { type ClipboardEvent, useRef } from 'react'
import { exactsIn, fromHtml, isOurs } from './clipboard-html.ts'
import { formsOf, fromTsv } from './clipboard-text.ts'
import { BLOCK_CELLS, beyond, editsOf, pasted } from './paste.ts'
import type { GridProps } from './props.ts'
import type { Copied, Range } from './types.ts'
import type { Grid } from './use-grid.ts'

/** Events of copying and pasting; `cells` is a number of cells. */
export type Notice = { key: 'copied' | 'tooMany' | 'copyAgain' | 'copying' | 'noRoom' | 'failed'; cells: number }
type Ways = {
  grid: Grid
  props: Pick<GridProps<unknown>, 'onEdit' | 'onClear' | 'onPasteBeyond'>
  tell: (notice: Notice) => void
}

/** Where a block goes in a table without rows. */
const FIRST: Range = { x: 0, y: 0, width: 1, height: 1 }

const cellsIn = (ranges: readonly Range[]) => ranges.reduce((sum, { width, height }) => sum + width * height, 0)

/** Copying, cutting and pasting with the clipboard of the machine. */
export function useClipboard({ grid, props, tell }: Ways) {
  // Cells that had to be loaded first, for browsers that don't allow a page to write to the clipboard afterwards: the
  // next copy uses them.
  const loaded = useRef<{ key: string; copied: Copied } | null>(null)

  async function copyLater(ranges: Range[], cells: number) {
    const key = JSON.stringify(ranges)
    tell({ key: 'copying', cells })
    const copied = grid.cells(ranges, new AbortController().signal)
    try {
      if (typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write) {
        const as = (type: 'text/plain' | 'text/html') =>
          copied.then((found) => new Blob([formsOf(found)[type]], { type }))
        await navigator.clipboard.write([
          new ClipboardItem({ 'text/plain': as('text/plain'), 'text/html': as('text/html') }),
        ])
        return tell({ key: 'copied', cells })
      }
      loaded.current = { key, copied: await copied }
      tell({ key: 'copyAgain', cells })
    } catch {
      // Rows failed to load or the browser refused; nothing was copied.
      tell({ key: 'failed', cells })
    }
  }

  /** Gives whether the selection is in the clipboard, or will be. */
  function copy(event: ClipboardEvent): boolean {
    const ranges = grid.ranges()
    const cells = cellsIn(ranges)
    if (cells === 0) return false
    event.preventDefault()
    if (cells > BLOCK_CELLS) {
      tell({ key: 'tooMany', cells: BLOCK_CELLS })
      return false
    }
    const before = loaded.current?.key === JSON.stringify(ranges) ? loaded.current.copied : null
    const copied = grid.cellsAtHand(ranges) ?? before
    loaded.current = null
    if (!copied) {
      void copyLater(ranges, cells)
      return false
    }
    for (const [type, form] of Object.entries(formsOf(copied))) event.clipboardData.setData(type, form)
    if (cells > 1) tell({ key: 'copied', cells })
    return true
  }

  function cut(event: ClipboardEvent) {
    const ranges = grid.ranges()
    // Cells are only cleared if copying them succeeded.
    if (copy(event)) props.onClear?.(ranges)
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    const range = grid.ranges()[0] ?? (grid.size().rows === 0 ? FIRST : undefined)
    if (!range || !props.onEdit) return
    const [html, text] = [event.clipboardData.getData('text/html'), event.clipboardData.getData('text/plain')]
    const texts = (html && !isOurs(html) && fromHtml(html)) || fromTsv(text)
    const block = pasted({ texts, exacts: exactsIn(html, texts) }, range)
    const cells = block.texts.reduce((sum, row) => sum + row.length, 0)
    if (cells > BLOCK_CELLS) return tell({ key: 'tooMany', cells: BLOCK_CELLS })
    const missing = beyond(block, grid.size())
    if (missing.rows > 0 || missing.columns > 0)
      return props.onPasteBeyond ? props.onPasteBeyond(block) : tell({ key: 'noRoom', cells })
    props.onEdit(editsOf(block), 'paste')
    const { column, row } = block.at
    const [width, height] = [block.texts[0]?.length ?? 1, block.texts.length]
    grid.select({ cell: block.at, range: { x: column, y: row, width, height } })
  }
  return { copy, cut, paste }
}
