/** What a header shows before its title. */
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
  /** Its share of the room that is left beside all columns. */
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
   * A line between rows; `isOpen` says whether rows follow that it folds, null in its other cells. `end` stands at its
   * right however narrow the cell is.
   */
  | { kind: 'heading'; isOpen: boolean | null; isRight?: boolean; end?: string }
/**
 * A cell as it is shown. `text` is what copying gives and editing begins with; `shown` is drawn instead of it.
 * `problem` says why the cell is marked, `note` what else there is of it, such as comments.
 */
export type CellView = Shown & { text: string; shown?: string; problem?: string; note?: string }

/** A cell by its column and row, counted from 0. */
export type Place = { column: number; row: number }
/** A rectangle of cells: its first column and row, and how many there are. */
export type Range = { x: number; y: number; width: number; height: number }
/** The cell that is edited, and the rectangle around it that is selected. */
export type Spot = { cell: Place; range: Range }
export type Size = { columns: number; rows: number }

/** A cell that is to hold another text. */
export type Edit = Place & { text: string }
/** Texts of a rectangle, row by row, and where its first cell is to be. */
export type Block = { at: Place; texts: readonly (readonly string[])[] }

/** What is selected: one rectangle, or whole rows, or whole columns. */
export type Selected = {
  spot: Spot | null
  /** Spans of whole rows and columns; the end is not part of it. */
  rows: readonly (readonly [from: number, to: number])[]
  columns: readonly (readonly [from: number, to: number])[]
}

/** Somebody else who is in the same table. */
export type Other = { id: string; name: string; tone: Tone; place: Place; isTyping: boolean }
