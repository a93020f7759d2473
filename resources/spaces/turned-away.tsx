import { useTranslation } from 'react-i18next'
import { Empty } from '../../src/widgets/Empty.tsx'

/** Shown to an owner who views the space as an outsider, in place of the redirect that outsiders get. */
export function TurnedAway({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation()
  return isHidden ? (
    <Empty title={t('rights.viewAs.hidden')} hint={t('rights.viewAs.hiddenHint')} />
  ) : (
    <Empty title={t('rights.viewAs.closed')} hint={t('rights.viewAs.closedHint')} />
  )
}
