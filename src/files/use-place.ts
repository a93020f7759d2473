import { useSearchParams } from 'react-router'
import type { Space } from '#contract/spaces.ts'
import { places } from './places/index.ts'

const PARAMETER = 'place'

/** The view beside the folder, stored in the address, so that Back and links work; the folder stays in the address. */
export function usePlace(space: Space, isSignedIn: boolean) {
  const [params, setParams] = useSearchParams()
  const place = places.find(({ id, isFor }) => id === params.get(PARAMETER) && isFor(space, isSignedIn)) ?? null
  const setPlace = (id: string | null) => {
    const next = new URLSearchParams(params)
    id ? next.set(PARAMETER, id) : next.delete(PARAMETER)
    setParams(next)
  }
  return { place, setPlace }
}
