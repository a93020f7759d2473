import type { ReactNode, Ref } from 'react'
import type { Key } from './follow.ts'
import type { RowPages } from './row-pages.ts'
import type { Block, CellView, Edit, GridColumn, Other, Place, Range, Selected } from './types.ts'

/** The origin of an edit. */
export type EditKind = 'type' | 'paste' | 'fill'
/** A point or rectangle of the window, in px. */
export type Anchor = { x: number; y: number; width: number; height: number }
/**
 * What a picker gets: the cell, the text typed so far (null if none), and callbacks to finish with a text or to cancel.
 */
export type PickerProps = { place: Place; typed: string | null; onDone: (text: string | null) => void }

/** Moves to places of a grid from outside. */
export type GridHandle = {
  goTo: (place: Place) => void
  select: (range: Range) => void
  /** Selects a cell and begins to edit it. */
  edit: (place: Place) => void
  focus: () => void
}

export type GridProps<Row> = {
  label: string
  columns: readonly GridColumn[]
  /** Number of rows. */
  count: number
  pages: RowPages<Row>
  /**
   * What a row is known by, wherever it stands: the selection and what is being written go along with it. Without it they
   * stay at their places.
   */
  keyOf?: (row: Row) => Key
  /** The cell of a row, by the place of its column among `columns`; must be stable for the same columns. */
  cellOf: (row: Row, column: number) => CellView
  /**
   * The value behind the text of a cell, which a copy carries and `onEdit` understands; undefined where the text says all.
   */
  exactOf?: (row: Row, column: number) => string | undefined
  /** Columns that stay at the left while the others move. */
  frozen?: number
  rowPx?: number
  /** A table that is only glanced at: smaller letters. */
  isSmall?: boolean
  handle?: Ref<GridHandle>
  onSelect?: (selected: Selected) => void
  /** Called with the visible rows; the end is included. */
  onView?: (first: number, last: number) => void

  /** Changes cells. Without it the grid only shows. */
  onEdit?: (edits: readonly Edit[], kind: EditKind) => void
  /** Whether a cell is being written in. */
  onWriting?: (isWriting: boolean) => void
  /** Empties cells. */
  onClear?: (ranges: readonly Range[]) => void
  /** Refuses a text for a cell, in words; null takes it. */
  check?: (place: Place, text: string) => string | null
  /** Chooses a value for cells that are not typed; null leaves the cell to typing. */
  picker?: (props: PickerProps) => ReactNode
  /** Something was pasted that needs more rows or columns than there are. */
  onPasteBeyond?: (block: Block) => void
  /** Shows a row at the end that adds one; nothing is selected then, until the caller selects the new row. */
  onAddRow?: () => void
  /** A heading between the rows was chosen. */
  onHeading?: (row: number) => void
  /** Whether rows have numbers; without them a box to select each. */
  hasNumbers?: boolean
  /** A row was dragged to the place of another, or moved by keys. */
  onRowMove?: (from: number, to: number) => void
  onUndo?: () => void
  onRedo?: () => void
  onFind?: () => void
  onHeaderMenu?: (column: number, at: Anchor) => void
  onCellMenu?: (place: Place, at: Anchor) => void
  /** A click on a cell that leads somewhere, such as a file. */
  onOpen?: (place: Place) => void
  onColumnMove?: (from: number, to: number) => void
  onColumnResize?: (id: string, widthPx: number) => void
  /** The edge of a header was clicked twice. */
  onColumnFit?: (column: number) => void

  others?: readonly Other[]
  /** The content below each column. */
  footer?: (column: number) => ReactNode
}
