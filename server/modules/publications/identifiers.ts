import type { VersionIdentifier } from '#contract/publications/dataset.ts'
import { type Identifiers, isTrialArk } from '#server/modules/identifiers/index.ts'
import type { WholeRow } from './store.ts'

type Named = Awaited<ReturnType<Identifiers['ofVersion']>>
const RESOLVERS = { DOI: 'https://doi.org/', Handle: 'https://hdl.handle.net/', CSTR: 'https://cstr.cn/' } as const
const STATES = { reserved: 'reserved', waiting: 'registering', done: 'registered', failed: 'failed' } as const

/** The identifiers of a version as people read them; `origin` is where ARKs are resolved. */
export function identifiersOf(
  { state, cstr }: Pick<WholeRow, 'state' | 'cstr'>,
  { ark, others }: Named,
  origin: string,
) {
  const isPublic = state === 'published' || state === 'withdrawn'
  const own: VersionIdentifier[] = ark
    ? [
        {
          scheme: 'ARK',
          value: ark,
          url: `${origin}/${ark}`,
          state: isPublic ? 'registered' : 'reserved',
          cause: '',
          isTrial: isTrialArk(ark),
        },
      ]
    : []
  const told = others.map(
    ({ scheme, value, state: known, error }): VersionIdentifier => ({
      scheme,
      value,
      url: RESOLVERS[scheme] + value,
      state: STATES[known],
      cause: error,
      isTrial: false,
    }),
  )
  const noted: VersionIdentifier[] = cstr
    ? [{ scheme: 'CSTR', value: cstr, url: RESOLVERS.CSTR + cstr, state: 'noted', cause: '', isTrial: false }]
    : []
  return [...told, ...own, ...noted]
}
