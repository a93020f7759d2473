import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { drawsOthers } from '#contract/charts/types.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { formatDateTime } from '../widgets/format.ts'
import { type Frame, numberOf } from './frame.ts'

/** Number of values that are infinite, not numbers, or beyond what an axis can show. */
function undrawable({ answer }: Frame): number {
  const places = answer.columns.flatMap(({ role, type }, at) => (role !== 'group' && type === 'number' ? [at] : []))
  const isOut = (cell: Cell | undefined) => cell !== null && cell !== undefined && numberOf(cell) === null
  return answer.rows.reduce((sum, { cells }) => sum + places.filter((at) => isOut(cells[at])).length, 0)
}

/** Notes about values that were combined, left out or cut. */
function notesOf(frame: Frame, t: TFunction): string[] {
  const { definition, answer, words, groups } = frame
  const { filter } = definition.query
  const conditions = filter.reduce((sum, { conditions: of }) => sum + of.length, 0)
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
  return [
    ...(lost ? [t('charts.basis.undrawable', { count: lost })] : []),
    ...(conditions ? [t('charts.basis.filters', { count: conditions })] : []),
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

/** The basis of a chart: rows used of rows present, filters and bins, the state of its sources. It is always shown. */
export function Basis({ frame }: { frame: Frame }) {
  const { t, i18n } = useTranslation()
  const { answer } = frame
  const { used, present, sources, at } = answer
  const changed = sources.flatMap(({ name, changedAt }) =>
    changedAt ? [t('charts.basis.changed', { name, at: formatDateTime(changedAt, i18n.language) })] : [name],
  )
  return (
    <figcaption className="chart-basis num" data-partial={used < present || answer.total !== null}>
      <b>{t('charts.basis.rows', { count: used, total: present })}</b>
      {notesOf(frame, t).map((note) => (
        <span key={note}>{note}</span>
      ))}
      <span title={t('charts.basis.readAt', { at: formatDateTime(at, i18n.language) })}>{changed.join(' · ')}</span>
    </figcaption>
  )
}
