import { useTranslation } from 'react-i18next'
import { type ByChannel, TrafficChannel } from '#contract/traffic.ts'
import { formatBytes, formatCount, localeOf } from '../../widgets/format.ts'
import { useNarrow } from '../../widgets/viewport.ts'

const figures = ['outBytes', 'inBytes', 'requests'] as const
type Total = { total: ByChannel }

/** The sums of each channel, with its share of all bytes as a bar; on phones one below the other. */
export function TrafficChannels({ total }: Total) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <section className="statistics-card num traffic-channels" aria-labelledby="traffic-channels">
      <h2 id="traffic-channels">{t('traffic.byChannel')}</h2>
      {isNarrow ? <Cards total={total} /> : <Table total={total} />}
    </section>
  )
}

const bytesOf = (total: ByChannel, channel: TrafficChannel) => total[channel].inBytes + total[channel].outBytes

function useShares(total: ByChannel) {
  const { i18n } = useTranslation()
  const sum = TrafficChannel.options.reduce((all, channel) => all + bytesOf(total, channel), 0)
  const percent = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
  return (channel: TrafficChannel) => {
    const share = sum ? bytesOf(total, channel) / sum : 0
    return { width: `${share * 100}%`, text: percent.format(share) }
  }
}

function useFigures(total: ByChannel) {
  const { i18n } = useTranslation()
  return (channel: TrafficChannel, figure: (typeof figures)[number]) =>
    figure === 'requests' ? formatCount(total[channel].requests, i18n.language) : formatBytes(total[channel][figure])
}

function Bar({ width }: { width: string }) {
  return (
    <span className="statistics-bar" aria-hidden="true">
      {width !== '0%' && <i style={{ width }} />}
    </span>
  )
}

function Cards({ total }: Total) {
  const { t } = useTranslation()
  const shareOf = useShares(total)
  const figureOf = useFigures(total)
  return (
    <ul className="traffic-cards">
      {TrafficChannel.options.map((channel) => (
        <li key={channel}>
          <b>{t(`traffic.channels.${channel}`)}</b>
          <span>{shareOf(channel).text}</span>
          <Bar width={shareOf(channel).width} />
          <dl>
            {figures.map((figure) => (
              <div key={figure}>
                <dt>{t(`traffic.columns.${figure}`)}</dt>
                <dd>{figureOf(channel, figure)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Table({ total }: Total) {
  const { t } = useTranslation()
  const shareOf = useShares(total)
  const figureOf = useFigures(total)
  return (
    <div className="statistics-table" tabIndex={0} role="region" aria-labelledby="traffic-channels">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('traffic.columns.channel')}</th>
            <th scope="col" className="traffic-share">
              {t('traffic.share')}
            </th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className="end">
                {t(`traffic.columns.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TrafficChannel.options.map((channel) => (
            <tr key={channel}>
              <th scope="row">{t(`traffic.channels.${channel}`)}</th>
              <td className="traffic-share">
                <Bar width={shareOf(channel).width} />
                {shareOf(channel).text}
              </td>
              {figures.map((figure) => (
                <td key={figure} className="end">
                  {figureOf(channel, figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
