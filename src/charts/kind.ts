import type { ComponentType } from 'react'
import type { ChartOptions } from '#contract/charts/definition.ts'
import type { DrawSpec } from '../widgets/Chart.tsx'
import type { Frame } from './frame.ts'
import type { DrawTokens } from './palettes.ts'
import type { Regions } from './scene/regions.ts'
import type { Measure, Shape } from './scene/shapes.ts'
import type { IndexedRow } from './series.ts'

/** What is drawn: the rows of one facet, in the frame that all facets share. */
export type Drawing = { frame: Frame; rows: readonly IndexedRow[]; tokens: DrawTokens }
/** Why rows cannot be drawn like this, or what a drawing leaves out, as a key of `charts.notes`. */
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
export type Drawn = { spec: DrawSpec | null; notes: DrawNote[] }

/** What is painted as shapes, in a room of so many px. */
export type Painting = Drawing & { width: number; height: number; measure: Measure; regions: Regions }
/** Shapes from the back to the front; none when the notes say why. */
export type Painted = { shapes: Shape[]; notes: DrawNote[] }
export type Painter = (painting: Painting) => Painted

/** Options that a type of chart reads, besides titles; colours of series go with the palette, how numbers look with their digits. */
export type OptionKey = Exclude<
  keyof ChartOptions,
  'title' | 'subtitle' | 'colors' | 'notation' | 'isGrouped' | 'hasUnit'
>

export type ViewProps = { frame: Frame; onPick?: ((index: number) => void) | undefined }
/** A type of chart: drawn by the library, painted by what is loaded with the first one, or as elements of the page. */
export type ChartKind = { icon: ComponentType; options: readonly OptionKey[] } & (
  | { draw: (drawing: Drawing) => Drawn }
  | { load: () => Promise<{ paint: Painter }> }
  | { View: ComponentType<ViewProps> }
)
