import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartOptions } from '#contract/charts/definition.ts'
import type { ChartColumn } from '#contract/charts/plan.ts'
import type { TimeBin } from '#contract/queries/query.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { localeOf } from '../widgets/format.ts'

/** The number format of a chart, if it has its own. */
export type NumberLook = Partial<Pick<ChartOptions, 'decimals' | 'notation' | 'isGrouped' | 'hasUnit'>>
/** The texts of a chart in the reader's language. */
export type ChartWords = {
  yes: string
  no: string
  /** Shown for an empty cell, and for a file or person that the reader may not see. */
  empty: string
  unseen: string
  rows: string
  others: (count: number | undefined) => string
  /** The name of a column with its aggregate. */
  titleOf: (column: ChartColumn) => string
  number: (value: number, column?: ChartColumn, look?: NumberLook) => string
  /** A number beside an axis, as short as possible. */
  tick: (value: number, column?: ChartColumn, look?: NumberLook) => string
  list: (parts: readonly string[]) => string
  statistic: (statistic: ChartColumn['statistic']) => string
  /** The short name of a time's month, in UTC. */
  month: (at: Date) => string
  density: string
  prices: Record<'open' | 'high' | 'low' | 'close', string>
}

/** Numbers larger than this use scientific notation. */
const PLAIN_MAX = 1e15
const SIGNIFICANT = 6
/** Digits of a shortened number. */
const SHORT = 3
/** Letters of a number beside an axis (our choice). */
const TICK_LETTERS = 11

/**
 * A number in the format of its column or of the chart; never too long for a label. British English would abbreviate a
 * million as m, which researchers read as metres.
 */
export function shownNumber(
  value: number,
  locale: string,
  format: ChartColumn['format'],
  { decimals, notation = 'column', isGrouped = true }: NumberLook = {},
): string {
  const digits = decimals ?? (notation === 'column' ? format.decimals : undefined)
  const size = Math.abs(value)
  const isFar = size >= PLAIN_MAX || (size > 0 && size < 1e-6)
  const isPercent = notation === 'percent' || (notation === 'column' && format.isPercent)
  const most = notation === 'compact' ? SHORT : SIGNIFICANT
  return new Intl.NumberFormat(notation === 'compact' && locale === 'en-GB' ? 'en-US' : locale, {
    ...(digits === undefined || (isFar && notation !== 'scientific')
      ? { maximumSignificantDigits: most }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ...(isFar || notation === 'scientific'
      ? { notation: 'scientific' }
      : notation === 'compact' && { notation: 'compact' }),
    ...(isPercent && { style: 'percent' }),
    useGrouping: isGrouped,
  }).format(value)
}

/** A number beside an axis; scientific notation is used if it would be too long. */
export function shownTick(
  value: number,
  locale: string,
  { isPercent = false }: Partial<ChartColumn['format']>,
  { notation = 'column', isGrouped = true }: NumberLook = {},
): string {
  const text = shownNumber(value, locale, { isPercent }, { notation, isGrouped })
  const isLong = notation === 'column' && text.length > TICK_LETTERS
  return isLong ? shownNumber(value, locale, {}, { notation: 'scientific' }) : text
}

const BOX_PARTS: ReadonlySet<ChartColumn['statistic']> = new Set(['least', 'lower', 'median', 'upper', 'greatest'])
/** A space between a name that ends with Latin letters and following Chinese text. */
const spaced = (name: string, lang: string) => (lang === 'zh' && /[\w%)]$/.test(name) ? `${name} ` : name)

/** The name of a column: its aggregate, its own name, its unit. */
function titleIn(t: TFunction, lang: string, column: ChartColumn): string {
  const { binding, role, name, unit } = column
  const { title, aggregate = 'count', field, percent } = binding
  // Each part of a box has a specific name.
  const isPart = BOX_PARTS.has(column.statistic)
  const withUnit = (text: string) => (unit ? t('charts.withUnit', { name: text, unit }) : text)
  if (title) return withUnit(title)
  if (role !== 'measure' || isPart) return withUnit(name)
  if (!field) return t(aggregate === 'share' ? 'charts.shareOfRows' : 'charts.rows')
  return withUnit(t(`charts.aggregates.${aggregate}`, { name: spaced(name, lang), percent: percent ?? 50 }))
}

/** The texts of charts in the reader's language. */
export function useChartWords(): ChartWords {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const locale = localeOf(i18n.language)
    return {
      yes: t('tables.yes'),
      no: t('tables.no'),
      empty: t('charts.empty'),
      unseen: t('tables.unseen'),
      rows: t('charts.rows'),
      others: (count) => (count === undefined ? t('charts.othersPlain') : t('charts.others', { count })),
      titleOf: (column) => titleIn(t, i18n.language, column),
      number: (value, column, look) => {
        const text = shownNumber(value, locale, column?.format ?? {}, look)
        return look?.hasUnit && column?.unit ? t('charts.valueWithUnit', { value: text, unit: column.unit }) : text
      },
      tick: (value, column, look) => shownTick(value, locale, column?.format ?? {}, look),
      list: (parts) => parts.join(t('charts.separator')),
      statistic: (statistic) => t(`charts.statistics.${statistic}`),
      month: (at) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(at),
      density: t('charts.density'),
      prices: {
        open: t('charts.channels.open'),
        high: t('charts.channels.high'),
        low: t('charts.channels.low'),
        close: t('charts.channels.close'),
      },
    }
  }, [t, i18n.language])
}

const two = (value: number) => String(value).padStart(2, '0')
/** A time span by its start. */
export function shownSpan(iso: string, time: TimeBin | 'auto' | undefined): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  if (time === 'year') return String(year)
  if (time === 'quarter') return `${year} Q${Math.floor(month / 3) + 1}`
  if (time === 'month') return `${year}-${two(month + 1)}`
  const day = at.toISOString().slice(0, 10)
  return iso.length > 10 ? `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}` : day
}

/** Decimals of the bounds of intervals: those of their width, since they begin at 0; a percentage has two fewer. */
function decimalsOf(width: string, { isPercent }: ChartColumn['format']): number {
  const decimals = width.split('.')[1]?.replace(/0+$/, '').length ?? 0
  return Math.max(0, isPercent ? decimals - 2 : decimals)
}

/** The label of a group's value on its axis, in its legend or row. */
export function labelOf(
  column: ChartColumn,
  cell: Cell,
  { words, names }: { words: ChartWords; names: Record<string, string> },
): string {
  if (cell === null || cell === '') return words.empty
  if (typeof cell === 'boolean') return cell ? words.yes : words.no
  if (Array.isArray(cell)) return words.list(cell)
  const { type, binding } = column
  if (type === 'person' || type === 'file') return names[cell] ?? words.unseen
  if (type === 'date' || type === 'datetime') return shownSpan(cell, binding.time)
  if (type !== 'number') return cell
  const { width } = binding
  if (!width || width === 'auto') return words.number(Number(cell), column)
  const bound = (value: number) => words.number(value, column, { decimals: decimalsOf(width, column.format) })
  return `${bound(Number(cell))} – ${bound(Number(cell) + Number(width))}`
}
