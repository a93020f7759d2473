import type { Axis, ChartOptions } from '#contract/charts/definition.ts'
import type { ChartTokens } from '../widgets/chart-tokens.ts'
import { collator } from './frame.ts'
import type { Legend } from './kind.ts'
import type { DrawTokens } from './palettes.ts'

const SMALL = 11
const TITLE = 12

/** Letters of a label beside an axis; the whole text stands in the tooltip and in the table (our choice). */
const LABEL_MAX = 14
export function short(text: string, most = LABEL_MAX): string {
  const letters = Array.from(text)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}
/** Isolates a text, so that its direction does not affect its surroundings. */
export const apart = (text: string): string => `\u2068${text}\u2069`

/** How an axis looks; `label` writes a tick. */
export function axisStyle(
  tokens: ChartTokens,
  title: string,
  label: (value: string | number) => string,
  hasGrid: boolean,
) {
  return {
    title: title || false,
    titleFill: tokens.soft,
    titleFillOpacity: 1,
    titleOpacity: 1,
    titleFontSize: TITLE,
    titleFontFamily: tokens.font,
    labelFill: tokens.soft,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontSize: SMALL,
    labelFontFamily: tokens.font,
    labelFormatter: (value: string | number) => short(label(value)),
    line: !hasGrid,
    lineStroke: tokens.lineStrong,
    lineStrokeOpacity: 1,
    lineLineWidth: 1,
    tick: false,
    grid: hasGrid,
    gridStroke: tokens.line,
    gridStrokeOpacity: 1,
    gridLineDash: [0, 0],
    gridLineWidth: 1,
  }
}

/**
 * The colour of each series: the one it was given, else the next of the palette; the others in grey. They take it in the
 * order of their measures and names, not of their values, so that a category has one colour in all charts of a board.
 */
export function coloursOf(
  series: readonly { id: string; isRest: boolean; measure?: unknown }[],
  { series: colours, chosen, rest }: DrawTokens,
): string[] {
  const given = new Set(series.flatMap(({ id }) => chosen.get(id) ?? []))
  const free = colours.filter((colour) => !given.has(colour))
  const next = free.length ? free : colours
  const measures = [...new Set(series.map(({ measure }) => measure))]
  const inOrder = series
    .filter(({ id, isRest }) => !isRest && !chosen.has(id))
    .toSorted(
      (one, other) =>
        measures.indexOf(one.measure) - measures.indexOf(other.measure) || collator.compare(one.id, other.id),
    )
  const placeOf = new Map(inOrder.map(({ id }, at) => [id, at]))
  return series.map(({ id, isRest }) =>
    isRest ? rest : (chosen.get(id) ?? next[(placeOf.get(id) ?? 0) % next.length] ?? rest),
  )
}

/** The legend of colours; hidden if there is only one. */
export function legendOf(
  tokens: DrawTokens,
  { legend }: ChartOptions,
  named: readonly { id: string; label: string; isRest: boolean }[],
): Legend | undefined {
  if (legend === 'none' || (legend === 'auto' && named.length < 2)) return undefined
  const colours = coloursOf(named, tokens)
  return {
    position: legend === 'auto' ? 'top' : legend,
    entries: named.map(({ id, label }, at) => ({ id, label, colour: colours[at] ?? tokens.rest })),
  }
}

/** The scale of an axis of numbers: linear or logarithmic, turned around where greater values are lower or further left. */
export function numberScale({ isLog, isReversed, least, greatest }: Axis, channel: 'x' | 'y', fromZero = false) {
  const isLinear = !isLog || fromZero
  const backwards = channel === 'x' ? [1, 0] : [0, 1]
  return {
    type: isLinear ? 'linear' : 'log',
    nice: least === undefined && greatest === undefined,
    ...(fromZero && { zero: true }),
    ...(least !== undefined && !fromZero && { domainMin: least }),
    ...(greatest !== undefined && { domainMax: greatest }),
    ...(isReversed && { range: backwards }),
  }
}
