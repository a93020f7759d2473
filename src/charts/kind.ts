import type { ComponentType } from 'react'
import type { ChartOptions } from '#contract/charts/definition.ts'
import type { DrawSpec } from '../widgets/Chart.tsx'
import type { Frame, IndexedRow } from './frame.ts'
import type { DrawTokens } from './palettes.ts'
import type { Regions } from './scene/regions.ts'
import type { Measure, Shape } from './scene/shapes.ts'

/** A drawing: the rows of one facet, in the frame shared by all facets. */
export type Drawing = {
  frame: Frame
  rows: readonly IndexedRow[]
  tokens: DrawTokens
  /** Ids of the series that the reader has hidden. */
  hidden?: ReadonlySet<string> | undefined
}
/** Why rows can't be drawn, or what a drawing leaves out, as a key of `charts.notes`. */
export type DrawNote =
  | 'negativeParts'
  | 'nothing'
  | 'notPositive'
  | 'errorsOfStacks'
  | 'noRegression'
  | 'outOfRange'
  | 'rangeEmpty'
  | 'fewAxes'
  | 'wordsLeft'
  | 'yearsLeft'
  | 'offMap'
  | 'noRegions'
  | 'regionsFailed'
  | 'regionsUnknown'
  | 'regionsLeft'
  | 'seriesHidden'

/** The title of an axis, with its colour where that says which series it measures. */
export type AxisTitle = { text: string; colour?: string | undefined }
/** A series; `value` is what it has of the whole, in words. */
export type LegendEntry = { id: string; label: string; colour: string; value?: string }
/** What colours mean: one for each series, which can be hidden unless it is part of a whole, or a scale of values. */
export type Legend = { position: 'top' | 'right' | 'bottom' } & (
  | { entries: readonly LegendEntry[]; isFixed?: boolean }
  | { title: string; colours: readonly string[]; ends: readonly [string, string] }
)
/** What stands around a drawing as text of the page: it wraps where there is little room. */
export type Around = { left?: AxisTitle; right?: AxisTitle; legend?: Legend | undefined }
export type Drawn = { spec: DrawSpec | null; notes: DrawNote[]; around?: Around }

/** A drawing made of shapes, with a size in px. */
export type Painting = Drawing & { width: number; height: number; measure: Measure; regions: Regions }
/** Shapes from the back to the front; none if the notes explain why. */
export type Painted = { shapes: Shape[]; notes: DrawNote[] }
export type Painter = (painting: Painting) => Painted

/** Options that a type of chart reads, besides titles; colours of series go with the palette, how numbers look with their digits. */
export type OptionKey = Exclude<
  keyof ChartOptions,
  'title' | 'subtitle' | 'colors' | 'notation' | 'isGrouped' | 'hasUnit'
>

export type ViewProps = { frame: Frame; onPick?: ((index: number) => void) | undefined }
/** A type of chart: drawn by the library, painted by what is loaded with the first one, or as elements of the page. */
export type ChartKind = {
  options: readonly OptionKey[]
  /** The channel whose numbers and times are positions: a row without one has none, other than one without a name. */
  along?: 'x' | 'y'
} & (
  | { draw: (drawing: Drawing) => Drawn }
  | { load: () => Promise<{ paint: Painter }> }
  | { View: ComponentType<ViewProps> }
)
