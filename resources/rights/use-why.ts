import { useSearchParams } from 'react-router'

/** The "why" query in the address: `?why=me` or `?why=<person>`, with `item=<hash>` about one item. */
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
