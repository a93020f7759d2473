import { useTranslation } from 'react-i18next'
import { Empty } from '../../src/widgets/Empty.tsx'

/** Where people outside are turned away, an owner who looks with their eyes reads what becomes of them. */
export function TurnedAway({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation()
  return isHidden ? (
    <Empty title={t('rights.viewAs.hidden')} hint={t('rights.viewAs.hiddenHint')} />
  ) : (
    <Empty title={t('rights.viewAs.closed')} hint={t('rights.viewAs.closedHint')} />
  )
}
