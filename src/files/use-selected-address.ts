import { useEffect } from 'react'

/** The address follows when the choice has come to rest. */
const REST_MS = 250

/** Names the one selected item in the address, so that it can be sent and Back finds it; the page stays as it is. */
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
