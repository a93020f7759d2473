import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, isNearlyFull } from '#contract/core/limits.ts'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { formatBytes } from '../../src/widgets/format.ts'

const percentOf = ({ usedBytes, size }: ManagedSpace): number =>
  size ? Math.min(100, (usedBytes / (size * BYTES_PER_GB)) * 100) : 100

/** The used part of a space's capacity. */
export function Use({ space }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  const percent = percentOf(space)
  const isWarning = isNearlyFull(space.usedBytes, space.size * BYTES_PER_GB)
  return (
    <span className="managed-use num" data-warning={isWarning}>
      <span>
        {t('managedSpaces.usedOf', { used: formatBytes(space.usedBytes), size: space.size })}
        {isWarning && <b>{t('managedSpaces.percent', { percent: Math.floor(percent) })}</b>}
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
