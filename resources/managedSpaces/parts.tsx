import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, STORAGE_WARNING_PERCENT } from '#contract/limits.ts'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { formatBytes } from '../../src/widgets/format.ts'

/** How a space stands; what is not normal says why. */
export function State({ space: { status, reason } }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  if (status === 'normal') return <span className="managed-plain">{t('spaces.statuses.normal')}</span>
  return (
    <span className="managed-two">
      <span>
        <span className={`tag managed-${status}`}>{t(`spaces.statuses.${status}`)}</span>
      </span>
      {reason && <small title={reason}>{reason}</small>}
    </span>
  )
}

export const percentOf = ({ usedBytes, size }: ManagedSpace): number =>
  size ? Math.min(100, (usedBytes / (size * BYTES_PER_GB)) * 100) : 100

/** What a space holds of what it may hold. */
export function Use({ space }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  const percent = percentOf(space)
  const isNearlyFull = percent > STORAGE_WARNING_PERCENT
  return (
    <span className="managed-use num" data-warning={isNearlyFull}>
      <span>
        {t('managedSpaces.usedOf', { used: formatBytes(space.usedBytes), size: space.size })}
        {isNearlyFull && <b>{t('managedSpaces.percent', { percent: Math.floor(percent) })}</b>}
      </span>
      <span
        className="managed-bar"
        role="meter"
        aria-label={t('managedSpaces.useOf', { name: space.name })}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
    </span>
  )
}
