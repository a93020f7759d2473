import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'

/** The reader's relation to a space and its status; renders nothing for spaces without either. */
export function Place({ space: { joinState, status } }: { space: Space }) {
  const { t } = useTranslation()
  if (status !== 'normal') return <span className="place closed">{t(`home.status.${status}`)}</span>
  if (joinState === 'none') return null
  return <span className={`place ${joinState}`}>{t(`home.join.${joinState}`)}</span>
}
