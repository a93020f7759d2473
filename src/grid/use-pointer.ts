import type { DataEditorCoreProps, Rectangle } from '@glideapps/glide-data-grid'
import { type MouseEvent, useMemo, useRef } from 'react'
import type { Anchor, GridProps } from './props.ts'
import type { Grid } from './use-grid.ts'

type Ways = {
  grid: Grid
  props: GridProps<unknown>
  edit: () => void
}
type Pointer = Pick<
  DataEditorCoreProps,
  | 'onVisibleRegionChanged'
  | 'cellActivationBehavior'
  | 'onCellActivated'
  | 'onCellClicked'
  | 'onCellContextMenu'
  | 'onHeaderContextMenu'
  | 'onHeaderMenuClick'
  | 'onColumnMoved'
  | 'onColumnResize'
  | 'onRowMoved'
>

const anchorOf = ({ x, y, width, height }: Rectangle): Anchor => ({ x, y, width, height })

/** The column whose edge is at a point of the window; null if none is. */
export function edgeAt(grid: Grid, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): number | null {
  const at = grid.editor.current?.getMouseArgsForPosition(clientX, clientY)
  return at?.kind === 'header' && at.isEdge ? at.location[0] : null
}

/** Edits the selected cell if it was clicked twice. */
export const editOnDoubleClick =
  (grid: Grid, edit: () => void) =>
  ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): void => {
    const at = grid.editor.current?.getMouseArgsForPosition(clientX, clientY)
    const cell = grid.selected().spot?.cell
    if (at?.kind === 'cell' && !at.isFillHandle && at.location[0] === cell?.column && at.location[1] === cell.row)
      edit()
  }

/** Handles the pointer; returns the handlers and the visible region. */
export function usePointer(given: Ways): Pointer {
  const ways = useRef(given)
  ways.current = given
  const { onColumnMove, onColumnResize, onRowMove } = given.props
  const [canMove, canResize, canMoveRows] = [onColumnMove, onColumnResize, onRowMove].map(Boolean)
  return useMemo(
    () => ({
      onVisibleRegionChanged: (region, leftPx) => {
        const { grid, props } = ways.current
        grid.region.set(region, leftPx)
        const last = region.y + region.height
        props.pages.see(region.y, last, props.count)
        props.onView?.(region.y, Math.min(props.count - 1, last))
      },
      // As in spreadsheets: a second click on a selected cell leaves it selected.
      cellActivationBehavior: 'double-click' as const,
      // The library takes any two releases in a short time for a double click, such as the end of a drag and a click
      // elsewhere; of a mouse the browser knows it.
      onCellActivated: (_cell, event) => {
        if (event.inputType === 'keyboard' || event.pointerType === 'touch') ways.current.edit()
      },
      onCellClicked: ([column, row]) => {
        const { grid, props } = ways.current
        if (column >= 0 && grid.viewAt({ column, row })?.kind === 'heading') props.onHeading?.(row)
        else props.onOpen?.({ column, row })
      },
      onCellContextMenu: ([column, row], event) => {
        const { props } = ways.current
        if (!props.onCellMenu) return
        event.preventDefault()
        const { x, y } = event.bounds
        props.onCellMenu({ column, row }, { x: x + event.localEventX, y: y + event.localEventY, width: 0, height: 0 })
      },
      onHeaderContextMenu: (column, event) => {
        const { props } = ways.current
        if (!props.onHeaderMenu) return
        event.preventDefault()
        props.onHeaderMenu(column, anchorOf(event.bounds))
      },
      onHeaderMenuClick: (column, bounds) => ways.current.props.onHeaderMenu?.(column, anchorOf(bounds)),
      ...(canMove && { onColumnMoved: (from, to) => ways.current.props.onColumnMove?.(from, to) }),
      ...(canMoveRows && { onRowMoved: (from: number, to: number) => ways.current.props.onRowMove?.(from, to) }),
      ...(canResize && {
        onColumnResize: ({ id }, width) => id !== undefined && ways.current.props.onColumnResize?.(id, width),
      }),
    }),
    [canMove, canResize, canMoveRows],
  )
}
