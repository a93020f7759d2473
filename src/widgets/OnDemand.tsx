import { type ReactNode, Suspense, useState } from 'react'

type Props = { isOpen: boolean; children: ReactNode }

/** What has a script of its own and is rarely opened: fetched the first time, and kept, so that it closes in its own time. */
export function OnDemand({ isOpen, children }: Props) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Suspense>{children}</Suspense> : null
}
