import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { drawsOthers } from '#contract/charts/types.ts'
import type { FieldCondition } from '#contract/queries/query.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { formatDateTime, formatList } from '../widgets/format.ts'
import { type Frame, numberOf } from './frame.ts'
import { type Undrawn, undrawnOf } from './undrawn.ts'

/** Number of values that are infinite, not numbers, or beyond what an axis can show. */
function undrawable({ answer }: Frame): number {
  const places = answer.columns.flatMap(({ role, type }, at) => (role !== 'group' && type === 'number' ? [at] : []))
  const isOut = (cell: Cell | undefined) => cell !== null && cell !== undefined && numberOf(cell) === null
  return answer.rows.reduce((sum, { cells }) => sum + places.filter((at) => isOut(cells[at])).length, 0)
}

/** Values of a condition that are said each, and conditions of a chart (our choice). */
const [VALUES_MAX, CONDITIONS_MAX] = [3, 4]

function valueText(value: Cell, names: Frame['answer']['names'], words: Frame['words']): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return words.list(value)
  return value === null ? words.empty : (names[value] ?? value)
}

/** The conditions that the rows of a chart meet; those of which one is enough stand together. */
function conditionsOf({ definition: { query }, answer, words }: Frame, t: TFunction): string[] {
  const said = ({ field, operator, values }: FieldCondition) => {
    const name = query.fields.find(({ key }) => key === field)?.name ?? ''
    const shown = values.slice(0, VALUES_MAX).map((value) => valueText(value, answer.names, words))
    const texts =
      values.length > VALUES_MAX
        ? [...shown, t('charts.basis.moreValues', { count: values.length - VALUES_MAX })]
        : shown
    return [name, t(`tables.operators.${operator}`), words.list(texts)].filter(Boolean).join(' ')
  }
  const all = query.filter.flatMap(({ match, conditions }) =>
    match === 'all' ? conditions.map(said) : [conditions.map(said).join(t('tables.filter.or'))],
  )
  const left = all.length - CONDITIONS_MAX
  return left > 0 ? [...all.slice(0, CONDITIONS_MAX), t('charts.basis.moreFilters', { count: left })] : all
}

/** Notes about values that were combined, left out or cut. */
function notesOf(frame: Frame, { count, columns }: Undrawn, t: TFunction, lang: string): string[] {
  const { definition, answer, words, groups } = frame
  const others = Object.entries(answer.others).map(([channel, count]) => {
    const title = answer.columns.find((column) => column.channel === channel)
    const values = { name: title ? words.titleOf(title) : '', count }
    return t(drawsOthers(definition) ? 'charts.basis.others' : 'charts.basis.othersHidden', values)
  })
  const bins = Object.values(groups).flatMap(({ placed: { column } }) => {
    const { time, width } = column.binding
    if (time && time !== 'auto') return [t(`charts.basis.spans.${time}`, { name: words.titleOf(column) })]
    return width ? [t('charts.basis.width', { name: words.titleOf(column), width: words.number(Number(width)) })] : []
  })
  const lost = undrawable(frame)
  const empty = formatList([...new Set(columns.map(words.titleOf))], lang, 'disjunction')
  return [
    ...(count ? [t('charts.basis.withoutPlace', { count, names: empty })] : []),
    ...(lost ? [t('charts.basis.undrawable', { count: lost })] : []),
    ...conditionsOf(frame, t),
    ...(answer.isPersonal ? [t('charts.basis.personal')] : []),
    ...(answer.isBinned ? [t('charts.basis.binned')] : []),
    ...bins,
    ...others,
    ...(answer.total !== null && !answer.isBinned
      ? [t('charts.basis.cut', { shown: answer.rows.length, total: answer.total })]
      : []),
    ...(definition.options.errorBar && definition.type !== 'box'
      ? [t(`charts.errorBars.${definition.options.errorBar}`)]
      : []),
    ...(definition.type === 'violin' || definition.type === 'density' ? [t('charts.basis.smoothed')] : []),
    ...(definition.type === 'box' ? [t(`charts.whiskers.${definition.options.whiskers}`)] : []),
  ]
}

/** The basis of a chart: rows drawn, of those present if not all, filters and bins, the state of its sources. It is always shown. */
export function Basis({ frame }: { frame: Frame }) {
  const { t, i18n } = useTranslation()
  const { answer } = frame
  const { present, sources, at } = answer
  const undrawn = undrawnOf(frame)
  const { drawn } = undrawn
  const changed = sources.map(({ name, changedAt }) =>
    changedAt ? t('charts.basis.changed', { name, at: formatDateTime(changedAt, i18n.language) }) : name,
  )
  return (
    <figcaption className="chart-basis num" data-partial={drawn < present || answer.total !== null}>
      <b>
        {drawn === present
          ? t('charts.basis.allRows', { count: drawn })
          : t('charts.basis.rows', { count: drawn, total: present })}
      </b>
      {notesOf(frame, undrawn, t, i18n.language).map((note) => (
        <span key={note}>{note}</span>
      ))}
      <span title={t('charts.basis.readAt', { at: formatDateTime(at, i18n.language) })}>{changed.join(' · ')}</span>
    </figcaption>
  )
}
