import { useTranslation } from 'react-i18next'
import type { Advice } from '#contract/capacity.ts'
import { formatBytes } from '../../src/widgets/format.ts'

/** The capacity as one bar: visible files, data kept beside them, and free space. */
export function AdviceBar({ advice }: { advice: Advice }) {
  const { t } = useTranslation()
  const { capacityBytes, usedBytes, reservedBytes, currentBytes, versionBytes, trash } = advice
  const parts = [
    { key: 'current', bytes: currentBytes },
    { key: 'versions', bytes: versionBytes },
    { key: 'trash', bytes: trash.bytes },
    { key: 'reserved', bytes: reservedBytes },
    { key: 'free', bytes: Math.max(0, capacityBytes - usedBytes - reservedBytes) },
  ] as const
  const whole = Math.max(
    1,
    parts.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  return (
    <figure className="advice-bar">
      <div aria-hidden="true">
        {parts.map(({ key, bytes }) =>
          bytes > 0 ? <i key={key} className={`part-${key}`} style={{ flexGrow: bytes / whole }} /> : null,
        )}
      </div>
      <figcaption className="sr-only">{t('capacity.advice.bar')}</figcaption>
      <ul className="num">
        {parts.map(({ key, bytes }) => (
          <li key={key}>
            <i className={`part-${key}`} aria-hidden="true" />
            {t(`capacity.advice.legend.${key}`)} <b>{formatBytes(bytes)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
