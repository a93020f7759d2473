import { type ReactNode, useEffect } from 'react'

/** Something that can be done in the page in view. */
export type PageAction = { id: string; name: string; icon: ReactNode; shortcut?: string | undefined; run: () => void }

const nothing = (): readonly PageAction[] => []
let listActions = nothing

/** Lets the search offer what can be done here, as long as the page is there; asked when it is shown. */
export function usePageActions(listHere: () => readonly PageAction[]): void {
  useEffect(() => {
    listActions = listHere
    return () => {
      if (listActions === listHere) listActions = nothing
    }
  })
}

export const pageActionsHere = (): readonly PageAction[] => listActions()
