import type { ReactNode } from 'react'

type Props = { name: string; avatar?: string; note?: ReactNode; children?: ReactNode }

/** A person in a row: avatar, name, and a note below. */
export function PersonLine({ name, avatar, note, children }: Props) {
  return (
    <div className="person-line">
      <span className="avatar" aria-hidden="true">
        {avatar ? <img src={avatar} alt="" width="28" height="28" /> : [...name][0]}
      </span>
      <div>
        <b>{name}</b>
        {children}
        {note && <small>{note}</small>}
      </div>
    </div>
  )
}
