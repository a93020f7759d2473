import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { Frame } from './Frame.tsx'
import { useHydrated } from './use-hydrated.ts'
import './board-reader.css'

/** `cards` are loaded by a separate script; `children` name the owner; `right` is part of the page's header. */
type Props = { data: PageData; title: string; cards: ReactNode; right?: ReactNode; children: ReactNode }

/** The page of a board for readers. The browser draws the board: without JavaScript the page says so. */
export function BoardReader({ data, title, cards, right, children }: Props) {
  const { t } = useTranslation()
  const isAlive = useHydrated()
  const wait = <p className="lead">{t('shareAccess.board.loading')}</p>
  return (
    <Frame data={data} right={right}>
      <main id="main" className="public-main board-reader">
        <header>
          <h1>{title}</h1>
          {children}
        </header>
        <noscript>
          <p className="form-note">{t('shareAccess.board.needScript')}</p>
        </noscript>
        {isAlive ? <Suspense fallback={wait}>{cards}</Suspense> : wait}
      </main>
    </Frame>
  )
}
