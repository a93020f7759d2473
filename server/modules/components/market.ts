import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isNewer, MANIFEST } from '#contract/components.ts'
import { Failure } from '#server/failure.ts'
import { zipStream } from '#server/modules/files/index.ts'
import { type Offer, readPackage } from './package.ts'
import type { RemoteMarket } from './remote-market.ts'

const here = fileURLToPath(new URL('../../../market/', import.meta.url))
/** A fixed modification time, so that the same files make the same package bytes. */
const MODIFIED = new Date('2026-01-01T00:00:00Z')

async function packed(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort()
  const entries = await Promise.all(
    paths.map(async (path) => ({
      name: relative(folder, path).replaceAll('\\', '/'),
      size: (await stat(path)).size,
      modified: MODIFIED,
      open: async () => Readable.from([await readFile(path)]),
    })),
  )
  return buffer(Readable.from(zipStream(entries), { objectMode: false }))
}

async function offerOf(folder: string): Promise<Offer> {
  const { files: _, ...about } = await readPackage(await packed(folder))
  return { ...about, id: about.manifest.bundle, bytes: () => packed(folder) }
}

/** The components that ship with the product: folders of `market/`, packed on first use. */
function localMarket(folder = here) {
  let offers: Promise<Offer[]> | null = null
  async function read(): Promise<Offer[]> {
    const bundles = (await readdir(folder)).sort()
    const whole = await Promise.all(
      bundles.map(async (bundle) => ((await readdir(join(folder, bundle))).includes(MANIFEST) ? bundle : null)),
    )
    return Promise.all(whole.flatMap((bundle) => (bundle ? [offerOf(join(folder, bundle))] : [])))
  }
  return {
    /** All offers, ordered by package name. */
    offers(): Promise<Offer[]> {
      offers ??= read()
      return offers
    },
  }
}

/** Merges two markets by package name, with the newer version of each package. */
function joined(own: readonly Offer[], others: readonly Offer[]): Offer[] {
  const all = new Map(own.map((offer) => [offer.id, offer]))
  for (const offer of others) {
    const known = all.get(offer.id)
    if (!known || isNewer(offer.manifest.version, known.manifest.version)) all.set(offer.id, offer)
  }
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The components that ship with the product, and those of the remote market. */
export function wholeMarket(remote: RemoteMarket | null, local = localMarket()) {
  return {
    /** `isPartial`: the remote market can't be reached, so its last known offers are used. */
    async offers(): Promise<{ offers: Offer[]; isPartial: boolean }> {
      const own = await local.offers()
      if (!remote) return { offers: own, isPartial: false }
      try {
        return { offers: joined(own, await remote.offers()), isPartial: false }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { offers: joined(own, remote.known()), isPartial: true }
      }
    },
    /** The offers without waiting for the remote market: it is asked in the background for the next time. */
    async atHand(): Promise<Offer[]> {
      void remote?.offers().catch(() => [])
      return joined(await local.offers(), remote?.known() ?? [])
    },
  }
}
export type Market = ReturnType<typeof wholeMarket>
