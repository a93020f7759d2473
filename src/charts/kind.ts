import type { ComponentType } from 'react'
import type { ChartOptions } from '#contract/charts/definition.ts'
import type { DrawSpec } from '../widgets/Chart.tsx'
import type { ChartTokens } from '../widgets/chart-tokens.ts'
import type { Frame } from './frame.ts'
import type { IndexedRow } from './series.ts'

/** What is drawn: the rows of one facet, in the frame that all facets share. */
export type Drawing = { frame: Frame; rows: readonly IndexedRow[]; tokens: ChartTokens }
/** Why rows cannot be drawn like this, or what a drawing leaves out, as a key of `charts.notes`. */
export type DrawNote = 'negativeParts' | 'nothing' | 'notPositive' | 'errorsOfStacks' | 'noRegression'
export type Drawn = { spec: DrawSpec | null; notes: DrawNote[] }

/** Options that a type of chart reads, besides titles. */
export type OptionKey = Exclude<keyof ChartOptions, 'title' | 'subtitle'>

export type ViewProps = { frame: Frame; onPick?: ((index: number) => void) | undefined }
/** A type of chart: drawn on a canvas, or as elements of the page. */
export type ChartKind = { icon: ComponentType; options: readonly OptionKey[] } & (
  | { draw: (drawing: Drawing) => Drawn }
  | { View: ComponentType<ViewProps> }
)
