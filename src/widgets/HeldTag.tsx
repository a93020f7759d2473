import { useTranslation } from 'react-i18next'

/** That a legal hold is on a space, for those who may know; renders nothing otherwise. */
export function HeldTag({ space: { isHeld } }: { space: { isHeld: boolean } }) {
  const { t } = useTranslation()
  if (!isHeld) return null
  return (
    <span className="tag warn" title={t('spaces.held.means')}>
      {t('spaces.held.label')}
    </span>
  )
}
