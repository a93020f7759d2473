import { useTranslation } from 'react-i18next'
import { TrafficChannel, type TrafficStep } from '#contract/traffic.ts'
import { formatBytes, formatExact } from '../../widgets/format.ts'
import { ticksOf } from '../../widgets/ticks.ts'

const HEIGHT = 220

/** Bytes in and out per second; redrawn every second, so without a chart library. */
export function TrafficSeconds({ seconds }: { seconds: readonly TrafficStep[] }) {
  const { t, i18n } = useTranslation()
  const sumOf = ({ channels }: TrafficStep, figure: 'inBytes' | 'outBytes') =>
    TrafficChannel.options.reduce((sum, channel) => sum + channels[channel][figure], 0)
  const bars = seconds.map((step) => ({
    from: step.from,
    inBytes: sumOf(step, 'inBytes'),
    outBytes: sumOf(step, 'outBytes'),
  }))
  const ticks = ticksOf(Math.max(1, ...bars.map(({ inBytes, outBytes }) => inBytes + outBytes)), 'bytes')
  const top = ticks.at(-1) ?? 1
  const last = bars.at(-1)
  const now = formatBytes(last ? last.inBytes + last.outBytes : 0)
  return (
    <section className="statistics-card num">
      <header>
        <h3>{t('traffic.title')}</h3>
        <span>{t('traffic.perSecond', { value: now })}</span>
      </header>
      <div className="traffic-live" style={{ height: HEIGHT }}>
        <div className="traffic-ticks" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{formatBytes(tick, 0)}</span>
          ))}
        </div>
        <div className="traffic-bars" role="img" aria-label={t('traffic.liveLabel', { value: now })}>
          {bars.map(({ from, inBytes, outBytes }) => (
            <div
              key={from}
              title={`${formatExact(from, i18n.language)}\n${t('traffic.columns.outBytes')} ${formatBytes(outBytes)}\n${t('traffic.columns.inBytes')} ${formatBytes(inBytes)}`}
            >
              <i data-part="outBytes" style={{ height: `${(outBytes / top) * 100}%` }} />
              <i data-part="inBytes" style={{ height: `${(inBytes / top) * 100}%` }} />
            </div>
          ))}
        </div>
      </div>
      <ul className="statistics-legend">
        {(['outBytes', 'inBytes'] as const).map((figure) => (
          <li key={figure}>
            <i className="statistics-dot" data-part={figure} aria-hidden="true" />
            {t(`traffic.columns.${figure}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
