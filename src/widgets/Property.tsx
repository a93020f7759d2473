import type { ReactNode } from 'react'
import './records.css'

/** Shown for a missing value. */
export const Dash = () => <span className="record-dash">—</span>

type Props = {
  label: string
  /** Takes the whole width of a list in columns. */
  isWide?: boolean
  /** The value; a dash if there is none. */
  children: ReactNode
}

/** A name and its value, in a `dl`. */
export function Property({ label, isWide = false, children }: Props) {
  return (
    <div className={isWide ? 'wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children || <Dash />}</dd>
    </div>
  )
}
