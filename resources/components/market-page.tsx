import { useTranslation } from 'react-i18next'
import { useTitle } from '../../src/widgets/use-title.ts'
import { useAddress } from './address.ts'
import { Market } from './market.tsx'
import './components.css'

/** The market for users who may not install components: the list, and whom to contact. Source: spec section 6. */
export default function MarketPage() {
  const { t } = useTranslation()
  const address = useAddress()
  useTitle(t('components.marketPage.title'))
  return (
    <div className="components-page lone">
      <header>
        <h1>{t('components.marketPage.title')}</h1>
        <p>{t('components.marketPage.hint')}</p>
      </header>
      <Market
        address={address}
        action={({ installed }) => !installed && <small>{t('components.marketPage.ask')}</small>}
      />
    </div>
  )
}
