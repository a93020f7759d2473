import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { sectionPath } from '#contract/pages/paths.ts'
import { useOffer } from '#widgets/use-offer.tsx'

/** Says what was done where the site sends no email, with a button that opens the mail and its link. */
export function useKeptMailOffer() {
  const { t } = useTranslation()
  const offer = useOffer()
  const navigate = useNavigate()
  return (said: string, email: string) =>
    offer({
      said,
      label: t('users.showLink'),
      act: () => void navigate(`${sectionPath('mails')}?${new URLSearchParams({ tab: 'queue', to: email })}`),
    })
}
