import * as z from 'zod/mini'
import { Manifest } from '#contract/components.ts'
import { COMPONENT_ZIP_BYTES, LOGO_BYTES } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess, type Outside, wholeOf } from '#server/http/outside.ts'
import type { Offer } from './package.ts'

/** Pause before a market that did not answer is asked again (our choice). */
export const MARKET_REST_MS = 60_000

/** Maximum size of a remote market's index in bytes, and how long an index is cached (our choice). */
const MARKET_INDEX_BYTES = 5 * 1_048_576
export const MARKET_AGE_MS = 10 * MINUTE_MS

/** The index of a remote market; docs/components.md describes the format. */
const Index = z.object({
  components: z
    .array(
      z.object({
        manifest: Manifest,
        /** URL of the package, relative to the index. */
        url: z.string(),
        sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        size: z.number().check(z.int(), z.gte(1), z.lte(COMPONENT_ZIP_BYTES)),
        /** The logo as a data URL. */
        logo: z._default(
          z
            .string()
            .check(z.maxLength(LOGO_BYTES), z.regex(/^(data:image\/(png|jpeg|webp|svg\+xml);base64,[\w+/=]+)?$/)),
          '',
        ),
      }),
    )
    .check(z.maxLength(5000)),
})
/** Timeout of a request in milliseconds. */
const TIMEOUT_MS = 20_000

type Needs = { url: string; outside: Pick<Outside, 'ask'>; now: () => Date }

/** A remote market: its index is fetched when the cached one is too old, a package when it is installed. */
export function remoteMarket({ url, outside, now }: Needs) {
  let known: Offer[] = []
  let askedMs = Number.NEGATIVE_INFINITY
  let failedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<Offer[]> | null = null

  async function fetched(address: URL, most: number): Promise<Buffer> {
    try {
      const answer = await outside.ask(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      demandSuccess(answer)
      return await wholeOf(answer, most)
    } catch (cause) {
      throw new Failure('marketUnreachable', { cause })
    }
  }

  async function read(): Promise<Offer[]> {
    const base = new URL(url)
    const text = (await fetched(base, MARKET_INDEX_BYTES)).toString('utf8')
    try {
      const { components } = Index.parse(JSON.parse(text))
      return components.map(({ manifest, url: place, sha256, size, logo }) => ({
        id: manifest.bundle,
        manifest,
        sha256,
        size,
        logo,
        bytes: () => fetched(new URL(place, base), COMPONENT_ZIP_BYTES),
      }))
    } catch (cause) {
      throw new Failure('marketUnreachable', { cause })
    }
  }

  return {
    /** The offers, at most MARKET_AGE_MS old. Throws marketUnreachable. */
    offers(): Promise<Offer[]> {
      const at = now().getTime()
      if (at - askedMs < MARKET_AGE_MS) return Promise.resolve(known)
      // Callers do not wait again for a site that failed a moment ago.
      if (at - failedMs < MARKET_REST_MS) return Promise.reject(new Failure('marketUnreachable'))
      asking ??= read()
        .then((offers) => {
          known = offers
          askedMs = now().getTime()
          return offers
        })
        .catch((failure: unknown) => {
          failedMs = now().getTime()
          throw failure
        })
        .finally(() => {
          asking = null
        })
      return asking
    },
    /** The last known offers, for callers that do not wait. */
    known: (): Offer[] => known,
  }
}
export type RemoteMarket = ReturnType<typeof remoteMarket>
