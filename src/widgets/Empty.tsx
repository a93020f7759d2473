import type { ReactNode } from 'react'

type Props = { title: string; hint?: string; role?: 'alert'; children?: ReactNode }

/** An empty state: says what belongs here, and offers the one action that fills it. */
export function Empty({ title, hint, role, children }: Props) {
  return (
    <div className="empty-place" role={role}>
      <svg
        width="40"
        height="40"
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M5 11h11l4 4h15v17H5z" />
        <path d="M5 20h30" opacity=".5" />
      </svg>
      <strong>{title}</strong>
      {hint && <span>{hint}</span>}
      {children && <div className="actions">{children}</div>}
    </div>
  )
}
