import { type ReactNode, useEffect } from 'react'

/** Something that can be done in the page in view. */
export type Deed = { id: string; name: string; icon: ReactNode; shortcut?: string | undefined; run: () => void }

const nothing = (): readonly Deed[] => []
let told = nothing

/** Lets the search offer what can be done here, as long as the page is there; asked when it is shown. */
export function useDeeds(tell: () => readonly Deed[]): void {
  useEffect(() => {
    told = tell
    return () => {
      if (told === tell) told = nothing
    }
  })
}

export const deedsHere = (): readonly Deed[] => told()
