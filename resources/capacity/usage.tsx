import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, isNearlyFull } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { AdviceDrawer } from './advice.tsx'

/** The usage of the space with a warning before it is full; users who manage the space can request more capacity. */
export function Usage({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const [isOpen, setOpen] = useState(false)
  const { usedBytes } = space
  const capacity = space.size * BYTES_PER_GB
  const percent = capacity ? Math.min(100, (usedBytes / capacity) * 100) : 100
  const isWarning = isNearlyFull(usedBytes, capacity)
  const mayTidy = can(actor, 'space.tidy', space)
  return (
    <div className="usage-place num">
      {t('capacity.advice.usedOf', { used: formatBytes(usedBytes), capacity: formatBytes(capacity) })}
      <div
        className="usage"
        data-warning={isWarning}
        role="meter"
        aria-label={t('capacity.advice.usage')}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      {isWarning && (
        <p className="usage-warning" role="status">
          {percent >= 100 ? t('capacity.advice.full') : t('capacity.advice.warning', { percent: Math.floor(percent) })}
        </p>
      )}
      {mayTidy && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t('capacity.advice.open')}
        </Button>
      )}
      {mayTidy && <AdviceDrawer space={space} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  )
}
