import { useTranslation } from 'react-i18next'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { HeldTag } from '../../src/widgets/HeldTag.tsx'

const looks = { pending: 'tag warn', offline: 'tag bad', failed: 'tag bad' } as const

/** The status of a space, with the reason if it is not normal, and whether it is held. */
export function State({ space }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  const { status, reason } = space
  if (status === 'normal')
    return (
      <span className="managed-state">
        <span className="managed-plain">{t('spaces.statuses.normal')}</span>
        <HeldTag space={space} />
      </span>
    )
  return (
    <span className="record-two">
      <span className="managed-state">
        <span className={looks[status]}>{t(`spaces.statuses.${status}`)}</span>
        <HeldTag space={space} />
      </span>
      {reason && <small title={reason}>{reason}</small>}
    </span>
  )
}
