import { type ReactNode, useEffect } from 'react'

/** An action available on the current page. */
export type PageAction = { id: string; name: string; icon: ReactNode; shortcut?: string | undefined; run: () => void }

const nothing = (): readonly PageAction[] => []
let listActions = nothing

/**
 * Registers the page's actions for the search palette while the page is mounted; `listHere` is called when the palette
 * opens.
 */
export function usePageActions(listHere: () => readonly PageAction[]): void {
  useEffect(() => {
    listActions = listHere
    return () => {
      if (listActions === listHere) listActions = nothing
    }
  })
}

export const pageActionsHere = (): readonly PageAction[] => listActions()
