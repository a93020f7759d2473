import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

type Props = { title: string; hint: string; tools?: ReactNode; children: ReactNode }

/** A page that is one list: title, a line about it, its controls, and the rows on a surface. */
export function ListPage({ title, hint, tools, children }: Props) {
  useTitle(title)
  return (
    <div className="page list-page">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{hint}</p>
        </div>
        {tools && <div className="right">{tools}</div>}
      </div>
      <div className="list-surface">{children}</div>
    </div>
  )
}
