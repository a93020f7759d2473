import { useEffect } from 'react'

/** The address is updated once the selection has not changed for this many milliseconds. */
const REST_MS = 250

/**
 * Stores the single selected item in the address, so that it can be shared and Back restores it; the page does not
 * reload.
 */
export function useSelectedAddress(hash: string | null, isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return
    const timer = setTimeout(() => {
      const params = new URLSearchParams(location.search)
      if ((params.get('select') ?? null) === hash) return
      hash ? params.set('select', hash) : params.delete('select')
      history.replaceState(history.state, '', `${location.pathname}${params.size ? `?${params}` : ''}`)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [hash, isLoaded])
}
