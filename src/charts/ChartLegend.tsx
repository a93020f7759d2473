import { useTranslation } from 'react-i18next'
import type { Legend, LegendEntry } from './kind.ts'

type Props = { legend: Legend; hidden: ReadonlySet<string>; onHide: (hidden: ReadonlySet<string>) => void }

/** What the colours of a chart mean; a click hides a series, or shows it again. */
export function ChartLegend({ legend, hidden, onHide }: Props) {
  const { t } = useTranslation()
  if (!('entries' in legend)) return <Scale {...legend} />
  const { entries, isFixed = false } = legend
  function toggle(id: string) {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    // Without any series there would be nothing to be seen.
    onHide(entries.every((one) => next.has(one.id)) ? new Set() : next)
  }
  return (
    <ul className="chart-legend" aria-label={t('charts.legendLabel')}>
      {entries.map((entry) => (
        <li key={entry.id} title={entry.label}>
          {isFixed ? (
            <Entry {...entry} />
          ) : (
            <button type="button" aria-pressed={!hidden.has(entry.id)} onClick={() => toggle(entry.id)}>
              <Entry {...entry} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const Entry = ({ label, colour, value }: LegendEntry) => (
  <>
    <i style={{ backgroundColor: colour }} />
    <bdi>{label}</bdi>
    {value && <b>{value}</b>}
  </>
)

type ScaleProps = Extract<Legend, { ends: unknown }>
/** The colours between the least and the greatest value. */
function Scale({ title, colours, ends: [least, greatest] }: ScaleProps) {
  return (
    <div className="chart-scale">
      <span>{title}</span>
      <span>
        {least}
        <span>
          {colours.map((colour, at) => (
            <i key={at} style={{ backgroundColor: colour }} />
          ))}
        </span>
        {greatest}
      </span>
    </div>
  )
}
