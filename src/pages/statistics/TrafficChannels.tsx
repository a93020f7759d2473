import { useTranslation } from 'react-i18next'
import { type ByChannel, TrafficChannel } from '#contract/traffic.ts'
import { formatBytes, formatCount, localeOf } from '../../widgets/format.ts'

/** The sums of each channel, with its share of all bytes as a bar. */
export function TrafficChannels({ total }: { total: ByChannel }) {
  const { t, i18n } = useTranslation()
  const bytesOf = (channel: TrafficChannel) => total[channel].inBytes + total[channel].outBytes
  const sum = TrafficChannel.options.reduce((all, channel) => all + bytesOf(channel), 0)
  const shareOf = (channel: TrafficChannel) => (sum ? bytesOf(channel) / sum : 0)
  const percent = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
  return (
    <section className="statistics-card num traffic-channels" aria-labelledby="traffic-channels">
      <h2 id="traffic-channels">{t('traffic.byChannel')}</h2>
      <div className="statistics-table" tabIndex={0} role="region" aria-labelledby="traffic-channels">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('traffic.columns.channel')}</th>
              <th scope="col" className="traffic-share">
                {t('traffic.share')}
              </th>
              {(['outBytes', 'inBytes', 'requests'] as const).map((figure) => (
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
                  <span className="statistics-bar" aria-hidden="true">
                    {bytesOf(channel) > 0 && <i style={{ width: `${shareOf(channel) * 100}%` }} />}
                  </span>
                  {percent.format(shareOf(channel))}
                </td>
                <td className="end">{formatBytes(total[channel].outBytes)}</td>
                <td className="end">{formatBytes(total[channel].inBytes)}</td>
                <td className="end">{formatCount(total[channel].requests, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
