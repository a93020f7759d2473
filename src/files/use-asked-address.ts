import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { CONNECT_PARAM } from '#contract/pages/paths.ts'

/** Opens a dialog if the address asks for it, once, and removes the request from the address. */
export function useAskedAddress(open: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has(CONNECT_PARAM)
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked is the moment
  useEffect(() => {
    if (!isAsked) return
    const rest = new URLSearchParams(params)
    rest.delete(CONNECT_PARAM)
    setParams(rest, { replace: true })
    open()
  }, [isAsked])
}
