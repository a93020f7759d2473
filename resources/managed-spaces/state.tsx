import { useTranslation } from 'react-i18next'
import type { ManagedSpace } from '#contract/managed-spaces.ts'

const looks = { pending: 'tag warn', offline: 'tag bad', failed: 'tag bad' } as const

/** The status of a space, with the reason if it is not normal. */
export function State({ space: { status, reason } }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  if (status === 'normal') return <span className="managed-plain">{t('spaces.statuses.normal')}</span>
  return (
    <span className="record-two">
      <span>
        <span className={looks[status]}>{t(`spaces.statuses.${status}`)}</span>
      </span>
      {reason && <small title={reason}>{reason}</small>}
    </span>
  )
}
