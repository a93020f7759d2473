import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { title: string; level?: 'h1' | 'h2'; isGood?: boolean; isWaiting?: boolean; children?: ReactNode }

/** A card with a message and links to continue. */
export function Card({ title, level: Title = 'h1', isGood, isWaiting, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className="card-form" aria-busy={isWaiting}>
      {isGood && (
        <svg className="good" width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="currentColor" aria-hidden>
          <circle cx="20" cy="20" r="18.5" strokeWidth="1.5" />
          <path d="m12.5 20.5 5 5 10-10.5" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
      <Title>{title}</Title>
      {isWaiting && (
        <>
          <div className="lines" role="status">
            <span className="sr-only">{t('shell.loading')}</span>
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
          <noscript>
            <p className="quiet-note">{t('session.needScript')}</p>
          </noscript>
        </>
      )}
      {children}
    </section>
  )
}
