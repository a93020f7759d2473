import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passesGate } from '#contract/core/policy.ts'
import { MARKET_TAB } from '#contract/pages/paths.ts'
import type { PreviewComponent } from '#contract/preview.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../widgets/Empty.tsx'

type Props = {
  component: PreviewComponent | null
  suffix: string
  marketPage: string
  look: () => void
  children: ReactNode
}

/**
 * The page with the component, or with those for the suffix: administrators can install it there, others see the
 * market. Source: spec section 6.
 */
function usePlaceOf(component: PreviewComponent | null, suffix: string, marketPage: string): string | null {
  const actor = actorOf(useUser())
  if (passesGate(actor, 'admin'))
    return component ? `${MARKET_TAB}&install=${encodeURIComponent(component.id)}` : MARKET_TAB
  if (!marketPage) return null
  const isOurs = marketPage.startsWith('/')
  if (isOurs && !actor) return null
  return isOurs ? `${marketPage}?q=${encodeURIComponent(component?.id ?? suffix)}` : marketPage
}

/**
 * Shown if a component that is not installed could show the file. Installing opens another window, so that nothing is
 * lost here; when the user returns, the viewers are checked again.
 */
export function NotInstalled({ component, suffix, marketPage, look, children }: Props) {
  const { t } = useTranslation()
  const place = usePlaceOf(component, suffix, marketPage)
  const [isInstalling, setInstalling] = useState(false)
  useEffect(() => {
    if (!isInstalling) return
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isInstalling, look])
  const name = component?.name ?? t('preview.componentFor', { suffix })
  if (isInstalling)
    return (
      <Empty title={t('preview.installing')} hint={t('preview.installingHint', { name })}>
        <Button onClick={look}>{t('preview.lookAgain')}</Button>
        {children}
      </Empty>
    )
  return (
    <Empty
      title={t('preview.notinst')}
      hint={component ? t('preview.notinstHint', { name }) : t('preview.notinstUnknown', { suffix })}
    >
      {place && (
        <Button type="primary" href={place} target="_blank" rel="noopener" onClick={() => setInstalling(true)}>
          {t('preview.install')}
        </Button>
      )}
      {children}
    </Empty>
  )
}
