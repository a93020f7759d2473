/** The icon of a header, before its title. */
export type Glyph =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'file'
  | 'person'
  | 'formula'

export type GridColumn = {
  id: string
  title: string
  /** The second line of the header: a unit or a type. */
  note?: string
  glyph?: Glyph
  /** In px. */
  width: number
  /** Share of the width left over by all columns that this one gets. */
  grow?: number
  isRight?: boolean
  isReadOnly?: boolean
  /** Its place among the columns that the rows are sorted by, counted from 1. */
  sort?: { place: number; isDescending: boolean }
  /** Whether the rows are filtered by it. */
  isFiltered?: boolean
}

/** A colour of a pill or a person, by its place among those of the look. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5
type Shown =
  | { kind: 'text' | 'number' }
  | { kind: 'boolean'; value: boolean | null }
  | { kind: 'pills'; pills: readonly { text: string; tone: Tone }[] }
  /** `picture` is the address of a small picture, drawn instead of a sheet of paper. */
  | { kind: 'files'; files: readonly { name: string; picture?: string | undefined }[] }
  | { kind: 'people'; people: readonly { name: string; tone: Tone }[] }
  | { kind: 'error' }
  /**
   * A group heading; `isOpen` says whether its rows are shown, and is null in its other cells. `end` is always visible
   * at the right.
   */
  | { kind: 'heading'; isOpen: boolean | null; isRight?: boolean; end?: string }
/**
 * A cell as it is shown. `text` is what is copied and edited; `shown` is drawn instead. `problem` says why the cell is
 * marked; `note` is further information, such as comments.
 */
export type CellView = Shown & { text: string; shown?: string; problem?: string; note?: string }

/** A cell by its column and row, counted from 0. */
export type Place = { column: number; row: number }
/** A rectangle of cells: its first column and row, and how many there are. */
export type Range = { x: number; y: number; width: number; height: number }
/** The cell that is edited, and the rectangle around it that is selected. */
export type Spot = { cell: Place; range: Range }
export type Size = { columns: number; rows: number }

/** Something for each cell of a rectangle, row by row. */
export type Rectangle<Each> = readonly (readonly Each[])[]
/**
 * Cells that are copied: their texts, and at the same places the values behind them in words of whoever has the cells;
 * '' where the text says all. `numbers` says which texts are numbers.
 */
export type Copied = { texts: Rectangle<string>; exacts: Rectangle<string>; numbers?: Rectangle<boolean> }
/**
 * A cell that is to hold another text, or the value behind it where that is known. `begun` is its row as it was when the
 * writing began, if it was written by hand: what others wrote since, the writer may not have seen.
 */
export type Edit = Place & { text: string; exact?: string; begun?: unknown }
/** Cells of a rectangle, and where its first one is to be. */
export type Block = Copied & { at: Place }

/** The selection: one rectangle, or whole rows, or whole columns. */
export type Selected = {
  spot: Spot | null
  /** Spans of whole rows and columns; the end is not part of it. */
  rows: readonly (readonly [from: number, to: number])[]
  columns: readonly (readonly [from: number, to: number])[]
}

/** Somebody else who is in the same table. */
export type Other = { id: string; name: string; tone: Tone; place: Place; isTyping: boolean }
