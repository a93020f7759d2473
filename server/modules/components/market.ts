import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { MANIFEST } from '#contract/components.ts'
import { zipStream } from '#server/modules/files/index.ts'
import { type Package, readPackage } from './package.ts'

const here = fileURLToPath(new URL('../../../market/', import.meta.url))
/** The same for every file, so that the same files make the same package. */
const MODIFIED = new Date('2026-01-01T00:00:00Z')

/** A component that can be had; its id is the name of its package. */
export type Offer = Omit<Package, 'files'> & { id: string; bytes: () => Promise<Buffer> }

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

/** The components that ship with the product: folders of `market/`, packed when somebody asks for them first. */
export function localMarket(folder = here) {
  let offers: Promise<Offer[]> | null = null
  async function read(): Promise<Offer[]> {
    const bundles = (await readdir(folder)).sort()
    const whole = await Promise.all(
      bundles.map(async (bundle) => ((await readdir(join(folder, bundle))).includes(MANIFEST) ? bundle : null)),
    )
    return Promise.all(whole.flatMap((bundle) => (bundle ? [offerOf(join(folder, bundle))] : [])))
  }
  return {
    /** All of them, by name of their package. */
    offers(): Promise<Offer[]> {
      offers ??= read()
      return offers
    },
  }
}
export type Market = ReturnType<typeof localMarket>
