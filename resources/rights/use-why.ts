import { useSearchParams } from 'react-router'

/** What the address asks "why" about: `?why=me` or `?why=<person>`, with `item=<hash>` about one item. */
export function useWhy() {
  const [params, setParams] = useSearchParams()
  const who = params.get('why')
  const change = (alter: (next: URLSearchParams) => void) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        alter(next)
        return next
      },
      { replace: true },
    )
  return {
    who,
    personId: who && who !== 'me' ? who : undefined,
    hash: params.get('item') ?? undefined,
    ask: (personId: string) => change((next) => next.set('why', personId)),
    close: () =>
      change((next) => {
        next.delete('why')
        next.delete('item')
      }),
  }
}
