import type { ReactNode } from 'react'
import type { PageData } from '#contract/pages/data.ts'
import { Frame } from './Frame.tsx'
import './card.css'

/** One card in the middle of a public page. */
export function CardPage({ data, children }: { data: PageData; children: ReactNode }) {
  return (
    <Frame data={data}>
      <main id="main" className="login-main">
        {children}
      </main>
    </Frame>
  )
}
