import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passesGate } from '#contract/core/policy.ts'
import { MARKET_TAB } from '#contract/pages/paths.ts'
import type { PreviewComponent } from '#contract/preview.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../widgets/Empty.tsx'

type Props = { component: PreviewComponent; marketPage: string; look: () => void; children: ReactNode }

/** The page with the component: administrators can install it there, others see the market. Source: spec section 6. */
function usePlaceOf({ id }: PreviewComponent, marketPage: string): string | null {
  const actor = actorOf(useUser())
  if (passesGate(actor, 'admin')) return `${MARKET_TAB}&install=${encodeURIComponent(id)}`
  const isOurs = marketPage.startsWith('/')
  if (isOurs && !actor) return null
  return isOurs ? `${marketPage}?q=${encodeURIComponent(id)}` : marketPage
}

/**
 * Shown if a component that is not installed could show the file. Installing opens another window, so that nothing is
 * lost here; when the user returns, the viewers are checked again.
 */
export function NotInstalled({ component, marketPage, look, children }: Props) {
  const { t } = useTranslation()
  const place = usePlaceOf(component, marketPage)
  const [isInstalling, setInstalling] = useState(false)
  useEffect(() => {
    if (!isInstalling) return
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isInstalling, look])
  if (isInstalling)
    return (
      <Empty title={t('preview.installing')} hint={t('preview.installingHint', { name: component.name })}>
        <Button onClick={look}>{t('preview.lookAgain')}</Button>
        {children}
      </Empty>
    )
  return (
    <Empty title={t('preview.notinst')} hint={t('preview.notinstHint', { name: component.name })}>
      {place && (
        <Button type="primary" href={place} target="_blank" rel="noopener" onClick={() => setInstalling(true)}>
          {t('preview.install')}
        </Button>
      )}
      {children}
    </Empty>
  )
}
